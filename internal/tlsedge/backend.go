// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

const backendDescription = "The backend module: which backend stands behind the edge."

func backendAttribute() schema.SingleNestedAttribute {
	return moduleAttribute(backendDescription, map[string]schema.Attribute{
		"backend_id": schema.StringAttribute{
			Required:            true,
			MarkdownDescription: "The id of the backend, such as that of a `trafficedge_failover_backend`; not empty. " + replaces,
			Validators:          notEmpty(),
		},
	})
}

func backendFromAPI(ctx context.Context, prior types.Object, answered api.Member[api.EndpointBackend]) types.Object {
	return moduleFromAPI(ctx, prior, answered,
		func(was members, is api.EndpointBackend) (api.Member[bool], members) {
			id := api.Member[string]{Present: is.Backend.Present}
			if ref := is.Backend.Value; ref != nil {
				id.Value = &ref.ID
			}
			return is.Enabled, members{"backend_id": textFromAPI(was.text("backend_id"), id)}
		})
}

func backendToAPI(module types.Object) *api.EndpointBackendMutate {
	if !isSet(module) {
		return nil
	}
	chosen := membersOf(module)
	return &api.EndpointBackendMutate{
		Enabled:   chosen.enabled().ValueBool(),
		BackendID: chosen.text("backend_id").ValueString(),
	}
}

func backendDataAttribute() dataschema.SingleNestedAttribute {
	return moduleDataAttribute(backendDescription, map[string]dataschema.Attribute{
		"backend": dataschema.SingleNestedAttribute{
			Computed:            true,
			MarkdownDescription: "The backend behind the edge.",
			Attributes:          refAttributes(),
		},
	})
}

// shownBackend is the module in the data source.
type shownBackend struct {
	Enabled types.Bool `tfsdk:"enabled"`
	Backend *ref       `tfsdk:"backend"`
}

func backendShown(ctx context.Context, answered api.Member[api.EndpointBackend]) *shownBackend {
	module := backendFromAPI(ctx, noModule(backendAttribute()), answered)
	if module.IsNull() {
		return nil
	}
	shown := &shownBackend{Enabled: membersOf(module).enabled()}
	if backend := answered.Value.Backend.Value; backend != nil && backend.ID != "" {
		shown.Backend = new(shownRef(*backend))
	}
	return shown
}
