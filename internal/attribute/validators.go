// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Described is the description of a validator or a plan modifier. A type that embeds
// Described has the methods Description and MarkdownDescription for the framework.
type Described string

// Description returns the description as plain text. No Described contains Markdown.
func (d Described) Description(context.Context) string { return string(d) }

// MarkdownDescription returns the same text as [Described.Description].
func (d Described) MarkdownDescription(context.Context) string { return string(d) }

// Element returns a validator for the strings in a list or a set. The validator rejects
// null and empty strings. The messages contain the path of the element or its collection,
// because CLIs do not print the path of a nested attribute.
func Element() validator.String { return element{"must be neither null nor empty"} }

type element struct{ Described }

func (element) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	switch {
	case req.ConfigValue.IsUnknown():
	case req.ConfigValue.IsNull():
		resp.Diagnostics.AddAttributeError(shownPath(req.Path), "Null element",
			elementName(req.Path)+" is null. Remove it, or give it a value.")
	case req.ConfigValue.ValueString() == "":
		resp.Diagnostics.AddAttributeError(shownPath(req.Path), "Empty element", elementName(req.Path)+" is \"\". Remove it, or give it a value.")
	}
}

// elementName returns the name of an element for a message.
func elementName(at path.Path) string {
	if shown := shownPath(at); !shown.Equal(at) {
		return "An element of " + shown.String()
	}
	return at.String()
}

// shownPath returns the path for a diagnostic on a value. The path of an element of a set or
// a map contains the element or its key, which may be sensitive. For such an element,
// shownPath therefore returns the path of the set or the map.
func shownPath(at path.Path) path.Path {
	switch step, _ := at.Steps().LastStep(); step.(type) {
	case path.PathStepElementKeyValue, path.PathStepElementKeyString:
		return at.ParentPath()
	}
	return at
}

// TextRule is a validator for a text. Null and unknown values pass. The diagnostic never
// contains the text, because the text may be sensitive.
type TextRule struct {
	Described // also part of the diagnostic's detail

	Summary string
	Accepts func(text string) bool
}

// ValidateString applies the rule.
func (r TextRule) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if HasValue(req.ConfigValue) && !r.Accepts(req.ConfigValue.ValueString()) {
		resp.Diagnostics.AddAttributeError(shownPath(req.Path), r.Summary, fmt.Sprintf("%s %s.", elementName(req.Path), r.Described))
	}
}

// OneOf returns a validator that accepts only the given texts, and lists them in its message.
func OneOf(allowed ...string) validator.String {
	return TextRule{Described("must be one of " + strings.Join(allowed, ", ")), "Value that is not allowed",
		func(text string) bool { return slices.Contains(allowed, text) }}
}

// MaxBytes returns a validator that rejects texts with more bytes.
func MaxBytes(limit int) validator.String {
	return TextRule{Described(fmt.Sprintf("must have at most %d bytes", limit)), "Text with too many bytes",
		func(text string) bool { return len(text) <= limit }}
}

// WholeNumber returns a validator for whole numbers from least to most. The validator
// is for a NumberAttribute. With an Int64Attribute, the framework would reject a
// fraction before any validator runs, and its message would blame the provider.
func WholeNumber(least, most int64) validator.Number {
	return wholeNumber{Described(fmt.Sprintf("must be a whole number from %d to %d", least, most)), least, most}
}

type wholeNumber struct {
	Described

	least, most int64
}

func (w wholeNumber) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	number, ok := Whole(req.ConfigValue)
	if HasValue(req.ConfigValue) && (!ok || number < w.least || number > w.most) {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a whole number in range",
			fmt.Sprintf("%s %s.", req.Path, w.Described))
	}
}

// Whole returns the value of a whole number. The result ok is false for
// null, unknown values and fractions.
func Whole(value types.Number) (number int64, ok bool) {
	if !HasValue(value) {
		return 0, false
	}
	number, accuracy := value.ValueBigFloat().Int64()
	return number, accuracy == big.Exact
}
