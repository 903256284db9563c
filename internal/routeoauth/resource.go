// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var (
	_ resource.ResourceWithConfigure   = (*routeOAuthResource)(nil)
	_ resource.ResourceWithIdentity    = (*routeOAuthResource)(nil)
	_ resource.ResourceWithImportState = (*routeOAuthResource)(nil)
	_ resource.ResourceWithModifyPlan  = (*routeOAuthResource)(nil)
)

const typeName = "trafficedge_https_edge_route_oauth"

// NewResource returns the resource trafficedge_https_edge_route_oauth.
func NewResource() resource.Resource {
	return &routeOAuthResource{session.Resource{Name: "https_edge_route_oauth"}}
}

type routeOAuthResource struct{ session.Resource }

// Create sets the OAuth module of the route and replaces any existing module. If
// the service did not apply all settings, Create returns warnings, and state equals
// the plan. An error would taint the resource, and a taint forces a replacement.
func (r *routeOAuthResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	token := rand.Text()
	release := r.Session.Routes.Acquire(plan.key())
	defer release()
	received, _ := r.replace(ctx, plan, model{}, token, req.Config, resp.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	notApplied := fromAPI(ctx, plan, model{}, received).differences(ctx, plan.oauthModule)
	for _, at := range notApplied {
		resp.Diagnostics.Append(apidiag.NotAppliedByCreation(at, plan.object()))
	}
	if len(notApplied) > 0 {
		privatestate.CreationResponse.Store(ctx, resp.Private, received, &resp.Diagnostics)
	}
	privatestate.Token.Store(ctx, resp.Private, token, &resp.Diagnostics)
	r.storeSetAt(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity)...)
}

// Update replaces the whole module. It sends no request in two cases: the plan has no
// identity provider, or only the deletion policy changes, which the service does not know.
func (r *routeOAuthResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, before model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &before)...)
	if resp.Diagnostics.HasError() {
		return
	}
	privatestate.PlannedOAuthModule.Remove(ctx, resp.Private, &resp.Diagnostics)
	token := cmp.Or(privatestate.Token.Load(ctx, req.Private, &resp.Diagnostics), rand.Text())
	release := r.Session.Routes.Acquire(plan.key())
	defer release()
	state := plan
	if chosen(plan.IdentityProvider).isSet() && len(before.differences(ctx, plan.oauthModule)) > 0 {
		received, err := r.replace(ctx, plan, before, token, req.Config, req.Private, &resp.Diagnostics)
		if api.MayHaveActed(err) {
			resp.Diagnostics.Append(clearEnabled(ctx, &resp.State)...)
		}
		if resp.Diagnostics.HasError() {
			return
		}
		state = fromAPI(ctx, plan, before, received)
		privatestate.CreationResponse.Remove(ctx, resp.Private, &resp.Diagnostics)
		r.storeSetAt(ctx, resp.Private, &resp.Diagnostics)
	}
	privatestate.Token.Store(ctx, resp.Private, token, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity)...)
	for _, at := range state.differences(ctx, plan.oauthModule) {
		resp.Diagnostics.Append(apidiag.NotAppliedByUpdate(at, plan.object()))
	}
}

// replace sends the module of a plan for the instance with the given token, and returns
// the response. If the request fails, replace adds the error to diags and also returns
// the error. If another instance has set the module, replace sends nothing and adds an
// error.
func (r *routeOAuthResource) replace(
	ctx context.Context, plan, before model, token string, config tfsdk.Config, private privatestate.State, diags *diag.Diagnostics,
) (received *api.OAuthModule, err error) {
	var configured types.Object
	diags.Append(config.GetAttribute(ctx, path.Root(identityProviderAttribute), &configured)...)
	one := chosen(plan.IdentityProvider)
	secret := one.secret(chosen(configured), diags)
	if r.Session.Routes.SetByAnother(plan.key(), token) {
		diags.Append(plan.sharedError())
	}
	if diags.HasError() {
		return nil, nil //nolint:nilnil // the diagnostics say why nothing was sent
	}
	received, err = r.Session.API.ReplaceRouteOAuth(ctx, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), plan.toAPI(one, secret),
		knownSecrets(plan.IdentityProvider, before.IdentityProvider, configured)...)
	if err == nil {
		r.Session.Routes.NoteSet(plan.key(), token)
	}
	err = r.Session.CheckBaseURL(ctx, private, err)
	if err != nil {
		verb := "update"
		if before.EdgeID.IsNull() {
			verb = "create"
		}
		diags.Append(plan.failed(ctx, verb, config.Schema, err, secret != "" && !one.has(clientSecret))...)
	}
	return received, err
}

// storeSetAt stores the time of the request that set the module, and the
// base URL that received the request.
func (r *routeOAuthResource) storeSetAt(ctx context.Context, private privatestate.State, diags *diag.Diagnostics) {
	privatestate.SetAt.Store(ctx, private, r.Session.API.ServiceTime(time.Now()).Format(time.RFC3339), diags)
	r.Session.NoteBaseURL(ctx, private, diags)
}

// Read reads the module if undocumented_operations lists read_route_oauth.
// The API documentation does not show how to read an OAuth module
// (interface section 4.3). Without read_route_oauth, Read sends no request
// and leaves state unchanged, with one exception: if the service did not
// apply a creation in full, Read copies the creation's response to state.
func (r *routeOAuthResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework requires an identity even if the module no longer exists.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity)...)
	if !r.Session.API.Offers(api.ReadRouteOAuth) {
		if received := privatestate.CreationResponse.Load(ctx, req.Private, &resp.Diagnostics); received != nil {
			resp.Diagnostics.Append(resp.State.Set(ctx, state.refreshed(ctx, received))...)
		}
		return
	}
	setAt := privatestate.SetAt.Load(ctx, req.Private, &resp.Diagnostics)
	found, err := r.Session.GetRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), setAt, knownSecrets(state.IdentityProvider)...)
	err = r.Session.CheckBaseURL(ctx, req.Private, err)
	switch {
	case api.IsGone(err):
		resp.Diagnostics.Append(apidiag.Gone(state.object()))
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	r.Session.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	if state.hasOnlyIDs() {
		privatestate.Imported.Store(ctx, resp.Private, slices.Collect(maps.Keys(state.settings())), &resp.Diagnostics)
	}
	privatestate.CreationResponse.Remove(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.State.Set(ctx, state.refreshed(ctx, found))...)
}

// ImportState imports the two ids from an import id or a resource identity. With
// read_route_oauth, the refresh after the import reads the module. Without
// read_route_oauth, only the ids are imported.
func (r *routeOAuthResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var ids identity
	if req.ID != "" {
		// An edge id or a route id may contain a slash itself. An import id with two
		// slashes is therefore ambiguous, and rejected.
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
	if !r.Session.API.Offers(api.ReadRouteOAuth) {
		resp.Diagnostics.Append(ids.importedBlindlyWarning())
	}
}
