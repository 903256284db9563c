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

// refsModule is a module that refers to other objects of one kind: by a set of
// ids in the resource, and whole in the data sources.
type refsModule struct {
	attributeName string
	description   string
	ids, refs     string // the attributes in the resource and in the data sources
	objects       string // what both refer to, in the words of their descriptions

	field  func(edge *model) *types.Object
	choose func(settings *api.TLSEdgeSettings, enabled bool, ids []string)
	// answered is [read] for the module.
	answered func(edge *api.TLSEdge, from func(enabled api.Member[bool], refs api.Member[api.Refs]) members) members
}

func (m refsModule) name() string { return m.attributeName }

func (m refsModule) in(edge *model) *types.Object { return m.field(edge) }

func (m refsModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute(m.description, map[string]schema.Attribute{
		m.ids: schema.SetAttribute{
			ElementType:         types.StringType,
			Required:            true,
			MarkdownDescription: "The ids of the " + m.objects + ", in any order. No id may be null or empty. " + replaces,
			Validators:          []validator.Set{setvalidator.ValueStringsAre(attribute.Element())},
		},
	})
}

func (m refsModule) dataAttribute() dataschema.SingleNestedAttribute {
	return moduleDataAttribute(m.description, map[string]dataschema.Attribute{
		m.refs: dataschema.SetNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The " + m.objects + ".",
			NestedObject:        dataschema.NestedAttributeObject{Attributes: refAttributes()},
		},
	})
}

func (m refsModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	m.choose(settings, chosen.enabled().ValueBool(), chosen.ids(m.ids))
}

func (m refsModule) fromAPI(was members, answered *api.TLSEdge) members {
	return m.answered(answered, func(enabled api.Member[bool], refs api.Member[api.Refs]) members {
		return members{
			"enabled": flagFromAPI(was.enabled(), enabled),
			m.ids:     idsFromAPI(was.ids(m.ids), refs),
		}
	})
}

func (m refsModule) shown(state members, answered *api.TLSEdge) members {
	return m.answered(answered, func(_ api.Member[bool], refs api.Member[api.Refs]) members {
		return members{"enabled": state.enabled(), m.refs: shownRefs(refs)}
	})
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
	for _, one := range valueOf(answered) {
		if !known[one] {
			shown = append(shown, shownRef(one))
		}
		known[one] = true
	}
	return types.SetValueMust(refType(), shown)
}
