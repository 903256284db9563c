// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// The values of deletion_policy.
const (
	policyPrevent = "PREVENT"
	policyAbandon = "ABANDON"
	policyDelete  = "DELETE"
)

// policy returns the deletion policy of an edge, or PREVENT for an imported edge
// that has none in state yet.
func (m model) policy() string { return cmp.Or(m.DeletionPolicy.ValueString(), policyPrevent) }

// mayLeaveState reports whether a policy lets an edge leave state.
func (r *tlsEdgeResource) mayLeaveState(policy string) bool {
	return policy == policyAbandon || policy == policyDelete && r.offers(api.DeleteTLSEdge)
}

// offers reports whether the service offers an operation that the interface does
// not show. There is no session while a configuration is only validated.
func (r *tlsEdgeResource) offers(operation api.Undocumented) bool {
	return r.Session != nil && r.Session.API.Offers(operation)
}

// planReplacement applies PREVENT to a replacement that no attribute asks for,
// such as one by -replace. A CLI plans the creation with the private state that
// the plan of the old edge has left. It drops warnings in the answer, so those
// about ABANDON wait for Delete.
func (r *tlsEdgeResource) planReplacement(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	old := attribute.LoadPrivate[departingEdge](ctx, req.Private, departingEdgeKey, &resp.Diagnostics)
	if old.Object != "" && !r.mayLeaveState(old.Policy) {
		resp.Diagnostics.Append(r.prevented(old.Object, old.Policy, "replaced", replacementAsked))
	}
}

// planDestroy applies the policy to a destroy.
func (r *tlsEdgeResource) planDestroy(state model, resp *resource.ModifyPlanResponse) {
	switch {
	case !r.mayLeaveState(state.policy()):
		resp.Diagnostics.Append(r.prevented(state.object(), state.policy(), "destroyed", destroyPlanned))
	case state.policy() == policyAbandon:
		resp.Diagnostics.Append(abandonment(state.object(), "will be abandoned"))
	}
}

// planChange plans a replacement for every change, unless changes are made in
// place. It reports whether it plans one. If a change that is not allowed
// depends on unknown values alone, the plan passes, unless it destroys the edge's
// backend: a CLI plans again once they are known, before it changes the edge, and
// a change is refused then.
func (r *tlsEdgeResource) planChange(ctx context.Context, state, plan model, resp *resource.ModifyPlanResponse) bool {
	changes := state.differences(plan)
	inPlace := r.canChange(changes)
	decided := slices.DeleteFunc(slices.Clone(changes), func(change difference) bool { return !change.isDecided(ctx) })
	switch mayLeave := r.mayLeaveState(state.policy()); {
	case r.offers(api.UpdateTLSEdge), inPlace && mayLeave:
	case mayLeave:
		for _, change := range changes {
			resp.RequiresReplace.Append(change.at)
		}
		if state.policy() == policyAbandon {
			resp.Diagnostics.Append(abandonment(state.object(), "will be replaced and abandoned"))
		}
		return true
	case !inPlace && len(decided) > 0:
		resp.Diagnostics.Append(r.preventedReplacement(state, decided))
	case r.losesBackend(state, plan, resp):
	case !inPlace:
		resp.Diagnostics.Append(undecidedChange(state, changes))
	}
	return false
}

// losesBackend reports whether an edge loses the backend that it keeps pointing to,
// or points to until it refuses another one: this run destroys it, or it is gone and
// its replacement would have another id. Without update_tls_edge an edge refuses any
// other.
func (r *tlsEdgeResource) losesBackend(state, plan model, resp *resource.ModifyPlanResponse) bool {
	id, planned := membersOf(state.Backend).text("backend_id"), membersOf(plan.Backend).text("backend_id")
	isUnknown := plan.Backend.IsUnknown() || planned.IsUnknown()
	if id.ValueString() == "" || !isUnknown && !planned.Equal(id) {
		return false
	}
	fate, first := r.Session.PlanBackendKept(id.ValueString(), state.object())
	switch {
	case fate == session.BackendGone && isUnknown:
		resp.Diagnostics.Append(r.goneBackend(state))
	case fate == session.BackendLeaves && first:
		resp.Diagnostics.Append(r.lostBackend(state))
	}
	return fate == session.BackendLeaves || fate == session.BackendGone && isUnknown
}
