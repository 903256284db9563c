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
	// in returns the field of the edge that contains the module.
	in(edge *model) *types.Object

	// attribute returns the schema of the module in the resource.
	attribute() schema.SingleNestedAttribute

	// toAPI adds the module to the settings of a request. The module must be set.
	toAPI(chosen members, settings *api.TLSEdgeSettings)
	// fromAPI returns the members of the module after a response. Members that the
	// response omits keep their previous values, which are in the parameter was. The
	// result is nil if the module is null in the response.
	fromAPI(was members, received *api.TLSEdge) members
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
// the module is null or unknown. Otherwise the methods below panic for a wrong name or
// type, so that a mistake in the code does not look like a null attribute.
type members map[string]attr.Value

func membersOf(module types.Object) members { return module.Attributes() }

func (m members) text(name string) types.String {
	if len(m) == 0 {
		return types.StringNull()
	}
	return m[name].(types.String) //nolint:forcetypeassert // see members
}

func (m members) enabled() types.Bool {
	if len(m) == 0 {
		return types.BoolNull()
	}
	return m["enabled"].(types.Bool) //nolint:forcetypeassert // see members
}

func (m members) ids(name string) []string {
	if len(m) == 0 {
		return nil
	}
	return attribute.Strings(m[name].(types.Set)) //nolint:forcetypeassert // see members
}

func flagFromAPI(prior types.Bool, received api.Member[bool]) types.Bool {
	if !received.Present {
		return prior
	}
	return types.BoolPointerValue(received.Value)
}

// memberFromAPI returns the state of an attribute after a response. If the response omits
// the member, the attribute keeps its prior value, or becomes unset if the prior value is
// unknown.
func memberFromAPI[V attr.Value, T any](prior V, received api.Member[T], convert func(V, *T) V) V {
	if !received.Present && !prior.IsUnknown() {
		return prior
	}
	return convert(prior, received.Value)
}
