// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
		stays   = "OAuth module stays on the service, with any client secret If nothing sets \"e/r1\" any more,"
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
		{args: "plan -destroy", words: stays + " first apply enabled = false (opens the route) and idp_2 = {}"},
		{config: off, args: doApply, sent: "off r1"},
		{args: doApply + " -destroy", words: "Disabled OAuth module stays on the service, and its route is open"},
		{config: "# none", args: "plan"},
	}}, "[]", `["read_route_oauth"]`)
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
	if applied := strings.LastIndex(output, "Warning: "); strings.Count(output[applied:], "\n") > 20 || !strings.Contains(output, "TLS edge was abandoned") {
		t.Errorf("got %s", output)
	}
}

// If the token is that of another account, which has no object in state, CLIs fold the warnings of all kinds.
func TestAccGone_warningsAreFolded(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), acctest.BuildProvider(t).NewCLI(t)
	const counted = "resource %q \"all\" {\n  count = %d\n  %s\n}\n"
	oauth := "edge_id = \"e\"\n  route_id = \"r${count.index}\"\n  identity_provider = { idp_2 = { email_domains = [\"example.com\"] } }"
	cli.Configure(t, server.ConfigUndocumented(fmt.Sprintf(counted, backendType, 20, `backends = ["x"]`)+
		fmt.Sprintf(counted, edgeType, 10, "")+fmt.Sprintf(counted, oauthType, 10, oauth)))
	cli.MustRun(t, "apply", "-auto-approve")
	minutesLater := http.Header{"Date": {time.Now().Add(2 * time.Minute).UTC().Format(http.TimeFormat)}}
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Path == "/backends/failover" || r.Path == "/edges/tls" {
			return &refapi.Fault{Status: http.StatusOK, Body: `{"backends":[],"tls_edges":[],"uri":"/"}`}
		}
		return &refapi.Fault{Status: http.StatusNotFound, Header: minutesLater}
	})
	_, after, _ := strings.Cut(cli.MustRun(t, "plan"), "\nPlan: 40 to add, 0 to change, 0 to destroy.")
	const once = "Warning: The service has no such object any more"
	if lines := strings.Count(after, "\n"); lines == 0 || lines > 60 || strings.Count(after, once) != 1 || !strings.Contains(after, "39 more similar warning") {
		t.Errorf("%d lines: %s", lines, after)
	}
}

// A plan that lets more clients or users in has one warning for each kind of change, which CLIs
// fold for many objects. The next plan has none. Edges are changed in place, or replaced.
func TestAccAdmissions(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	const config = `
resource "trafficedge_tls_edge" "e" {
  count           = 2
  ip_restriction  = { enabled = %[1]t, ip_policy_ids = ["a"] }
  mutual_tls      = %[1]t ? { certificate_authority_ids = ["a"] } : null
  deletion_policy = "ABANDON"
}
resource "trafficedge_https_edge_route_oauth" "m" {
  count             = 4
  edge_id           = "e"
  route_id          = "r${count.index}"
  enabled           = %[1]t || count.index > 1
  identity_provider = { idp_2 = { email_domains = %[1]t ? ["example.com"] : [] } }
}
`
	for operations, others := range map[string]int{`["update_tls_edge"]`: 1, `[]`: 2} { // development overrides, abandonment
		t.Run(operations, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
			configure := func(isProtected bool) {
				cli.Configure(t, server.Config(fmt.Sprintf(config, isProtected), "undocumented_operations = "+operations))
			}
			configure(true)
			cli.MustRun(t, "apply", "-auto-approve")
			configure(false)
			output := cli.MustRun(t, "plan")
			summaries := []string{
				"ip_restriction of a TLS edge is removed or disabled", "mutual_tls of a TLS edge is removed or disabled",
				"OAuth module is turned off, and its route is open", "Anyone with an account at the identity provider can sign in",
			}
			for _, summary := range summaries {
				if !acctest.Message("Warning: "+summary, "(and one more similar warning elsewhere)").MatchString(output) {
					t.Errorf("no folded warning %q\n%s", summary, output)
				}
			}
			if strings.Count(output, "Warning: ") != len(summaries)+others {
				t.Errorf("got %s", output)
			}
			cli.MustRun(t, "apply", "-auto-approve")
			if output := cli.MustRun(t, "plan", "-detailed-exitcode"); strings.Count(output, "Warning: ") != 1 {
				t.Errorf("the next plan has %s", output)
			}
		})
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
