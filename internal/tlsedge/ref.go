// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// refAttributes describes a reference to another object in the data sources.
func refAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id":  schema.StringAttribute{Computed: true, MarkdownDescription: "The id of the object that is referred to."},
		"uri": schema.StringAttribute{Computed: true, MarkdownDescription: "Its URI in the API; null where the service names none."},
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
	for _, one := range refsOf(answered) {
		if !known[one] {
			shown = append(shown, shownRef(one))
		}
		known[one] = true
	}
	return types.SetValueMust(refType(), shown)
}
