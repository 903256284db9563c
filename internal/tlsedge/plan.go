package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ModifyPlan plans a replacement for every change of meaning, and applies the
// deletion policy in state to replacements and destroys. Attributes have no
// RequiresReplace of their own: this method would not learn of it, and they
// could not tell a change from another way to write the same.
//
// A CLI plans the replacement of a tainted edge as a mere creation. Nothing can
// be said about it here, so that Delete upholds the policy.
func (r *tlsEdgeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() {
		planReplacement(ctx, req, resp)
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
	planChange(ctx, state, plan, resp)
}

// planReplacement applies PREVENT to a replacement that nothing in the edge asks
// for, such as by -replace. For the creation in a replacement, a CLI asks with
// what the plan of the edge that goes has left in private state. It drops
// warnings in the answer, so that those about ABANDON have to wait for Delete.
func planReplacement(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	old, diags := loadPrivate[goingEdge](ctx, req.Private, goingEdgeKey)
	resp.Diagnostics.Append(diags...)
	if old != nil && !old.MayBeAbandoned {
		resp.Diagnostics.Append(preventedRequest(old.ID))
	}
}

func (r *tlsEdgeResource) planDestroy(ctx context.Context, state model, resp *resource.ModifyPlanResponse) {
	if !state.mayBeAbandoned() {
		resp.Diagnostics.Append(preventedDestroy(state.ID.ValueString(), r.edgesLike(state)))
		return
	}
	resp.Diagnostics.Append(abandonment(state.ID.ValueString(), "will be abandoned"))
	resp.Diagnostics.Append(storePrivate(ctx, resp.Private, goingEdgeKey, goingEdge{ID: state.ID.ValueString(), MayBeAbandoned: true, Announced: true})...)
}

// planChange lets a plan pass that depends on unknown values alone, although
// the edge may not be replaced: a CLI plans once more when they are known,
// before it changes the edge, and what differs then is refused.
func planChange(ctx context.Context, state, plan model, resp *resource.ModifyPlanResponse) {
	going := goingEdge{ID: state.ID.ValueString(), MayBeAbandoned: state.mayBeAbandoned()}
	changes := state.differences(plan)
	open, settled := undecided(ctx, changes)
	switch {
	case len(changes) == 0:
	case going.MayBeAbandoned:
		for _, change := range changes {
			resp.RequiresReplace.Append(change.at)
		}
		resp.Diagnostics.Append(abandonment(going.ID, "will be replaced and abandoned"))
		going.Announced = true
	case len(settled) > 0:
		resp.Diagnostics.Append(preventedReplacement(state, settled))
	default:
		resp.Diagnostics.Append(undecidedChanges(state, open)...)
	}
	resp.Diagnostics.Append(storePrivate(ctx, resp.Private, goingEdgeKey, going)...)
}
