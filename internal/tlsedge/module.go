// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// module is one of the optional modules of an edge.
type module interface {
	// name returns the name of the module's attribute.
	name() string
	// in returns the module's field in an edge.
	in(edge *model) *types.Object

	// attribute returns the schema of the module in the resource.
	attribute() schema.SingleNestedAttribute

	// toAPI adds the module to the settings of a request. The module must be set.
	toAPI(chosen members, settings *api.TLSEdgeSettings)
	// fromAPI returns the members of the module in a response. Members that the response omits
	// keep their prior values. If the response has null for the module, all members are unset.
	fromAPI(prior members, edge *api.TLSEdge) members
}

// modules returns all modules that an edge may have.
func modules() []module {
	return []module{backendModule{}, ipRestrictionModule{}, mutualTLSModule{}, tlsTerminationModule{}, trafficPolicyModule{}}
}

// moduleAttribute returns the schema of a module. It makes the module optional and adds
// the attribute named enabled, which every module has.
func moduleAttribute(description string, attributes map[string]schema.Attribute) schema.SingleNestedAttribute {
	attributes["enabled"] = schema.BoolAttribute{
		Optional:            true,
		Computed:            true,
		Default:             booldefault.StaticBool(true),
		MarkdownDescription: "Whether the module is applied to traffic. Defaults to `true`.",
	}
	module := schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: description,
		Attributes:          attributes,
	}
	// Without CustomType, the framework creates a new type whenever it needs the type of
	// the module. That would take 5% of the memory of a plan without changes.
	module.CustomType, _ = module.GetType().(basetypes.ObjectTypable)
	return module
}

// members maps the names of a module's attributes to their values. The map is empty if
// the module is null or unknown, and all its attributes then count as null.
type members map[string]attr.Value

func membersOf(module types.Object) members { return module.Attributes() }

func (m members) text(name string) types.String {
	text, _ := m[name].(types.String)
	return text
}

func (m members) enabled() types.Bool {
	enabled, _ := m["enabled"].(types.Bool)
	return enabled
}

func (m members) ids(name string) []string {
	ids, _ := m[name].(types.Set)
	return attribute.Strings(ids)
}

// openModule returns the module in a response, and the prior values of members that the
// response may omit. A module that is null in the response keeps no prior values.
func openModule[T any](response api.Member[T], prior members) (T, members) {
	if response.IsNull() {
		prior = nil
	}
	return response.OrZero(), prior
}

// memberFromAPI returns the value of an attribute in a response. If
// the response omits the member, the attribute keeps the value of
// prior, or becomes unset if that value is unknown.
func memberFromAPI[V attr.Value, T any](prior V, response api.Member[T], convert func(V, *T) V) V {
	if !response.Present && !prior.IsUnknown() {
		return prior
	}
	return convert(prior, response.Value)
}

func boolFromAPI(_ types.Bool, response *bool) types.Bool { return types.BoolPointerValue(response) }
