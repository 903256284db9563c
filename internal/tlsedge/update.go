// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// Update applies the deletion policy and other ways to write what the edge already
// has without a request. Every other change is one request, for which operations
// must be allowed that the interface does not show. Without them, a caller that
// asks for such a change has not planned it, and must not get it as a silent
// change of state.
func (r *tlsEdgeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var state, plan model
	resp.Diagnostics.Append(readModel(ctx, req.State, &state)...)
	resp.Diagnostics.Append(readModel(ctx, req.Plan, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	changes := state.differences(plan)
	switch {
	case len(changes) == 0:
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	case r.usesUndocumented():
		r.updateInPlace(ctx, plan, req, resp)
	default:
		resp.Diagnostics.Append(unplannedReplacement(state, changes))
		return
	}
	resp.Diagnostics.Append(resp.Identity.Set(ctx, identity{ID: plan.ID})...)
	if resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(rememberMoreModules(ctx, req.Config, req.Private, resp.Private)...)
		return
	}
	resp.Diagnostics.Append(rememberModules(ctx, req.Config, resp.Private)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, goingEdgeKey, nil)...)
}

// updateInPlace sends all settings of a plan. State gets the plan, or what the
// service has where it did not apply all of that.
func (r *tlsEdgeResource) updateInPlace(ctx context.Context, plan model, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	updated, err := r.session.UpdateTLSEdge(ctx, plan.ID.ValueString(), plan.toAPI())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, req.Plan.Schema, err)...)
		return
	}
	answered, diags := plan.fromAPI(ctx, updated)
	resp.Diagnostics.Append(diags...)
	// A CLI takes another value of these for a bug. The next refresh shows it.
	answered.ID, answered.URI, answered.CreatedAt = plan.ID, plan.URI, plan.CreatedAt
	state := plan.completed(ctx, answered)
	if notApplied := answered.differences(state); len(notApplied) > 0 {
		for _, change := range notApplied {
			resp.Diagnostics.Append(apidiag.NotAppliedByUpdate(change.at, plan.name()))
		}
		state = answered
	}
	r.session.SeeTLSEdge(updated.ID, state.toAPI())
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}
