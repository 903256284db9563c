//go:build unix

package acctest

import (
	"bytes"
	"fmt"
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
	running := &Running{command: c.command(t, args...)}
	running.command.Stdout, running.command.Stderr = &running.output, &running.output
	running.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := running.command.Start(); err != nil {
		t.Fatalf("%s: %v", nameOf(running.command), err)
	}
	return running
}

// Signal sends a signal to the CLI alone.
func (r *Running) Signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	r.signal(t, r.command.Process.Pid, signal)
}

// SignalGroup sends a signal to the CLI and to all that it has started, as a
// terminal does.
func (r *Running) SignalGroup(t *testing.T, signal syscall.Signal) {
	t.Helper()
	r.signal(t, -r.command.Process.Pid, signal)
}

func (r *Running) signal(t *testing.T, to int, signal syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(to, signal); err != nil {
		t.Fatalf("%s: %v", nameOf(r.command), err)
	}
}

// Wait returns when the CLI has ended, with all that it printed. What it has
// left behind ends too: a provider outlives a CLI that was killed.
func (r *Running) Wait() (output string, err error) {
	err = r.command.Wait()
	_ = syscall.Kill(-r.command.Process.Pid, syscall.SIGKILL)
	if err != nil {
		err = fmt.Errorf("%s: %w", nameOf(r.command), err)
	}
	return r.output.String(), err
}
