// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

const mutualTLSDescription = "The mutual TLS module: which client certificates the edge accepts. It needs the edge to take " +
	"part in the TLS handshake, so that it cannot be enabled where `tls_termination.terminate_at` is `upstream`."

func mutualTLSAttribute() schema.SingleNestedAttribute {
	return moduleAttribute(mutualTLSDescription, map[string]schema.Attribute{
		"certificate_authority_ids": schema.SetAttribute{
			ElementType: types.StringType,
			Required:    true,
			MarkdownDescription: "The ids of the certificate authorities that client certificates are validated with, in any order. " +
				"No id may be null or empty. " + replaces,
			Validators: []validator.Set{setvalidator.ValueStringsAre(attribute.Element())},
		},
	})
}

func mutualTLSFromAPI(ctx context.Context, prior types.Object, answered api.Member[api.EndpointMutualTLS]) types.Object {
	return moduleFromAPI(ctx, prior, answered,
		func(was members, is api.EndpointMutualTLS) (api.Member[bool], members) {
			return is.Enabled, members{"certificate_authority_ids": idsFromAPI(was.ids("certificate_authority_ids"), is.CertificateAuthorities)}
		})
}

func mutualTLSToAPI(module types.Object) *api.EndpointMutualTLSMutate {
	if !isSet(module) {
		return nil
	}
	chosen := membersOf(module)
	return &api.EndpointMutualTLSMutate{
		Enabled:                 chosen.enabled().ValueBool(),
		CertificateAuthorityIDs: chosen.ids("certificate_authority_ids"),
	}
}

func mutualTLSDataAttribute() dataschema.SingleNestedAttribute {
	return moduleDataAttribute(mutualTLSDescription, map[string]dataschema.Attribute{
		"certificate_authorities": refsAttribute("The certificate authorities that client certificates are validated with."),
	})
}

// shownMutualTLS is the module in the data source.
type shownMutualTLS struct {
	Enabled                types.Bool `tfsdk:"enabled"`
	CertificateAuthorities []ref      `tfsdk:"certificate_authorities"`
}

func mutualTLSShown(ctx context.Context, answered api.Member[api.EndpointMutualTLS]) *shownMutualTLS {
	module := mutualTLSFromAPI(ctx, noModule(mutualTLSAttribute()), answered)
	if module.IsNull() {
		return nil
	}
	return &shownMutualTLS{
		Enabled:                membersOf(module).enabled(),
		CertificateAuthorities: shownRefs(answered.Value.CertificateAuthorities),
	}
}
