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
// it, or leaves it as it is, as the deletion policy in state says. A route that is
// gone has no module to disable, and one that another resource keeps, or has taken
// over in the same run, has one that is not this resource's. One that is created
// again in the same run is set by that creation.
func (r *routeOAuthResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	owner, diags := owner(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	kept, diags := req.Private.GetKey(ctx, keptKey)
	resp.Diagnostics.Append(diags...)
	created, diags := req.Private.GetKey(ctx, createdKey)
	resp.Diagnostics.Append(diags...)
	switch {
	case len(kept) > 0 || bytes.Equal(created, state.routeMark()) || state.abandons():
		r.session.LeaveRouteOAuth(state.EdgeID.ValueString(), state.RouteID.ValueString(), owner)
	case state.deletes():
		r.remove(ctx, state, owner, req, resp)
	default:
		r.disable(ctx, state, owner, resp)
	}
}

// disable sends the module switched off.
func (r *routeOAuthResource) disable(ctx context.Context, state model, owner string, resp *resource.DeleteResponse) {
	module, ok := state.disabled()
	if !ok {
		resp.Diagnostics.Append(state.nothingToDisableError())
		return
	}
	answer, err := r.session.ReleaseRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), owner, module)
	switch {
	case errors.Is(err, session.ErrRouteOwned):
		resp.Diagnostics.Append(state.takenOverWarning())
	case err != nil && !api.IsNotFound(err):
		resp.Diagnostics.Append(fromError(ctx, nil, err, false)...)
		if mayHaveReplaced(err) {
			resp.Diagnostics.Append(state.unsettleState(ctx, &resp.State, mayBeReplaced)...)
		}
	case err == nil && answer.Enabled != nil && *answer.Enabled:
		resp.Diagnostics.Append(state.stillEnabledError())
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("enabled"), types.BoolNull())...)
	}
}

// remove deletes the module, an operation that the interface does not show.
func (r *routeOAuthResource) remove(ctx context.Context, state model, owner string, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	if !r.session.Undocumented {
		resp.Diagnostics.Append(state.cannotDeleteError())
		return
	}
	readable, diags := req.Private.GetKey(ctx, readableKey)
	resp.Diagnostics.Append(diags...)
	err := r.session.DeleteRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), owner,
		len(readable) > 0, knownSecrets(state.IdentityProvider)...)
	switch {
	case errors.Is(err, session.ErrRouteOwned):
		resp.Diagnostics.Append(state.takenOverWarning())
	case err != nil:
		resp.Diagnostics.Append(fromError(ctx, nil, err, false)...)
		if mayHaveReplaced(err) && !api.IsNotOffered(err) {
			resp.Diagnostics.Append(state.unsettleState(ctx, &resp.State, mayBeDeleted)...)
		}
	}
}
