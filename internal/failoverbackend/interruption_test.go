// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package failoverbackend_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	interruptedCount       = 12
	interruptedParallelism = 4
)

// startCreating starts an apply. It injects the fault into all creations but the first
// four. It returns when the next four creations wait for their responses.
func startCreating(t *testing.T, server *acctest.Server, cli *acctest.CLI, fault refapi.Fault) (apply *exec.Cmd, output *bytes.Buffer) {
	t.Helper()
	waiting := make(chan struct{}, interruptedCount)
	var seen atomic.Int64
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method != http.MethodPost || seen.Add(1) <= interruptedParallelism {
			return nil
		}
		waiting <- struct{}{}
		return &fault
	})
	cli.Configure(t, many(server, interruptedCount, "interrupted"))
	apply = cli.Command(t.Context(), "apply", "-auto-approve", fmt.Sprintf("-parallelism=%d", interruptedParallelism))
	output = &bytes.Buffer{}
	apply.Stdout, apply.Stderr = output, output
	// As in a shell, the CLI runs in a separate process group.
	apply.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	acctest.NoError(t, apply.Start())
	for range interruptedParallelism {
		select {
		case <-waiting:
		case <-time.After(time.Minute):
			t.Fatal("the CLI has not begun to create anything")
		}
	}
	return apply, output
}

// notInState returns the ids of failover backends that exist but are not in state. It
// fails the test if a failover backend in state does not exist.
func notInState(t *testing.T, server *acctest.Server, cli *acctest.CLI) (missing []string) {
	t.Helper()
	for _, backend := range server.FailoverBackends() {
		missing = append(missing, backend.ID)
	}
	existing := slices.Clone(missing)
	for _, instance := range cli.Instances(t) {
		inState := instance.Attributes.ID
		if !slices.Contains(existing, inState) {
			t.Errorf("%q is in state and does not exist", inState)
		}
		missing = slices.DeleteFunc(missing, func(id string) bool { return id == inState })
	}
	return missing
}

// After Ctrl-C, the creations that have started still complete, and state contains
// the created objects. The test interrupts the CLI alone, or, as a terminal does,
// both the CLI and the provider. If a creation gets no response, its object is not
// in state, and an error says so. The next apply creates the objects that state lacks.
func TestAccInterruption(t *testing.T) {
	t.Parallel()
	provider := acctest.BuildProvider(t)
	for name, fault := range map[string]refapi.Fault{
		"acted":        {Delay: 2 * time.Second, AfterActing: true},
		"about to act": {Delay: 2 * time.Second},
		"no response":  {Delay: 2 * time.Second, AfterActing: true, Drop: true},
	} {
		for target, sign := range map[string]int{"CLI": 1, "group": -1} {
			t.Run(name+", "+target, func(t *testing.T) {
				t.Parallel()
				server, cli := acctest.Start(t, refapi.Options{}), provider.NewCLI(t)
				apply, output := startCreating(t, server, cli, fault)
				acctest.NoError(t, syscall.Kill(sign*apply.Process.Pid, syscall.SIGINT))
				if apply.Wait() == nil {
					t.Errorf("an apply that was interrupted succeeded:\n%s", output)
				}
				created, missing := len(server.FailoverBackends()), notInState(t, server, cli)
				failed := strings.Count(output.String(), "Error: Could not tell whether the failover backend was created")
				if created < 2*interruptedParallelism || created == interruptedCount || len(missing) != failed || failed > 0 != fault.Drop {
					t.Errorf("%d exist, not in state are %v:\n%s", created, missing, output)
				}
				server.Intercept(nil)
				cli.MustRun(t, "apply", "-auto-approve")
				cli.MustRun(t, "plan", "-detailed-exitcode")
				if after := notInState(t, server, cli); !slices.Equal(after, missing) || len(server.FailoverBackends()) != interruptedCount+len(missing) {
					t.Errorf("%d exist after another apply, not in state are %v", len(server.FailoverBackends()), after)
				}
			})
		}
	}
}

// Service managers send SIGTERM to the CLI and the provider at once. The creations that are under way
// still complete, and state has their objects.
func TestAccInterruption_SIGTERM(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t)
	apply, output := startCreating(t, server, cli, refapi.Fault{Delay: 3 * time.Second})
	acctest.NoError(t, syscall.Kill(-apply.Process.Pid, syscall.SIGTERM))
	if apply.Wait() == nil {
		t.Errorf("an apply that was interrupted succeeded:\n%s", output)
	}
	created, missing := len(server.FailoverBackends()), notInState(t, server, cli)
	if created != 2*interruptedParallelism || len(missing) > 0 || strings.Contains(output.String(), "Plugin did not respond") {
		t.Errorf("%d exist, not in state are %v:\n%s", created, missing, output)
	}
}
