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

// policyRow is the expected result of one way to remove the object "a". If the way ends
// in "!", the row applies only with create_before_destroy. If it ends in "@", the row
// applies only if one process of the provider serves all plans and applies.
type policyRow struct {
	way              string
	planned, applied string // patterns for a summary in the plan and in the apply; "" means no diagnostics, and a leading "?" means optional diagnostics
	sent, remaining  string // patterns for the writes, and for the objects on the service after the run
}

// policyRows returns the rows for each resource type and policy in state. "off" means
// the policy DELETE while undocumented_operations does not allow the deletion.
func policyRows() map[string]map[string][]policyRow {
	const (
		refused, abandoned, replaced = "cannot be destroyed", "(will be|was) abandoned", "will be replaced and abandoned"
		closed, opened               = "stays on the service", `^Route "r1" .* will answer WITHOUT authentication`
		leftOpen, shared             = `^Route "r[12]" .* would be left open`, "Two resources own route"
	)
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
	protected := []policyRow{
		{"destroy", closed, "", "", "r1 on"},
		{"change", "", "", "on r1", "r1 on"},
		{"rename", closed, "", "on r1", "r1 on"},
		{"rename, second half", closed, "", "", "r1 on"},
		{"rename, second half@", "", "", "", "r1 on"},
		{"move", closed, "", "on r2", "r1 on r2 on"},
		{"move, unknown", closed, "", "on r2", "r1 on r2 on"},
		{"same route, unknown", closed, "", "on r1", "r1 on"},
		{"swap", closed, "", "on r1 on r2", "r1 on r2 on"},
		{"share", shared, "", "", "r1 on"},
		{"share, unknown", "", shared, "on r1", "r1 on"},
		{"two imports", "", shared, "on r1", "r1 on"},
		{"import, destroy", closed, "", "", "r1 on"},
		{"deposed copy", closed, "", "", "r1 on"},
		{"deposed copy@", "", "", "", "r1 on"},
		{"rename, unknown", closed, "", "on r1", "r1 on"},
		{"-replace", "", "", "on r1", "r1 on"},
		{"-replace, ignored move", "", "", "on r2", "r1 on r2 on"},
		{"-replace, ignored move!", "", closed, "on r2", "r1 on r2 on"},
		{"taint", "", "", "on r1", "r1 on"},
		{"taint, move", "", closed, "on r2", "r1 on r2 on"},
		{"gone", "", "", "on r1", "r1 on"},
	}
	// opening returns the rows for a policy that disables or deletes the OAuth module. The argument
	// off is the request that does so. The argument result describes the module after that request.
	opening := func(off, result string) []policyRow {
		return []policyRow{
			{"destroy", opened, "", off, result},
			{"destroy, failed before", opened, "", off, result},
			{"keep, failed before", "", "", "on r1", "r1 on"},
			{"change", "", "", "on r1", "r1 on"},
			{"rename", leftOpen, "", "", "r1 on"},
			{"rename, second half", leftOpen, "", "", "r1 on"},
			{"move", opened, "", off + " on r2", result + " r2 on"},
			{"move, unknown", opened, "", off + " on r2", result + " r2 on"},
			{"same route, unknown", opened, "", off + " on r1", "r1 on"},
			// If one process serves plan and apply, the provider may reject the plan made during the apply.
			{"same route, unknown!", opened, "?" + leftOpen, "(on r1)?", "r1 on"},
			{"swap", leftOpen, "", "", "r1 on r2 on"},
			{"share", shared, "", "", "r1 on"},
			{"share, imported", shared, "", "", "r1 on"},
			{"share, unknown", "", shared, "on r1", "r1 on"},
			{"two imports", "", shared, "on r1", "r1 on"},
			{"import, destroy", opened, "", off, result},
			{"deposed copy", leftOpen, "", "", "r1 on"},
			// During the apply, the new instance is planned with a known route. The
			// provider cannot distinguish this plan from a plan of the row "rename".
			{"rename, unknown@", opened, "?" + leftOpen, off + "( on r1)?", "r1 on|" + result},
			// The provider sends nothing for the old instance if the new instance has
			// already set the module.
			{"rename, unknown", opened, "", "(" + off + " )?on r1", "r1 on"},
			{"-replace", "", "", "on r1", "r1 on"},
			{"-replace, ignored move", refused, "", "", "r1 on"},
			{"-replace, ignored unknown move", "", refused, "", "r1 on"},
			{"taint", "", "", "on r1", "r1 on"},
			{"taint, move", "", refused, "", "r1 on"},
			// The deletion of the old instance is planned during the apply. The provider
			// cannot distinguish that plan from a move, so the provider opens the route.
			{"-replace, ignored unknown move!", "", opened, off + " on r2", result + " r2 on"},
			{"taint, move!", "", opened, off + " on r2", result + " r2 on"},
			{"gone", "", "", "on r1", "r1 on"},
		}
	}
	return map[string]map[string][]policyRow{
		edgeType: {
			"PREVENT": prevented,
			"null":    prevented,
			"off":     append(prevented, policyRow{"store DELETE", "needs delete_tls_edge", "", "", "a"}),
			"ABANDON": {
				{"destroy", abandoned, "", "", "a"},
				{"change", replaced, "", "create", "a changed"},
				{"change, unknown policy", replaced, "", "create", "a changed"},
				{"rename", abandoned, "", "create", "a a"},
				{"rename, second half", abandoned, "", "", "a a"},
				{"-replace", "", abandoned, "create", "a a"},
				{"taint", "", abandoned, "create", "a a"},
				{"gone", "", "", "create", "a"},
			},
			"DELETE": {
				{"destroy", "", "", "delete", ""},
				{"destroy, failed before", "", "", "delete", ""},
				{"keep, failed before", "", "", "", "a"},
				{"change", "", "", "create delete", "changed"},
				{"rename", "", "", "create delete", "a"},
				{"-replace", "", "", "create delete", "a"},
				{"taint", "", "", "create delete", "a"},
				{"gone", "", "", "create", "a"},
			},
		},
		oauthType: {
			"ABANDON": protected,
			"PREVENT": protected,
			"null":    protected,
			"DISABLE": opening("off r1", "r1 off"),
			"DELETE":  opening("delete r1", "r1 none"),
			"off": {
				{"store DELETE", "needs delete_route_oauth", "", "", "r1 on"},
				{"destroy", "needs delete_route_oauth", "", "", "r1 on"},
				{"move", "needs delete_route_oauth", "", "", "r1 on"},
				{"rename", "needs delete_route_oauth", "", "", "r1 on"},
				{"-replace", "", "", "on r1", "r1 on"},
				{"taint", "", "", "on r1", "r1 on"},
			},
		},
	}
}

// policyRows lists the result for each way to remove an object under each policy. The test runs
// each way with and without create_before_destroy, plans several instances in both orders, and
// uses a new process for each plan and apply, or one process for all of them. Tainted objects
// are tested only with a new process for each plan and apply. After a run without errors, the
// next run changes nothing. The clean-up succeeds, unless a policy prevents it. Diagnostics
// report every opened route and every abandoned edge. Every error suggests a remedy.
func TestDeletionPolicies(t *testing.T) {
	t.Parallel()
	for typeName, policies := range policyRows() {
		for policy, rows := range policies {
			for _, row := range rows {
				for mode := range 8 {
					createFirst, oneProcess, reverse := mode&1 > 0, mode&2 > 0, mode&4 > 0
					way, applies := row.appliesTo(rows, createFirst, oneProcess)
					if !applies {
						continue
					}
					t.Run(fmt.Sprintf("%s %s %s, create first %t, one process %t, reverse %t", typeName, policy, way, createFirst, oneProcess, reverse), func(t *testing.T) {
						t.Parallel()
						// These ways need an imported object: it is old, or its last writer is unknown.
						created := oneProcess && !regexp.MustCompile("gone|import|second half").MatchString(way)
						w := newPolicyWorld(t, typeName, policy, created)
						w.createFirst, w.oneProcess, w.reverse = createFirst, oneProcess, reverse
						w.check(row, w.removeObject(way))
						w.cleanUp()
					})
				}
			}
		}
	}
}

// appliesTo returns the way of a row, and reports whether the row is the most specific one.
func (row policyRow) appliesTo(rows []policyRow, createFirst, oneProcess bool) (way string, applies bool) {
	way = strings.TrimRight(row.way, "!@")
	applies = !oneProcess || !strings.Contains(way, "taint")
	for suffix, isSo := range map[string]bool{"!": createFirst, "@": oneProcess} {
		isSpecific := strings.HasSuffix(row.way, suffix)
		hasSpecific := slices.ContainsFunc(rows, func(other policyRow) bool { return other.way == way+suffix })
		applies = applies && isSpecific == (isSo && hasSpecific)
	}
	return way, applies
}

// check compares a run's result with a row, and expects the next run to change nothing.
func (w *policyWorld) check(row policyRow, done runResult) {
	w.Helper()
	hasSummary := func(diagnostics protocoltest.Diagnostics, pattern string) bool {
		matches := func(one *tfprotov6.Diagnostic) bool { return regexp.MustCompile(pattern).MatchString(one.Summary) }
		pattern, isOptional := strings.CutPrefix(pattern, "?")
		return (pattern == "" || isOptional) && len(diagnostics) == 0 || pattern != "" && slices.ContainsFunc(diagnostics, matches)
	}
	// With create_before_destroy, the apply plans the deletion again and repeats the plan's warning.
	repeats := w.createFirst && row.applied == "" && row.planned != ""
	if !hasSummary(done.planned, row.planned) || !repeats && !hasSummary(done.applied, row.applied) {
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
			if !regexp.MustCompile(`apply deletion_policy|state rm|ntaint|apply that with|undocumented_operations`).MatchString(one.Detail) {
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
