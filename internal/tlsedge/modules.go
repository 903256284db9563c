// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// ipRestrictionModule restricts the source addresses that can reach the edge.
type ipRestrictionModule struct{}

func (ipRestrictionModule) name() string { return "ip_restriction" }

func (ipRestrictionModule) in(edge *model) *types.Object { return &edge.IPRestriction }

func (ipRestrictionModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute("The IP restriction module: which source addresses may reach the edge.", map[string]schema.Attribute{
		"ip_policy_ids": idsAttribute("IP policies that check source addresses"),
	})
}

func (ipRestrictionModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.IPRestriction = &api.EndpointIPPolicyMutate{
		Enabled:     chosen.enabled().ValueBool(),
		IPPolicyIDs: chosen.ids("ip_policy_ids"),
	}
}

func (ipRestrictionModule) fromAPI(prior members, edge *api.TLSEdge) members {
	response, prior := openModule(edge.IPRestriction, prior)
	return members{
		"enabled":       memberFromAPI(prior.enabled(), response.Enabled, boolFromAPI),
		"ip_policy_ids": idsFromAPI(prior.ids("ip_policy_ids"), response.IPPolicies),
	}
}

// mutualTLSModule restricts the client certificates that the edge accepts.
type mutualTLSModule struct{}

func (mutualTLSModule) name() string { return "mutual_tls" }

func (mutualTLSModule) in(edge *model) *types.Object { return &edge.MutualTLS }

func (mutualTLSModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute("The mutual TLS module: which client certificates the edge accepts. "+
		"The module requires that TLS ends at the edge.", map[string]schema.Attribute{
		"certificate_authority_ids": idsAttribute("certificate authorities for validating client certificates"),
	})
}

func (mutualTLSModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.MutualTLS = &api.EndpointMutualTLSMutate{
		Enabled:                 chosen.enabled().ValueBool(),
		CertificateAuthorityIDs: chosen.ids("certificate_authority_ids"),
	}
}

func (mutualTLSModule) fromAPI(prior members, edge *api.TLSEdge) members {
	response, prior := openModule(edge.MutualTLS, prior)
	return members{
		"enabled":                   memberFromAPI(prior.enabled(), response.Enabled, boolFromAPI),
		"certificate_authority_ids": idsFromAPI(prior.ids("certificate_authority_ids"), response.CertificateAuthorities),
	}
}

// idsAttribute returns the schema of an attribute for ids of other objects.
func idsAttribute(objects string) schema.SetAttribute {
	return schema.SetAttribute{
		ElementType:         types.StringType,
		Required:            true,
		MarkdownDescription: "The ids of the " + objects + ". No id may be null or empty. If the module is enabled, an empty set causes a warning.",
		Validators:          []validator.Set{setvalidator.ValueStringsAre(attribute.Element())},
	}
}

// idsFromAPI returns the ids of references in a response. If the response omits the references,
// the ids are the prior ids. The set is never null, because its attribute is required.
func idsFromAPI(prior []string, response api.Member[api.Refs]) types.Set {
	if !response.Present {
		return attribute.SetOf(prior)
	}
	var ids []string
	for _, ref := range response.OrZero() {
		ids = append(ids, ref.ID)
	}
	return attribute.SetOf(ids)
}

// backendModule selects the backend of the edge.
type backendModule struct{}

func (backendModule) name() string { return "backend" }

func (backendModule) in(edge *model) *types.Object { return &edge.Backend }

func (backendModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute("The backend module: which backend stands behind the edge.", map[string]schema.Attribute{
		"backend_id": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "The id of the backend, for example of a `trafficedge_failover_backend`.",
			Validators:          attribute.NotEmpty(),
		},
	})
}

func (backendModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.Backend = &api.EndpointBackendMutate{
		Enabled:   chosen.enabled().ValueBool(),
		BackendID: chosen.text("backend_id").ValueString(),
	}
}

func (backendModule) fromAPI(prior members, edge *api.TLSEdge) members {
	response, prior := openModule(edge.Backend, prior)
	id := response.Backend.OrZero().ID
	return members{
		"enabled":    memberFromAPI(prior.enabled(), response.Enabled, boolFromAPI),
		"backend_id": memberFromAPI(prior.text("backend_id"), api.Member[string]{Present: response.Backend.Present, Value: &id}, attribute.String),
	}
}

// The places where TLS may end (interface section 2.3).
const (
	terminateAtEdge     = "edge"
	terminateAtUpstream = "upstream"
)

// tlsTerminationModule selects where TLS ends.
type tlsTerminationModule struct{}

func (tlsTerminationModule) name() string { return "tls_termination" }

func (tlsTerminationModule) in(edge *model) *types.Object { return &edge.TLSTermination }

func (tlsTerminationModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute("The TLS termination module: where TLS ends.", map[string]schema.Attribute{
		"terminate_at": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "Where TLS is decrypted: `edge`, or `upstream` for the application behind the edge.",
			Validators:          []validator.String{stringvalidator.OneOf(terminateAtEdge, terminateAtUpstream)},
		},
		"min_version": schema.StringAttribute{
			Optional: true,
			Computed: true,
			MarkdownDescription: "The lowest TLS version that the edge accepts, in the service's notation. Defaults to the service's " +
				"choice. Removing the attribute keeps the version. Not allowed if `terminate_at` is `upstream`.",
			Validators: attribute.NotEmpty(),
		},
	})
}

func (tlsTerminationModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.TLSTermination = &api.EndpointTLSTerminationMutate{
		Enabled:     chosen.enabled().ValueBool(),
		TerminateAt: chosen.text("terminate_at").ValueString(),
		MinVersion:  chosen.text("min_version").ValueString(),
	}
}

func (tlsTerminationModule) fromAPI(prior members, edge *api.TLSEdge) members {
	response, prior := openModule(edge.TLSTermination, prior)
	place := memberFromAPI(prior.text("terminate_at"), response.TerminateAt, attribute.String)
	version := prior.text("min_version")
	if place.ValueString() == terminateAtUpstream && !place.Equal(prior.text("terminate_at")) {
		version = types.StringNull() // The version of the edge does not apply upstream (interface section 2.3, rule 4).
	}
	return members{
		"enabled":      memberFromAPI(prior.enabled(), response.Enabled, boolFromAPI),
		"terminate_at": place,
		"min_version":  memberFromAPI(version, response.MinVersion, attribute.String),
	}
}

// trafficPolicyModule sets the rules that the edge applies to traffic.
type trafficPolicyModule struct{}

func (trafficPolicyModule) name() string { return "traffic_policy" }

func (trafficPolicyModule) in(edge *model) *types.Object { return &edge.TrafficPolicy }

func (trafficPolicyModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute("The traffic policy module: the rules for the traffic. Enabling the module while "+
		"`terminate_at` is `upstream` causes a warning.", map[string]schema.Attribute{
		"value": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "The traffic policy, in the service's own language. " + attribute.KeepSameTextDescription,
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

func (trafficPolicyModule) fromAPI(prior members, edge *api.TLSEdge) members {
	response, prior := openModule(edge.TrafficPolicy, prior)
	return members{
		"enabled": memberFromAPI(prior.enabled(), response.Enabled, boolFromAPI),
		"value":   memberFromAPI(prior.text("value"), response.Value, attribute.JSON),
	}
}
