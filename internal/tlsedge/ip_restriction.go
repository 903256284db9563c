// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ipRestrictionModule says which source addresses may reach the edge.
type ipRestrictionModule struct{}

const ipRestrictionDescription = "The IP restriction module: which source addresses may reach the edge."

func (ipRestrictionModule) name() string { return "ip_restriction" }

func (ipRestrictionModule) in(edge *model) *types.Object { return &edge.IPRestriction }

func (ipRestrictionModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute(ipRestrictionDescription, map[string]schema.Attribute{
		"ip_policy_ids": idsAttribute("IP policies that source addresses are checked against"),
	})
}

func (ipRestrictionModule) dataAttribute() dataschema.SingleNestedAttribute {
	return moduleDataAttribute(ipRestrictionDescription, map[string]dataschema.Attribute{
		"ip_policies": refsAttribute("IP policies that source addresses are checked against"),
	})
}

func (ipRestrictionModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.IPRestriction = &api.EndpointIPPolicyMutate{
		Enabled:     chosen.enabled().ValueBool(),
		IPPolicyIDs: chosen.ids("ip_policy_ids"),
	}
}

func (ipRestrictionModule) fromAPI(was members, answered *api.TLSEdge) members {
	if answered.IPRestriction.IsNull() {
		return nil
	}
	is := answered.IPRestriction.OrZero()
	return members{
		"enabled":       flagFromAPI(was.enabled(), is.Enabled),
		"ip_policy_ids": idsFromAPI(was.ids("ip_policy_ids"), is.IPPolicies),
	}
}

func (ipRestrictionModule) shown(state members, answered *api.TLSEdge) members {
	return members{"enabled": state.enabled(), "ip_policies": shownRefs(answered.IPRestriction.OrZero().IPPolicies)}
}
