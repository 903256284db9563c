// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// mutualTLS is the module that says which client certificates the edge accepts.
func mutualTLS() refsModule {
	return refsModule{
		attributeName: "mutual_tls",
		description: "The mutual TLS module: which client certificates the edge accepts. It needs the edge to take " +
			"part in the TLS handshake, so that it cannot be enabled where `tls_termination.terminate_at` is `upstream`.",
		ids:     "certificate_authority_ids",
		refs:    "certificate_authorities",
		objects: "certificate authorities that client certificates are validated with",
		field:   func(edge *model) *types.Object { return &edge.MutualTLS },
		choose: func(settings *api.TLSEdgeSettings, enabled bool, ids []string) {
			settings.MutualTLS = &api.EndpointMutualTLSMutate{Enabled: enabled, CertificateAuthorityIDs: ids}
		},
		answered: func(edge *api.TLSEdge, from func(api.Member[bool], api.Member[api.Refs]) members) members {
			return read(edge.MutualTLS, func(is api.EndpointMutualTLS) members { return from(is.Enabled, is.CertificateAuthorities) })
		},
	}
}
