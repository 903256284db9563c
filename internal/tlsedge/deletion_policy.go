package tlsedge

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// What a deletion_policy may be.
const (
	policyPrevent = "PREVENT"
	policyAbandon = "ABANDON"
)

// policyOf is the deletion policy that holds for an edge: PREVENT for one that
// was imported and has none in state yet.
func policyOf(m model) types.String {
	if m.DeletionPolicy.IsNull() {
		return types.StringValue(policyPrevent)
	}
	return m.DeletionPolicy
}

func (m model) mayBeAbandoned() bool {
	return m.DeletionPolicy.ValueString() == policyAbandon
}

// noWayBack is why a destroy or a replacement is no ordinary one.
const noWayBack = "The service documents neither update nor delete of a TLS edge, so the edge would go on serving traffic " +
	"with nothing managing it."

// Ways out of PREVENT, as they are to be written.
const (
	abandonFirst = "  deletion_policy = \"ABANDON\""
	removedBlock = "  removed {\n    from = trafficedge_tls_edge.NAME\n    lifecycle {\n      destroy = false\n    }\n  }"
)

// preventedReplacement refuses a replacement on the first attribute that asks
// for it, and names all others.
func preventedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("TLS edge %q must not be replaced for %s", state.ID.ValueString(), changes[0].at),
		fmt.Sprintf("The configuration asks for what only a new edge can have:\n\n%s\n\n%s The deletion_policy in its state is "+
			"PREVENT, which makes that an error.\n\nTo keep the edge, configure what it has. To let it be replaced, apply this "+
			"first, with everything else as the edge has it, and the change after that:\n\n%s\n\nOr take the edge out of "+
			"Terraform untouched, with this in the place of its resource block:\n\n%s",
			list(changes), noWayBack, abandonFirst, removedBlock))
}

// unplannedReplacement refuses to change in place what only a new edge can have.
func unplannedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(changes[0].at,
		fmt.Sprintf("TLS edge %q cannot be changed in place for %s", state.ID.ValueString(), changes[0].at),
		fmt.Sprintf("What was asked for is not what was planned:\n\n%s\n\nThe API cannot update a TLS edge. Nothing was changed; plan "+
			"again and apply that plan.", list(changes)))
}

// preventedDestroy refuses to destroy an edge.
func preventedDestroy(state model) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		fmt.Sprintf("TLS edge %q must not be destroyed", state.ID.ValueString()),
		fmt.Sprintf("%s The deletion_policy in its state is PREVENT, which makes destroying or replacing it an error.\n\n"+
			"To let Terraform forget the edge, apply this first and destroy it after that:\n\n%s\n\nOr take the edge out of "+
			"Terraform untouched, with this in the place of its resource block:\n\n%s\n\nTerraform also destroys an edge that "+
			"it calls tainted, or that -replace names. To keep such a one, run terraform untaint with its address, or leave "+
			"-replace out.", noWayBack, abandonFirst, removedBlock))
}

// undecidedReplacement warns of a replacement that will be refused when values
// turn out to be others than the edge has.
func undecidedReplacement(state model, changes []difference) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(changes[0].at,
		fmt.Sprintf("TLS edge %q may need a replacement that is prevented", state.ID.ValueString()),
		fmt.Sprintf("Whether these values change is known only during apply:\n\n%s\n\nIf they turn out as they are, nothing happens to "+
			"the edge. Otherwise the apply stops before it touches the edge, because the deletion_policy in its state is PREVENT.",
			list(changes)))
}

// abandonment warns that an edge stays on the service, once when that is planned
// and again when it has happened.
func abandonment(state model, what string) diag.Diagnostic {
	serving := ""
	if hostports := state.Hostports; !isUnset(hostports) {
		serving = " at " + show(hostports)
	}
	return diag.NewWarningDiagnostic(fmt.Sprintf("TLS edge %q %s", state.ID.ValueString(), what),
		fmt.Sprintf("The edge with the id %q goes on serving%s after Terraform has forgotten it, because the service documents no way "+
			"to delete a TLS edge. Note the id: with it the edge can be imported again, or deleted by the service's own means.",
			state.ID.ValueString(), serving))
}

// list shows differences, a line each.
func list(changes []difference) string {
	lines := make([]string, len(changes))
	for i, change := range changes {
		lines[i] = fmt.Sprintf("  %s: the edge has %s, wanted is %s", change.at, change.show(change.has), change.show(change.wanted))
	}
	return strings.Join(lines, "\n")
}

// undecided returns the changes that depend on values which are not known yet,
// and the others.
func undecided(ctx context.Context, changes []difference) (open, settled []difference) {
	for _, change := range changes {
		if change.isDecided(ctx) {
			settled = append(settled, change)
		} else {
			open = append(open, change)
		}
	}
	return open, settled
}
