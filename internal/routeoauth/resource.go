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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var (
	_ resource.ResourceWithConfigure      = (*routeOAuthResource)(nil)
	_ resource.ResourceWithIdentity       = (*routeOAuthResource)(nil)
	_ resource.ResourceWithImportState    = (*routeOAuthResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*routeOAuthResource)(nil)
	_ resource.ResourceWithValidateConfig = (*routeOAuthResource)(nil)
)

// NewResource returns the resource trafficedge_https_edge_route_oauth.
func NewResource() resource.Resource {
	return &routeOAuthResource{}
}

type routeOAuthResource struct {
	session *session.Session
}

// Metadata names the resource type.
func (r *routeOAuthResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_https_edge_route_oauth"
}

// Configure takes the provider's client.
func (r *routeOAuthResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.session = session.From(req.ProviderData, &resp.Diagnostics)
}

// Create replaces whatever OAuth module the route has. State is the plan, whatever
// the service did not apply of it: a CLI takes a failed creation for tainted and
// disables or deletes the module, which opens the route, before the next try.
func (r *routeOAuthResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	answer, diags, err := r.replace(ctx, plan, model{}, req.Config, resp.Private)
	resp.Diagnostics.Append(diags...)
	if mayHaveReplaced(err) {
		resp.Diagnostics.Append(plan.unsettled(mayBeReplaced, "Nothing is in state. Applying again replaces the module."))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	notApplied := plan.fromAPI(ctx, answer, model{}).notApplied(plan)
	resp.Diagnostics.Append(plan.keepAnswer(ctx, resp.Private, notApplied, answer)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, plan.identity())...)
	resp.Diagnostics.Append(r.learnReadable(ctx, plan, req.Config, resp.Private)...)
}

// Update replaces the whole module. Nothing is sent where only the deletion
// policy changes, which the service knows nothing of, and where no identity
// provider is known.
func (r *routeOAuthResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan, before model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &before)...)
	toSend, diags := needsRequest(ctx, req.Plan, req.State)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	state := plan
	if toSend {
		answer, diags, err := r.replace(ctx, plan, before, req.Config, resp.Private)
		resp.Diagnostics.Append(diags...)
		if mayHaveReplaced(err) {
			resp.Diagnostics.Append(plan.unsettleState(ctx, &resp.State, mayBeReplaced)...)
		}
		if resp.Diagnostics.HasError() {
			return
		}
		state = plan.fromAPI(ctx, answer, before)
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, answerKey, nil)...)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	for _, at := range state.notApplied(plan) {
		resp.Diagnostics.Append(apidiag.NotAppliedByUpdate(at, plan.title()))
	}
}

// replace sends the module of a plan and returns the answer. The error of the
// request is among the diagnostics and comes by itself as well.
func (r *routeOAuthResource) replace(
	ctx context.Context, plan, before model, config tfsdk.Config, private privateState,
) (*api.OAuthModule, diag.Diagnostics, error) {
	var configured types.Object
	diags := config.GetAttribute(ctx, path.Root(identityProviderAttribute), &configured)
	owner, ownerDiags := ownerOrNew(ctx, private)
	diags.Append(ownerDiags...)
	secret, secretDiags := clientSecretFor(plan.IdentityProvider, configured)
	diags.Append(secretDiags...)
	if diags.HasError() {
		return nil, diags, nil
	}
	module := plan.module(secret)
	module.OtherSecrets = knownSecrets(before.IdentityProvider, configured)
	answer, err := r.session.TakeRouteOAuth(ctx, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), owner, module)
	switch {
	case errors.Is(err, session.ErrRouteOwned):
		diags.Append(plan.ownedError())
	case err != nil:
		one, _ := chosen(plan.IdentityProvider)
		writeOnly := secret != "" && one.text(clientSecret) == ""
		diags.Append(fromError(ctx, config.Schema, err, writeOnly)...)
	}
	return answer, diags, err
}

// needsRequest reports whether a plan has anything to send: an identity provider,
// and another setting than state, the deletion policy apart.
func needsRequest(ctx context.Context, plan tfsdk.Plan, state tfsdk.State) (bool, diag.Diagnostics) {
	var policy types.String
	var all types.Object
	diags := plan.GetAttribute(ctx, path.Root(identityProviderAttribute), &all)
	diags.Append(state.GetAttribute(ctx, path.Root(deletionPolicy), &policy)...)
	diags.Append(plan.SetAttribute(ctx, path.Root(deletionPolicy), policy)...)
	_, known := chosen(all)
	return known && !plan.Raw.Equal(state.Raw), diags
}
