// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

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

// Backends that follow from a list are not destroyed because the list breaks off, and a query
// does not end as if the account were empty.
func TestAccList_breaksOff(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{PageSize: 2}), acctest.BuildProvider(t).NewCLI(t)
	for i := range 4 {
		server.AddFailoverBackend(refapi.FailoverBackend{ID: fmt.Sprint("fob_", i), Backends: []string{"bkd_a"}, Metadata: "source"})
	}
	cli.Configure(t, server.Config(`
data "trafficedge_failover_backends" "all" {}
resource "trafficedge_failover_backend" "copy" {
  for_each = { for backend in data.trafficedge_failover_backends.all.failover_backends : backend.id => backend if backend.metadata == "source" }
  backends = each.value.backends
}`))
	cli.MustRun(t, "apply", "-auto-approve")
	commands := [][]string{{"plan"}}
	if !cli.IsOpenTofu(t) && cli.AtLeast(t, "1.14.0") { // which has queries
		acctest.NoError(t, cli.Write("all.tfquery.hcl", "list \"trafficedge_failover_backend\" \"all\" {\n  provider = trafficedge\n}\n"))
		commands = append(commands, []string{"query"})
	}
	var pages atomic.Int32
	for breaksAt, fault := range map[int32]refapi.Fault{
		1: {Status: http.StatusNotFound}, 2: {Status: http.StatusGone, Body: `{"message":"cursor expired"}`},
	} {
		server.Intercept(func(r refapi.Request) *refapi.Fault {
			if r.Path != "/backends/failover" || pages.Add(1) != breaksAt {
				return nil
			}
			return &fault
		})
		for _, command := range commands {
			pages.Store(0)
			output, err := cli.Run(t, command...)
			if words := acctest.Message("Could not list failover backends", "The list is incomplete"); err == nil || !words.MatchString(output) {
				t.Errorf("%s, page %d: %v\n%s", command, breaksAt, err, output)
			}
		}
	}
}

// During an outage of some seconds, a run creates nothing twice. Only the creations that were in flight have
// an unknown outcome. If reads succeed meanwhile, the same applies to the few that are then sent one at a time.
func TestAccCreate_outage(t *testing.T) {
	t.Parallel()
	const objects, before, inFlight, lasts = 40, 15, 10, 3 * time.Second
	binary := acctest.BuildProvider(t)
	for name, test := range map[string]struct {
		reads  bool // which succeed
		trials int
	}{
		"of everything": {false, 0},
		"of creations":  {true, 4}, // after waits of 0.5, 1, 2 and 4 seconds
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{}), binary.NewCLI(t)
			var creations atomic.Int32
			var ends atomic.Pointer[time.Time]
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if r.Method == http.MethodPost && creations.Add(1) == before {
					ends.Store(new(time.Now().Add(lasts)))
				}
				if end := ends.Load(); end == nil || time.Now().After(*end) || test.reads && r.Method == http.MethodGet {
					return nil
				}
				return &refapi.Fault{Status: http.StatusServiceUnavailable}
			})
			cli.Configure(t, server.Config(fmt.Sprintf("resource \"trafficedge_failover_backend\" \"test\" {\n  count    = %d\n  backends = [\"bkd_a\"]\n}\n", objects)))
			output, _ := cli.Run(t, "apply", "-auto-approve", fmt.Sprint("-parallelism=", inFlight))
			unknown, created := strings.Count(output, "Could not tell whether the failover backend was created"), len(server.FailoverBackends())
			if unknown == 0 || unknown > inFlight+test.trials || created+unknown != objects || int(creations.Load()) != objects {
				t.Errorf("%d creations were sent, %d are unknown, and %d objects exist\n%s", creations.Load(), unknown, created, output)
			}
		})
	}
}

// The id in the response to a creation may be that of an operation. No object has it, so the apply fails, and
// state does not contain it.
func TestAccCreate_idIsNotFound(t *testing.T) {
	t.Parallel()
	if !acctest.All() {
		t.Skip("this minute of reads runs with TRAFFICEDGE_TEST_ALL=1 only")
	}
	server, cli := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t)
	server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusAccepted, Body: `{"id": "op_77", "status": "pending"}`})
	cli.Configure(t, server.Config(`resource "trafficedge_failover_backend" "test" {
  backends = ["bkd_a"]
}`))
	output, err := cli.Run(t, "apply", "-auto-approve")
	if words := acctest.Message("Could not tell whether the failover backend was created", "op_77"); err == nil || !words.MatchString(output) {
		t.Errorf("got %v\n%s", err, output)
	}
	if state := cli.MustRun(t, "state", "list"); strings.TrimSpace(state) != "" {
		t.Errorf("state has %s", state)
	}
}
