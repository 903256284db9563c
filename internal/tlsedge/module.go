// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// moduleAttribute is a module with what all of them have: it may be left out,
// and it can be switched off.
func moduleAttribute(description string, rest map[string]schema.Attribute) schema.SingleNestedAttribute {
	attributes := maps.Clone(rest)
	attributes["enabled"] = schema.BoolAttribute{
		Optional:            true,
		Computed:            true,
		Default:             booldefault.StaticBool(true),
		MarkdownDescription: "Whether the module is applied to traffic. Defaults to `true`. " + replaces,
	}
	return schema.SingleNestedAttribute{
		Optional:            true,
		Computed:            true,
		MarkdownDescription: description,
		Attributes:          attributes,
		PlanModifiers:       []planmodifier.Object{modulePlan{}},
	}
}

// moduleDataAttribute is the same for the data source.
func moduleDataAttribute(description string, rest map[string]dataschema.Attribute) dataschema.SingleNestedAttribute {
	attributes := maps.Clone(rest)
	attributes["enabled"] = dataschema.BoolAttribute{
		Computed:            true,
		MarkdownDescription: "Whether the module is applied to traffic.",
	}
	return dataschema.SingleNestedAttribute{
		Computed:            true,
		MarkdownDescription: description + " Null where the edge has no such module.",
		Attributes:          attributes,
	}
}

// isSet reports whether a module is there: a plan has unknown ones where the
// service may add a module by itself.
func isSet(module types.Object) bool { return !module.IsNull() && !module.IsUnknown() }

// members are the attributes of a module by name. One that is not there reads
// as null.
type members map[string]attr.Value

func membersOf(module types.Object) members { return module.Attributes() }

func (m members) text(name string) types.String {
	if value, ok := m[name].(attribute.JSONText); ok {
		return value.StringValue
	}
	value, _ := m[name].(types.String)
	return value
}

func (m members) enabled() types.Bool {
	value, _ := m["enabled"].(types.Bool)
	return value
}

func (m members) ids(name string) []string {
	value, _ := m[name].(types.Set)
	return attribute.Strings(value)
}

// moduleFromAPI returns the state of a module, of prior's type, after the API
// answered. The function read takes its members from the answer, given those that
// the module had. A member that the answer leaves out keeps its value. A module
// that is disabled and empty is unset: prior stays if it says the same in another
// way, such as an empty list.
func moduleFromAPI[T any](
	ctx context.Context,
	prior types.Object,
	answered api.Member[T],
	read func(was members, is T) (enabled api.Member[bool], rest members),
) types.Object {
	memberTypes := prior.AttributeTypes(ctx)
	none := types.ObjectNull(memberTypes)
	if !prior.IsNull() && isUnset(prior) {
		none = prior
	}
	if answered.Present && answered.Value == nil {
		return none
	}
	var is T
	if answered.Value != nil {
		is = *answered.Value
	}
	was := membersOf(prior)
	enabled, now := read(was, is)
	now["enabled"] = flagFromAPI(was.enabled(), enabled)
	module := types.ObjectValueMust(memberTypes, now)
	if isUnset(module) {
		return none
	}
	if now["enabled"].IsNull() {
		// Enabled is what a module is when nothing says otherwise.
		now["enabled"] = types.BoolValue(true)
		module = types.ObjectValueMust(memberTypes, now)
	}
	return module
}

// noModule is a module that is unset.
func noModule(definition schema.SingleNestedAttribute) types.Object {
	object, _ := definition.GetType().(attr.TypeWithAttributeTypes)
	return types.ObjectNull(object.AttributeTypes())
}

func flagFromAPI(prior types.Bool, answered api.Member[bool]) types.Bool {
	if !answered.Present {
		return prior
	}
	return types.BoolPointerValue(answered.Value)
}

// textFromAPI is the state of a text. What was unknown and is not answered is
// unset.
func textFromAPI(prior types.String, answered api.Member[string]) types.String {
	if !answered.Present && !prior.IsUnknown() {
		return prior
	}
	return attribute.String(prior, answered.Value)
}

// jsonTextFromAPI is textFromAPI for a text that may hold JSON.
func jsonTextFromAPI(prior attribute.JSONText, answered api.Member[string]) attribute.JSONText {
	return attribute.JSONText{StringValue: textFromAPI(prior.StringValue, answered)}
}

// idsFromAPI is the state of a set of ids that a module requires, hence never
// null.
func idsFromAPI(was []string, answered api.Member[api.Refs]) types.Set {
	ids := was
	if answered.Present {
		ids = nil
		for _, ref := range refsOf(answered) {
			ids = append(ids, ref.ID)
		}
	}
	values := make([]attr.Value, 0, len(ids))
	for _, id := range distinct(ids) {
		values = append(values, types.StringValue(id))
	}
	return types.SetValueMust(types.StringType, values)
}

func refsOf(answered api.Member[api.Refs]) api.Refs {
	if answered.Value == nil {
		return nil
	}
	return *answered.Value
}

// distinct is a list as the set that it stands for, since a service may repeat
// elements and the framework does not drop them.
func distinct(list []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}
