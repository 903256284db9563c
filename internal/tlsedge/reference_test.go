// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// An edge with PREVENT whose backend is replaced in the same run refuses the new
// id after the old backend is gone. The plan warns of that.
func TestAccResource_backendReplaced(t *testing.T) {
	t.Parallel()
	provider := acctest.BuildProvider(t)
	const backend = "trafficedge_failover_backend.test"
	for _, createFirst := range []bool{false, true} {
		t.Run(fmt.Sprintf("create_before_destroy %t", createFirst), func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			cli := provider.NewCLI(t)
			cli.Configure(t, server.Config(fmt.Sprintf(`
				resource "trafficedge_failover_backend" "test" {
				  backends = ["a"]
				  lifecycle {
				    create_before_destroy = %t
				  }
				}
				resource "trafficedge_tls_edge" "test" {
				  backend = {
				    backend_id = %s.id
				  }
				}`, createFirst, backend)))
			if output := cli.MustRun(t, "apply", "-auto-approve"); strings.Contains(output, "Warning: TLS edge") {
				t.Errorf("expected no warning about the creation of both, got\n%s", output)
			}
			serving := server.TLSEdges()[0].Backend.BackendID

			output := cli.MustRun(t, "plan", "-replace="+backend)
			if !acctest.Message("Warning: TLS edge", "may be left serving something that is gone", "backend.backend_id", "BEFORE the edge refuses",
				"keep the object", `deletion_policy = "ABANDON"`, "create_before_destroy").MatchString(output) {
				t.Errorf("expected a warning, got\n%s", output)
			}

			output, err := cli.Run(t, "apply", "-auto-approve", "-replace="+backend)
			if err == nil || !acctest.Message("must not be replaced for backend.backend_id").MatchString(output) {
				t.Errorf("expected the edge to refuse, got\n%s", output)
			}
			isThere := false
			for _, stored := range server.FailoverBackends() {
				isThere = isThere || stored.ID == serving
			}
			if isThere != createFirst {
				t.Errorf("the backend that the edge serves is there: %t, with create_before_destroy: %t", isThere, createFirst)
			}
		})
	}
}
