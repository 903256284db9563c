// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Delete disables the module and takes its credentials off the service, deletes
// it, or leaves it as it is, by the deletion policy in state. A route that is
// gone has no module to disable. Nothing is sent for a route that a creation in
// this run sets again: the route would be open in between, and with -replace or a
// tainted resource no plan could warn of that. Opening a route that no plan has
// announced is an error.
func (r *routeOAuthResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	note := attribute.LoadPrivate[planNote](ctx, req.Private, planKey, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, planKey, nil)...)
	route := r.acquire(state.identity)
	defer route.release()
	route.isLeft = true
	policy := state.policy()
	switch {
	case resp.Diagnostics.HasError(), note.Creation == state.ids(), route.isSet:
	case policy == policyAbandon:
		if note.Route != state.ids() {
			resp.Diagnostics.Append(state.abandonedWarning())
		}
	case !note.MayLeave, note.Route != state.ids():
		resp.Diagnostics.Append(unannouncedError(state.ids()))
	case policy == policyDelete:
		err := r.Session.DeleteRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), knownSecrets(state.IdentityProvider)...)
		err = r.Session.SeenElsewhere(ctx, req.Private, err)
		if err != nil && !api.IsGone(err) {
			state.deletionFailed(ctx, err, mayBeDeleted, resp)
		}
	default:
		r.disable(ctx, state, req.Private, resp)
	}
}

// disable sends the module switched off.
func (r *routeOAuthResource) disable(ctx context.Context, state model, private attribute.PrivateState, resp *resource.DeleteResponse) {
	received, err := r.Session.API.ReplaceRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), state.toAPIDisabled(),
		knownSecrets(state.IdentityProvider)...)
	err = r.Session.SeenElsewhere(ctx, private, err)
	switch {
	case api.IsGone(err):
	case err != nil:
		state.deletionFailed(ctx, err, mayBeReplaced, resp)
	case received.Enabled != nil && *received.Enabled:
		resp.Diagnostics.Append(state.stillEnabledError())
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("enabled"), types.BoolNull())...)
	}
}

// deletionFailed says why a module was not disabled or deleted.
func (m model) deletionFailed(ctx context.Context, err error, mayBe string, resp *resource.DeleteResponse) {
	var advice string
	failure, _ := errors.AsType[*api.Error](err)
	isRefused := failure != nil && failure.Kind == api.Refused
	if one := chosen(m.IdentityProvider); m.policy() == policyDisable && one.has(clientID) && isRefused && !api.MayHaveActed(err) {
		advice = one.noManagedAppAdvice()
	}
	for _, failed := range fromError(ctx, nil, err, false) {
		resp.Diagnostics.Append(diag.NewErrorDiagnostic(failed.Summary(), failed.Detail()+advice))
	}
	if api.MayHaveActed(err) {
		m.forgetEnabled(ctx, &resp.State, mayBe, &resp.Diagnostics)
	}
}

// forgetEnabled removes enabled from state after a request that may have replaced or
// deleted the module. Nothing else makes the next plan differ from state if the
// module cannot be read, or in what a read does not show. A return to the former
// configuration would plan nothing, and so would a decision to keep the module after
// a failed destroy. Both would leave the route as the failed request set it, possibly
// open.
func (m model) forgetEnabled(ctx context.Context, state *tfsdk.State, mayBe string, diags *diag.Diagnostics) {
	diags.Append(state.SetAttribute(ctx, path.Root("enabled"), types.BoolNull())...)
	diags.Append(m.changeUnknownWarning(mayBe, enabledForgotten))
}
