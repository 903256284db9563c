// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A gateway that knows no API responds 404 to everything but creations. Neither a refresh nor
// an apply removes anything from state. Objects that are really gone are removed and created
// again.
func TestAccGateway_404ToEverything(t *testing.T) {
	t.Parallel()
	const config = `
resource "trafficedge_failover_backend" "test" {
  count    = 5
  backends = ["k"]
}
resource "trafficedge_tls_edge" "test" {
  count           = 2
  deletion_policy = "DELETE"
}
`
	binary := acctest.BuildProvider(t)
	for name, body := range map[string]string{"JSON": `{"message": "no Route matched"}`, "nothing": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
			cli.Configure(t, server.ConfigUndocumented(config))
			cli.MustRun(t, "apply", "-auto-approve")
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if r.Method == http.MethodPost {
					return nil
				}
				return &refapi.Fault{Status: http.StatusNotFound, Body: body}
			})
			for _, command := range [][]string{
				{"plan", "-refresh-only"}, {"apply", "-auto-approve"}, {"destroy", "-auto-approve"}, {"destroy", "-auto-approve", "-refresh=false"},
			} {
				output, err := cli.Run(t, command...)
				advice := acctest.Message("no request to base_url has succeeded yet", "Check base_url", "run state rm")
				if err == nil || !advice.MatchString(output) {
					t.Errorf("%q: got %v\n%s", command, err, output)
				}
			}
			const objects = 5 + 2
			if managed := strings.Count(cli.MustRun(t, "state", "list"), "trafficedge_"); managed != objects {
				t.Errorf("state has %d objects", managed)
			}
			if stored := len(server.FailoverBackends()) + len(server.TLSEdges()); stored != objects {
				t.Errorf("the service has %d objects", stored)
			}

			server.Intercept(nil)
			for _, edge := range server.TLSEdges() {
				server.RemoveTLSEdge(edge.ID)
			}
			for _, backend := range server.FailoverBackends() {
				server.RemoveFailoverBackend(backend.ID)
			}
			output := cli.MustRun(t, "apply", "-auto-approve")
			if !acctest.Message("has no TLS edge", "any more", "7 added, 0 changed, 0 destroyed").MatchString(output) {
				t.Errorf("got\n%s", output)
			}
		})
	}
}

// Reads show a new object only after some seconds, longer than max_retry_wait. The refresh of
// the second apply waits for it, so the object is created once.
func TestAccLag_longerThanRetries(t *testing.T) {
	t.Parallel()
	const lag = 5 * time.Second
	server, cli := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, server.Config("resource \"trafficedge_failover_backend\" \"test\" {\n  backends = [\"k\"]\n}\n", `max_retry_wait = "200ms"`))
	var created atomic.Int64 // in nanoseconds
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		switch {
		case r.Method == http.MethodPost:
			created.Store(time.Now().UnixNano())
		case strings.HasPrefix(r.Path, "/backends/failover/") && time.Since(time.Unix(0, created.Load())) < lag:
			return &refapi.Fault{Status: http.StatusNotFound, Body: `{"title":"not found"}`}
		}
		return nil
	})
	cli.MustRun(t, "apply", "-auto-approve")
	if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, "No changes.") {
		t.Errorf("got\n%s", output)
	}
	if stored := len(server.FailoverBackends()); stored != 1 {
		t.Errorf("the service has %d objects", stored)
	}
}
