// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"bytes"
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// Delete disables the module and takes its credentials off the service, deletes
// it, or leaves it as it is, by the deletion policy in state. A route that is
// gone has no module to disable. Nothing is sent for a route that another
// resource keeps or has set in this run, or that a creation in this run sets
// again.
func (r *routeOAuthResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	owner := ownerOf(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	kept := hasKey(ctx, req.Private, keptByAnotherKey, &resp.Diagnostics)
	created, diags := req.Private.GetKey(ctx, createdRouteKey)
	resp.Diagnostics.Append(diags...)
	switch {
	case kept || bytes.Equal(created, state.routeMark()) || state.abandons():
		r.session.LeaveRouteOAuth(state.EdgeID.ValueString(), state.RouteID.ValueString(), owner)
	case state.deletes():
		r.remove(ctx, state, owner, resp)
	default:
		r.disable(ctx, state, owner, resp)
	}
}

// disable sends the module switched off.
func (r *routeOAuthResource) disable(ctx context.Context, state model, owner string, resp *resource.DeleteResponse) {
	asked, ok := state.toAPIDisabled()
	if !ok {
		resp.Diagnostics.Append(state.nothingToDisableError())
		return
	}
	answer, err := r.session.ReleaseRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), owner, asked,
		knownSecrets(state.IdentityProvider)...)
	switch {
	case api.IsNotFound(err):
	case err != nil:
		state.deletionFailed(ctx, err, mayBeReplaced, resp)
	case answer.Enabled != nil && *answer.Enabled:
		resp.Diagnostics.Append(state.stillEnabledError())
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("enabled"), types.BoolNull())...)
	}
}

// remove deletes the module, which is an undocumented operation.
func (r *routeOAuthResource) remove(ctx context.Context, state model, owner string, resp *resource.DeleteResponse) {
	if !r.session.API.Offers(api.DeleteRouteOAuth) {
		resp.Diagnostics.Append(state.cannotDeleteError())
		return
	}
	err := r.session.DeleteRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), owner,
		knownSecrets(state.IdentityProvider)...)
	if err != nil {
		state.deletionFailed(ctx, err, mayBeDeleted, resp)
	}
}

// deletionFailed says why a module was not disabled or deleted. It only warns if
// another resource has set the module in this run: then the module must stay.
func (m model) deletionFailed(ctx context.Context, err error, mayBe string, resp *resource.DeleteResponse) {
	if errors.Is(err, session.ErrRouteOwned) {
		resp.Diagnostics.Append(m.setByAnotherWarning())
		return
	}
	resp.Diagnostics.Append(fromError(ctx, nil, err, false)...)
	if mayHaveChanged(err) && !api.IsNotOffered(err) {
		m.forgetEnabled(ctx, &resp.State, mayBe, &resp.Diagnostics)
	}
}
