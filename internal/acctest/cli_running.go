// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acctest

import (
	"bytes"
	"os/exec"
	"syscall"
	"testing"
)

// Running is a run of a CLI that a test may interrupt.
type Running struct {
	command *exec.Cmd
	output  bytes.Buffer
}

// Start runs the CLI in a process group of its own, as a shell does.
func (c *CLI) Start(t *testing.T, args ...string) *Running {
	t.Helper()
	running := &Running{command: c.Command(t.Context(), args...)}
	running.command.Stdout, running.command.Stderr = &running.output, &running.output
	running.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := running.command.Start(); err != nil {
		t.Fatal(err)
	}
	return running
}

// Signal sends a signal to the CLI alone.
func (r *Running) Signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	r.signal(t, r.command.Process.Pid, signal)
}

// SignalGroup sends a signal to the CLI and to every process that it has
// started, as a terminal does.
func (r *Running) SignalGroup(t *testing.T, signal syscall.Signal) {
	t.Helper()
	r.signal(t, -r.command.Process.Pid, signal)
}

func (r *Running) signal(t *testing.T, process int, signal syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(process, signal); err != nil {
		t.Fatalf("sending %s: %v", signal, err)
	}
}

// Wait returns the output of the CLI when it has ended. It also ends the
// processes that the CLI left behind: a provider outlives a CLI that was killed.
func (r *Running) Wait() (output string, err error) {
	err = r.command.Wait()
	_ = syscall.Kill(-r.command.Process.Pid, syscall.SIGKILL)
	return r.output.String(), err
}
