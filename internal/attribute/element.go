// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// Described is what a validator accepts, or what a plan modifier does, in words. Those
// embed it for the methods in which the framework asks for that.
type Described string

// Description returns the words.
func (d Described) Description(context.Context) string { return string(d) }

// MarkdownDescription returns the words.
func (d Described) MarkdownDescription(context.Context) string { return string(d) }

// Element returns a validator for the strings in a list or a set: none may be
// null or empty. It is silent on unknown ones. Its messages name the list or the
// set, because CLIs do not print the path of a nested attribute.
func Element() validator.String { return element{"must be neither null nor empty"} }

type element struct{ Described }

func (element) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	switch {
	case req.ConfigValue.IsUnknown():
	case req.ConfigValue.IsNull():
		resp.Diagnostics.AddAttributeError(req.Path, "Null element",
			fmt.Sprintf("Expected %s to hold strings that are not empty, got null. Remove the element, or see why its expression has "+
				"no value.", req.Path.ParentPath()))
	case req.ConfigValue.ValueString() == "":
		resp.Diagnostics.AddAttributeError(req.Path, "Empty element",
			fmt.Sprintf("Expected %s to hold strings that are not empty, got \"\". Remove the element, or give it a value.", req.Path.ParentPath()))
	}
}
