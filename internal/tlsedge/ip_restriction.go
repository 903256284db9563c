// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ipRestriction is the module that says which source addresses may reach the edge.
func ipRestriction() refsModule {
	return refsModule{
		attributeName: "ip_restriction",
		description:   "The IP restriction module: which source addresses may reach the edge.",
		ids:           "ip_policy_ids",
		refs:          "ip_policies",
		objects:       "IP policies that source addresses are checked against",
		field:         func(edge *model) *types.Object { return &edge.IPRestriction },
		choose: func(settings *api.TLSEdgeSettings, enabled bool, ids []string) {
			settings.IPRestriction = &api.EndpointIPPolicyMutate{Enabled: enabled, IPPolicyIDs: ids}
		},
		answered: func(edge *api.TLSEdge, from func(api.Member[bool], api.Member[api.Refs]) members) members {
			return read(edge.IPRestriction, func(is api.EndpointIPPolicy) members { return from(is.Enabled, is.IPPolicies) })
		},
	}
}
