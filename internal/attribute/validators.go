// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Described is the plain-text description of a validator or a plan modifier that embeds it.
type Described string

func (d Described) Description(context.Context) string { return string(d) }

func (d Described) MarkdownDescription(context.Context) string { return string(d) }

// TextRule checks one text: an attribute, or an element of a list, set or map. Null attributes
// and unknown values pass. The diagnostic never contains the text, because it may be sensitive.
// It contains the path, because CLIs do not print the path of a nested attribute.
type TextRule struct {
	Summary   string
	Described // completes a sentence that begins with the path
	Accepts   func(text string) bool
	Warns     bool // a warning instead of an error
}

// ValidateString reports an element of a set or a map on the set or the map, because the path
// of the element contains the element or its key.
func (r TextRule) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	at, name, isElement := req.Path, req.Path.String(), true
	switch step, _ := at.Steps().LastStep(); step.(type) {
	case path.PathStepElementKeyValue, path.PathStepElementKeyString:
		at, name = at.ParentPath(), "Every element of "+at.ParentPath().String()
	case path.PathStepAttributeName:
		isElement = false
	}
	if req.ConfigValue.IsUnknown() || !isElement && req.ConfigValue.IsNull() || r.Accepts(req.ConfigValue.ValueString()) {
		return
	}
	report := resp.Diagnostics.AddAttributeError
	if r.Warns {
		report = resp.Diagnostics.AddAttributeWarning
	}
	report(at, r.Summary, name+" "+string(r.Described)+".")
}

// Element returns a validator that rejects null and empty elements of a list or a set.
func Element() validator.String {
	return TextRule{"Null or empty element", "must be neither null nor empty", func(text string) bool { return text != "" }, false}
}

// OneOf returns a validator that accepts only the given texts.
func OneOf(allowed ...string) validator.String {
	return TextRule{"Value that is not allowed", Described("must be one of " + strings.Join(allowed, ", ")),
		func(text string) bool { return slices.Contains(allowed, text) }, false}
}

// MaxBytes returns a validator that rejects texts with more bytes.
func MaxBytes(limit int) validator.String {
	return TextRule{"Text with too many bytes", Described(fmt.Sprintf("must have at most %d bytes", limit)),
		func(text string) bool { return len(text) <= limit }, false}
}

// WholeNumber returns a validator for whole numbers from least to most, in a NumberAttribute.
// In an Int64Attribute, the framework rejects a fraction itself, and its message blames the
// provider.
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
