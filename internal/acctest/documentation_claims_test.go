// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// blockWith returns the script of examples/ci, or the block of the guide "Running in CI", that contains a text.
func blockWith(t *testing.T, text string) string {
	t.Helper()
	for _, script := range glob(t, "examples/ci/*.sh") {
		if content := readPage(t, script); strings.Contains(content, text) {
			return content
		}
	}
	blocks := blocksOf(t, "ci.md", readPage(t, "../../docs/guides/ci.md"))
	return blocks[slices.IndexFunc(blocks, func(block block) bool { return strings.Contains(block.text, text) })].text
}

// runScript runs a script of the guide with plan.tfplan as its argument.
func runScript(t *testing.T, cli *acctest.CLI, script string) (string, error) {
	t.Helper()
	run := exec.CommandContext(t.Context(), "sh", "-c", `set -- plan.tfplan; terraform() { "$0" "$@"; }`+"\n"+script, cli.Command(t.Context()).Path)
	run.Dir, run.Env = cli.Dir, cli.Command(t.Context()).Env
	output, err := run.CombinedOutput()
	return string(output), err
}

// The script of the guide rejects plans that replace, abandon or delete an edge or a failover backend, unless
// intended.txt lists their addresses, and no others. The exit code of its nightly plan shows drift,
// unlike -detailed-exitcode, with which Terraform 1.11 also reports drift of a module that sets a number.
func TestAccDocumentation_plansThatDelete(t *testing.T) {
	t.Parallel()
	server, cli, script := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t), blockWith(t, "intended.txt")
	const edge = "resource \"trafficedge_tls_edge\" \"shop\" {\n  description = \"first\"\n  deletion_policy = \"ABANDON\"\n}\n"
	config := server.Config(edge +
		"resource \"trafficedge_failover_backend\" \"shop\" {\n  backends = [\"x\"]\n}\n" +
		"resource \"trafficedge_https_edge_route_oauth\" \"wiki\" {\n  edge_id = \"hed_a\"\n  route_id = \"rte_a\"\n" +
		"  maximum_duration = 43200\n  identity_provider = { idp_2 = { email_domains = [\"example.com\"] } }\n}\n")
	cli.Configure(t, config)
	cli.MustRun(t, "apply", "-auto-approve")
	rejects := func(expected bool, old, changed, flag string) {
		t.Helper()
		cli.Configure(t, strings.Replace(config, old, changed, 1))
		cli.MustRun(t, "plan", "-out=plan.tfplan", flag)
		if output, err := runScript(t, cli, script); (err != nil) != expected || strings.Contains(output, "destroys trafficedge_") != expected {
			t.Errorf("the script ends with %v\n%s", err, output)
		}
	}
	rejects(false, "", "", "-refresh=true")
	rejects(false, `["x"]`, `["y"]`, "-refresh=true")
	rejects(true, "first", "second", "-refresh=true")
	rejects(true, "", "", "-replace=trafficedge_failover_backend.shop")
	rejects(true, "", "", "-destroy")
	if cli.AtLeast(t, "1.7.0") {
		rejects(true, edge, "removed {\n  from = trafficedge_tls_edge.shop\n  lifecycle {\n    destroy = false\n  }\n}\n", "-refresh=true")
	}
	acctest.NoError(t, cli.Write("intended.txt", "destroys trafficedge_failover_backend.shop\r\n"))
	rejects(false, "", "", "-replace=trafficedge_failover_backend.shop")
	rejects(true, "", "", "-destroy")

	nightly := blockWith(t, ".resource_drift == null")
	if output, err := runScript(t, cli, nightly); err != nil {
		t.Errorf("without drift: %v\n%s", err, output)
	}
	if err := exec.CommandContext(t.Context(), "sh", "-c", "terraform() { [ \"$1\" = plan ]; }\n"+nightly).Run(); err == nil {
		t.Error("the nightly check succeeds although the CLI cannot show the plan")
	}
	server.ChangeTLSEdge(server.TLSEdges()[0].ID, func(edge *refapi.TLSEdge) { edge.Description = "second" })
	if output, err := runScript(t, cli, nightly); err == nil || err.Error() != "exit status 1" {
		t.Errorf("with drift: %v\n%s", err, output)
	}
}

// The script of the guide "Running in CI" rejects plans that open a route, or that may take the access rules of a live
// module, and no others.
func TestAccDocumentation_plansThatOpenARoute(t *testing.T) {
	t.Parallel()
	cli := acctest.BuildProvider(t).NewCLI(t)
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	cli.Setenv("TRAFFICEDGE_BASE_URL", server.URL)
	enabled, script, nightly := readPage(t, "testdata/scripts/main.tf"), blockWith(t, "intended.txt"), blockWith(t, "prior_state")
	config := enabled
	apply := func(changed string) {
		t.Helper()
		config = changed
		writeConfig(t, cli, config)
		cli.MustRun(t, "apply", "-auto-approve")
	}
	opens := func(expected bool, replacements ...string) {
		t.Helper()
		writeConfig(t, cli, strings.NewReplacer(replacements...).Replace(config))
		cli.MustRun(t, "plan", "-out=plan.tfplan")
		if output, err := runScript(t, cli, script); (err != nil) != expected || strings.Contains(output, "oauth.wiki") != expected {
			t.Errorf("%q: expected %t, the script ends with %v\n%s", replacements, expected, err, output)
		}
	}
	lists := func(expected int) {
		t.Helper()
		if output, err := runScript(t, cli, nightly); err != nil || strings.Count(output, "\nhed_4kPz7QmT1x/rte_wiki\n") != expected {
			t.Errorf("the nightly check does not list the module %d times: %v\n%s", expected, err, output)
		}
	}
	const rule, later = `{ email_domains = ["example.com"] }`, "timestamp()"
	disabled := []string{"identity_provider =", "enabled = false\n  identity_provider ="}
	opens(false)
	opens(true, disabled...)
	opens(true, rule, "{}") // the live module may have rules
	const imports = `import {
  to = trafficedge_https_edge_route_oauth.wiki
  id = "hed_4kPz7QmT1x/rte_wiki"
}
`
	opens(false, `provider "trafficedge" {}`, `provider "trafficedge" {}`+"\n"+imports)
	opens(true, rule, "{}", `provider "trafficedge" {}`, `provider "trafficedge" {}`+"\n"+imports)
	opens(true, rule, "{ email_domains = ["+later+"] }")
	apply(enabled)
	opens(false)
	opens(false, `"rte_wiki"`, `"rte_other"`)
	opens(false, config, `provider "trafficedge" {}`)
	opens(true, disabled...)
	opens(true, "identity_provider =", "enabled = "+later+` != ""`+"\n  identity_provider =")
	opens(true, rule, "{}")
	opens(true, rule, "{ email_domains = [] }")
	opens(true, rule, "{ email_domains = ["+later+"] }")
	opens(true, rule, `{ email_domains = split(",", `+later+") }")
	opens(false, rule, `{ email_domains = ["example.com", `+later+"] }")
	opens(false, rule, `{ email_addresses = ["a@example.com"] }`)
	opens(false, "idp_3", "idp_2")
	cli.MustRun(t, "taint", "trafficedge_https_edge_route_oauth.wiki")
	opens(false)
	opens(false, `"rte_wiki"`, `"rte_other"`)
	opens(true, rule, "{}")
	opens(true, rule, "{}", `"rte_wiki"`, `"rte_other"`)
	cli.MustRun(t, "untaint", "trafficedge_https_edge_route_oauth.wiki")

	apply(strings.Replace(enabled, rule, "{}", 1))
	opens(false, "identity_provider =", "cookie_prefix = \"x.\"\n  identity_provider =")
	opens(true, `"rte_wiki"`, `"rte_other"`)
	apply(strings.NewReplacer(disabled...).Replace(enabled))
	opens(false)
	opens(true, `"rte_wiki"`, `"rte_other"`)
	// If a colleague has enabled the module, an unrelated change turns it off again.
	opens(true, "identity_provider =", "cookie_prefix = \"x.\"\n  identity_provider =")
	// A data source opens nothing.
	const provider, reads = `provider "trafficedge" {}`, `provider "trafficedge" {
  undocumented_operations = ["read_route_oauth"]
}
`
	const data = `data "trafficedge_https_edge_route_oauth" "wiki" {
  edge_id  = "hed_4kPz7QmT1x"
  route_id = "rte_wiki"
}`
	opens(false, provider, reads+data)
	lists(1)
	apply(strings.Replace(enabled, provider, reads+data, 1))
	lists(0)
	writeConfig(t, cli, strings.Replace(enabled, provider, reads, 1))
	server.RemoveRouteOAuth("hed_4kPz7QmT1x", "rte_wiki")
	lists(1)
}
