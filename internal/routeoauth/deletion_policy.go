// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
)

// Values of deletion_policy.
const (
	policyAbandon = "ABANDON"
	policyDisable = "DISABLE"
	policyDelete  = "DELETE"
)

// policy returns the deletion policy in state. DISABLE and DELETE open the route, so only
// these exact values select the two policies. Every other value means ABANDON.
func (m model) policy() string {
	switch value := m.DeletionPolicy.ValueString(); value {
	case policyDisable, policyDelete:
		return value
	}
	return policyAbandon
}

// Delete applies the deletion policy in state. DISABLE disables the module and removes
// the credentials of the module from the service. DELETE deletes the module. ABANDON
// leaves the module unchanged. If the route no longer exists, Delete returns no error.
//
// Delete sends no request if another instance has set the module last, or
// if the plan sets that module again in a replacement. In both cases, a
// request could open a route that must stay protected. If no plan has
// warned that the route will be open, Delete returns an error instead of
// opening the route. For a tainted resource, for example, no plan can warn.
func (r *routeOAuthResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	note := privatestate.PlannedOAuthModule.Load(ctx, req.Private, &resp.Diagnostics)
	privatestate.PlannedOAuthModule.Remove(ctx, resp.Private, &resp.Diagnostics)
	token := privatestate.Token.Load(ctx, req.Private, &resp.Diagnostics)
	release := r.Session.Routes.Acquire(state.key())
	defer release()
	if !r.Session.Routes.Leave(state.key(), token) {
		return
	}
	policy := state.policy()
	switch {
	case note.Creation == state.route():
	case policy == policyAbandon:
		if note.Route != state.route() {
			resp.Diagnostics.Append(state.abandonedWarning())
		}
	case !note.MayLeave:
		resp.Diagnostics.Append(unannouncedError(state.route()))
	case policy == policyDelete:
		err := r.Session.DeleteRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), knownSecrets(state.IdentityProvider)...)
		err = r.Session.CheckBaseURL(ctx, req.Private, err)
		if err != nil && !api.IsGone(err) {
			state.deletionFailed(ctx, err, resp)
		}
	default:
		r.disable(ctx, state, req.Private, resp)
	}
}

// disable sends the module in state with enabled set to false.
func (r *routeOAuthResource) disable(ctx context.Context, state model, private privatestate.State, resp *resource.DeleteResponse) {
	received, err := r.Session.API.ReplaceRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), state.toAPIDisabled(),
		knownSecrets(state.IdentityProvider)...)
	err = r.Session.CheckBaseURL(ctx, private, err)
	switch {
	case api.IsGone(err):
	case err != nil:
		state.deletionFailed(ctx, err, resp)
	case received.Enabled != nil && *received.Enabled:
		resp.Diagnostics.Append(state.stillEnabledError())
		resp.Diagnostics.Append(clearEnabled(ctx, &resp.State)...)
	}
}

// deletionFailed handles the error of a request that disables or deletes the module.
func (m model) deletionFailed(ctx context.Context, err error, resp *resource.DeleteResponse) {
	resp.Diagnostics.Append(m.failed(ctx, "disable", nil, err, false)...)
	failure, _ := errors.AsType[*api.Error](err)
	switch {
	case api.MayHaveActed(err):
		resp.Diagnostics.Append(clearEnabled(ctx, &resp.State)...)
	case m.policy() == policyDisable && chosen(m.IdentityProvider).has(clientID) && failure != nil && failure.Kind == api.Refused:
		resp.Diagnostics.Append(m.stillProtectedWarning())
	}
}
