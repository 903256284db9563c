package failoverbackend

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var (
	_ resource.ResourceWithConfigure   = (*failoverBackendResource)(nil)
	_ resource.ResourceWithIdentity    = (*failoverBackendResource)(nil)
	_ resource.ResourceWithImportState = (*failoverBackendResource)(nil)
)

// NewResource returns the resource trafficedge_failover_backend.
func NewResource() resource.Resource {
	return &failoverBackendResource{}
}

type failoverBackendResource struct {
	session *session.Session
}

// Metadata names the resource type.
func (r *failoverBackendResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failover_backend"
}

// Configure takes the provider's client.
func (r *failoverBackendResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.session = session.From(req.ProviderData, &resp.Diagnostics)
}

// Create creates the failover backend with one request.
func (r *failoverBackendResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	created, diags := r.create(ctx, req.Plan.Schema, plan.settings())
	resp.Diagnostics.Append(diags...)
	if created == nil {
		return
	}
	state := plan.answered(created)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, identity{ID: state.ID})...)
	resp.Diagnostics.Append(state.checkTaken(plan)...)
}

// Read takes over what the service says, and drops from state what it no longer
// knows.
func (r *failoverBackendResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var prior model
	resp.Diagnostics.Append(req.State.Get(ctx, &prior)...)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework expects an identity even of a resource that is gone.
	if resp.Identity.Raw.IsFullyNull() {
		resp.Diagnostics.Append(resp.Identity.Set(ctx, identity{ID: prior.ID})...)
	}
	found, err := r.session.RefreshFailoverBackend(ctx, prior.ID.ValueString())
	if api.IsNotFound(err) {
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	// The response has the prior state already, and building another like it is most of what a refresh costs.
	if state := prior.answered(found); !state.equal(prior) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Update sends all settings, with one request where the service answers with
// the whole object and two otherwise.
func (r *failoverBackendResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	updated, err := r.session.UpdateFailoverBackend(ctx, plan.ID.ValueString(), plan.settings())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, req.Plan.Schema, err)...)
		return
	}
	state := plan.answered(updated)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, identity{ID: state.ID})...)
	resp.Diagnostics.Append(state.checkTaken(plan)...)
}

// Delete deletes the failover backend; one that is gone already is no error.
func (r *failoverBackendResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if err := r.session.DeleteFailoverBackend(ctx, state.ID.ValueString()); err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
	}
}

// ImportState imports by id, given as a string or in an identity block.
func (r *failoverBackendResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("id"), path.Root("id"), req, resp)
}
