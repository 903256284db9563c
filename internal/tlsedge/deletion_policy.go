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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
)

// The values of deletion_policy.
const (
	policyPrevent = "PREVENT"
	policyAbandon = "ABANDON"
	policyDelete  = "DELETE"
)

// policy returns the deletion policy of an edge. The default PREVENT applies to an edge
// without a policy, such as an imported edge before its first refresh.
func (m model) policy() string { return cmp.Or(m.DeletionPolicy.ValueString(), policyPrevent) }

// mayLeaveState reports whether a policy allows the provider to remove an edge from
// state.
func (r *tlsEdgeResource) mayLeaveState(policy string) bool {
	return policy == policyAbandon || policy == policyDelete && r.offers(api.DeleteTLSEdge)
}

// offers reports whether undocumented_operations in the provider block lists an
// operation.
func (r *tlsEdgeResource) offers(operation api.UndocumentedOperation) bool {
	return r.Session.API.Offers(operation)
}

// planReplacement rejects a replacement that the policy prevents, such as a
// replacement that -replace requests. CLIs plan the old edge before the new
// edge. The plan of the old edge stores its policy in private state, and the
// plan of the new edge reads the policy from there. CLIs do not show warnings
// from the plan of the new edge, so Delete warns about ABANDON instead.
func (r *tlsEdgeResource) planReplacement(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	old := privatestate.PlannedEdge.Load(ctx, req.Private, &resp.Diagnostics)
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
// If the policy prevents a replacement and known planned values differ from the edge,
// the plan fails. If only unknown values may differ, the plan shows a warning. The CLI
// plans the edge again during the apply, when the values are known, and this second plan
// fails if the values differ. An unknown backend_id is an exception: if the edge has a
// backend, the first plan fails, because the apply could otherwise destroy that backend.
func (r *tlsEdgeResource) planChange(ctx context.Context, state, plan model, resp *resource.ModifyPlanResponse) bool {
	changes := state.differences(plan)
	inPlace := r.canChange(changes)
	certain := certainOf(ctx, changes)
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
	case !inPlace && len(certain) > 0:
		resp.Diagnostics.Append(r.preventedReplacement(state, certain))
	case losesBackend(state, plan):
		resp.Diagnostics.Append(lostBackend(state))
	case !inPlace:
		resp.Diagnostics.Append(undecidedChange(state, changes))
	}
	return false
}

// losesBackend reports whether a plan replaces a known backend_id by an unknown one. The
// planned backend is then new, replaced, tainted, renamed or gone. If the edge cannot
// switch to another backend, the plan must fail before the apply destroys the old backend.
func losesBackend(state, plan model) bool {
	id, planned := membersOf(state.Backend).text("backend_id"), membersOf(plan.Backend).text("backend_id")
	return id.ValueString() != "" && (plan.Backend.IsUnknown() || planned.IsUnknown())
}

// These constants are the last lines of diagnostics, and refer to the
// Troubleshooting guide.
const (
	seeDestroyed = "\nSee \"TLS edge … cannot be destroyed\" in the Troubleshooting guide."
	seeReplaced  = "\nSee \"TLS edge … cannot be replaced\" in the Troubleshooting guide."
	seeBackend   = "\nSee \"TLS edge … would lose its backend\" in the Troubleshooting guide."
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

// preventedReplacement returns the error for a replacement that the policy
// prevents. The error is on the first changed attribute and lists all
// changed attributes. Values may be sensitive, so the only value in the
// error is the present backend_id. An imported edge may have an incomplete
// configuration, so the error explains how to complete the configuration.
func (r *tlsEdgeResource) preventedReplacement(state model, changes []difference) diag.Diagnostic {
	values := "its present values"
	if slices.ContainsFunc(changes, func(change difference) bool { return change.at.ParentPath().Equal(path.Root("backend")) }) {
		values += fmt.Sprintf(" (backend_id %s)", membersOf(state.Backend).text("backend_id"))
	}
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("%s cannot be replaced for %s", state.object(), changes[0].at),
		fmt.Sprintf("%s cannot be changed on an existing edge. %s\nTo keep the edge, configure %s: see plan -refresh-only. To replace "+
			"the edge, first write its present values as constants, and apply deletion_policy = %q with -target of the edge. Then apply the new "+
			"values."+seeReplaced,
			attributesOf(changes), prevention(state.policy()), values, r.policyToAllow()))
}

// deletionNotOffered returns the error for the policy DELETE if undocumented_operations
// lacks delete_tls_edge.
func deletionNotOffered() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"), "deletion_policy DELETE needs delete_tls_edge",
		"The API documentation does not show how to delete a TLS edge. If the service can delete edges, add \"delete_tls_edge\" to "+
			"undocumented_operations in the provider block. Otherwise use PREVENT or ABANDON.")
}

// notUpdated returns the error for a change that the service did not apply
// in an update. If the service did not remove a module, the error suggests
// the operation delete_tls_edge_module, which removes a single module.
func (r *tlsEdgeResource) notUpdated(change difference, plan model) diag.Diagnostic {
	if !change.removesModule() || r.offers(api.DeleteTLSEdgeModule) {
		return apidiag.NotAppliedByUpdate(change.at, plan.object())
	}
	return diag.NewAttributeErrorDiagnostic(change.at, fmt.Sprintf("The service did not remove %s of %s", change.at, plan.object()),
		"The service accepted the update, but still has the module. State contains the service's values. If the service can delete a "+
			"single module, add \"delete_tls_edge_module\" to undocumented_operations in the provider block and apply again.")
}

// These constants are detail texts of errors about a destroy or a replacement
// that the policy prevents. In all three cases, no attribute of the edge changes.
const (
	// destroyPlanned explains the error in the plan of a destroy. With create_before_destroy,
	// a CLI may plan the destroy of the old edge during the apply, after the creation of the
	// new edge. The old edge is then deposed, and no apply can change its policy.
	destroyPlanned = "%s\nIf the resource was renamed, add a moved block. To destroy the edge, first apply deletion_policy = %q. " +
		"If the edge is deposed (create_before_destroy has already created its replacement), run state rm for the resource, and " +
		"import the edge that you want to keep." + seeDestroyed
	// replacementAsked explains the error in the plan of a replacement.
	replacementAsked = "%s No attribute of the edge changes: -replace or replace_triggered_by requests the replacement.\nRemove -replace, or revert the " +
		"change that triggers the replacement. To replace the edge, first apply deletion_policy = %q." + seeReplaced
	// taintSeen explains the error in the deletion of a tainted edge. A plan cannot see
	// that an edge is tainted, so the plan could not reject the deletion.
	taintSeen = "The edge is tainted, which a plan cannot see. %s\nTo keep the edge, run terraform untaint. To replace the edge, run " +
		"terraform untaint, apply deletion_policy = %q, and taint the edge again." + seeDestroyed
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
		fmt.Sprintf("%s is not known yet. If the value turns out to differ from the present one, the apply fails, but AFTER it destroys objects that this run replaces.",
			attributesOf(changes)))
}

// lostBackend returns the error for an edge that would lose its backend.
func lostBackend(state model) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("backend"), state.object()+" would lose its backend",
		fmt.Sprintf("The planned backend_id is not known yet: the failover backend is new, renamed, replaced, tainted or missing. The edge cannot "+
			"switch to another backend. The edge's present backend_id is %s. %s\nIf the failover backend was renamed, add a moved block."+
			seeBackend, membersOf(state.Backend).text("backend_id"), prevention(state.policy())))
}

// abandonment returns the warning about an edge that is removed from state
// but stays on the service.
func abandonment(object, fate string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(object+" "+fate, "The edge is removed from state, and keeps serving traffic as long as its backend exists. Write down the edge's id.")
}

// attributesOf returns the paths of changed attributes, separated by commas.
func attributesOf(changes []difference) string {
	names := make([]string, len(changes))
	for i, change := range changes {
		names[i] = change.at.String()
	}
	return strings.Join(names, ", ")
}
