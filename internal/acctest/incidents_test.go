// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acctest_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// incident is the situation in which a reader follows one section of a page.
type incident struct {
	others func(*acctest.Server) // what happens on the service
	shell  string                // commands that then run in the directory of the configuration
	shows  string                // texts that the commands of the section print, separated by "|"
	writes []string              // the writing requests of these commands
}

// incidents returns the situations by heading.
func incidents() map[string]incident {
	const edge, wiki = "trafficedge_tls_edge.checkout", "trafficedge_https_edge_route_oauth.wiki"
	const put, newBackend, newEdge = "PUT /edges/https/hed_4kPz7QmT1x/routes/rte_wiki/oauth", "POST /backends/failover", "POST /edges/tls"
	const change, expire, lose = "PATCH /backends/failover/fob_checkout", "\nprintf new-token > token.txt\nterraform apply || true", "\nmv terraform.tfstate newest.tfstate"
	opened := func(s *acctest.Server) { s.RemoveRouteOAuth("hed_4kPz7QmT1x", "rte_wiki") }
	allGone := func(s *acctest.Server) {
		opened(s)
		s.RemoveFailoverBackend("fob_checkout")
		s.RemoveTLSEdge("edge_checkout")
	}
	refuse := func(status int, isRefused func(*acctest.Server, refapi.Request) bool) func(*acctest.Server) {
		return func(s *acctest.Server) {
			s.Intercept(func(r refapi.Request) *refapi.Fault {
				if !isRefused(s, r) {
					return nil
				}
				return &refapi.Fault{Status: status}
			})
		}
	}
	expired := refuse(http.StatusUnauthorized, func(_ *acctest.Server, r refapi.Request) bool {
		return r.Method == http.MethodPut && r.Header.Get("Authorization") != "Bearer new-token"
	})
	forbidden := refuse(http.StatusForbidden, func(s *acctest.Server, r refapi.Request) bool {
		return r.Path == "/edges/tls/edge_checkout" && s.FailoverBackends()[0].Backends[0] == "bkd_checkout_fra"
	})
	surplus := func(s *acctest.Server) {
		s.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_surplus", Description: "twice"})
		s.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_unnamed"})
	}
	exists := func(s *acctest.Server) {
		s.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_search"})
		edge := refapi.TLSEdge{ID: "edge_search", Hostports: []string{"search.example.com:443"}}
		edge.Backend = &refapi.EdgeBackend{Enabled: true, BackendID: "fob_search"}
		s.AddTLSEdge(edge)
	}
	restricted := func(s *acctest.Server) {
		s.ChangeTLSEdge("edge_checkout", func(edge *refapi.TLSEdge) {
			edge.IPRestriction = &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"ipp_offices"}}
			edge.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_partners"}}
			edge.TLSTermination = &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"}
		})
	}
	const restrict = `sed -i.before '/^  backend /a\
  ip_restriction = { ip_policy_ids = ["ipp_offices"] }\
  mutual_tls = { certificate_authority_ids = ["ca_partners"] }\
  tls_termination = { terminate_at = "edge" }' edge.tf
terraform apply`
	const objects = `printf 'tls_edge edge_search Search, from the internet\nfailover_backend fob_search Search: Dublin\n' > objects.txt`
	const rename = `sed -i.before 's/_backend" "checkout/_backend" "shop/; s/_backend.checkout/_backend.shop/' *.tf`
	const listed = "printf 'edge_checkout " + edge + `\nhed_4kPz7QmT1x/rte_wiki ` + wiki + `\n' > ids.txt` + "\n"
	const instance = `apply() { printf 'resource "trafficedge_failover_backend" "service" {\n  for_each = toset(%s)\n  backends = []\n}\n' "$1" > service.tf; }
apply '["search"]'; terraform apply; apply '[]'`
	const without = `sed -i.before 's/"bkd_checkout_fra", //' backend.tf`
	return map[string]incident{
		"Let the CLI write the configuration": {others: exists, shell: objects, shows: "2 imported, 0 added, 0 changed"},
		"Rename":                              {shell: rename, shows: "0 added, 0 changed, 0 destroyed"},
		"First steps":                         {},
		"Replace an edge":                     {shows: `TLS edge "edge_checkout" is removed from state, and stays`, writes: []string{newEdge}},
		"Stop managing objects":               {shell: instance, shows: "0 added, 0 changed, 0 destroyed"},
		"An edge rejects its clients":         {others: restricted, shell: restrict, shows: `"ipp_offices"|"ca_partners"|"edge"|"1.3"`},
		"An edge serves the wrong backend":    {shell: "terraform state pull > older.tfstate"},
		"Turn on the log":                     {},
		"Could not tell whether the failover backend was created": {others: surplus, shows: `"fob_surplus"`},
		"A route is open without sign-in":                         {others: opened, writes: []string{put}},
		"An edge serves nothing":                                  {shell: without, writes: []string{change}},
		"One object makes every plan fail":                        {others: forbidden, shell: "terraform plan && exit 1 || true\n" + without, writes: []string{change}},
		"A token leaked, or every response is 401":                {others: expired, shell: "terraform state rm " + wiki + expire, writes: []string{put}},
		"An apply was interrupted or killed":                      {shell: "terraform state rm " + edge, shows: "0 added, 0 changed, 0 destroyed"},
		"A plan shows a deposed object":                           {shell: "terraform taint " + edge + "\nterraform apply || true", shows: edge + ": (deposed object |= \"edge_checkout\""},
		"The state was lost, or is last week's":                   {shell: listed + "terraform state rm " + edge + " " + wiki + lose, shows: "2 imported", writes: []string{put}},
		"Objects are gone after the service was restored":         {others: allGone, writes: []string{newBackend, newEdge}},
		"List what the state lacks":                               {others: surplus, shows: "\nfailover_backend fob_surplus twice\n"},
	}
}

// followIncidents applies testdata/incidents for each section with an incident, and checks that
// the commands of the section end the incident: they
// send only the expected writes, and a later plan shows no changes. It returns the page with
// blank lines in place of these sections.
func followIncidents(t *testing.T, binary acctest.ProviderBinary, page string) string {
	t.Helper()
	sections := strings.Split(readPage(t, page), "\n## ")
	for i, section := range sections {
		heading, _, _ := strings.Cut(section, "\n")
		happened, isIncident := incidents()[heading]
		if !isIncident {
			continue
		}
		sections[i] = strings.Repeat("\n", strings.Count(section, "\n"))
		t.Run(heading, func(t *testing.T) {
			t.Parallel()
			blocks := blocksOf(t, page, section)
			r := newReader(t, binary, "", blocks)
			if slices.ContainsFunc(blocks, func(block block) bool { return !block.isFor(t, r.cli) }) {
				t.Skip("the commands of this section need a newer CLI")
			}
			const created = "2026-01-02T03:04:05Z"
			r.server.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_checkout", CreatedAt: created})
			edge := refapi.TLSEdge{ID: "edge_checkout", CreatedAt: created, Hostports: []string{"checkout.example.com:443"}}
			edge.Backend = &refapi.EdgeBackend{Enabled: true, BackendID: "fob_checkout"}
			r.server.AddTLSEdge(edge)
			acctest.NoError(t, os.CopyFS(r.home, os.DirFS("testdata/incidents")))
			// -auto-approve confirms this and all later applies.
			r.last.paste(t, "export TF_CLI_ARGS_apply=-auto-approve; terraform init && terraform apply && rm before.tf")
			if happened.others != nil {
				happened.others(r.server)
			}
			r.last.paste(t, "true\n"+happened.shell)
			r.server.ResetRequests()
			r.last.printed.Reset()
			for _, block := range blocks {
				r.follow(t, block)
			}
			for shown := range strings.SplitSeq(happened.shows, "|") {
				if printed := r.last.printed.String(); !strings.Contains(printed, shown) {
					t.Errorf("the commands did not print %q:\n%s", shown, printed)
				}
			}
			acctest.NoError(t, r.server.ExpectWrites(happened.writes...)())
			r.last.paste(t, "terraform plan -detailed-exitcode")
		})
	}
	return strings.Join(sections, "\n## ")
}
