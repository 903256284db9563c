// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A service stores the same values in other words. The first apply creates each object once,
// without a warning, and all later plans are empty, whatever the policy of the edge.
func TestAccNormalized(t *testing.T) {
	t.Parallel()
	const config = `
resource "trafficedge_failover_backend" "test" {
  backends    = ["bkd_a"]
  description = "two words \n"
  metadata    = "{\"v\": 1.50}\n"
}
resource "trafficedge_failover_backend" "blank" {
  backends    = ["bkd_a"]
  description = "  "
}
resource "trafficedge_tls_edge" "test" {
  description     = "two words \n"
  metadata        = "{\"v\": 1.50}\n"
  hostports       = ["münchen.example.com:443", "*.münchen.example.com:443", "_X.example.com:443", "[::1]:443"]
  backend         = { backend_id = trafficedge_failover_backend.test.id }
  traffic_policy  = { value = "{\"t\": 0.10}\n" }
  deletion_policy = "%s"
}
resource "trafficedge_https_edge_route_oauth" "test" {
  edge_id           = "e"
  route_id          = "r"
  identity_provider = {
    idp_1 = {
      email_addresses = ["Ann@BÜCHER.example"]
      email_domains   = ["Bücher.example"]
      teams           = ["Acme/Platform"]
      organizations   = ["Acme"]
    }
  }
}
`
	binary := acctest.BuildProvider(t)
	for policy, undocumented := range map[string]string{
		"PREVENT": `[]`, "ABANDON": `["list_tls_edges", "read_route_oauth"]`, "DELETE": `["delete_tls_edge", "update_tls_edge", "read_route_oauth"]`,
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
			server.SetResponses(func(r *refapi.Responses) { r.Rewrite = acctest.Normalized })
			cli.Configure(t, server.Config(fmt.Sprintf(config, policy), "undocumented_operations = "+undocumented))
			for _, writes := range []string{"on r" + strings.Repeat(" post", 3), "", ""} {
				output := cli.MustRun(t, "apply", "-auto-approve")
				const ofTheCLI = 1 // the warning about development overrides
				if sent := strings.Join(slices.Sorted(slices.Values(writesTo(server))), " "); sent != writes || strings.Count(output, "Warning:") > ofTheCLI {
					t.Errorf("sent %q, want %q\n%s", sent, writes, output)
				}
				cli.MustRun(t, "plan", "-detailed-exitcode")
				server.ResetRequests()
			}
		})
	}
}
