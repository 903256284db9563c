// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// trafficPolicyModule sets the rules that the edge applies to traffic.
type trafficPolicyModule struct{}

func (trafficPolicyModule) name() string { return "traffic_policy" }

func (trafficPolicyModule) in(edge *model) *types.Object { return &edge.TrafficPolicy }

func (trafficPolicyModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute("The traffic policy module: what the edge does with the traffic. Enabled with termination "+
		"`upstream`, it causes a warning.", map[string]schema.Attribute{
		"value": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "The traffic policy, in the service's own language. " + equalJSON,
			Validators:          attribute.NotEmpty(),
			PlanModifiers:       []planmodifier.String{attribute.KeepSameText()},
		},
	})
}

func (trafficPolicyModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.TrafficPolicy = &api.EndpointTrafficPolicyMutate{
		Enabled: chosen.enabled().ValueBool(),
		Value:   chosen.text("value").ValueString(),
	}
}

func (trafficPolicyModule) fromAPI(was members, received *api.TLSEdge) members {
	if received.TrafficPolicy.IsNull() {
		return nil
	}
	is := received.TrafficPolicy.OrZero()
	return members{
		"enabled": flagFromAPI(was.enabled(), is.Enabled),
		"value":   jsonFromAPI(was.text("value"), is.Value),
	}
}
