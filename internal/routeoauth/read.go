// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// Read makes no request unless read_route_oauth is among the undocumented
// operations: the interface shows none that reads an OAuth module (section 4.3).
// Without one, state stays as the last apply left it, with two exceptions:
// settings that the service did not apply at creation, and a route that the plan
// already opens for another resource.
func (r *routeOAuthResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework expects an identity even of a resource that is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity)...)
	state, ok := r.refresh(ctx, state, resp)
	if !ok {
		return
	}
	owner := ownerOrNew(ctx, resp.Private, &resp.Diagnostics)
	if r.session.SeeRouteOAuth(state.EdgeID.ValueString(), state.RouteID.ValueString(), owner) {
		// Without the value the plan has something to send, and the module is set
		// again whenever the other resource has disabled it.
		state.Enabled = types.BoolNull()
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// refresh returns the state with all that is known of the live module. If the
// service has no module, it removes the resource from state and is not ok.
func (r *routeOAuthResource) refresh(ctx context.Context, state model, resp *resource.ReadResponse) (refreshed model, ok bool) {
	if !r.session.API.Offers(api.ReadRouteOAuth) {
		return state.withCreationAnswer(ctx, resp.Private, &resp.Diagnostics), !resp.Diagnostics.HasError()
	}
	found, err := r.session.API.GetRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), knownSecrets(state.IdentityProvider)...)
	switch {
	case api.IsNotFound(err):
		resp.Diagnostics.Append(apidiag.GivenUp(state.object()))
		resp.State.RemoveResource(ctx)
		return state, false
	case err != nil:
		resp.Diagnostics.Append(fromError(ctx, nil, err, false)...)
		return state, false
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, creationAnswerKey, nil)...)
	return state.fromAPIRead(ctx, found), !resp.Diagnostics.HasError()
}
