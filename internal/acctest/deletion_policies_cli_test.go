// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	theBackend   = "trafficedge_failover_backend.b"
	theEdge      = "trafficedge_tls_edge.a"
	doEdge       = doApply + " -target=" + theEdge
	nothingDone  = "0 added, 0 changed, 0 destroyed"
	onlyReplaced = "1 added, 0 changed, 1 destroyed"
	onePost      = "post"
	twoPosts     = onePost + " " + onePost
)

// edgeHCL returns a configuration of a TLS edge and its failover backend.
func edgeHCL(policy string) string {
	return fmt.Sprintf(`
resource "trafficedge_failover_backend" "b" {
  backends = ["x"]
}
resource "trafficedge_tls_edge" "a" {
  backend         = { backend_id = trafficedge_failover_backend.b.id }
  deletion_policy = %q
}
`, policy)
}

// imported returns the step that imports both objects of [edgeHCL].
func imported(policy string) cliStep {
	const block = "import {\nto = %s\nid = %q\n}\n"
	return cliStep{config: fmt.Sprintf(block, theBackend, oldBackend) + fmt.Sprintf(block, theEdge, oldEdge) + edgeHCL(policy), args: doApply}
}

// A real CLI runs special cases of the deletion policies, and applies the remedies that
// errors suggest.
func TestAccDeletionPolicies(t *testing.T) {
	t.Parallel()
	const refused = "cannot be replaced for description"
	const tightened = `plan with deletion_policy = "ABANDON" apply it alone, with the edge's present values (state show prints them)`
	changed := func(server *acctest.Server) {
		server.ChangeTLSEdge(oldEdge, func(edge *refapi.TLSEdge) { edge.Description = "by hand" })
	}
	more := func(policy, argument string) string {
		return strings.Replace(edgeHCL(policy), "deletion_policy", argument+"\ndeletion_policy", 1)
	}
	described := func(policy, description string) string {
		return more(policy, fmt.Sprintf("description = %q", description))
	}
	ignoring := more("ABANDON", "lifecycle {\nignore_changes = [deletion_policy]\n}")
	createFirst := more("PREVENT", "lifecycle {\ncreate_before_destroy = true\n}")
	renamed := strings.Replace(edgeHCL("PREVENT"), `"a"`, `"b"`, 1)
	// The edges share a block, so the present values of one edge cannot be written out.
	shared := func(text string) string {
		return "resource \"trafficedge_tls_edge\" \"shop\" {\nfor_each = toset([\"a\", \"b\"])\ndescription = \"" + text + " ${each.key}\"\n}\n"
	}
	runSteps(t, map[string][]cliStep{
		"an edge is changed by others": {
			imported("PREVENT"),
			{others: changed, config: edgeHCL("PREVENT"), args: "plan", words: refused, fails: true},
			{config: described("PREVENT", "by hand"), args: "plan", words: "No changes"},
			{config: described("ABANDON", "by hand"), args: doEdge, words: "1 changed"},
			{config: edgeHCL("ABANDON"), args: doApply, words: "will be replaced and abandoned " + onlyReplaced, sent: onePost},
		},
		"ignore_changes hides the policy": {
			imported("PREVENT"),
			{others: changed, config: ignoring, args: "plan", words: refused, fails: true},
			{args: "state rm " + theEdge},
			{args: doApply, words: "1 added", sent: onePost},
		},
		"the policy is tightened with a change": {
			imported("ABANDON"),
			{config: described("PREVENT", "new"), args: "plan", words: refused + " " + tightened, fails: true},
			{config: described("ABANDON", "new"), args: doApply, words: onlyReplaced, sent: onePost},
			{config: described("PREVENT", "new"), args: doApply, words: "0 added, 1 changed, 0 destroyed"},
		},
		"a block is shared": {
			{config: shared("first"), args: doApply, words: "2 added", sent: twoPosts},
			{config: shared("second"), args: "plan", words: refused, fails: true},
			{args: `state rm trafficedge_tls_edge.shop["a"]`},
			{args: doApply + ` -target=trafficedge_tls_edge.shop["a"]`, words: "1 added", sent: onePost},
			{args: `state rm trafficedge_tls_edge.shop["b"]`},
			{args: doApply, words: "1 added", sent: onePost},
		},
		"an edge is tainted, the new one first": {
			imported("PREVENT"),
			{config: createFirst, args: "taint " + theEdge},
			{args: doApply, words: "cannot be destroyed", sent: onePost, fails: true},
			{args: doApply, words: "state rm for the resource", fails: true},
			{args: "state rm " + theEdge},
			{args: "import " + theEdge + " " + oldEdge},
		},
		"an edge is tainted": {
			imported("PREVENT"),
			{config: edgeHCL("PREVENT"), args: "taint " + theEdge},
			{args: doApply, words: "cannot be destroyed", fails: true},
			{args: "untaint " + theEdge},
			{config: edgeHCL("ABANDON"), args: doApply, words: "1 changed"},
			{args: "taint " + theEdge},
			{args: doApply, words: "was abandoned " + onlyReplaced, sent: onePost},
		},
		"an edge is renamed": {
			imported("PREVENT"),
			{config: renamed, args: "plan", words: "cannot be destroyed add a moved block", fails: true},
			{config: renamed + "moved {\nfrom = " + theEdge + "\nto = trafficedge_tls_edge.b\n}", args: doApply, words: nothingDone},
		},
	}, "[]")
}

// An edge that can neither be changed in place nor replaced rejects a value that is not known
// yet. A real CLI therefore cannot destroy or replace the backend behind the edge, even after
// a taint or a refresh, or with -target. After each remedy in the Troubleshooting guide, the
// plan is empty.
func TestAccUnknownValues(t *testing.T) {
	t.Parallel()
	const unknown = "cannot be replaced for backend.backend_id Not known yet: backend.backend_id."
	const replace = " -replace=" + theBackend
	const siblings = "reverse(sort(" + theBackend + "[*].id))[0]"
	gone := func(server *acctest.Server) { server.RemoveFailoverBackend(oldBackend) }
	reference := func(policy, id string) string { return strings.Replace(edgeHCL(policy), theBackend+".id", id, 1) }
	several := func(count, id string) string {
		return strings.Replace(reference("PREVENT", id), "backends =", "count = "+count+"\n  backends =", 1)
	}
	writtenOut := reference("ABANDON", `"`+oldBackend+`"`)
	renamed := strings.NewReplacer(`backend" "b"`, `backend" "c"`, theBackend, "trafficedge_failover_backend.c").Replace(edgeHCL("PREVENT"))
	single, _, _ := strings.Cut(strings.Replace(imported("PREVENT").config, theBackend, theBackend+"[0]", 1), "resource")
	runSteps(t, map[string][]cliStep{
		"renamed": {
			imported("PREVENT"),
			{config: renamed, args: "plan", words: unknown + " add a moved block", fails: true},
			{config: renamed + "moved {\nfrom = " + theBackend + "\nto = trafficedge_failover_backend.c\n}", args: doApply, words: nothingDone},
		},
		"tainted": {
			imported("PREVENT"),
			{config: edgeHCL("PREVENT"), args: "taint " + theBackend},
			{args: "plan", words: unknown, fails: true},
			{args: doEdge, words: unknown, fails: true},
			{args: "untaint " + theBackend},
		},
		"replaced with its edge": {
			imported("PREVENT"),
			{config: edgeHCL("PREVENT"), args: "plan" + replace, words: unknown, fails: true},
			{config: writtenOut, args: doEdge, words: "0 added, 1 changed, 0 destroyed"},
			{config: edgeHCL("ABANDON"), args: doApply + replace, words: "2 added, 0 changed, 2 destroyed", sent: "delete " + twoPosts},
		},
		"gone, refreshed and created alone": {
			imported("PREVENT"),
			{others: gone, config: edgeHCL("PREVENT"), args: "apply -refresh-only -auto-approve"},
			{args: "plan -target=" + theEdge, words: unknown, fails: true},
			{args: doApply + " -target=" + theBackend, words: "1 added", sent: onePost},
			{args: "plan", words: "cannot be replaced for backend.backend_id", fails: true},
			{config: writtenOut, args: doEdge, words: "0 added, 1 changed, 0 destroyed"},
			{config: edgeHCL("ABANDON"), args: doApply, words: onlyReplaced, sent: onePost},
		},
		"unknown because of a sibling": {
			{config: single + several("1", siblings), args: doApply},
			{config: several("2", siblings), args: "plan", words: unknown, fails: true},
			{args: doApply + " -target=" + theBackend, words: "1 added", sent: onePost},
			{config: several("3", theBackend+"[0].id"), args: doApply, words: "1 added", sent: onePost},
			{config: several("4", "[for b in "+theBackend+" : b.id][0]"), args: doApply, words: "1 added", sent: onePost},
			{config: several("5", "tolist(toset("+theBackend+"[*].id))[0]"), args: "plan", words: unknown, fails: true},
			{config: several("4", theBackend+"[0].id"), args: "plan"},
		},
	}, "[]")
}
