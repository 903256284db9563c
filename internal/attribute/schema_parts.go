// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	datasource "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	framework "github.com/hashicorp/terraform-plugin-framework/resource"
	resource "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
)

// IDDescription describes the id of an object.
const IDDescription = "The id that the service assigned."

// ID returns the attribute for the id of an object.
func ID() resource.StringAttribute { return ComputedOnce(IDDescription) }

// FreeText returns an optional text that has a row in the table of meanings.
func FreeText(description string, rules ...validator.String) resource.StringAttribute {
	return resource.StringAttribute{
		Optional: true, MarkdownDescription: description, Validators: rules, PlanModifiers: []planmodifier.String{KeepSame()},
	}
}

// Enabled returns the attribute enabled of a module. The text disabled explains false.
func Enabled(disabled string) resource.BoolAttribute {
	return resource.BoolAttribute{
		Optional: true, Computed: true, Default: booldefault.StaticBool(true),
		MarkdownDescription: "Whether the module is active. Defaults to `true`." + disabled,
	}
}

// IDToRead returns the attribute for the id with which a data source finds its object.
func IDToRead(description string, rule validator.String) datasource.StringAttribute {
	return datasource.StringAttribute{
		Required: true, MarkdownDescription: description, Validators: append(NotEmpty(), rule),
	}
}

// NotEmpty returns a validator that rejects empty texts.
func NotEmpty() []validator.String { return []validator.String{stringvalidator.LengthAtLeast(1)} }

// ComputedOnce returns an attribute that the service sets at creation and never changes.
func ComputedOnce(description string) resource.StringAttribute {
	return resource.StringAttribute{
		Computed: true, MarkdownDescription: description,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
}

// ForDataSource converts the attributes of a resource, except those omitted, for a data source.
func ForDataSource(ctx context.Context, r framework.Resource, omitted ...string) map[string]datasource.Attribute {
	var described framework.SchemaResponse
	r.Schema(ctx, framework.SchemaRequest{}, &described)
	for _, name := range omitted {
		delete(described.Schema.Attributes, name)
	}
	return computed(described.Schema.Attributes)
}

// computed keeps only the first sentence of each description, because the others are about
// writing a configuration. An attribute of a type that no resource has is a mistake in the
// program.
func computed(attributes map[string]resource.Attribute) map[string]datasource.Attribute {
	converted := map[string]datasource.Attribute{}
	for name, member := range attributes {
		description := strings.TrimSpace(strings.SplitAfter(member.GetMarkdownDescription(), ". ")[0])
		switch member := member.(type) {
		case resource.StringAttribute:
			converted[name] = datasource.StringAttribute{Computed: true, MarkdownDescription: description}
		case resource.BoolAttribute:
			converted[name] = datasource.BoolAttribute{Computed: true, MarkdownDescription: description}
		case resource.NumberAttribute:
			converted[name] = datasource.NumberAttribute{Computed: true, MarkdownDescription: description}
		case resource.ListAttribute:
			converted[name] = datasource.ListAttribute{Computed: true, MarkdownDescription: description, ElementType: member.ElementType}
		case resource.SetAttribute:
			converted[name] = datasource.SetAttribute{Computed: true, MarkdownDescription: description, ElementType: member.ElementType}
		case resource.MapAttribute:
			converted[name] = datasource.MapAttribute{Computed: true, MarkdownDescription: description, ElementType: member.ElementType}
		case resource.ListNestedAttribute:
			converted[name] = datasource.ListNestedAttribute{Computed: true, MarkdownDescription: description,
				NestedObject: datasource.NestedAttributeObject{Attributes: computed(member.NestedObject.Attributes)}}
		case resource.SingleNestedAttribute:
			converted[name] = datasource.SingleNestedAttribute{Computed: true, MarkdownDescription: description, Attributes: computed(member.Attributes)}
		default:
			panic(fmt.Sprintf("attribute %s: add a case for %T to the function computed", name, member))
		}
	}
	return converted
}
