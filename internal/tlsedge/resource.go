// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var (
	_ resource.ResourceWithConfigure      = (*tlsEdgeResource)(nil)
	_ resource.ResourceWithIdentity       = (*tlsEdgeResource)(nil)
	_ resource.ResourceWithImportState    = (*tlsEdgeResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*tlsEdgeResource)(nil)
	_ resource.ResourceWithValidateConfig = (*tlsEdgeResource)(nil)
)

// NewResource returns the resource trafficedge_tls_edge.
func NewResource() resource.Resource {
	return &tlsEdgeResource{}
}

type tlsEdgeResource struct {
	session *session.Session
}

// Metadata names the resource type.
func (r *tlsEdgeResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_tls_edge"
}

// Configure takes the provider's client.
func (r *tlsEdgeResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.session = session.From(req.ProviderData, &resp.Diagnostics)
}

// Read refreshes state from the service, and gives up an edge that it does not
// know.
func (r *tlsEdgeResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var prior model
	resp.Diagnostics.Append(readModel(ctx, req.State, &prior)...)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework expects an identity even of a resource that is gone.
	if resp.Identity.Raw.IsFullyNull() {
		resp.Diagnostics.Append(resp.Identity.Set(ctx, identity{ID: prior.ID})...)
	}
	unchanged := func(listed *api.TLSEdge) bool { return prior.isListedAs(ctx, listed) }
	found, err := r.session.RefreshTLSEdge(ctx, prior.ID.ValueString(), prior.CreatedAt.ValueString(), unchanged)
	for _, missing := range r.session.Missing() {
		resp.Diagnostics.Append(apidiag.NotOffered(missing))
	}
	if api.IsNotFound(err) {
		resp.Diagnostics.Append(apidiag.GivenUp(prior.name()))
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	state, diags := prior.fromAPI(ctx, found)
	resp.Diagnostics.Append(diags...)
	r.session.SeeTLSEdge(found.ID, state.toAPI())
	// The response has the prior state already.
	if !state.equal(prior) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Delete does what the deletion policy in state says: it refuses, lets the edge
// leave state with a warning unless the plan had it, or deletes the edge.
func (r *tlsEdgeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(readModel(ctx, req.State, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	going, diags := loadPrivate[goingEdge](ctx, req.Private, goingEdgeKey)
	resp.Diagnostics.Append(diags...)
	policy := state.DeletionPolicy.ValueString()
	switch {
	case !r.mayGo(policy):
		resp.Diagnostics.Append(r.preventedDeletion(state))
	case policy == policyDelete:
		if err := r.session.DeleteTLSEdge(ctx, state.ID.ValueString(), state.CreatedAt.ValueString()); err != nil {
			resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		}
	case going == nil || !going.Announced:
		resp.Diagnostics.Append(abandonment(state.ID.ValueString(), "was abandoned"))
	}
}

// ImportState imports by id, given as a string or in an identity block.
func (r *tlsEdgeResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	id := types.StringValue(req.ID)
	if req.ID == "" && req.Identity != nil {
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("id"), &id)...)
	}
	if id.ValueString() == "" {
		resp.Diagnostics.AddError("Invalid import id", "Expected the id of a TLS edge, got an empty text. Give the id that the service has assigned.")
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...)
}
