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

// policy returns the deletion policy of an edge. Before its first apply, an imported edge
// has no policy in state. The policy PREVENT applies to such an edge.
func (m model) policy() string { return cmp.Or(m.DeletionPolicy.ValueString(), policyPrevent) }

// mayLeaveState reports whether a policy allows the provider to remove an edge from
// state.
func (r *tlsEdgeResource) mayLeaveState(policy string) bool {
	return policy == policyAbandon || policy == policyDelete && r.offers(api.DeleteTLSEdge)
}

// offers reports whether undocumented_operations in the provider block lists an
// operation.
func (r *tlsEdgeResource) offers(operation api.Undocumented) bool {
	return r.Session.API.Offers(operation)
}

// planReplacement rejects a replacement that the policy prevents, for example with the
// option -replace. The plan of the new edge reads the old edge's policy from private
// state, where the plan of the old edge stored the policy. CLIs do not show warnings from
// the plan of the new edge, so Delete warns about ABANDON instead.
func (r *tlsEdgeResource) planReplacement(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	old := attribute.LoadPrivate[departingEdge](ctx, req.Private, departingEdgeKey, &resp.Diagnostics)
	if old.Object != "" && !r.mayLeaveState(old.Policy) {
		resp.Diagnostics.Append(r.prevented(old.Object, old.Policy, "replaced", replacementAsked))
	}
}

// planDestroy applies the deletion policy to the plan of a destroy.
func (r *tlsEdgeResource) planDestroy(state model, resp *resource.ModifyPlanResponse) {
	switch {
	case !r.mayLeaveState(state.policy()):
		resp.Diagnostics.Append(r.prevented(state.object(), state.policy(), "destroyed", destroyPlanned))
	case state.policy() == policyAbandon:
		resp.Diagnostics.Append(abandonment(state.object(), "will be abandoned"))
	}
}

// planChange plans the change of an edge. It plans a replacement if the change cannot be
// made in place, and reports whether it plans a replacement.
//
// If the policy prevents a replacement and known values differ, the plan fails. If only
// unknown values may differ, the plan shows a warning. The CLI plans the edge again during
// the apply, when the values are known, and this second plan fails if the values differ.
// If the edge would lose its backend, the first plan already fails.
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

// losesBackend reports whether an edge would lose its backend. Without update_tls_edge,
// an edge cannot switch to another backend. The edge loses its backend if this run
// destroys the backend, or if the backend no longer exists and this run creates a new
// backend with another id.
func (r *tlsEdgeResource) losesBackend(state, plan model, resp *resource.ModifyPlanResponse) bool {
	id, planned := membersOf(state.Backend).text("backend_id"), membersOf(plan.Backend).text("backend_id")
	isUnknown := plan.Backend.IsUnknown() || planned.IsUnknown()
	if !isUnknown && !planned.Equal(id) {
		return false
	}
	fate, first := r.Session.PlanBackendKept(id.ValueString(), state.object())
	switch {
	case fate == session.BackendGone && isUnknown:
		resp.Diagnostics.Append(r.goneBackend(state))
		return true
	case fate == session.BackendLeaves && first:
		resp.Diagnostics.Append(r.lostBackend(state))
	}
	return fate == session.BackendLeaves
}

// The last lines of diagnostics. These lines refer to the Troubleshooting guide.
const (
	seeDestroyed = "\nSee \"TLS edge … cannot be destroyed\" in the Troubleshooting guide."
	seeReplaced  = "\nSee \"TLS edge … cannot be replaced\" in the Troubleshooting guide."
)

// prevention returns the sentence that explains why a policy prevents a
// destroy or a replacement.
func prevention(policy string) string {
	if policy == policyDelete {
		return "The deletion_policy is DELETE, which needs \"delete_tls_edge\" in the provider's undocumented_operations."
	}
	return "The deletion_policy is PREVENT."
}

// policyToAllow returns the policy that a user has to apply before a destroy or a
// replacement.
func (r *tlsEdgeResource) policyToAllow() string {
	if r.offers(api.DeleteTLSEdge) {
		return policyDelete
	}
	return policyAbandon
}

// preventedReplacement returns the error for a replacement that the policy prevents. The
// error is on the first changed attribute and lists all changed attributes. It does not
// show the values of these attributes, which may be sensitive. An imported edge may have
// an incomplete configuration, so the error explains how to complete the configuration.
func (r *tlsEdgeResource) preventedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("%s cannot be replaced for %s", state.object(), changes[0].at),
		fmt.Sprintf("%s cannot be changed on an existing edge. %s\nTo keep the edge, configure its current values: see data source trafficedge_tls_edge "+
			"or plan -generate-config-out. To replace the edge, first apply deletion_policy = %q alone, with "+
			"-refresh=false if others changed the edge."+seeReplaced,
			attributesOf(changes), prevention(state.policy()), r.policyToAllow()))
}

// deletionNotOffered returns the error for the policy DELETE if undocumented_operations
// lacks delete_tls_edge.
func deletionNotOffered() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"), "deletion_policy DELETE needs delete_tls_edge",
		"The API documentation does not show how to delete a TLS edge. If the service can delete edges, add \"delete_tls_edge\" to "+
			"undocumented_operations in the provider block. Otherwise use PREVENT or ABANDON.")
}

// notUpdated returns the error for a change that the service did not apply in an update.
// If the service did not remove a module, the error suggests delete_tls_edge_module,
// which removes a single module.
func (r *tlsEdgeResource) notUpdated(change difference, plan model) diag.Diagnostic {
	if !change.removesModule() || r.offers(api.DeleteTLSEdgeModule) {
		return apidiag.NotAppliedByUpdate(change.at, plan.object())
	}
	return diag.NewAttributeErrorDiagnostic(change.at, fmt.Sprintf("The service did not remove %s of %s", change.at, plan.object()),
		"The service accepted the update, but still has the module. State contains the service's values. If the service can delete a "+
			"single module, add \"delete_tls_edge_module\" to undocumented_operations in the provider block and apply again.")
}

// Detail texts for errors about a destroy or a replacement that the policy prevents. Each
// text is for a case in which no attribute of the edge changes.
const (
	// destroyPlanned explains the error in the plan of a destroy. With
	// create_before_destroy, a CLI may plan the destroy of the old edge during the apply,
	// after the creation of the new edge.
	destroyPlanned = "%s\nIf the resource was renamed, add a moved block. To destroy the edge, first apply deletion_policy = %q. " +
		"With create_before_destroy, the replacement may already exist." + seeDestroyed
	// replacementAsked explains the error in the plan of a replacement.
	replacementAsked = "%s The edge does not change: -replace or replace_triggered_by requests the replacement.\nRemove -replace, or revert the " +
		"change that triggers the replacement. To replace the edge, first apply deletion_policy = %q." + seeReplaced
	// taintSeen explains the error in the deletion of a tainted edge. A plan cannot see
	// that an edge is tainted, so the plan could not reject the deletion. With
	// create_before_destroy, the new edge already exists when the deletion is rejected.
	taintSeen = "The edge is tainted, which a plan cannot see. %s\nTo keep the edge, run terraform untaint. To replace it, also apply " +
		"deletion_policy = %q and taint it again. With create_before_destroy, the replacement may already exist." + seeDestroyed
)

// prevented returns the error for a destroy or a replacement that the policy prevents.
func (r *tlsEdgeResource) prevented(object, policy, verb, reason string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		object+" cannot be "+verb, fmt.Sprintf(reason, prevention(policy), r.policyToAllow()))
}

// undecidedChange warns that the apply may reject a replacement. The apply rejects the
// replacement if an unknown value turns out to differ from the value of the edge. By
// then, the apply may have destroyed objects that this run replaces. The edge may
// refer to these objects.
func undecidedChange(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(changes[0].at,
		state.object()+" may need a replacement that is prevented",
		fmt.Sprintf("%s is not known yet. If the value changes, the apply fails, but AFTER it destroys objects that this run replaces.",
			attributesOf(changes)))
}

// lostBackend returns the error for a plan that destroys the backend of an edge.
func (r *tlsEdgeResource) lostBackend(state model) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("backend"), state.object()+" would lose its backend",
		fmt.Sprintf("This run destroys or replaces the failover backend that the edge points to, and the edge cannot switch to another backend. %s\n"+
			"If the backend was renamed, add a moved block. To replace the backend, first apply "+
			"deletion_policy = %q to all edges that point to it.\nSee \"TLS edge … would lose its backend\" in the Troubleshooting guide.", prevention(state.policy()), r.policyToAllow()))
}

// goneBackend returns the error for a plan that recreates the missing backend of an edge.
// Without this error, the run would create a backend with a new id, and the plan of the
// edge during the apply would then reject that id. After that, every plan would show a
// change of the edge, even without a refresh.
func (r *tlsEdgeResource) goneBackend(state model) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("backend"), state.object()+" has lost its backend",
		fmt.Sprintf("The service no longer has the failover backend that the edge points to. A new backend has another id, and the edge cannot "+
			"switch to it. %s\nTo replace the edge too, run terraform apply -refresh=false with deletion_policy = %q on every edge of the "+
			"old backend. Then plan again.\nSee \"TLS edge … has lost its backend\" in the Troubleshooting guide.", prevention(state.policy()), r.policyToAllow()))
}

// abandonment returns the warning about an edge that is removed from state
// but stays on the service.
func abandonment(object, fate string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(object+" "+fate, "It is removed from state and keeps serving traffic. Keep its id.")
}

// attributesOf returns the paths of changed attributes, separated by commas.
func attributesOf(changes []difference) string {
	names := make([]string, len(changes))
	for i, change := range changes {
		names[i] = change.at.String()
	}
	return strings.Join(names, ", ")
}
