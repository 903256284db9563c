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

// If the token is that of another account, which has no object in state, CLIs fold the warnings of all kinds, and the
// script of the guide rejects the plan.
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
	_, after, _ := strings.Cut(cli.MustRun(t, "plan", "-out=plan.tfplan"), "\nPlan: 40 to add, 0 to change, 0 to destroy.")
	const once = "Warning: The service has no such object any more"
	if lines := strings.Count(after, "\n"); lines == 0 || lines > 60 || strings.Count(after, once) != 1 || !strings.Contains(after, "39 more similar warning") {
		t.Errorf("%d lines: %s", lines, after)
	}
	var lost []string
	for i := range 20 {
		lost = append(lost, fmt.Sprintf("loses %s.all[%d]", backendType, i))
	}
	for i := range 10 {
		lost = append(lost, fmt.Sprintf("loses %s.all[%d]", edgeType, i))
	}
	wantFound(t, cli, lost...)
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
