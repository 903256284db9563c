// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ref is a reference to another object, as the data source shows it.
type ref struct {
	ID  types.String `tfsdk:"id"`
	URI types.String `tfsdk:"uri"`
}

func refAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id":  schema.StringAttribute{Computed: true, MarkdownDescription: "The id of the object that is referred to."},
		"uri": schema.StringAttribute{Computed: true, MarkdownDescription: "Its URI in the API; null where the service names none."},
	}
}

func refsAttribute(description string) schema.SetNestedAttribute {
	return schema.SetNestedAttribute{
		Computed:            true,
		MarkdownDescription: description,
		NestedObject:        schema.NestedAttributeObject{Attributes: refAttributes()},
	}
}

func shownRef(answered api.Ref) ref {
	shown := ref{ID: types.StringValue(answered.ID)}
	if answered.URI != "" {
		shown.URI = types.StringValue(answered.URI)
	}
	return shown
}

// shownRefs is never nil: a module that refers to nothing shows an empty set.
func shownRefs(answered api.Member[api.Refs]) []ref {
	shown := []ref{}
	known := map[api.Ref]bool{}
	for _, one := range refsOf(answered) {
		if !known[one] {
			shown = append(shown, shownRef(one))
		}
		known[one] = true
	}
	return shown
}
