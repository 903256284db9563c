// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

const (
	edgeType  = "trafficedge_tls_edge"
	oauthType = "trafficedge_https_edge_route_oauth"
)

// policyRow is the expected result of one way to remove the edge "a". If the way ends in "!",
// the row applies only with create_before_destroy.
type policyRow struct {
	way              string
	planned, applied string // patterns for a summary in the plan and in the apply; "" means no diagnostics
	sent, remaining  string // patterns for the writes, and for the edges on the service after the run
}

// policyRows returns the rows for each policy of an edge in state. "off" means the policy
// DELETE while undocumented_operations does not allow the deletion.
func policyRows() map[string][]policyRow {
	const refused, abandoned, replaced, tightened = "cannot be destroyed", "(will be|was) abandoned", "will be replaced and abandoned", "cannot be replaced for description"
	prevented := []policyRow{
		{"destroy", refused, "", "", "a"},
		{"change", "cannot be replaced for description", "", "", "a"},
		{"change, unknown policy", "cannot be replaced for description", "", "", "a"},
		{"rename", refused, "", "", "a"},
		{"rename, second half", refused, "", "", "a a"},
		{"-replace", "cannot be replaced", "", "", "a"},
		{"taint", "", refused, "", "a"},
		{"taint!", "", refused, "create", "a a"},
		{"gone", "", "", "create", "a"},
	}
	return map[string][]policyRow{
		"PREVENT": prevented,
		"null":    prevented,
		"off":     append(prevented, policyRow{"store DELETE", "needs delete_tls_edge", "", "", "a"}),
		"ABANDON": {
			{"destroy", abandoned, abandoned, "", "a"},
			{"change", tightened, "", "", "a"},
			{"change, same policy", replaced, abandoned, "create", "a changed"},
			{"change, unknown policy", tightened, "", "", "a"},
			{"rename", abandoned, abandoned, "create", "a a"},
			{"rename, second half", abandoned, abandoned, "", "a a"},
			{"-replace", "TLS edge cannot be replaced", "", "", "a"},
			{"-replace, same policy", "", abandoned, "create", "a a"},
			{"taint", "", abandoned, "create", "a a"},
			{"gone", "", "", "create", "a"},
		},
		"DELETE": {
			{"destroy", "", "", "delete", ""},
			{"destroy, failed before", "", "", "delete", ""},
			{"keep, failed before", "", "", "", "a"},
			{"change", tightened, "", "", "a"},
			{"change, same policy", "", "", "create delete", "changed"},
			{"rename", "", "", "create delete", "a"},
			{"-replace", "TLS edge cannot be replaced", "", "", "a"},
			{"-replace, same policy", "", "", "create delete", "a"},
			{"taint", "", "", "create delete", "a"},
			{"gone", "", "", "create", "a"},
		},
	}
}

// policyRows lists the result for each way to remove an edge under each policy. The test runs
// each way with and without create_before_destroy, plans several instances in both orders, and
// uses a new process for each plan and apply, or one process for all of them. Tainted edges are tested only with a new process for
// each plan and apply. After a run without errors, the next run changes nothing. The clean-up
// succeeds, unless a policy prevents it. Diagnostics report every abandoned edge. Every error
// suggests a remedy.
func TestDeletionPolicies(t *testing.T) {
	t.Parallel()
	for policy, rows := range policyRows() {
		for _, row := range rows {
			for mode := range 8 {
				createFirst, oneProcess, reverse := mode&1 > 0, mode&2 > 0, mode&4 > 0
				way, applies := row.appliesTo(rows, createFirst, oneProcess)
				if !applies {
					continue
				}
				t.Run(fmt.Sprintf("%s %s, create first %t, one process %t, reverse %t", policy, way, createFirst, oneProcess, reverse), func(t *testing.T) {
					t.Parallel()
					w := newPolicyWorld(t, policy)
					w.createFirst, w.oneProcess, w.reverse = createFirst, oneProcess, reverse
					w.check(row, w.removeEdge(way))
					w.cleanUp()
				})
			}
		}
	}
}

// appliesTo returns the way of a row, and reports whether the row is the most specific one.
func (row policyRow) appliesTo(rows []policyRow, createFirst, oneProcess bool) (way string, applies bool) {
	way, isSpecific := strings.CutSuffix(row.way, "!")
	hasSpecific := slices.ContainsFunc(rows, func(other policyRow) bool { return other.way == way+"!" })
	isTested := !oneProcess || !strings.HasPrefix(way, "taint")
	return way, isTested && isSpecific == (createFirst && hasSpecific)
}

// check compares a run's result with a row, and expects the next run to change nothing.
func (w *policyWorld) check(row policyRow, done runResult) {
	w.Helper()
	hasSummary := func(diagnostics protocoltest.Diagnostics, pattern string) bool {
		matches := func(one *tfprotov6.Diagnostic) bool { return regexp.MustCompile(pattern).MatchString(one.Summary) }
		return pattern == "" && len(diagnostics) == 0 || pattern != "" && slices.ContainsFunc(diagnostics, matches)
	}
	if !hasSummary(done.planned, row.planned) || !hasSummary(done.applied, row.applied) {
		w.Errorf("the plan reports %s and the apply %s, want %q and %q", done.planned, done.applied, row.planned, row.applied)
	}
	sent, remaining := w.sent(), w.remaining()
	if !regexp.MustCompile("^("+row.sent+")$").MatchString(sent) || !regexp.MustCompile("^("+row.remaining+")$").MatchString(remaining) {
		w.Errorf("sent %q, and %q remains, want %q and %q", sent, remaining, row.sent, row.remaining)
	}
	for _, one := range slices.Concat(done.planned, done.applied) {
		lines := protocoltest.Lines("", "", one.Detail) - 2
		isError := one.Severity == tfprotov6.DiagnosticSeverityError
		if lines > 2 && !isError || lines > protocoltest.MaxLines-3 {
			w.Errorf("%d lines of text: %s\n%s", lines, one.Summary, one.Detail)
		}
		if isError {
			if !regexp.MustCompile(`deletion_policy = |state rm|ntaint|apply that with|undocumented_operations`).MatchString(one.Detail) {
				w.Errorf("no remedy for %s: %s", one.Summary, one.Detail)
			}
			return
		}
	}
	next := w.run(done.next...)
	if len(next.planned)+len(next.applied)+len(w.sent()) > 0 {
		w.Errorf("the next run reports %s%sand sends %q", next.planned, next.applied, w.sent())
	}
}
