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
// Terraform plans the replacement of a tainted edge, or one asked for by
// -replace, as a creation, so that nothing can be said about it here; Delete
// holds the policy up then.
func (r *tlsEdgeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.State.Raw.IsNull() {
		return
	}
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if req.Plan.Raw.IsNull() {
		planDestroy(state, resp)
		return
	}
	var plan model
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	planChange(ctx, state, plan, resp)
}

func planDestroy(state model, resp *resource.ModifyPlanResponse) {
	if state.mayBeAbandoned() {
		resp.Diagnostics.Append(abandonment(state, "will be abandoned"))
		return
	}
	resp.Diagnostics.Append(preventedDestroy(state))
}

// planChange lets a plan pass that depends on unknown values alone, although
// the edge may not be replaced: Terraform plans once more when they are known,
// before it changes anything, and what differs then is refused.
func planChange(ctx context.Context, state, plan model, resp *resource.ModifyPlanResponse) {
	changes := state.differences(plan)
	open, settled := undecided(ctx, changes)
	switch {
	case len(changes) == 0:
	case state.mayBeAbandoned():
		for _, change := range changes {
			resp.RequiresReplace.Append(change.at)
		}
		resp.Diagnostics.Append(abandonment(state, "will be replaced and abandoned"))
	case len(settled) > 0:
		resp.Diagnostics.Append(preventedReplacement(state, settled))
	default:
		resp.Diagnostics.Append(undecidedReplacement(state, open))
	}
}
