// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// many returns a configuration with count failover backends.
func many(server *acctest.Server, count int, description string) string {
	return server.Config(fmt.Sprintf(`resource "trafficedge_failover_backend" "test" {
  count       = %d
  backends    = ["bkd_a", "bkd_${count.index}"]
  description = %q
}
`, count, description))
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
	for _, test := range []struct {
		description string
		command     []string
		write       string // the method of the expected writes, or "" if no write is expected
		reads       int    // the maximum number of reads, including pages of the list
	}{
		{"first", []string{"apply", "-auto-approve"}, http.MethodPost, 0},
		{"first", []string{"plan", "-detailed-exitcode"}, "", 20},
		{"second", []string{"apply", "-auto-approve"}, http.MethodPatch, 20},
		{"second", []string{"destroy", "-auto-approve"}, http.MethodDelete, 20},
	} {
		server.ResetRequests()
		cli.Configure(t, many(server, count, test.description))
		cli.MustRun(t, append(test.command, fmt.Sprintf("-parallelism=%d", parallelism))...)
		counts := map[string]int{}
		for _, request := range server.Requests() {
			counts[request.Method]++
		}
		reads, writes := counts[http.MethodGet], counts[test.write]
		if test.write != "" && writes != count || reads > test.reads || len(server.Requests()) != reads+writes {
			t.Errorf("%s of %d took %v", test.command[0], count, counts)
		}
		if opened := server.Connections.Load(); test.write == http.MethodPost && opened > parallelism {
			t.Errorf("-parallelism=%d opened %d connections", parallelism, opened)
		}
	}
	if err := server.CheckNoFailoverBackend(nil); err != nil {
		t.Error(err)
	}
}
