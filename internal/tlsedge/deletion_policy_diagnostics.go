// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// The last lines of diagnostics whose rest stands in the guide.
const (
	seeDestroyed = "\nSee \"TLS edge … must not be destroyed\" in the Troubleshooting guide."
	seeReplaced  = "\nSee \"TLS edge … must not be replaced\" in the Troubleshooting guide."
	seeGone      = "\nSee \"TLS edge … may be left serving something that is gone\" in the Troubleshooting guide."
)

// prevention returns the reason why an edge with a policy may not leave state.
func prevention(policy string) string {
	if policy == policyDelete {
		return "The deletion_policy in its state is DELETE, which needs \"delete_tls_edge\" in undocumented_operations of the provider block."
	}
	return "The deletion_policy in its state is PREVENT."
}

// lettingGo returns the policy to apply before an edge may leave state.
func (r *tlsEdgeResource) lettingGo() string {
	if r.offers(api.DeleteTLSEdge) {
		return policyDelete
	}
	return policyAbandon
}

// preventedReplacement refuses a replacement on the first attribute that asks
// for it, and names all others. Values may be sensitive, and are not shown.
func (r *tlsEdgeResource) preventedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("%s must not be replaced for %s", state.object(), changes[0].at),
		fmt.Sprintf("The configuration differs from the edge in %s, which only a new edge can have. %s\nTo keep the edge, configure what "+
			"it has. To replace it, apply deletion_policy = %q first."+seeReplaced, attributesOf(changes), prevention(state.policy()), r.lettingGo()))
}

// unplannedReplacement refuses to make in place a change that needs a new edge.
func unplannedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("%s cannot be changed in place for %s", state.object(), changes[0].at),
		fmt.Sprintf("The requested values differ from the plan in %s. That needs \"update_tls_edge\" in undocumented_operations of the "+
			"provider block. Nothing was changed. Plan again and apply that plan.", attributesOf(changes)))
}

// deletionNotOffered refuses to store a policy that cannot be carried out.
func deletionNotOffered() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"), "deletion_policy DELETE needs delete_tls_edge",
		"The API's description shows no way to delete a TLS edge. If the service can, add \"delete_tls_edge\" to "+
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

// The reasons why an edge with a policy must not be destroyed or replaced, where
// nothing in the edge changes.
const (
	// destroyPlanned is about the plan of a destroy. That may be one that a CLI plans
	// during the apply, of the object that create_before_destroy has left over.
	destroyPlanned = "%s\nIf the resource was only renamed, add a moved block. To destroy it, apply deletion_policy = %q first. " +
		"With create_before_destroy, its replacement may exist already." + seeDestroyed
	// replacementAsked is about the plan of a replacement.
	replacementAsked = "%s Nothing in the edge changes: -replace names it, or its replace_triggered_by does.\nLeave -replace out, or take the " +
		"trigger back. To replace it, apply deletion_policy = %q first." + seeReplaced
	// taintSeen is about the deletion of a tainted edge. The plan could not refuse it,
	// because a plan does not see the taint. With create_before_destroy, the
	// replacement exists by then.
	taintSeen = "The edge is tainted, which a plan cannot see. %s\nTo keep it, run terraform untaint. To replace it, apply " +
		"deletion_policy = %q after that, and taint it again. With create_before_destroy, its replacement may exist already." + seeDestroyed
)

// prevented refuses to destroy or replace an edge with a policy.
func (r *tlsEdgeResource) prevented(object, policy, verb, reason string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		object+" must not be "+verb, fmt.Sprintf(reason, prevention(policy), r.lettingGo()))
}

// undecidedChanges warns of changes that depend on unknown values.
func undecidedChanges(state model, changes []difference) diag.Diagnostics {
	var diags diag.Diagnostics
	refs, others := split(changes, difference.isReference)
	if len(refs) > 0 {
		diags.Append(undecidedReference(state, refs))
	}
	if len(others) > 0 {
		diags.Append(undecidedReplacement(state, others))
	}
	return diags
}

// undecidedReplacement warns that the apply may refuse a replacement: it does if
// a value that is unknown now differs from the edge's.
func undecidedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(changes[0].at,
		fmt.Sprintf("%s may need a replacement that is prevented", state.object()),
		fmt.Sprintf("The plan does not know whether %s will change. If so, the apply stops before it touches the edge: %s",
			attributesOf(changes), prevention(state.policy())))
}

// undecidedReference warns that the apply may destroy an object that the edge
// still refers to, because the edge refuses the new one only after that.
func undecidedReference(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(changes[0].at,
		fmt.Sprintf("%s may be left serving something that is gone", state.object()),
		fmt.Sprintf("The plan does not know whether %s will change. If this run replaces an object named there, it destroys that object "+
			"BEFORE the edge refuses the new one: %s Look for such a replacement in the plan before you apply."+seeGone,
			attributesOf(changes), prevention(state.policy())))
}

// lostBackend refuses a plan that destroys the backend of an edge.
func lostBackend(state model) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("backend"), state.object()+" would lose its backend",
		fmt.Sprintf("This run destroys or replaces the failover backend that the edge points to, and the edge does not take another one. %s\n"+
			"If the failover backend was only renamed, add a moved block for it. To replace both, apply deletion_policy = \"ABANDON\" to "+
			"every such edge first.\nSee \"TLS edge … would lose its backend\" in the Troubleshooting guide.", prevention(state.policy())))
}

// abandonment warns that an edge stays on the service.
func abandonment(object, fate string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(object+" "+fate,
		"The edge keeps serving traffic. If this run destroys its backend too, it points to a backend that is gone. Note the id: with it "+
			"the edge can be imported again, or deleted by other means.")
}

// attributesOf names the attributes that differ.
func attributesOf(changes []difference) string {
	names := make([]string, len(changes))
	for i, change := range changes {
		names[i] = change.at.String()
	}
	return strings.Join(names, ", ")
}
