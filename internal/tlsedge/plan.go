// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ModifyPlan plans a replacement for every change of meaning that cannot be made
// in place, and applies the deletion policy in state to replacements and destroys. Attributes have no
// RequiresReplace of their own: this method would not learn of it, and they
// could not tell a change from another way to write the same.
//
// A CLI plans the replacement of a tainted edge as a mere creation. Nothing can
// be said about it here, so that Delete upholds the policy.
func (r *tlsEdgeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() {
		r.planReplacement(ctx, req, resp)
		return
	}
	var state model
	resp.Diagnostics.Append(readModel(ctx, req.State, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if req.Plan.Raw.IsNull() {
		r.planDestroy(ctx, state, resp)
		return
	}
	var plan model
	resp.Diagnostics.Append(readModel(ctx, req.Plan, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if r.usesUndocumented() {
		planInPlace(ctx, req, state, plan, resp)
		return
	}
	r.planChange(ctx, state, plan, resp)
}

// planReplacement applies PREVENT to a replacement that nothing in the edge asks
// for, such as by -replace. For the creation in a replacement, a CLI asks with
// what the plan of the edge that goes has left in private state. It drops
// warnings in the answer, so that those about ABANDON have to wait for Delete.
func (r *tlsEdgeResource) planReplacement(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	old, diags := loadPrivate[goingEdge](ctx, req.Private, goingEdgeKey)
	resp.Diagnostics.Append(diags...)
	if old != nil && !r.mayGo(old.Policy) {
		resp.Diagnostics.Append(r.preventedRequest(*old))
	}
}

func (r *tlsEdgeResource) planDestroy(ctx context.Context, state model, resp *resource.ModifyPlanResponse) {
	going := state.going()
	if !r.mayGo(going.Policy) {
		resp.Diagnostics.Append(r.preventedDestroy(state))
		return
	}
	if going.Policy == policyAbandon {
		resp.Diagnostics.Append(abandonment(going.ID, "will be abandoned"))
		going.Announced = true
	}
	resp.Diagnostics.Append(storePrivate(ctx, resp.Private, goingEdgeKey, going)...)
}

func (m model) going() goingEdge {
	return goingEdge{ID: m.ID.ValueString(), Policy: m.DeletionPolicy.ValueString()}
}

// planInPlace has nothing to say about a change that an update makes, but that the
// service chooses a version anew where TLS comes to end at the edge.
func planInPlace(ctx context.Context, req resource.ModifyPlanRequest, state, plan model, resp *resource.ModifyPlanResponse) {
	resp.Diagnostics.Append(storePrivate(ctx, resp.Private, goingEdgeKey, state.going())...)
	was, is := membersOf(state.TLSTermination).text("terminate_at"), membersOf(plan.TLSTermination).text("terminate_at")
	if was.IsNull() || is.IsNull() || was.Equal(is) {
		return
	}
	at := path.Root("tls_termination").AtName("min_version")
	var configured types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, at, &configured)...)
	if !configured.IsNull() {
		return
	}
	version := types.StringUnknown()
	if is.ValueString() == terminateAtUpstream {
		version = types.StringNull()
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, version)...)
}

// planChange lets a plan pass that depends on unknown values alone, although
// the edge may not be replaced: a CLI plans once more when they are known,
// before it changes the edge, and what differs then is refused.
func (r *tlsEdgeResource) planChange(ctx context.Context, state, plan model, resp *resource.ModifyPlanResponse) {
	going := state.going()
	changes := state.differences(plan)
	open, settled := undecided(ctx, changes)
	switch {
	case len(changes) == 0:
	case going.Policy == policyAbandon:
		for _, change := range changes {
			resp.RequiresReplace.Append(change.at)
		}
		resp.Diagnostics.Append(abandonment(going.ID, "will be replaced and abandoned"))
		going.Announced = true
	case len(settled) > 0:
		resp.Diagnostics.Append(r.preventedReplacement(state, settled))
	default:
		resp.Diagnostics.Append(undecidedChanges(state, open)...)
	}
	resp.Diagnostics.Append(storePrivate(ctx, resp.Private, goingEdgeKey, going)...)
}
