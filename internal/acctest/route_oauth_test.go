// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const oauthType = "trafficedge_https_edge_route_oauth"

// oauthRow is one way to destroy, move or replace the OAuth module "a" on route r1.
type oauthRow struct {
	first []wish
	then  func(*world) // what happens between the two runs, or nil
	last  []wish

	warned string // a pattern for the summaries of the last plan; "" means no diagnostics
	sent   string // the PUTs of the last run
	left   string // the modules on the service afterwards
}

func oauthRows() map[string]oauthRow {
	const stays, other, opens = "stays on the service", "already has an OAuth module", "is turned off, and its route is open"
	config := oauthArguments()
	moved, changed, disabled := with(config, "route_id", "r2"), with(config, "cookie_prefix", "x."), with(config, "enabled", false)
	unknown, changedDisabled := with(config, "route_id", protocoltest.Unknown{}), with(changed, "enabled", false)
	a := func(config map[string]any) wish { return wish{name: "a", config: config} }
	b := func(config map[string]any) wish { return wish{name: "b", config: config} }
	lost := func(wanted wish) func(*world) { return func(w *world) { w.lose(wanted) } }
	imported := func(w *world) { w.member("a").MustImport("e/r1") }
	tainted := func(w *world) { w.members["a"].Tainted = true }
	interrupted := func(w *world) { // a replacement with create_before_destroy leaves the old instance as "old"
		replaced := w.member("a")
		plan, diagnostics := replaced.Plan(protocoltest.Change{Config: w.Config(config), Replace: true, CreateFirst: true})
		acctest.NoError(w, diagnostics.Err(), acctest.Must(plan.Stages(replaced.Instance)[0](w.Context(), w.Process()))(w).Err())
		w.member("old").Instance, replaced.Deposed = replaced.Deposed, nil
	}
	destroy, same, off := []wish{{name: "a"}}, []wish{a(config)}, []wish{a(disabled)}
	move, rename, both := []wish{a(moved)}, []wish{{name: "a"}, b(config)}, []wish{a(config), b(config)}
	renameLater := []wish{{name: "a"}, {name: "b", config: unknown, known: config}}
	replace := wish{name: "a", config: config, replace: true}
	replaceMoved := wish{name: "a", config: moved, replace: true, ignored: []string{"route_id"}}
	ignoring := wish{name: "a", config: disabled, ignored: []string{"enabled"}}
	return map[string]oauthRow{
		"destroy":                   {same, nil, destroy, stays, "", "r1 on"},
		"destroy, disabled":         {off, nil, destroy, stays, "", "r1 off"},
		"destroy, imported":         {same, imported, destroy, stays, "", "r1 on"},
		"change":                    {same, nil, []wish{a(changed)}, "", "on r1", "r1 on"},
		"disable":                   {same, nil, off, opens, "off r1", "r1 off"},
		"rename":                    {same, nil, rename, stays, "on r1", "r1 on"},
		"rename, second half":       {both, nil, rename, stays, "", "r1 on"},
		"rename, unknown":           {same, nil, renameLater, stays, "on r1", "r1 on"},
		"move":                      {same, nil, move, stays, "on r2", "r1 on r2 on"},
		"move, unknown":             {same, nil, []wish{{name: "a", config: unknown, known: moved}}, stays, "on r2", "r1 on r2 on"},
		"same route, unknown":       {same, nil, []wish{{name: "a", config: unknown, known: config}}, stays, "on r1", "r1 on"},
		"swap":                      {[]wish{a(config), b(moved)}, nil, []wish{a(moved), b(config)}, stays, "on r1 on r2", "r1 on r2 on"},
		"taint":                     {same, tainted, same, "", "on r1", "r1 on"},
		"taint, move":               {same, tainted, move, "", "on r2", "r1 on r2 on"},
		"-replace":                  {same, nil, []wish{replace}, "", "on r1", "r1 on"},
		"-replace, ignored move":    {same, nil, []wish{replaceMoved}, "", "on r2", "r1 on r2 on"},
		"deposed copy":              {same, interrupted, []wish{a(config), {name: "old"}}, stays, "", "r1 on"},
		"two on a route":            {same, nil, both, "(" + other + ")?", "on r1", "r1 on"},
		"two on a route, one goes":  {both, nil, []wish{a(config), {name: "b"}}, stays, "", "r1 on"},
		"lost change":               {same, lost(a(changed)), same, "", "on r1", "r1 on"},
		"lost creation":             {nil, lost(a(config)), same, "", "on r1", "r1 on"},
		"lost change of a disabled": {off, lost(a(changedDisabled)), off, opens, "off r1", "r1 off"},
		// The null that stands for an unknown outcome becomes the default.
		"lost change of a disabled, enabled ignored": {off, lost(a(changedDisabled)), []wish{ignoring}, "", "on r1", "r1 on"},
	}
}

// oauthArguments returns the arguments of an OAuth module on route r1.
func oauthArguments() map[string]any {
	domains := map[string]any{"idp_2": map[string]any{"email_domains": []string{"example.com"}}}
	return map[string]any{"edge_id": "e", "route_id": "r1", "identity_provider": domains}
}

// Nothing but an applied enabled = false opens a route, whatever tool drives the provider:
// with one process or many, with create_before_destroy, without private state, and without
// a plan before a destroy.
func TestRouteOAuth_destroySendsNothing(t *testing.T) {
	t.Parallel()
	for way, row := range oauthRows() {
		for _, n := range modes(4) {
			drives := mode{createFirst: n&1 > 0, oneProcess: n&2 > 0, forgetful: n&4 > 0, unplanned: n&4 > 0}
			drives.reverse = drives.createFirst != drives.oneProcess
			var operations []api.UndocumentedOperation
			if n&8 > 0 {
				operations = append(operations, api.ReadRouteOAuth)
			}
			t.Run(fmt.Sprintf("%s %+v %q", way, drives, operations), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, oauthType, drives, operations...)
				w.run(row.first...)
				if row.then != nil {
					row.then(w)
				}
				done := w.run(row.last...)
				acctest.NoError(t, done.planned.Err(), done.applied.Err())
				warned := row.warned
				if drives.unplanned && warned != "" {
					warned = "(" + warned + ")?" // a destroy without a plan warns of nothing
				}
				w.check(outcome{warned, ".*", row.sent, row.left}, done)
			})
		}
	}
}

// lose applies a wish while the service acts but no response arrives.
func (w *world) lose(wished wish) {
	w.Helper()
	w.Server.Fail(http.MethodPut, refapi.Fault{Status: http.StatusBadGateway, AfterActing: true})
	if failed := w.run(wished); failed.applied.Err() == nil {
		w.Fatalf("expected an error, got %s", failed.applied)
	}
	w.Server.Intercept(nil)
}

// moduleHCL returns the configuration for the OAuth module of the route r1.
func moduleHCL(name, more string) string {
	return fmt.Sprintf(`
resource "trafficedge_https_edge_route_oauth" %q {
  edge_id           = "e"
  route_id          = "r1"
  identity_provider = { idp_2 = { email_domains = ["example.com"] } }
  %s
}
`, name, more)
}

// The remedies that messages suggest work with a real CLI. No step opens a route unless its
// configuration says so.
func TestAccRouteOAuth_destroySendsNothing(t *testing.T) {
	t.Parallel()
	const (
		address = oauthType + ".a"
		stays   = "OAuth module stays on the service, with any client secret To open route \"e/r1\", first"
		moved   = "moved {\nfrom = " + address + "\nto = " + oauthType + ".b\n}"
	)
	lost := func(server *acctest.Server) {
		server.Fail(http.MethodPut, refapi.Fault{Status: http.StatusBadGateway, AfterActing: true})
	}
	protected := moduleHCL("a", "lifecycle {\nprevent_destroy = true\n}")
	failing := moduleHCL("b", "lifecycle {\ncreate_before_destroy = true\n}") + `
resource "terraform_data" "next" {
  depends_on = [` + oauthType + `.b]
  provisioner "local-exec" {
    command = "exit 1"
  }
}`
	off := strings.Replace(moduleHCL("b", "enabled = false"), `{ email_domains = ["example.com"] }`, "{}", 1)
	runSteps(t, map[string][]cliStep{"remedies": {
		{others: lost, config: protected, args: doApply, words: "may have changed run untaint first", sent: "on r1", fails: true},
		{args: "plan", words: "prevent_destroy", fails: true},
		{args: "untaint " + address},
		{args: doApply, words: "0 added, 1 changed, 0 destroyed", sent: "on r1"},
		{config: moduleHCL("b", "") + moved, args: doApply, words: nothingDone},
		{config: failing, args: doApply + " -replace=" + oauthType + ".b", words: "local-exec provisioner error", sent: "on r1", fails: true},
		{config: moduleHCL("b", ""), args: doApply, words: stays}, // the deposed copy
		{args: "plan -destroy", words: stays + " apply enabled = false, and idp_2 = {} to remove any secret"},
		{config: off, args: doApply, sent: "off r1"},
		{args: doApply + " -destroy", words: "Disabled OAuth module stays on the service, and its route is open"},
		{config: "# none", args: "plan"},
	}}, `["read_route_oauth"]`, "[]")
}

// CLIs fold the warnings of a destroy: for 20 OAuth modules and 15 abandoned edges, at most 60
// lines follow the plan.
func TestAccDestroy_warningsAreFolded(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t)
	const counted = "resource %q \"%s\" {\n  count = %d\n  %s\n}\n"
	oauth := "edge_id = \"hed_4kPz7QmT1x\"\n  route_id = \"rte_${count.index}\"\n  identity_provider = { idp_2 = { email_domains = [\"example.com\"] } }"
	cli.Configure(t, server.Config(
		fmt.Sprintf(counted, oauthType, "on", 12, oauth)+
			fmt.Sprintf(counted, oauthType, "off", 8, strings.Replace(oauth, "rte_", "off_", 1)+"\n  enabled = false")+
			fmt.Sprintf(counted, edgeType, "e", 15, "deletion_policy = \"ABANDON\""), "requests_per_minute = 100000"))
	cli.MustRun(t, "apply", "-auto-approve")
	_, after, _ := strings.Cut(cli.MustRun(t, "plan", "-destroy"), "\nPlan: ")
	if lines := strings.Count(after, "\n"); lines > 60 || strings.Count(after, "Warning: ") != 3 || !strings.Contains(after, "more similar warning") {
		t.Errorf("%d lines: %s", lines, after)
	}
	output := cli.MustRun(t, "destroy", "-auto-approve")
	if applied := strings.LastIndex(output, "Warning: "); strings.Count(output[applied:], "\n") > 20 || strings.Contains(output, "TLS edge was abandoned") {
		t.Errorf("got %s", output)
	}
}

// A plan that replaces a module of somebody else prints an import block. A CLI imports the
// module with this block, even if an id has a slash.
func TestAccRouteOAuth_printedImportBlock(t *testing.T) {
	t.Parallel()
	other := func(server *acctest.Server) {
		provider := refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.org"}}
		server.SetRouteOAuth("e/1", "r1", refapi.OAuthModule{Enabled: true, Provider: provider})
	}
	const block = "import {\n  to = " + oauthType + ".NAME\n  identity = { edge_id = \"e/1\", route_id = \"r1\" }\n}\n"
	config := strings.Replace(moduleHCL("a", ""), `"e"`, `"e/1"`, 1)
	runSteps(t, map[string][]cliStep{"e/1": {
		{others: other, config: config, args: "plan", words: "import it to keep it: " + block},
		{config: config + strings.Replace(block, "NAME", "a", 1), args: "plan", words: "1 to import, 0 to add, 1 to change, 0 to destroy."},
		{args: doApply, sent: "on r1"},
	}}, `["read_route_oauth"]`)
}
