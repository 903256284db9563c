// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

const typeName = "trafficedge_https_edge_route_oauth"

// NewResource returns the resource trafficedge_https_edge_route_oauth.
func NewResource() resource.Resource {
	return &routeOAuthResource{resourcebase.Resource{Name: "https_edge_route_oauth"}}
}

type routeOAuthResource struct{ resourcebase.Resource }

// Create replaces any existing module. An error taints the resource, and its replacement is one
// PUT. The package documentation says what state is after an error.
func (r *routeOAuthResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if state := r.replace(ctx, nil, plan, req.Config, resp.Private, &resp.Diagnostics); state != nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity)...)
	}
}

func (r *routeOAuthResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	prior := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, prior.identity)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if state := r.replace(ctx, &prior, plan, req.Config, resp.Private, &resp.Diagnostics); state != nil {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// replace sends the planned module and returns the new state. It returns nil if the service
// certainly changed nothing. In a creation, prior is nil.
func (r *routeOAuthResource) replace(
	ctx context.Context, prior *model, plan model, config tfsdk.Config, private resourcebase.PrivateState, diags *diag.Diagnostics,
) *model {
	configured := attribute.Model[model](ctx, config.Get, diags).IdentityProvider
	idp := chosen(plan.IdentityProvider)
	secret, refusal := idp.secret(chosen(configured))
	diags.Append(refusal) // Append skips nil.
	if diags.HasError() {
		return nil
	}
	verb, state := "create", plan
	if prior != nil {
		verb, state = "update", *prior
	}
	state.Enabled = types.BoolNull()
	target := r.Target(ctx, private, plan.ID.ValueString(), "")
	response, err := r.API.ReplaceRouteOAuth(ctx, verb, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), plan.toAPI(secret),
		knownSecrets(plan.IdentityProvider, state.IdentityProvider, configured)...)
	if err == nil || api.MayHaveActed(err) {
		r.NoteBaseURL(ctx, private, diags)
	}
	if err != nil {
		diags.Append(plan.failed(verb, r.API.CheckGone(ctx, target, err)))
		if api.MayHaveActed(err) {
			return &state
		}
		return nil
	}
	differing := notApplied(ctx, prior, plan, response)
	for _, at := range differing {
		diags.Append(plan.notAppliedError(at, verb, response))
	}
	if len(differing) > 0 {
		return &state
	}
	return &plan
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
	found, err := r.API.GetRouteOAuth(ctx, prior.EdgeID.ValueString(), prior.RouteID.ValueString(),
		knownSecrets(prior.IdentityProvider)...)
	target := r.Target(ctx, req.Private, prior.ID.ValueString(), "")
	if r.FinishRead(ctx, target, prior.object(), r.API.CheckGone(ctx, target, err), resp) {
		state := fromAPI(ctx, prior, found)
		if found.Unnamed != "" {
			state.Enabled = types.BoolNull()
			resp.Diagnostics.Append(prior.unnamedWarning(found))
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Delete only removes the resource from state: see the package documentation.
func (r *routeOAuthResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {
}

// ImportState stores the ids. With read_route_oauth, the next refresh reads the module.
func (r *routeOAuthResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var ids identity
	if req.ID != "" {
		// A part may contain a slash, so an import id with two slashes is ambiguous.
		if edgeID, routeID, _ := strings.Cut(req.ID, "/"); !strings.Contains(routeID, "/") {
			ids = identity{EdgeID: types.StringValue(edgeID), RouteID: types.StringValue(routeID)}
		}
	} else if !req.Identity.Raw.IsNull() {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &ids)...)
	}
	if ids.EdgeID.ValueString() == "" || ids.RouteID.ValueString() == "" {
		resp.Diagnostics.AddError("Invalid import id",
			fmt.Sprintf("The import id %q does not have the form EDGE_ID/ROUTE_ID. Neither part can be empty. If a part contains a slash, use the identity "+
				"argument of an import block.", req.ID))
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), ids.importID())...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("edge_id"), ids.EdgeID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("route_id"), ids.RouteID)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, ids)...)
	if !r.API.Enabled(api.ReadRouteOAuth) {
		resp.Diagnostics.Append(ids.importedBlindlyWarning())
	}
}
