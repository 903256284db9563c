// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
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
// the plan of the old edge has left. It drops warnings of that planning, so those
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

// The last lines of diagnostics whose rest stands in the guide.
const (
	seeDestroyed = "\nSee \"TLS edge … cannot be destroyed\" in the Troubleshooting guide."
	seeReplaced  = "\nSee \"TLS edge … cannot be replaced\" in the Troubleshooting guide."
)

// prevention returns the reason why an edge with a policy may not leave state.
func prevention(policy string) string {
	if policy == policyDelete {
		return "Its deletion_policy is DELETE, which needs \"delete_tls_edge\" in undocumented_operations of the provider block."
	}
	return "Its deletion_policy is PREVENT."
}

// policyToAllow returns the policy to apply before an edge may leave state.
func (r *tlsEdgeResource) policyToAllow() string {
	if r.offers(api.DeleteTLSEdge) {
		return policyDelete
	}
	return policyAbandon
}

// preventedReplacement refuses a replacement on the first attribute that asks
// for it, and names all others. Values may be sensitive, and are not shown. The
// configuration of an imported edge may be incomplete.
func (r *tlsEdgeResource) preventedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("%s cannot be replaced for %s", state.object(), changes[0].at),
		fmt.Sprintf("%s cannot be changed on an existing edge. %s\nTo keep the edge, configure what it has: see the data source "+
			"trafficedge_tls_edge or plan -generate-config-out. To replace it, apply deletion_policy = %q first, without the change or, if "+
			"others made it, with -refresh=false."+seeReplaced,
			attributesOf(changes), prevention(state.policy()), r.policyToAllow()))
}

// deletionNotOffered refuses to store a policy that cannot be applied.
func deletionNotOffered() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"), "deletion_policy DELETE needs delete_tls_edge",
		"The API documentation does not show how to delete a TLS edge. If the service can, add \"delete_tls_edge\" to "+
			"undocumented_operations in the provider block. If not, use PREVENT or ABANDON.")
}

// notUpdated is the error of a setting that the service did not change. A module
// that stays may need an operation of its own to be removed.
func (r *tlsEdgeResource) notUpdated(change difference, plan model) diag.Diagnostic {
	if !change.removesModule() || r.offers(api.DeleteTLSEdgeModule) {
		return apidiag.NotAppliedByUpdate(change.at, plan.object())
	}
	return diag.NewAttributeErrorDiagnostic(change.at, fmt.Sprintf("The service did not remove %s of %s", change.at, plan.object()),
		"The service accepted the update, but still has the module. State holds what the service has. If the service can delete a "+
			"single module, add \"delete_tls_edge_module\" to undocumented_operations in the provider block and apply again.")
}

// The reasons why an edge with a policy cannot be destroyed or replaced, where
// nothing in the edge changes.
const (
	// destroyPlanned is about the plan of a destroy. That may be one that a CLI plans
	// during the apply, of the object that create_before_destroy has left over.
	destroyPlanned = "%s\nIf the resource was only renamed, add a moved block. To destroy it, apply deletion_policy = %q first. " +
		"With create_before_destroy, its replacement may exist already." + seeDestroyed
	// replacementAsked is about the plan of a replacement.
	replacementAsked = "%s Nothing in the edge changes: -replace or replace_triggered_by asks for it.\nDrop -replace, or revert the change " +
		"that triggered it. To replace it, apply deletion_policy = %q first." + seeReplaced
	// taintSeen is about the deletion of a tainted edge. The plan could not refuse it,
	// because a plan does not see the taint. With create_before_destroy, the
	// replacement exists by then.
	taintSeen = "The edge is tainted, which a plan cannot see. %s\nTo keep it, run terraform untaint. To replace it, apply " +
		"deletion_policy = %q after that, and taint it again. With create_before_destroy, its replacement may exist already." + seeDestroyed
)

// prevented refuses to destroy or replace an edge with a policy.
func (r *tlsEdgeResource) prevented(object, policy, verb, reason string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		object+" cannot be "+verb, fmt.Sprintf(reason, prevention(policy), r.policyToAllow()))
}

// undecidedChange warns that the apply may refuse a replacement: it does if a value
// that is unknown now differs from the edge's. An object that the edge refers to may
// be replaced in the same run, and is destroyed by then.
func undecidedChange(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(changes[0].at,
		state.object()+" may need a replacement that is prevented",
		fmt.Sprintf("%s is not known yet. If it changes, the apply stops at the edge, AFTER objects that this run replaces are destroyed.",
			attributesOf(changes)))
}

// lostBackend refuses a plan that destroys the backend of an edge.
func (r *tlsEdgeResource) lostBackend(state model) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("backend"), state.object()+" would lose its backend",
		fmt.Sprintf("This run destroys or replaces the failover backend that the edge points to, and the edge cannot switch to another. %s\n"+
			"If the failover backend was only renamed, add a moved block for it. To replace both, apply deletion_policy = %q to "+
			"every such edge first.\nSee \"TLS edge … would lose its backend\" in the Troubleshooting guide.", prevention(state.policy()), r.policyToAllow()))
}

// goneBackend refuses a plan in which the backend of an edge is created again. The
// apply would refuse its id, and from then on the configuration would differ from the
// edge without a refresh too.
func (r *tlsEdgeResource) goneBackend(state model) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("backend"), state.object()+" has lost its backend",
		fmt.Sprintf("The service no longer has the failover backend that the edge points to. A new one has another id, and the edge cannot "+
			"switch to another. %s\nTo replace the edge too, run terraform apply -refresh=false with deletion_policy = %q on every such "+
			"edge. Then plan again.\nSee \"TLS edge … has lost its backend\" in the Troubleshooting guide.", prevention(state.policy()), r.policyToAllow()))
}

// abandonment warns that an edge stays on the service.
func abandonment(object, fate string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(object+" "+fate, "It is removed from state and keeps serving traffic. Keep its id.")
}

// attributesOf names the attributes that differ.
func attributesOf(changes []difference) string {
	names := make([]string, len(changes))
	for i, change := range changes {
		names[i] = change.at.String()
	}
	return strings.Join(names, ", ")
}
