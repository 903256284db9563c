// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
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
		"ip_policy_ids": idsAttribute("IP policies that source addresses are checked against"),
	})
}

func (ipRestrictionModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.IPRestriction = &api.EndpointIPPolicyMutate{
		Enabled:     chosen.enabled().ValueBool(),
		IPPolicyIDs: chosen.ids("ip_policy_ids"),
	}
}

func (ipRestrictionModule) fromAPI(was members, received *api.TLSEdge) members {
	if received.IPRestriction.IsNull() {
		return nil
	}
	is := received.IPRestriction.OrZero()
	return members{
		"enabled":       flagFromAPI(was.enabled(), is.Enabled),
		"ip_policy_ids": idsFromAPI(was.ids("ip_policy_ids"), is.IPPolicies),
	}
}

// mutualTLSModule restricts the client certificates that the edge accepts.
type mutualTLSModule struct{}

func (mutualTLSModule) name() string { return "mutual_tls" }

func (mutualTLSModule) in(edge *model) *types.Object { return &edge.MutualTLS }

func (mutualTLSModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute("The mutual TLS module: which client certificates the edge accepts. It needs termination at the edge.", map[string]schema.Attribute{
		"certificate_authority_ids": idsAttribute("certificate authorities that client certificates are validated with"),
	})
}

func (mutualTLSModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.MutualTLS = &api.EndpointMutualTLSMutate{
		Enabled:                 chosen.enabled().ValueBool(),
		CertificateAuthorityIDs: chosen.ids("certificate_authority_ids"),
	}
}

func (mutualTLSModule) fromAPI(was members, received *api.TLSEdge) members {
	if received.MutualTLS.IsNull() {
		return nil
	}
	is := received.MutualTLS.OrZero()
	return members{
		"enabled":                   flagFromAPI(was.enabled(), is.Enabled),
		"certificate_authority_ids": idsFromAPI(was.ids("certificate_authority_ids"), is.CertificateAuthorities),
	}
}

// idsAttribute returns the schema of an attribute for ids of other objects.
func idsAttribute(objects string) schema.SetAttribute {
	return schema.SetAttribute{
		ElementType:         types.StringType,
		Required:            true,
		MarkdownDescription: "The ids of the " + objects + ". No id may be null or empty; an empty set causes a warning while the module is enabled.",
		Validators:          []validator.Set{setvalidator.ValueStringsAre(attribute.Element())},
	}
}

// idsFromAPI returns the state of a set of ids after a response. The set is never null,
// because the module requires the attribute.
func idsFromAPI(was []string, received api.Member[api.Refs]) types.Set {
	if !received.Present {
		return attribute.SetOf(was)
	}
	var ids []string
	for _, ref := range received.OrZero() {
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
			MarkdownDescription: "The id of the backend, such as that of a `trafficedge_failover_backend`.",
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

func (backendModule) fromAPI(was members, received *api.TLSEdge) members {
	if received.Backend.IsNull() {
		return nil
	}
	is := received.Backend.OrZero()
	id := is.Backend.OrZero().ID
	return members{
		"enabled":    flagFromAPI(was.enabled(), is.Enabled),
		"backend_id": textFromAPI(was.text("backend_id"), api.Member[string]{Present: is.Backend.Present, Value: &id}),
	}
}
