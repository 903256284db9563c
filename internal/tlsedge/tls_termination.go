// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

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
				"choice. Removing it keeps the version. Not allowed with `upstream`.",
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

func (tlsTerminationModule) fromAPI(was members, received *api.TLSEdge) members {
	if received.TLSTermination.IsNull() {
		return nil
	}
	is := received.TLSTermination.OrZero()
	return members{
		"enabled":      flagFromAPI(was.enabled(), is.Enabled),
		"terminate_at": textFromAPI(was.text("terminate_at"), is.TerminateAt),
		"min_version":  textFromAPI(was.text("min_version"), is.MinVersion),
	}
}
