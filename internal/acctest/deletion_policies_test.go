// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const edgeType = "trafficedge_tls_edge"

// policyRow is the expected outcome of one way to remove the edge "a". If the way ends in
// "!", the row applies only with create_before_destroy.
type policyRow struct {
	way string
	outcome
}

// policyRows returns the rows for each policy of an edge in state. "off" means the policy
// DELETE while undocumented_operations does not allow the deletion.
func policyRows() map[string][]policyRow {
	const refused, abandoned, replaced, tightened = "cannot be destroyed", "(will be|was) abandoned", "will be replaced and abandoned", "cannot be replaced for description"
	prevented := []policyRow{
		{"destroy", outcome{refused, "", "", "a"}},
		{"change", outcome{tightened, "", "", "a"}},
		{"change, unknown policy", outcome{tightened, "", "", "a"}},
		{"rename", outcome{refused, "", "", "a"}},
		{"rename, second half", outcome{refused, "", "", "a a"}},
		{"-replace", outcome{"cannot be replaced", "", "", "a"}},
		{"taint", outcome{"", refused, "", "a"}},
		{"taint!", outcome{"", refused, "post", "a a"}},
		{"gone", outcome{"", "", "post", "a"}},
	}
	const ignored, needed = "change, ignored policy", "needs delete_tls_edge"
	return map[string][]policyRow{
		"PREVENT": append(slices.Clone(prevented), policyRow{ignored, outcome{tightened, "", "", "a"}}),
		"null":    prevented,
		"off":     append(slices.Clone(prevented), policyRow{ignored, outcome{needed, "", "", "a"}}, policyRow{"store DELETE", outcome{needed, "", "", "a"}}),
		"ABANDON": {
			{"destroy", outcome{abandoned, "", "", "a"}},
			{"change", outcome{tightened, "", "", "a"}},
			{"change, same policy", outcome{replaced, "", "post", "a changed"}},
			{"change, same policy!", outcome{replaced, abandoned, "post", "a changed"}}, // planned again during the apply
			{"change, unknown policy", outcome{tightened, "", "", "a"}},
			{"rename", outcome{abandoned, "", "post", "a a"}},
			{"rename, second half", outcome{abandoned, "", "", "a a"}},
			{"-replace", outcome{"TLS edge cannot be replaced", "", "", "a"}},
			{"-replace, same policy", outcome{"", abandoned, "post", "a a"}},
			{"taint", outcome{"", abandoned, "post", "a a"}},
			{"gone", outcome{"", "", "post", "a"}},
		},
		"DELETE": {
			{"destroy", outcome{"", "", "delete", ""}},
			{"destroy, failed before", outcome{"", "", "delete", ""}},
			{"keep, failed before", outcome{"", "", "", "a"}},
			{"change", outcome{tightened, "", "", "a"}},
			{"change, same policy", outcome{"", "", "delete post", "changed"}},
			{"rename", outcome{"", "", "delete post", "a"}},
			{"-replace", outcome{"TLS edge cannot be replaced", "", "", "a"}},
			{"-replace, same policy", outcome{"", "", "delete post", "a"}},
			{"taint", outcome{"", "", "delete post", "a"}},
			{"gone", outcome{"", "", "post", "a"}},
		},
	}
}

// policyRows lists the outcome of each way to remove an edge under each policy. The test runs
// each way with and without create_before_destroy, plans several instances in both orders, and
// uses a new process for each plan and apply, or one process for all of them.
func TestDeletionPolicies(t *testing.T) {
	t.Parallel()
	for policy, rows := range policyRows() {
		for _, row := range rows {
			for _, n := range modes(3) {
				drives := mode{createFirst: n&1 > 0, oneProcess: n&2 > 0, reverse: n&4 > 0}
				way, isSpecific := strings.CutSuffix(row.way, "!")
				hasSpecific := slices.ContainsFunc(rows, func(other policyRow) bool { return other.way == way+"!" })
				if isSpecific != (drives.createFirst && hasSpecific) {
					continue
				}
				t.Run(fmt.Sprintf("%s %s %+v", policy, way, drives), func(t *testing.T) {
					t.Parallel()
					w := newPolicyWorld(t, policy, drives)
					w.check(row.outcome, w.removeEdge(way))
				})
			}
		}
	}
}

// policyWorld is a world with one edge, which belongs to the instance "a".
type policyWorld struct {
	*world

	stored string         // the policy that was applied to "a"
	config map[string]any // the configuration of "a"
}

// newPolicyWorld returns a world whose edge the provider has imported.
func newPolicyWorld(t *testing.T, policy string, drives mode) *policyWorld {
	t.Helper()
	w := &policyWorld{world: newWorld(t, edgeType, drives, api.DeleteTLSEdge)}
	// ABANDON in place of null and PREVENT is replaced in state below.
	w.stored = cmp.Or(map[string]string{"off": "DELETE", "null": "ABANDON", "PREVENT": "ABANDON"}[policy], policy)
	w.config = map[string]any{"description": "a", "deletion_policy": w.stored}
	w.Server.AddTLSEdge(refapi.TLSEdge{ID: "edge_a", CreatedAt: "2026-01-02T03:04:05Z", Description: "a"})
	w.member("a").MustImport("edge_a")
	// This apply writes private state, which must not affect later runs.
	if done := w.run(wish{name: "a", config: w.config}); len(done.planned)+len(done.applied) > 0 || len(writesTo(w.Server)) > 0 {
		t.Fatalf("applying a policy reports %s%s and sends %q", done.planned, done.applied, writesTo(w.Server))
	}
	if policy == "null" || policy == "PREVENT" {
		state := protocoltest.PlainObject(w.members["a"].State)
		state["deletion_policy"] = map[string]any{"PREVENT": "PREVENT"}[policy]
		w.members["a"].State = w.Config(state)
	}
	// The policy in state must take effect, so the configuration has another policy.
	w.config["deletion_policy"] = "ABANDON"
	if policy == "ABANDON" {
		w.config["deletion_policy"] = "PREVENT"
	}
	if policy == "off" {
		w.Provider = w.Server.NewResource(t, edgeType, map[string]any{"max_retries": 0}).Provider
		w.Provider.Shared = w.oneProcess
	}
	return w
}

// removeEdge removes the edge "a" in one of several ways and returns the result of the last
// run.
func (w *policyWorld) removeEdge(way string) runResult {
	w.Helper()
	changed, kept := with(w.config, "description", "changed"), with(w.config, "deletion_policy", w.stored)
	a := func(config map[string]any) wish { return wish{name: "a", config: config} }
	destroy, same, other := wish{name: "a"}, a(w.config), wish{name: "b", config: w.config}
	switch way {
	case "destroy, failed before", "keep, failed before":
		w.Server.Fail(http.MethodDelete, refapi.Fault{Status: http.StatusInternalServerError})
		if failed := w.run(destroy); failed.applied.Err() == nil {
			w.Fatalf("expected an error, got %s", failed.applied)
		}
		w.Server.Intercept(nil)
	case "rename, second half":
		if half := w.run(other); len(half.planned)+len(half.applied) > 0 {
			w.Errorf("the first half reports %s%s", half.planned, half.applied)
		}
	case "taint":
		w.members["a"].Tainted = true
	case "gone":
		w.Server.RemoveTLSEdge(w.members["a"].Text("id"))
	}
	return w.run(map[string][]wish{
		"destroy":                {destroy},
		"destroy, failed before": {destroy},
		"keep, failed before":    {same},
		"change":                 {a(changed)},
		"change, same policy":    {a(with(changed, "deletion_policy", w.stored))},
		"change, unknown policy": {{name: "a", config: with(changed, "deletion_policy", protocoltest.Unknown{}), known: changed}},
		"change, ignored policy": {{name: "a", config: changed, ignored: []string{"deletion_policy"}}},
		"rename":                 {destroy, other},
		"rename, second half":    {destroy, other},
		"-replace":               {{name: "a", config: w.config, replace: true}},
		"-replace, same policy":  {{name: "a", config: kept, replace: true}},
		"store DELETE":           {a(with(w.config, "deletion_policy", "DELETE"))},
		"taint":                  {same},
		"gone":                   {same},
	}[way]...)
}

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
