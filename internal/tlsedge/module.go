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
	// name is the name of its attribute.
	name() string
	// in is its place in a model.
	in(edge *model) *types.Object

	// attribute is its schema in the resource.
	attribute() schema.SingleNestedAttribute

	// toAPI puts a module that is set into a request.
	toAPI(chosen members, settings *api.TLSEdgeSettings)
	// fromAPI returns its members after a response, given those that it had. One
	// that the response leaves out keeps its value. They are nil for a module that
	// is null in the response.
	fromAPI(was members, received *api.TLSEdge) members
}

// modules returns every module that an edge may have.
func modules() []module {
	return []module{backendModule{}, ipRestrictionModule{}, mutualTLSModule{}, tlsTerminationModule{}, trafficPolicyModule{}}
}

// moduleAttribute returns the schema of a module, with the parts that all
// modules have: it is optional, and it has enabled.
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
	// The framework asks for the type often, and would make it anew each time: a
	// twentieth of the memory that a plan without changes takes.
	module.CustomType, _ = module.GetType().(basetypes.ObjectTypable)
	return module
}

// members are the attributes of a module by name, none for a module that is null or
// unknown. A name or a type that the module does not have panics: it must not read as
// null.
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

// textFromAPI returns the state of a text. If it was unknown and the
// response lacks it, it is unset.
func textFromAPI(prior types.String, received api.Member[string]) types.String {
	if !received.Present && !prior.IsUnknown() {
		return prior
	}
	return attribute.String(prior, received.Value)
}

// jsonFromAPI is textFromAPI for a text that may be JSON.
func jsonFromAPI(prior types.String, received api.Member[string]) types.String {
	if !received.Present && !prior.IsUnknown() {
		return prior
	}
	return attribute.JSON(prior, received.Value)
}
