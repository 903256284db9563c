// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"reflect"

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
func NewResource() resource.Resource { return &tlsEdgeResource{} }

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

// Read refreshes state from the service, and removes an edge that the service
// does not know.
func (r *tlsEdgeResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var prior model
	resp.Diagnostics.Append(readModel(ctx, req.State.Get, &prior)...)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework expects an identity even of a resource that is gone.
	if resp.Identity.Raw.IsFullyNull() {
		resp.Diagnostics.Append(resp.Identity.Set(ctx, identity{ID: prior.ID})...)
	}
	unchanged := func(listed *api.TLSEdge) bool { return prior.isListedAs(ctx, listed) }
	found, err := r.session.RefreshTLSEdge(ctx, prior.ID.ValueString(), prior.CreatedAt.ValueString(), unchanged)
	if api.IsNotFound(err) {
		resp.Diagnostics.Append(apidiag.GivenUp(prior.object()))
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	state := prior.fromAPI(ctx, found)
	// The response has the prior state already.
	if !reflect.DeepEqual(state, prior) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Update makes no request for a change of the deletion policy, or for another
// way to write a value that the edge has. Every other change is one request, an
// undocumented operation. Without that one, the caller did not plan the change
// and gets an error: state must not change silently.
func (r *tlsEdgeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var state, plan model
	resp.Diagnostics.Append(readModel(ctx, req.State.Get, &state)...)
	resp.Diagnostics.Append(readModel(ctx, req.Plan.Get, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	changes := state.differences(plan)
	switch {
	case len(changes) == 0:
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	case r.offers(api.UpdateTLSEdge):
		r.updateInPlace(ctx, plan, req, resp)
	default:
		resp.Diagnostics.Append(unplannedReplacement(state, changes))
		return
	}
	resp.Diagnostics.Append(resp.Identity.Set(ctx, identity{ID: plan.ID})...)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(rememberModules(ctx, req.Config, resp.Private)...)
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, goingEdgeKey, nil)...)
		return
	}
	// The service may have kept a module that was to be removed.
	before, diags := loadPrivate[[]string](ctx, req.Private, configuredModules)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(rememberModules(ctx, req.Config, resp.Private, before...)...)
}

// updateInPlace sends all settings of a plan. State gets the plan, or the
// service's values if it did not apply all of it.
func (r *tlsEdgeResource) updateInPlace(ctx context.Context, plan model, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	updated, err := r.session.UpdateTLSEdge(ctx, plan.ID.ValueString(), plan.toAPI())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, req.Plan.Schema, err)...)
		return
	}
	answered := plan.fromAPI(ctx, updated)
	// A CLI takes another value of these for a bug. The next refresh shows it.
	answered.ID, answered.URI, answered.CreatedAt = plan.ID, plan.URI, plan.CreatedAt
	state := plan.completed(ctx, answered)
	if notApplied := answered.differences(state); len(notApplied) > 0 {
		for _, change := range notApplied {
			resp.Diagnostics.Append(apidiag.NotAppliedByUpdate(change.at, plan.object()))
		}
		state = answered
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// Delete applies the deletion policy in state. It refuses, deletes the edge, or
// lets the edge leave state, with a warning unless the plan had one.
func (r *tlsEdgeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(readModel(ctx, req.State.Get, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	going, diags := loadPrivate[goingEdge](ctx, req.Private, goingEdgeKey)
	resp.Diagnostics.Append(diags...)
	policy := state.policy()
	switch {
	case !r.mayGo(policy):
		resp.Diagnostics.Append(r.preventedDeletion(state))
	case policy == policyDelete:
		if err := r.session.DeleteTLSEdge(ctx, state.ID.ValueString(), state.CreatedAt.ValueString()); err != nil {
			resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		}
	case !going.Announced:
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
