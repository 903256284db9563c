// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// moduleChange is a change of an edge's modules, with whether it may let in more clients.
type moduleChange struct {
	before, after string
	opens         bool
}

func moduleChanges() map[string]moduleChange {
	const policies, authorities = `ip_restriction = { ip_policy_ids = ["ipp_a", "ipp_b"] }`, `mutual_tls = { certificate_authority_ids = ["ca_a"] }`
	return map[string]moduleChange{
		"unchanged":            {policies, policies, false},
		"other_ids":            {policies, `ip_restriction = { ip_policy_ids = ["ipp_c"] }`, false},
		"partly_unknown":       {policies, `ip_restriction = { ip_policy_ids = ["ipp_a", timestamp()] }`, false},
		"added":                {"", policies, false},
		"disabled_before":      {`ip_restriction = { enabled = false, ip_policy_ids = ["ipp_a"] }`, "", false},
		"removed":              {policies, "", true},
		"disabled":             {policies, `ip_restriction = { enabled = false, ip_policy_ids = ["ipp_a"] }`, true},
		"emptied":              {policies, `ip_restriction = { ip_policy_ids = [] }`, true},
		"perhaps_disabled":     {policies, `ip_restriction = { enabled = timestamp() != "", ip_policy_ids = ["ipp_a"] }`, true},
		"unknown_id":           {policies, `ip_restriction = { ip_policy_ids = [timestamp()] }`, true},
		"unknown_ids":          {policies, `ip_restriction = { ip_policy_ids = split(",", timestamp()) }`, true},
		"exchanged":            {policies, authorities, true},
		"one_of_two":           {policies + "\n" + authorities, policies, true},
		"authorities_kept":     {authorities, authorities, false},
		"authorities_disabled": {authorities, `mutual_tls = { enabled = false, certificate_authority_ids = ["ca_a"] }`, true},
		"authorities_emptied":  {authorities, `mutual_tls = { certificate_authority_ids = [] }`, true},
		"sensitive_removed":    {`mutual_tls = { certificate_authority_ids = sensitive(["ca_a"]) }`, "", true},
		"authorities_unknown":  {authorities, `mutual_tls = { certificate_authority_ids = sensitive(split(",", timestamp())) }`, true},
	}
}

// edgesWith returns an edge for each change. The metadata makes every edge change.
func edgesWith(metadata string, modules func(moduleChange) string) string {
	var config strings.Builder
	for name, change := range moduleChanges() {
		_, _ = fmt.Fprintf(&config, "resource \"trafficedge_tls_edge\" %q {\n  description = %q\n  metadata = %q\n  deletion_policy = \"ABANDON\"\n%s\n}\n",
			name, name, metadata, modules(change))
	}
	return config.String()
}

// The script of the guide "Running in CI" rejects plans that may take a protecting module of an edge, in place or with a
// replacement, and no others. The nightly check fails, and lists the edges whose modules do not protect them.
func TestAccDocumentation_plansThatOpenAnEdge(t *testing.T) {
	t.Parallel()
	binary, guard := acctest.BuildProvider(t), "set -- plan.tfplan\n"+readPage(t, "../../examples/ci/guard.sh")
	before := edgesWith("first", func(change moduleChange) string { return change.before })
	after := edgesWith("second", func(change moduleChange) string { return change.after }) +
		"resource \"trafficedge_tls_edge\" \"new\" {\n}\n"
	var opens, destroys []string
	for _, name := range slices.Sorted(maps.Keys(moduleChanges())) {
		destroys = append(destroys, "destroys trafficedge_tls_edge."+name)
		if moduleChanges()[name].opens {
			opens = append(opens, "opens trafficedge_tls_edge."+name)
		}
	}
	rejects := func(t *testing.T, cli *acctest.CLI, expected ...string) {
		t.Helper()
		output, err := runShell(t, cli, guard)
		lines := strings.Split(strings.TrimSpace(output), "\n")
		slices.Sort(lines)
		if err == nil || !slices.Equal(lines, expected) {
			t.Errorf("the script ends with %v\n%s\nexpected\n%s", err, output, strings.Join(expected, "\n"))
		}
	}
	plan := func(t *testing.T, configure func(string) string) *acctest.CLI {
		t.Helper()
		cli := binary.NewCLI(t)
		cli.Configure(t, configure(before))
		cli.MustRun(t, "apply", "-auto-approve")
		cli.Configure(t, configure(after))
		cli.MustRun(t, "plan", "-out=plan.tfplan")
		return cli
	}
	t.Run("replacement", func(t *testing.T) {
		t.Parallel()
		server := acctest.Start(t, refapi.Options{})
		cli := plan(t, func(body string) string { return server.Config(body) })
		rejects(t, cli, slices.Concat(destroys, opens)...)
		acctest.NoError(t, cli.Write("intended.txt", strings.Join(destroys, "\n")))
		rejects(t, cli, opens...)
	})
	t.Run("update", func(t *testing.T) {
		t.Parallel()
		server := acctest.Start(t, refapi.Options{Undocumented: true})
		cli := plan(t, server.ConfigUndocumented)
		rejects(t, cli, opens...)
		acctest.NoError(t, cli.Write("intended.txt", strings.Join(opens, "\n")))
		if output, err := runShell(t, cli, guard); err != nil {
			t.Errorf("%v\n%s", err, output)
		}
		cli.Configure(t, server.ConfigUndocumented(strings.ReplaceAll(after, "timestamp()", `"ipp_known"`)))
		cli.MustRun(t, "apply", "-auto-approve")
		var listed []string
		for _, edge := range server.TLSEdges() {
			switch edge.Description {
			case "unchanged":
				server.ChangeTLSEdge(edge.ID, func(edge *refapi.TLSEdge) { edge.IPRestriction = nil })
				listed = append(listed, edge.ID)
			case "disabled", "emptied", "authorities_disabled", "authorities_emptied":
				listed = append(listed, edge.ID)
			}
		}
		output, err := runShell(t, cli, readPage(t, "../../examples/ci/unprotected.sh"))
		var found []string
		for line := range strings.Lines(output) {
			if strings.HasPrefix(line, "tlsedge_") {
				found = append(found, strings.TrimSpace(line))
			}
		}
		slices.Sort(listed)
		slices.Sort(found)
		if err == nil || !slices.Equal(found, listed) {
			t.Errorf("the nightly check ends with %v, and lists %q instead of %q\n%s", err, found, listed, output)
		}
	})
}
