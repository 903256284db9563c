// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// The reasons why a destroy or a replacement is an error.
const (
	preventedUndocumented = "The deletion_policy in its state is PREVENT, which makes destroying or replacing it an error."

	prevented = "The service documents neither update nor delete of a TLS edge, so the edge would go on serving traffic with " +
		"nothing managing it. " + preventedUndocumented

	switchedOff = "The deletion_policy in its state is DELETE, and the API's description shows no delete of a TLS edge. If the service has " +
		"one, add \"delete_tls_edge\" to undocumented_operations in the provider block."
)

// prevention returns the reason why an edge with a policy may not leave state.
func (r *tlsEdgeResource) prevention(policy string) string {
	switch {
	case policy == policyDelete:
		return switchedOff
	case r.offers(api.UpdateTLSEdge), r.offers(api.DeleteTLSEdge):
		return preventedUndocumented
	}
	return prevented
}

// letGo returns the policy to apply first, and the fate of the edge under it.
func (r *tlsEdgeResource) letGo() (policy, fate string) {
	if r.offers(api.DeleteTLSEdge) {
		return deleteFirst, "deleted"
	}
	return abandonFirst, "forgotten"
}

// Ways out of PREVENT.
const (
	abandonFirst = "  deletion_policy = \"ABANDON\""
	deleteFirst  = "  deletion_policy = \"DELETE\""

	takeOut = "To take the edge out of state untouched, run this command:\n\n  terraform state rm trafficedge_tls_edge.NAME\n\n" +
		"From Terraform 1.7 and OpenTofu 1.10 on, this block in the place of the resource block does the same:\n\n" +
		"  removed {\n    from = trafficedge_tls_edge.NAME\n    lifecycle {\n      destroy = false\n    }\n  }"

	renamed = "If the resource was only renamed, add this block:\n\n" +
		"  moved {\n    from = trafficedge_tls_edge.OLD\n    to   = trafficedge_tls_edge.NEW\n  }"
)

// secondEdge explains create_before_destroy, under which a CLI creates the
// replacement before it asks to delete the edge. No request tells which object
// is the deposed one.
const secondEdge = "If the resource has create_before_destroy in its lifecycle, the replacement may exist already. Then both edges are " +
	"in state, \"terraform state show trafficedge_tls_edge.NAME\" shows the newer one, and no change of deletion_policy reaches this " +
	"one. Take both out of state as shown below, and import the one to keep."

// preventedReplacement refuses a replacement on the first attribute that asks
// for it, and names all others.
func (r *tlsEdgeResource) preventedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("%s must not be replaced for %s", state.object(), changes[0].at),
		fmt.Sprintf("The configuration differs from the edge in what only a new edge can have:\n\n%s\n\n%s\n\nThe values are not "+
			"shown here, because any may be sensitive. The first of these commands shows what changed on the service, the second "+
			"what is in state:\n\n  terraform plan -refresh-only\n  terraform state show trafficedge_tls_edge.NAME\n\nTo keep the edge, "+
			"configure what it has. To let it be replaced, apply this first, with everything else as the edge has it, and the "+
			"change after that:\n\n%s\n\n%s", attributesOf(changes), r.prevention(state.policy()), abandonFirst, takeOut))
}

// unplannedReplacement refuses to make in place a change that needs a new edge.
func unplannedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("%s cannot be changed in place for %s", state.object(), changes[0].at),
		fmt.Sprintf("The requested values differ from the plan in these attributes:\n\n%s\n\nThe API's description shows no update "+
			"of a TLS edge, and undocumented_operations does not name update_tls_edge. Nothing was changed. Plan again and apply that plan.", attributesOf(changes)))
}

// preventedDestroy refuses the plan of a destroy.
func (r *tlsEdgeResource) preventedDestroy(state model) diag.Diagnostic {
	policy, fate := r.letGo()
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		state.object()+" must not be destroyed",
		fmt.Sprintf("%s\n\n%s\n\nTo let the edge be %s, apply this first and destroy it after that:\n\n%s\n\n%s\n\n%s",
			r.prevention(state.policy()), renamed, fate, policy, secondEdge, takeOut))
}

// preventedRequest refuses the plan of a replacement in which no attribute
// changes.
func (r *tlsEdgeResource) preventedRequest(edge goingEdge) diag.Diagnostic {
	policy, _ := r.letGo()
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		fmt.Sprintf("TLS edge %q must not be replaced", edge.ID),
		fmt.Sprintf("%s\n\nNothing in the edge changes: -replace names it, or its replace_triggered_by does. Leave -replace out, or take "+
			"the trigger back. To let the edge be replaced, apply this first:\n\n%s\n\n%s", r.prevention(edge.Policy), policy, takeOut))
}

// preventedDeletion refuses to delete a tainted edge. The plan could not refuse
// it, because a plan does not see the taint.
func (r *tlsEdgeResource) preventedDeletion(state model) diag.Diagnostic {
	policy, _ := r.letGo()
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		state.object()+" must not be destroyed",
		fmt.Sprintf("%s\n\nThe plan could not say so, because the edge is tainted. To keep it, run this command:\n\n"+
			"  terraform untaint trafficedge_tls_edge.NAME\n\nTo let the edge be replaced, apply this after that, and taint it again:\n\n"+
			"%s\n\n%s\n\n%s", r.prevention(state.policy()), policy, secondEdge, takeOut))
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
		fmt.Sprintf("Whether these attributes change is known only during apply:\n\n%s\n\nIf they turn out as they are, nothing happens to "+
			"the edge. Otherwise the apply stops before it touches the edge, because the deletion_policy in its state is %s.",
			attributesOf(changes), state.policy()))
}

// undecidedReference warns that the apply may destroy an object that the edge
// still refers to, because the edge refuses the new one only after that.
func undecidedReference(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(changes[0].at,
		fmt.Sprintf("%s may be left serving something that is gone", state.object()),
		fmt.Sprintf("Whether these attributes change is known only during apply:\n\n%s\n\nIf this run replaces an object that one of "+
			"them names, it destroys that object BEFORE the edge refuses the new one, because the deletion_policy in the edge's "+
			"state is %s. The edge then serves something that is gone.\n\nLook in the plan for a replacement of such an object. If "+
			"there is one, keep the object, or apply this to the edge first and replace both after that:\n\n%s\n\nWith "+
			"create_before_destroy in the object's lifecycle, the edge refuses before the old object is destroyed.",
			attributesOf(changes), state.policy(), abandonFirst))
}

// abandonment warns that an edge stays on the service.
func abandonment(id, fate string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("TLS edge %q %s", id, fate),
		fmt.Sprintf("The edge with the id %q goes on serving after it has left state, because the service documents no way to delete a "+
			"TLS edge. Note the id: with it the edge can be imported again, or deleted by the service's own means.", id))
}

// attributesOf names the attributes that differ, a line each.
func attributesOf(changes []difference) string {
	lines := make([]string, len(changes))
	for i, change := range changes {
		lines[i] = "  " + change.at.String()
	}
	return strings.Join(lines, "\n")
}
