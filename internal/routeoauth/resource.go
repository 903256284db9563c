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

// Create replaces whatever OAuth module the route has. A module that the
// service did not take over as planned stays out of state: Terraform would take
// it for tainted and disable it, which opens the route, before the next try.
func (r *routeOAuthResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	state, diags, err := r.replace(ctx, plan, req.Config, resp.Private)
	resp.Diagnostics.Append(diags...)
	if mayHaveReplaced(err) {
		resp.Diagnostics.Append(plan.unsettled("Nothing is in state. Applying again replaces the module."))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(state.checkTaken(plan, notInState)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
}

// Read makes no request: the API has no operation that reads an OAuth module
// (interface section 4.3), so that state stays as the last apply left it.
func (r *routeOAuthResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
}

// Update replaces the whole module. Nothing is sent where only the deletion
// policy changes, which the service knows nothing of.
func (r *routeOAuthResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	unchanged, diags := sameButPolicy(ctx, req.Plan, req.State)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	state := plan
	if !unchanged {
		var err error
		state, diags, err = r.replace(ctx, plan, req.Config, resp.Private)
		resp.Diagnostics.Append(diags...)
		if mayHaveReplaced(err) {
			resp.Diagnostics.Append(plan.unsettleState(ctx, &resp.State)...)
		}
		if resp.Diagnostics.HasError() {
			return
		}
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity())...)
	resp.Diagnostics.Append(state.checkTaken(plan, inState)...)
}

// Delete disables the module and takes its credentials off the service, or
// leaves it as it is, as the deletion policy in state says. A route that is gone
// has no module to disable, and one that another resource has taken over in the
// same run has one that is not this resource's.
func (r *routeOAuthResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() || state.abandons() {
		return
	}
	module, ok := state.disabled()
	if !ok {
		resp.Diagnostics.Append(state.nothingToDisableError())
		return
	}
	owner, diags := owner(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	err := r.session.ReleaseRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), owner, module)
	switch {
	case errors.Is(err, session.ErrRouteTakenOver):
		resp.Diagnostics.Append(state.takenOverWarning())
	case err != nil && !api.IsNotFound(err):
		resp.Diagnostics.Append(fromError(ctx, nil, err, false)...)
		if mayHaveReplaced(err) {
			resp.Diagnostics.Append(state.unsettleState(ctx, &resp.State)...)
		}
	}
}

// replace sends the module of a plan, with the secret of the configuration, and
// returns the state after it. The error of the request is among the diagnostics
// and comes by itself as well.
func (r *routeOAuthResource) replace(ctx context.Context, plan model, config tfsdk.Config, private privateState) (model, diag.Diagnostics, error) {
	// A write-only secret is in the configuration alone.
	var configured types.Object
	diags := config.GetAttribute(ctx, path.Root(identityProviderAttribute), &configured)
	owner, ownerDiags := ownerOrNew(ctx, private)
	diags.Append(ownerDiags...)
	if diags.HasError() {
		return plan, diags, nil
	}
	one, _ := chosen(configured)
	module := plan.module(one.secret())
	answered, err := r.session.TakeRouteOAuth(ctx, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), owner, module)
	if err != nil {
		return plan, fromError(ctx, config.Schema, err, one.text(clientSecretWO) != ""), err
	}
	return plan.answered(ctx, answered), diags, nil
}

// sameButPolicy tells whether a plan changes nothing but the deletion policy.
func sameButPolicy(ctx context.Context, plan tfsdk.Plan, state tfsdk.State) (bool, diag.Diagnostics) {
	var policy types.String
	diags := state.GetAttribute(ctx, path.Root(deletionPolicy), &policy)
	diags.Append(plan.SetAttribute(ctx, path.Root(deletionPolicy), policy)...)
	return plan.Raw.Equal(state.Raw), diags
}
