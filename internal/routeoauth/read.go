// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// Read makes no request unless undocumented operations are allowed: the
// interface shows none that reads an OAuth module (interface section 4.3).
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
	readable := hasKey(ctx, resp.Private, readableKey, &resp.Diagnostics)
	found, err := r.lookUp(ctx, state.identity, readable, knownSecrets(state.IdentityProvider), &resp.Diagnostics)
	switch {
	case api.IsNotFound(err):
		resp.Diagnostics.Append(apidiag.GivenUp(state.object()))
		resp.State.RemoveResource(ctx)
		return state, false
	case err != nil:
		resp.Diagnostics.Append(fromError(ctx, nil, err, false)...)
		return state, false
	case found == nil:
		if hasKey(ctx, resp.Private, importedKey, &resp.Diagnostics) {
			resp.Diagnostics.Append(state.importedBlindlyWarning())
		}
		state = state.withCreationAnswer(ctx, resp.Private, &resp.Diagnostics)
	default:
		state = state.fromAPIRead(ctx, found)
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, readableKey, []byte("true"))...)
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, creationAnswerKey, nil)...)
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, importedKey, nil)...)
	return state, !resp.Diagnostics.HasError()
}

// learnReadable reads a module that was just created, if that is allowed, to
// learn whether the service offers the read. It uses nothing else of the answer,
// because the creation itself has been answered.
func (r *routeOAuthResource) learnReadable(ctx context.Context, plan model, config tfsdk.Config, private privateState, diags *diag.Diagnostics) {
	var configured types.Object
	diags.Append(config.GetAttribute(ctx, path.Root(identityProviderAttribute), &configured)...)
	found, err := r.lookUp(ctx, plan.identity, false, knownSecrets(plan.IdentityProvider, configured), diags)
	if err == nil && found != nil {
		diags.Append(private.SetKey(ctx, readableKey, []byte("true"))...)
	}
}

// lookUp reads the module on a route, and warns of operations that the service
// turned out to lack. It returns nil if the module cannot be read.
func (r *routeOAuthResource) lookUp(
	ctx context.Context, on identity, readable bool, secrets []string, diags *diag.Diagnostics,
) (*api.OAuthModule, error) {
	found, err := r.session.RefreshRouteOAuth(ctx, on.EdgeID.ValueString(), on.RouteID.ValueString(), readable, secrets...)
	for _, missing := range r.session.Missing() {
		diags.Append(apidiag.NotOffered(missing))
	}
	return found, err
}
