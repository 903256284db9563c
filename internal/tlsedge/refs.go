// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// idsAttribute describes the ids of other objects in the resource.
func idsAttribute(objects string) schema.SetAttribute {
	return schema.SetAttribute{
		ElementType:         types.StringType,
		Required:            true,
		MarkdownDescription: "The ids of the " + objects + ", in any order. No id may be null or empty.",
		Validators:          []validator.Set{setvalidator.ValueStringsAre(attribute.Element())},
	}
}

// refsAttribute describes references to other objects in the data sources.
func refsAttribute(objects string) dataschema.SetNestedAttribute {
	return dataschema.SetNestedAttribute{
		Computed:            true,
		MarkdownDescription: "The " + objects + ".",
		NestedObject:        dataschema.NestedAttributeObject{Attributes: refAttributes()},
	}
}

// refAttributes describes a reference to another object in the data sources.
func refAttributes() map[string]dataschema.Attribute {
	return map[string]dataschema.Attribute{
		"id":  computedText("The id of the object that is referred to."),
		"uri": computedText("Its URI in the API; null where the service names none."),
	}
}

func refType() types.ObjectType {
	return types.ObjectType{AttrTypes: map[string]attr.Type{"id": types.StringType, "uri": types.StringType}}
}

func shownRef(answered api.Ref) types.Object {
	return types.ObjectValueMust(refType().AttrTypes, map[string]attr.Value{
		"id":  types.StringValue(answered.ID),
		"uri": attribute.String(types.StringNull(), &answered.URI),
	})
}

// shownRefs is never null: a module that refers to nothing shows an empty set.
func shownRefs(answered api.Member[api.Refs]) types.Set {
	shown := []attr.Value{}
	known := map[api.Ref]bool{}
	for _, one := range answered.OrZero() {
		if !known[one] {
			shown = append(shown, shownRef(one))
		}
		known[one] = true
	}
	return types.SetValueMust(refType(), shown)
}
