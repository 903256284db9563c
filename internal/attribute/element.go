// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
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
