// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// many returns a configuration of count failover backends.
func many(server *acctest.Server, count int, description string) string {
	return server.Config(fmt.Sprintf(`resource "trafficedge_failover_backend" "test" {
  count       = %d
  backends    = ["bkd_a", "bkd_${count.index}"]
  description = %q
}
`, count, description))
}

// tally counts requests by method, with list pages apart, and resets the log.
func tally(server *acctest.Server) map[string]int {
	counts := map[string]int{}
	for _, request := range server.Requests() {
		operation := request.Method
		if operation == http.MethodGet && strings.HasSuffix(request.Path, "/backends/failover") {
			operation = "LIST"
		}
		counts[operation]++
	}
	server.ResetRequests()
	return counts
}

func newQuietCLI(t *testing.T) *acctest.CLI {
	t.Helper()
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Setenv("TF_LOG", "")
	return cli
}

func TestAccScale_requestsAndConnections(t *testing.T) {
	t.Parallel()
	const count, parallelism = 100, 50
	server := acctest.Start(t, refapi.Options{PageSize: count / 10})
	cli := newQuietCLI(t)
	run := func(config string, args ...string) map[string]int {
		cli.Configure(t, config)
		cli.MustRun(t, append(args, fmt.Sprintf("-parallelism=%d", parallelism))...)
		counts := tally(server)
		t.Logf("%s: %v", args[0], counts)
		return counts
	}
	reads := func(counts map[string]int) int { return counts["LIST"] + counts[http.MethodGet] }

	if got := run(many(server, count, "first"), "apply", "-auto-approve"); got[http.MethodPost] != count || len(got) != 1 {
		t.Errorf("creating %d took %v", count, got)
	}
	if opened := server.Connections(); opened > parallelism {
		t.Errorf("-parallelism=%d opened %d connections", parallelism, opened)
	}
	if got := run(many(server, count, "first"), "plan", "-detailed-exitcode"); reads(got) > 20 || len(got) > 2 {
		t.Errorf("planning %d without a change took %v", count, got)
	}
	if got := run(many(server, count, "second"), "apply", "-auto-approve"); got[http.MethodPatch] != count || reads(got) > 20 || len(got) > 3 {
		t.Errorf("updating %d took %v", count, got)
	}
	if got := run(many(server, count, "second"), "destroy", "-auto-approve"); got[http.MethodDelete] != count || reads(got) > 20 || len(got) > 3 {
		t.Errorf("destroying %d took %v", count, got)
	}
	if err := server.CheckNoFailoverBackend(nil); err != nil {
		t.Error(err)
	}
}
