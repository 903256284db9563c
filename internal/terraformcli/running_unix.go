// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package terraformcli

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"syscall"
)

// Running is a run of a CLI that can be sent signals.
type Running struct {
	command *exec.Cmd
	output  bytes.Buffer
}

// Start runs the CLI in a process group of its own, as a shell does.
func (c *CLI) Start(ctx context.Context, args ...string) (*Running, error) {
	running := &Running{command: c.Command(ctx, args...)}
	running.command.Stdout, running.command.Stderr = &running.output, &running.output
	running.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := running.command.Start(); err != nil {
		return nil, named(running.command, err)
	}
	return running, nil
}

// Signal sends a signal to the CLI alone.
func (r *Running) Signal(signal syscall.Signal) error {
	return r.signal(r.command.Process.Pid, signal)
}

// SignalGroup sends a signal to the CLI and to every process that it has started, as a terminal does.
func (r *Running) SignalGroup(signal syscall.Signal) error {
	return r.signal(-r.command.Process.Pid, signal)
}

func (r *Running) signal(process int, signal syscall.Signal) error {
	if err := syscall.Kill(process, signal); err != nil {
		return named(r.command, fmt.Errorf("sending %s: %w", signal, err))
	}
	return nil
}

// Wait returns the output of the CLI when it has ended. It also ends the processes that the CLI left behind: a provider
// outlives a CLI that was killed.
func (r *Running) Wait() (output string, err error) {
	err = r.command.Wait()
	_ = syscall.Kill(-r.command.Process.Pid, syscall.SIGKILL)
	return r.output.String(), named(r.command, err)
}
