// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// mutualTLSModule says which client certificates the edge accepts.
type mutualTLSModule struct{}

const mutualTLSDescription = "The mutual TLS module: which client certificates the edge accepts. It cannot be enabled where " +
	"`tls_termination.terminate_at` is `upstream`."

func (mutualTLSModule) name() string { return "mutual_tls" }

func (mutualTLSModule) in(edge *model) *types.Object { return &edge.MutualTLS }

func (mutualTLSModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute(mutualTLSDescription, map[string]schema.Attribute{
		"certificate_authority_ids": idsAttribute("certificate authorities that client certificates are validated with"),
	})
}

func (mutualTLSModule) dataAttribute() dataschema.SingleNestedAttribute {
	return moduleDataAttribute(mutualTLSDescription, map[string]dataschema.Attribute{
		"certificate_authorities": refsAttribute("certificate authorities that client certificates are validated with"),
	})
}

func (mutualTLSModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.MutualTLS = &api.EndpointMutualTLSMutate{
		Enabled:                 chosen.enabled().ValueBool(),
		CertificateAuthorityIDs: chosen.ids("certificate_authority_ids"),
	}
}

func (mutualTLSModule) fromAPI(was members, answered *api.TLSEdge) members {
	if answered.MutualTLS.IsNull() {
		return nil
	}
	is := answered.MutualTLS.OrZero()
	return members{
		"enabled":                   flagFromAPI(was.enabled(), is.Enabled),
		"certificate_authority_ids": idsFromAPI(was.ids("certificate_authority_ids"), is.CertificateAuthorities),
	}
}

func (mutualTLSModule) shown(state members, answered *api.TLSEdge) members {
	return members{"enabled": state.enabled(), "certificate_authorities": shownRefs(answered.MutualTLS.OrZero().CertificateAuthorities)}
}
