// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package acctest

import (
	"syscall"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// Running is a run of a CLI that a test may interrupt.
type Running struct {
	*terraformcli.Running
}

// Start runs the CLI in a process group of its own, as a shell does.
func (c *CLI) Start(t *testing.T, args ...string) *Running {
	t.Helper()
	running, err := c.CLI.Start(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	return &Running{Running: running}
}

// Signal sends a signal to the CLI alone.
func (r *Running) Signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if err := r.Running.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// SignalGroup sends a signal to the CLI and to every process that it has
// started, as a terminal does.
func (r *Running) SignalGroup(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if err := r.Running.SignalGroup(signal); err != nil {
		t.Fatal(err)
	}
}
