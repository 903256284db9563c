// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"errors"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Delete disables the module and takes its credentials off the service, deletes
// it, or leaves it as it is, by the deletion policy in state. A route that is
// gone has no module to disable. Nothing is sent for a route that a creation in
// this run sets again: the route would be open in between, and with -replace or a
// tainted resource no plan could warn of that. What no plan has announced is an
// error.
func (r *routeOAuthResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	note, diags := attribute.LoadPrivate[planNote](ctx, req.Private, planKey)
	resp.Diagnostics.Append(diags...)
	policy := state.policy()
	switch {
	case resp.Diagnostics.HasError(), policy == policyAbandon, state.is(note.Creation), r.routes().hasBeenSet(state.identity):
	case policy == policyPrevent, !note.MayLeave, !state.is(note.Route):
		resp.Diagnostics.Append(state.unannouncedError())
	case policy == policyDelete:
		err := r.routes().leave(state.identity, func() error {
			return r.session.DeleteRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), knownSecrets(state.IdentityProvider)...)
		})
		state.deletionFailed(ctx, err, mayBeDeleted, resp)
	default:
		r.disable(ctx, state, resp)
	}
}

// disable sends the module switched off.
func (r *routeOAuthResource) disable(ctx context.Context, state model, resp *resource.DeleteResponse) {
	asked, ok := state.toAPIDisabled()
	if !ok {
		resp.Diagnostics.Append(state.nothingToDisableError())
		return
	}
	answer := &api.OAuthModule{}
	err := r.routes().leave(state.identity, func() (err error) {
		answer, err = r.session.API.ReplaceRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), asked,
			knownSecrets(state.IdentityProvider)...)
		return err
	})
	switch {
	case api.IsNotFound(err):
	case err != nil:
		state.deletionFailed(ctx, err, mayBeReplaced, resp)
	case answer.Enabled != nil && *answer.Enabled:
		resp.Diagnostics.Append(state.stillEnabledError())
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("enabled"), types.BoolNull())...)
	}
}

// deletionFailed says why a module was not disabled or deleted, if there is an
// error.
func (m model) deletionFailed(ctx context.Context, err error, mayBe string, resp *resource.DeleteResponse) {
	if err == nil {
		return
	}
	var advice string
	failure, _ := errors.AsType[*api.Error](err)
	isInvalid := failure != nil && (failure.Status == http.StatusBadRequest || failure.Status == http.StatusUnprocessableEntity)
	if one := chosen(m.IdentityProvider); m.policy() == policyDisable && one.has(clientID) && isInvalid && !mayHaveChanged(err) {
		advice = one.noManagedAppAdvice()
	}
	for _, failed := range fromError(ctx, nil, err, false) {
		resp.Diagnostics.Append(diag.NewErrorDiagnostic(failed.Summary(), failed.Detail()+advice))
	}
	if mayHaveChanged(err) && !api.IsNotOffered(err) {
		m.forgetEnabled(ctx, &resp.State, mayBe, &resp.Diagnostics)
	}
}
