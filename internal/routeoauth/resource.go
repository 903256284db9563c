// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// NewResource returns the resource trafficedge_https_edge_route_oauth.
func NewResource() resource.Resource {
	return &routeOAuthResource{resourcebase.Resource{Name: "https_edge_route_oauth"}}
}

type routeOAuthResource struct{ resourcebase.Resource }

var _ resource.ResourceWithIdentity = (*routeOAuthResource)(nil)
var _ resource.ResourceWithImportState = (*routeOAuthResource)(nil)
var _ resource.ResourceWithModifyPlan = (*routeOAuthResource)(nil)

// Create replaces any existing module. A replacement of a tainted resource is one PUT, too.
func (r *routeOAuthResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	update := resource.UpdateResponse{State: resp.State, Identity: resp.Identity, Private: resp.Private}
	r.Update(ctx, resource.UpdateRequest{Config: req.Config, Plan: req.Plan, State: resp.State, Private: resp.Private}, &update)
	resp.State, resp.Diagnostics = update.State, update.Diagnostics
}

// Read leaves state unchanged without read_route_oauth. State cannot contain an identity
// provider that nobody names, so enabled becomes null, and the next apply replaces the module.
func (r *routeOAuthResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	prior := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework requires an identity even if the module no longer exists.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, prior.identity)...)
	if !r.API.Enabled(api.ReadRouteOAuth) {
		return
	}
	found, err := r.API.GetRouteOAuth(ctx, prior.EdgeID.ValueString(), prior.RouteID.ValueString(), knownSecrets(prior.IdentityProvider)...)
	target := r.Target(ctx, req.Private, resourcebase.Assigned{ID: prior.ID})
	if r.FinishRead(ctx, target, prior.object(), r.API.CheckGone(ctx, target, err), resp) {
		state := fromAPI(ctx, model{}, prior, found)
		if found.Unnamed != "" {
			state.Enabled = types.BoolNull()
			resp.Diagnostics.Append(prior.unnamedWarning(found))
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
		for _, name := range namesOfSet(state.IdentityProvider) {
			if providerNamed(state.IdentityProvider, name).text(clientID) != providerNamed(prior.IdentityProvider, name).text(clientID) {
				secret := path.Root(identityProviderAttribute).AtName(name).AtName(clientSecret)
				resp.Diagnostics.Append(resp.State.SetAttribute(ctx, secret, types.StringNull())...) // the prior app's
			}
		}
	}
}

// Update sends the planned module. In a creation, the prior state is null. State stays as it is
// if the service certainly changed nothing. For other errors, see the package documentation.
func (r *routeOAuthResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	prior := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	configured := attribute.Model[model](ctx, req.Config.Get, &resp.Diagnostics).IdentityProvider
	secret, refusal := secretToSend(configured, prior.IdentityProvider, plan.IdentityProvider)
	resp.Diagnostics.Append(refusal) // Append skips nil.
	if resp.Diagnostics.HasError() {
		return
	}
	verb, state := "update", prior
	if req.State.Raw.IsNull() {
		verb, state = "create", plan
	}
	state.Enabled = types.BoolNull() // the state after an error
	target := r.Target(ctx, req.Private, resourcebase.Assigned{ID: plan.ID})
	response, err := r.API.ReplaceRouteOAuth(ctx, verb, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), plan.toAPI(secret),
		knownSecrets(plan.IdentityProvider, prior.IdentityProvider, configured)...)
	switch {
	case err != nil:
		if verb == "update" { // A module that is created is in no state, so state rm is no way out.
			err = r.API.CheckGone(ctx, target, err)
		}
		failed := apidiag.FromError(err)
		if !api.MayHaveActed(err) {
			resp.Diagnostics.Append(failed)
			return
		}
		resp.Diagnostics.Append(plan.mayHaveChangedError(verb, failed))
	case response.Unnamed != "":
		resp.Diagnostics.Append(plan.notAppliedError(path.Root(identityProviderAttribute), verb, response))
	default:
		if !chosen(prior.IdentityProvider).mayHaveContent(clientSecret, clientSecretWOVersion) {
			// The client id may be that of the managed app, as after an import, so a merge is not detected.
			prior.IdentityProvider = types.Object{}
		}
		for _, change := range fromAPI(ctx, prior, plan, response).settings().ChangesTo(plan.settings()) {
			resp.Diagnostics.Append(plan.notAppliedError(change.At, verb, response))
		}
	}
	r.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	if !resp.Diagnostics.HasError() {
		state = plan
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity)...)
}

// Delete only removes the resource from state: see the package documentation.
func (r *routeOAuthResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}

// ImportState stores the ids. With read_route_oauth, the next refresh reads the module.
func (r *routeOAuthResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	edgeID, routeID, _ := strings.Cut(req.ID, "/")
	ids := identity{EdgeID: types.StringValue(edgeID), RouteID: types.StringValue(routeID)}
	if !req.Identity.Raw.IsNull() {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &ids)...)
	}
	// A part may contain a slash, so an import id with two slashes is ambiguous.
	isID := func(id types.String) bool { return id.ValueString() != "" && api.IsID(id.ValueString()) }
	if strings.Contains(routeID, "/") || !isID(ids.EdgeID) || !isID(ids.RouteID) {
		resp.Diagnostics.AddError("Invalid import id",
			fmt.Sprintf("The import id %q does not have the form EDGE_ID/ROUTE_ID. Each part must be an id of printable characters. If a part contains a slash, use the identity "+
				"argument of an import block.", cmp.Or(req.ID, ids.importID().ValueString())))
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), ids.importID())...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("edge_id"), ids.EdgeID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("route_id"), ids.RouteID)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, ids)...)
	if !r.API.Enabled(api.ReadRouteOAuth) {
		resp.Diagnostics.AddWarning("The first apply will replace an imported OAuth module",
			fmt.Sprintf("Without read_route_oauth in undocumented_operations, %s is not read. Before you apply, "+
				"compare the configuration with the live settings.", ids.importID()))
	}
}
