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

const (
	// readableKey is where a resource keeps that the service has answered its module
	// to a read. Only then does an answer without one say that the module is gone,
	// and not that there is no such operation.
	readableKey = "readable"
	// importedKey is where an import keeps that the refresh after it is to read the
	// module, or else to say what was not imported.
	importedKey = "imported"
)

// Read makes no request unless operations may be used that the interface does not
// show: it has none that reads an OAuth module (interface section 4.3). State then
// stays as the last apply left it, but for what the service did not apply at
// creation, and where the plan already opens the route on behalf of another
// resource.
func (r *routeOAuthResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework expects an identity even of a resource that is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	state, gone, diags := r.refresh(ctx, state, resp.Private)
	resp.Diagnostics.Append(diags...)
	switch {
	case diags.HasError():
		return
	case gone:
		resp.Diagnostics.Append(apidiag.GivenUp(state.title()))
		resp.State.RemoveResource(ctx)
		return
	}
	owner, diags := ownerOrNew(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	if r.session.SeeRouteOAuth(state.EdgeID.ValueString(), state.RouteID.ValueString(), owner) {
		// Without the value the plan has something to send, and the module is set
		// again whenever the other resource has disabled it.
		state.Enabled = types.BoolNull()
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// refresh returns the state with what can be known of the live module, and whether
// the service has none.
func (r *routeOAuthResource) refresh(ctx context.Context, state model, private privateState) (refreshed model, gone bool, diags diag.Diagnostics) {
	readable, diags := private.GetKey(ctx, readableKey)
	found, err := r.session.RefreshRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(),
		len(readable) > 0, knownSecrets(state.IdentityProvider)...)
	diags.Append(r.missingOperations()...)
	switch {
	case api.IsNotFound(err):
		return state, true, diags
	case err != nil:
		diags.Append(fromError(ctx, nil, err, false)...)
		return state, false, diags
	case found == nil:
		imported, importDiags := private.GetKey(ctx, importedKey)
		diags.Append(importDiags...)
		if len(imported) > 0 {
			diags.Append(state.importedBlindlyWarning())
			diags.Append(private.SetKey(ctx, importedKey, nil)...)
		}
		state, answerDiags := state.keptAnswer(ctx, private)
		diags.Append(answerDiags...)
		return state, false, diags
	}
	diags.Append(private.SetKey(ctx, readableKey, []byte("true"))...)
	diags.Append(private.SetKey(ctx, importedKey, nil)...)
	diags.Append(private.SetKey(ctx, answerKey, nil)...)
	return state.read(ctx, found), false, diags
}

// learnReadable reads a module that was just created, where that is allowed, to
// learn whether the service offers it. Whatever else the answer is says nothing,
// since the creation itself has been answered.
func (r *routeOAuthResource) learnReadable(ctx context.Context, plan model, config tfsdk.Config, private privateState) diag.Diagnostics {
	var configured types.Object
	diags := config.GetAttribute(ctx, path.Root(identityProviderAttribute), &configured)
	found, err := r.session.RefreshRouteOAuth(ctx, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), false,
		knownSecrets(plan.IdentityProvider, configured)...)
	if err == nil && found != nil {
		diags.Append(private.SetKey(ctx, readableKey, []byte("true"))...)
	}
	diags.Append(r.missingOperations()...)
	return diags
}

// missingOperations warns of the operations that the service turned out to lack.
func (r *routeOAuthResource) missingOperations() diag.Diagnostics {
	var diags diag.Diagnostics
	for _, err := range r.session.Missing() {
		diags.Append(apidiag.NotOffered(err))
	}
	return diags
}
