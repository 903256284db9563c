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

// A real CLI refuses what the policies forbid, and applies the remedies that errors suggest. An
// edge that can neither be changed in place nor replaced rejects a value that is not known yet, so
// the CLI cannot destroy or replace the backend behind the edge either.
func TestAccDeletionPolicies(t *testing.T) {
	t.Parallel()
	const unknown = "cannot be replaced for backend.backend_id Not known yet: backend.backend_id."
	const newBackend = "trafficedge_failover_backend.c"
	changed := func(server *acctest.Server) {
		server.ChangeTLSEdge(oldEdge, func(edge *refapi.TLSEdge) { edge.Description = "by hand" })
	}
	with := func(policy, arguments string) string {
		return strings.Replace(edgeHCL(policy), "deletion_policy", arguments+"\ndeletion_policy", 1)
	}
	moved := func(from, to string) string { return "moved {\nfrom = " + from + "\nto = " + to + "\n}" }
	renamed := strings.Replace(with("PREVENT", `description = "by hand"`), `"a"`, `"b"`, 1)
	renamedBackend := strings.NewReplacer(`backend" "b"`, `backend" "c"`, theBackend, newBackend).Replace(edgeHCL("PREVENT"))
	writtenOut := strings.Replace(edgeHCL("ABANDON"), theBackend+".id", `"`+oldBackend+`"`, 1)
	runSteps(t, map[string][]cliStep{
		"an edge": {
			imported("PREVENT"),
			{others: changed, config: edgeHCL("PREVENT"), args: "plan", words: "cannot be replaced for description", fails: true},
			{config: with("ABANDON", `description = "by hand"`), args: doEdge, words: "1 changed"},
			{config: edgeHCL("ABANDON"), args: doApply, words: "will be replaced and abandoned " + onlyReplaced, sent: onePost},
			{config: edgeHCL("PREVENT"), args: doApply, words: "1 changed"},
			{config: with("PREVENT", "lifecycle {\ncreate_before_destroy = true\n}"), args: "taint " + theEdge},
			{args: doApply, words: "cannot be destroyed", sent: onePost, fails: true},
			{args: doApply, words: "state rm for the resource", fails: true},
			{args: "state rm " + theEdge},
			{args: "import " + theEdge + " " + oldEdge},
			{config: renamed, args: "plan", words: "cannot be destroyed add a moved block", fails: true},
			{config: renamed + moved(theEdge, "trafficedge_tls_edge.b") + "\n", args: "plan"},
			{config: with("PREVENT", `description = "by hand"`), args: "plan", words: "No changes"},
		},
		"the backend behind an edge": {
			imported("PREVENT"),
			{config: edgeHCL("PREVENT"), args: "taint " + theBackend},
			{args: doEdge, words: unknown, fails: true},
			{args: "untaint " + theBackend},
			{args: "plan -replace=" + theBackend, words: unknown, fails: true},
			{config: renamedBackend, args: "plan", words: unknown + " add a moved block", fails: true},
			{config: renamedBackend + moved(theBackend, newBackend), args: doApply, words: nothingDone},
			{config: edgeHCL("PREVENT") + moved(newBackend, theBackend), args: doApply, words: nothingDone},
			{config: writtenOut, args: doEdge, words: "0 added, 1 changed, 0 destroyed"},
			{config: edgeHCL("ABANDON"), args: doApply + " -replace=" + theBackend, words: "2 added, 0 changed, 2 destroyed", sent: "delete " + twoPosts},
			{others: func(server *acctest.Server) { server.RemoveFailoverBackend(server.FailoverBackends()[0].ID) }, args: "apply -refresh-only -auto-approve"},
			{args: doApply + " -target=" + theBackend, words: "1 added", sent: onePost},
			{args: doApply, words: onlyReplaced, sent: onePost},
		},
	}, "[]")
}
