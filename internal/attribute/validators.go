// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"math/big"

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
// null and empty strings. The messages contain the path of the element or the set,
// because CLIs do not print the path of a nested attribute.
func Element() validator.String { return element{"must be neither null nor empty"} }

type element struct{ Described }

func (element) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	switch {
	case req.ConfigValue.IsUnknown():
	case req.ConfigValue.IsNull():
		resp.Diagnostics.AddAttributeError(req.Path, "Null element",
			elementName(req.Path)+" is null. Remove it, or give it a value.")
	case req.ConfigValue.ValueString() == "":
		resp.Diagnostics.AddAttributeError(req.Path, "Empty element", elementName(req.Path)+" is \"\". Remove it, or give it a value.")
	}
}

// elementName returns the name of an element for a message. The name of a list element is
// its path. An element of a set has no position, so its name contains the set's path.
func elementName(at path.Path) string {
	step, _ := at.Steps().LastStep()
	if _, isListed := step.(path.PathStepElementKeyInt); isListed {
		return at.String()
	}
	return "An element of " + at.ParentPath().String()
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

func (w wholeNumber) ValidateNumber(ctx context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	number, ok := Whole(req.ConfigValue)
	if HasValue(req.ConfigValue) && (!ok || number < w.least || number > w.most) {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a whole number in range",
			fmt.Sprintf("%s %s, got %s.", req.Path, w.Description(ctx), req.ConfigValue.ValueBigFloat().Text('g', 12)))
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
