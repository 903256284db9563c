// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package failoverbackend_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	interruptedCount       = 12
	interruptedParallelism = 4
)

// holdCreations lets the first creations pass and holds the answers to all
// others for a while. The channel gets a value for each that the store has
// acted on, or is about to, while its answer is held.
func holdCreations(server *acctest.Server, pass int, fault refapi.Fault) <-chan struct{} {
	held := make(chan struct{}, interruptedCount)
	var seen atomic.Int64
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method != http.MethodPost || seen.Add(1) <= int64(pass) {
			return nil
		}
		held <- struct{}{}
		return &fault
	})
	return held
}

func await(t *testing.T, held <-chan struct{}, count int) {
	t.Helper()
	for range count {
		select {
		case <-held:
		case <-time.After(time.Minute):
			t.Fatal("the CLI has not begun to create anything")
		}
	}
}

func startApply(t *testing.T, cli *acctest.CLI) *acctest.Running {
	t.Helper()
	return cli.Start(t, "apply", "-auto-approve", fmt.Sprintf("-parallelism=%d", interruptedParallelism))
}

// idsInState returns the ids of the failover backends in state.
func idsInState(t *testing.T, cli *acctest.CLI) []string {
	t.Helper()
	state := new(tfjson.State)
	if err := json.Unmarshal([]byte(cli.MustRun(t, "show", "-json")), state); err != nil {
		t.Fatal(err)
	}
	var ids []string
	if state.Values == nil {
		return ids
	}
	for _, instance := range state.Values.RootModule.Resources {
		id, _ := instance.AttributeValues["id"].(string)
		ids = append(ids, id)
	}
	return ids
}

// unknownToState returns the ids of failover backends that exist but are not in
// state. It fails the test for one in state that does not exist.
func unknownToState(t *testing.T, server *acctest.Server, cli *acctest.CLI) (unknown []string) {
	t.Helper()
	known := idsInState(t, cli)
	var existing []string
	for _, backend := range server.FailoverBackends() {
		existing = append(existing, backend.ID)
		if !slices.Contains(known, backend.ID) {
			unknown = append(unknown, backend.ID)
		}
	}
	for _, id := range known {
		if !slices.Contains(existing, id) {
			t.Errorf("%s is in state and does not exist", id)
		}
	}
	return unknown
}

// completeApply applies again. It checks that all failover backends exist then, and
// none twice except those unknown to state.
func completeApply(t *testing.T, server *acctest.Server, cli *acctest.CLI, unknown []string) {
	t.Helper()
	server.Intercept(nil)
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "plan", "-detailed-exitcode")
	if got := unknownToState(t, server, cli); !slices.Equal(got, unknown) {
		t.Errorf("after another apply state does not know %v, before it was %v", got, unknown)
	}
	if existing := len(server.FailoverBackends()); existing != interruptedCount+len(unknown) {
		t.Errorf("%d failover backends exist, expected %d and %d that state does not know", existing, interruptedCount, len(unknown))
	}
}

// Ctrl-C lets every creation under way come to its end and into state, whether only
// the CLI gets the signal or, as from a terminal, the provider too. A creation that
// gets no answer then is searched for once more, and the error names its object.
func TestAccInterruption_interrupt(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	interrupt := map[string]func(*acctest.Running){
		"CLI":   func(r *acctest.Running) { r.Signal(t, syscall.SIGINT) },
		"group": func(r *acctest.Running) { r.SignalGroup(t, syscall.SIGINT) },
	}
	for name, fault := range map[string]refapi.Fault{
		"acted":        {Delay: 2 * time.Second, AfterActing: true},
		"about to act": {Delay: 2 * time.Second},
		"no answer":    {Delay: 2 * time.Second, AfterActing: true, Drop: true},
	} {
		for whom, send := range interrupt {
			t.Run(name+", "+whom, func(t *testing.T) {
				t.Parallel()
				server := acctest.Start(t, refapi.Options{})
				cli := binary.NewCLI(t)
				cli.Configure(t, many(server, interruptedCount, "interrupted"))
				held := holdCreations(server, interruptedParallelism, fault)
				running := startApply(t, cli)
				await(t, held, interruptedParallelism)
				send(running)
				output, err := running.Wait()
				if err == nil {
					t.Errorf("an apply that was interrupted succeeded:\n%s", output)
				}
				created := len(server.FailoverBackends())
				unknown := unknownToState(t, server, cli)
				t.Logf("%d of %d exist, %d of them unknown to state", created, interruptedCount, len(unknown))
				said := strings.Count(output, "Error: Could not tell whether a failover backend was created")
				if created < 2*interruptedParallelism || created == interruptedCount || len(unknown) != said || said > 0 != fault.Drop {
					t.Errorf("%d exist, state does not know %v:\n%s", created, unknown, output)
				}
				for _, id := range unknown {
					if !strings.Contains(output, fmt.Sprintf("id = %q", id)) {
						t.Errorf("no import block names %s:\n%s", id, output)
					}
				}
				completeApply(t, server, cli, unknown)
			})
		}
	}
}

// A provider that is killed loses at most the creations that were under way, and so
// does a CLI that writes every result into its state at once. OpenTofu does so
// every twenty seconds, so a kill may lose all results.
func TestAccInterruption_kill(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for name, kill := range map[string]func(*testing.T, *acctest.Running, acctest.ProviderBinary){
		"provider": func(t *testing.T, _ *acctest.Running, provider acctest.ProviderBinary) {
			t.Helper()
			if err := provider.Process(t).Kill(); err != nil {
				t.Fatal(err)
			}
		},
		"CLI": func(t *testing.T, running *acctest.Running, _ acctest.ProviderBinary) {
			t.Helper()
			running.Signal(t, syscall.SIGKILL)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			traced := binary.Traced(t)
			server := acctest.Start(t, refapi.Options{})
			cli := traced.NewCLI(t)
			cli.Configure(t, many(server, interruptedCount, "killed"))
			held := holdCreations(server, interruptedParallelism, refapi.Fault{Delay: time.Minute, AfterActing: true})
			running := startApply(t, cli)
			await(t, held, interruptedParallelism)
			kill(t, running, traced)
			output, err := running.Wait()
			if err == nil {
				t.Errorf("an apply that was killed succeeded:\n%s", output)
			}
			unknown := unknownToState(t, server, cli)
			t.Logf("%d of %d exist, %d of them unknown to state", len(server.FailoverBackends()), interruptedCount, len(unknown))
			limit := interruptedParallelism
			if name == "CLI" && cli.IsOpenTofu(t) {
				limit = interruptedCount
			}
			if len(unknown) > limit {
				t.Errorf("more than %d are unknown to state: %v", limit, unknown)
			}
			completeApply(t, server, cli, unknown)
		})
	}
}
