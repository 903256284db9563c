//go:build unix

package acctest

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Running is a run of a CLI that a test may interrupt.
type Running struct {
	command *exec.Cmd
	name    string
	output  bytes.Buffer
}

// Start runs the CLI in a process group of its own, as a shell does.
func (c *CLI) Start(t *testing.T, args ...string) *Running {
	t.Helper()
	running := &Running{
		command: exec.CommandContext(t.Context(), c.executable, args...),
		name:    filepath.Base(c.executable) + " " + strings.Join(args, " "),
	}
	running.command.Dir, running.command.Env = c.Dir, c.env
	running.command.Stdout, running.command.Stderr = &running.output, &running.output
	running.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := running.command.Start(); err != nil {
		t.Fatalf("%s: %v", running.name, err)
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
		t.Fatalf("%s: %v", r.name, err)
	}
}

// Wait returns when the CLI has ended, with all that it printed. What it has
// left behind ends too: a provider outlives a CLI that was killed.
func (r *Running) Wait() (output string, err error) {
	err = r.command.Wait()
	_ = syscall.Kill(-r.command.Process.Pid, syscall.SIGKILL)
	if err != nil {
		err = fmt.Errorf("%s: %w", r.name, err)
	}
	return r.output.String(), err
}
