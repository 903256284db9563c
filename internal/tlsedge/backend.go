// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// backendModule says which backend stands behind the edge.
type backendModule struct{}

func (backendModule) name() string { return "backend" }

func (backendModule) in(edge *model) *types.Object { return &edge.Backend }

func (backendModule) attribute() schema.SingleNestedAttribute {
	return moduleAttribute("The backend module: which backend stands behind the edge.", map[string]schema.Attribute{
		"backend_id": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "The id of the backend, such as that of a `trafficedge_failover_backend`.",
			Validators:          notEmpty(),
		},
	})
}

func (backendModule) toAPI(chosen members, settings *api.TLSEdgeSettings) {
	settings.Backend = &api.EndpointBackendMutate{
		Enabled:   chosen.enabled().ValueBool(),
		BackendID: chosen.text("backend_id").ValueString(),
	}
}

func (backendModule) fromAPI(was members, answered *api.TLSEdge) members {
	if answered.Backend.IsNull() {
		return nil
	}
	is := answered.Backend.OrZero()
	id := is.Backend.OrZero().ID
	return members{
		"enabled":    flagFromAPI(was.enabled(), is.Enabled),
		"backend_id": textFromAPI(was.text("backend_id"), api.Member[string]{Present: is.Backend.Present, Value: &id}),
	}
}
