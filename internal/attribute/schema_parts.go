// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"strings"

	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

// ComputedOnce returns an attribute that the service sets once, at creation.
func ComputedOnce(description string) resource.StringAttribute {
	return resource.StringAttribute{
		Computed:            true,
		MarkdownDescription: description,
		PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// Shown returns attributes of a resource as its data sources show them: computed, of the same type, and with the first
// sentence of the description. The other sentences are about configurations. An attribute of another kind than those
// below is left out.
func Shown(attributes map[string]resource.Attribute) map[string]datasource.Attribute {
	shown := map[string]datasource.Attribute{}
	for name, one := range attributes {
		description := firstSentence(one.GetMarkdownDescription())
		switch one := one.(type) {
		case resource.StringAttribute:
			shown[name] = datasource.StringAttribute{Computed: true, MarkdownDescription: description}
		case resource.BoolAttribute:
			shown[name] = datasource.BoolAttribute{Computed: true, MarkdownDescription: description}
		case resource.NumberAttribute:
			shown[name] = datasource.NumberAttribute{Computed: true, MarkdownDescription: description}
		case resource.ListAttribute:
			shown[name] = datasource.ListAttribute{Computed: true, MarkdownDescription: description, ElementType: one.ElementType}
		case resource.SetAttribute:
			shown[name] = datasource.SetAttribute{Computed: true, MarkdownDescription: description, ElementType: one.ElementType}
		case resource.SingleNestedAttribute:
			shown[name] = datasource.SingleNestedAttribute{Computed: true, MarkdownDescription: description, Attributes: Shown(one.Attributes)}
		}
	}
	return shown
}

func firstSentence(description string) string {
	first, _, more := strings.Cut(description, ". ")
	if more {
		first += "."
	}
	return first
}
