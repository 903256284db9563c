// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

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

func TestAccScale_fewOfALargeAccount(t *testing.T) {
	t.Parallel()
	const managed = 20
	server := acctest.Start(t, refapi.Options{PageSize: 10})
	add(server, 1980)
	cli := newQuietCLI(t)
	cli.Configure(t, many(server, managed, "managed"))
	cli.MustRun(t, "apply", "-auto-approve")
	server.ResetRequests()
	cli.MustRun(t, "plan", "-detailed-exitcode")
	if got := tally(server); got["LIST"]+got[http.MethodGet] > 45 || got["LIST"] > managed {
		t.Errorf("planning %d objects of an account of 2000 took %v", managed, got)
	}
}

// A service that turns away every 20th request slows an apply down and does not
// break it. Only an answered request can be turned away, so there is one 429 for
// every 19 requests that succeed, and one more at most.
func TestAccScale_rateLimited(t *testing.T) {
	t.Parallel()
	const count = 60
	server := acctest.Start(t, refapi.Options{})
	var answered, refused atomic.Int64
	server.Intercept(func(refapi.Request) *refapi.Fault {
		if answered.Add(1)%20 != 0 {
			return nil
		}
		refused.Add(1)
		return &refapi.Fault{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"1"}}}
	})
	cli := newQuietCLI(t)
	cli.Configure(t, many(server, count, "limited"))
	start := time.Now()
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "plan", "-detailed-exitcode")
	t.Logf("%d requests, %d of them refused, in %s", answered.Load(), refused.Load(), time.Since(start).Round(time.Second))
	if got, most := refused.Load(), (answered.Load()-refused.Load())/19+1; got > most {
		t.Errorf("%d requests were refused, expected at most %d", got, most)
	}
	if made := server.FailoverBackends(); len(made) != count {
		t.Errorf("expected %d objects, got %d", count, len(made))
	}
}
