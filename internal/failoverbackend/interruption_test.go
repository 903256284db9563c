// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package failoverbackend_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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

// interruptible is an apply that creates failover backends.
type interruptible struct {
	command *exec.Cmd
	output  *bytes.Buffer
	server  *acctest.Server
	cli     *acctest.CLI
}

// startCreating lets the first creations pass, and returns when as many others as
// run in parallel wait for their answers.
func startCreating(t *testing.T, provider acctest.ProviderBinary, fault refapi.Fault) interruptible {
	t.Helper()
	server, cli := acctest.Start(t, refapi.Options{}), provider.NewCLI(t)
	held := make(chan struct{}, interruptedCount)
	var seen atomic.Int64
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method != http.MethodPost || seen.Add(1) <= interruptedParallelism {
			return nil
		}
		held <- struct{}{}
		return &fault
	})
	cli.Configure(t, many(server, interruptedCount, "interrupted"))
	apply := interruptible{
		cli.Command(t.Context(), "apply", "-auto-approve", fmt.Sprintf("-parallelism=%d", interruptedParallelism)), &bytes.Buffer{}, server, cli,
	}
	apply.command.Stdout, apply.command.Stderr = apply.output, apply.output
	// A process group of its own, as in a shell.
	apply.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := apply.command.Start(); err != nil {
		t.Fatal(err)
	}
	for range interruptedParallelism {
		select {
		case <-held:
		case <-time.After(time.Minute):
			t.Fatal("the CLI has not begun to create anything")
		}
	}
	return apply
}

// fails waits for the apply to fail, and returns what the CLI printed.
func (i interruptible) fails(t *testing.T) string {
	t.Helper()
	err := i.command.Wait()
	// A provider outlives a CLI that was killed.
	_ = syscall.Kill(-i.command.Process.Pid, syscall.SIGKILL)
	if err == nil {
		t.Errorf("an apply that was ended succeeded:\n%s", i.output)
	}
	return i.output.String()
}

// unknownToState returns the ids of failover backends that exist but are not in
// state. It fails the test for one in state that does not exist.
func (i interruptible) unknownToState(t *testing.T) (unknown []string) {
	t.Helper()
	state, err := os.ReadFile(filepath.Join(i.cli.Dir, "terraform.tfstate"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, backend := range i.server.FailoverBackends() {
		unknown = append(unknown, backend.ID)
	}
	existing := slices.Clone(unknown)
	for _, match := range regexp.MustCompile(`"id": "(.*)"`).FindAllStringSubmatch(string(state), -1) {
		if !slices.Contains(existing, match[1]) {
			t.Errorf("%s is in state and does not exist", match[1])
		}
		unknown = slices.DeleteFunc(unknown, func(id string) bool { return id == match[1] })
	}
	t.Logf("%d of %d exist, %d of them unknown to state", len(existing), interruptedCount, len(unknown))
	return unknown
}

// complete applies again. It checks that all failover backends exist then, and none
// twice except those unknown to state.
func (i interruptible) complete(t *testing.T, unknown []string) {
	t.Helper()
	i.server.Intercept(nil)
	i.cli.MustRun(t, "apply", "-auto-approve")
	i.cli.MustRun(t, "plan", "-detailed-exitcode")
	if got := i.unknownToState(t); !slices.Equal(got, unknown) {
		t.Errorf("after another apply state does not know %v, before it was %v", got, unknown)
	}
	if existing := len(i.server.FailoverBackends()); existing != interruptedCount+len(unknown) {
		t.Errorf("%d failover backends exist, expected %d and %d that state does not know", existing, interruptedCount, len(unknown))
	}
}

// Ctrl-C lets every creation under way come to its end and into state, whether only
// the CLI gets the signal or, as from a terminal, the provider too. A creation that
// gets no answer then is searched for once more, and the error names its object.
func TestAccInterruption_interrupt(t *testing.T) {
	t.Parallel()
	provider := acctest.BuildProvider(t)
	for name, fault := range map[string]refapi.Fault{
		"acted":        {Delay: 2 * time.Second, AfterActing: true},
		"about to act": {Delay: 2 * time.Second},
		"no answer":    {Delay: 2 * time.Second, AfterActing: true, Drop: true},
	} {
		for whom, sign := range map[string]int{"CLI": 1, "group": -1} {
			t.Run(name+", "+whom, func(t *testing.T) {
				t.Parallel()
				apply := startCreating(t, provider, fault)
				if err := syscall.Kill(sign*apply.command.Process.Pid, syscall.SIGINT); err != nil {
					t.Fatal(err)
				}
				output := apply.fails(t)
				created, unknown := len(apply.server.FailoverBackends()), apply.unknownToState(t)
				said := strings.Count(output, "Error: Could not tell whether a failover backend was created")
				if created < 2*interruptedParallelism || created == interruptedCount || len(unknown) != said || said > 0 != fault.Drop {
					t.Errorf("%d exist, state does not know %v:\n%s", created, unknown, output)
				}
				for _, id := range unknown {
					if !strings.Contains(output, fmt.Sprintf("id = %q", id)) {
						t.Errorf("no import block names %s:\n%s", id, output)
					}
				}
				apply.complete(t, unknown)
			})
		}
	}
}

// A CLI that is killed loses at most the creations that were under way. OpenTofu
// writes its state every twenty seconds, and may lose all.
func TestAccInterruption_kill(t *testing.T) {
	t.Parallel()
	apply := startCreating(t, acctest.BuildProvider(t), refapi.Fault{Delay: time.Minute, AfterActing: true})
	if err := apply.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	output, unknown := apply.fails(t), apply.unknownToState(t)
	if len(unknown) > interruptedParallelism && !apply.cli.IsOpenTofu(t) {
		t.Errorf("more than %d are unknown to state: %v\n%s", interruptedParallelism, unknown, output)
	}
	apply.complete(t, unknown)
}
