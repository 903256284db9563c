// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// With the state of an earlier version, a plan shows no changes, even without a refresh.
// That state includes an OAuth module whose deletion_policy can no longer be configured.
// Destroying that module sends no request.
func TestAccUpgrade(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	versions, err := filepath.Glob(filepath.Join("testdata", "v*"))
	if err != nil || len(versions) == 0 {
		t.Fatalf("no state of an earlier version (%v)", err)
	}
	for _, version := range versions {
		for _, policy := range []string{`"PREVENT"`, "null"} {
			t.Run(filepath.Base(version)+", "+policy, func(t *testing.T) {
				t.Parallel()
				server, cli := acctest.Start(t, refapi.Options{}), binary.NewCLI(t)
				if !cli.AtLeast(t, "1.11.0") {
					t.Skip("an older CLI keeps no marks of a schema's sensitive attributes in state")
				}
				addUpgraded(server)
				cli.Setenv("TRAFFICEDGE_BASE_URL", server.URL)
				const unset = "\"cookie_prefix\": null,\n            \"deletion_policy\": "
				replacements := []string{"{{server}}", server.URL, unset + `"PREVENT"`, unset + policy}
				if cli.IsOpenTofu(t) {
					replacements = append(replacements, "registry.terraform.io", "registry.opentofu.org")
				}
				for from, to := range map[string]string{"main.tf": "main.tf", "state.json": "terraform.tfstate"} {
					content := readPage(t, filepath.Join(version, from))
					if err := cli.Write(to, strings.NewReplacer(replacements...).Replace(content)); err != nil {
						t.Fatal(err)
					}
				}
				cli.MustRun(t, "plan", "-detailed-exitcode")
				cli.MustRun(t, "plan", "-detailed-exitcode", "-refresh=false")
				// This apply adds the ids of OAuth modules to state.
				cli.MustRun(t, "apply", "-auto-approve")
				// The test reads the output instead of the exit code. The exit code
				// also reports a difference in the CLI's own state format.
				if output := cli.MustRun(t, "plan", "-refresh-only"); !strings.Contains(output, "still matches the configuration") {
					t.Errorf("a refresh changes the state:\n%s", output)
				}
				abandoned := cli.MustRun(t, "destroy", "-auto-approve", "-target=trafficedge_https_edge_route_oauth.least")
				if !acctest.Message("stays on the service").MatchString(abandoned) {
					t.Errorf("expected the module to be abandoned, got\n%s", abandoned)
				}
				if err := server.ExpectWritesNow(); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// addUpgraded adds the objects in the earlier versions' states to a service.
func addUpgraded(server *acctest.Server) {
	const created = "2026-01-02T03:04:05Z"
	server.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_least", CreatedAt: created, Backends: []string{"bkd_checkout_fra"}})
	server.AddFailoverBackend(refapi.FailoverBackend{
		ID: "fob_full", CreatedAt: created, Description: "Checkout: Frankfurt first, then Dublin",
		Metadata: `{"team":"payments"}`, Backends: []string{"bkd_checkout_fra", "bkd_checkout_dub"},
	})
	server.AddTLSEdge(refapi.TLSEdge{ID: "tlsedge_least", CreatedAt: created})
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "tlsedge_full", CreatedAt: created, Description: "Checkout",
		Hostports:      []string{"checkout.example.com:443", "pay.example.com:443"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "fob_full"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"ipp_offices", "ipp_partners"}},
		MutualTLS:      &refapi.EdgeMutualTLS{CertificateAuthorityIDs: []string{"ca_partners"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: `{"on_tcp_connect":[]}`},
	})
}
