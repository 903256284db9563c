package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// interruptWait is how long an interrupted command may take to end by itself.
const interruptWait = 20 * time.Second

// changesPending is what `plan -detailed-exitcode` exits with when something is left to do.
const changesPending = 2

var errNotEmpty = errors.New("the second plan is not empty: what was applied is not what the provider reads back")

// demonstration runs the quickstart from nothing to nothing.
type demonstration struct {
	cli            string
	source         string // the provider's source
	work           string // everything that is written goes here
	stdout, stderr io.Writer
}

type step struct {
	heading string
	args    []string
}

func (d demonstration) run(ctx context.Context) error {
	reference, err := serveReference(ctx)
	if err != nil {
		return err
	}
	defer reference.stop()

	d.heading("Build the provider and lay it out as a local mirror")
	config, err := d.install(ctx)
	if err != nil {
		return err
	}
	module := filepath.Join(d.work, "quickstart")
	if err = os.CopyFS(module, os.DirFS(filepath.Join(d.source, "examples", "quickstart"))); err != nil {
		return fmt.Errorf("copying the quickstart: %w", err)
	}
	env := environment(os.Environ(), config, reference.url, takesColors(d.stdout))
	d.sayf("The reference API answers on %s", reference.url)

	for _, next := range []step{
		{"Which CLI", []string{"version"}},
		{"Install the provider from the mirror", []string{"init", "-input=false"}},
		{"Create everything", []string{"apply", "-auto-approve", "-input=false"}},
		{"Show the outputs", []string{"output"}},
		{"Plan again: nothing is left to do", []string{"plan", "-detailed-exitcode", "-input=false"}},
		{"Destroy everything", []string{"destroy", "-auto-approve", "-input=false"}},
	} {
		if err = d.step(ctx, module, env, next); err != nil {
			return err
		}
	}
	return d.checkLeftovers(reference)
}

func (d demonstration) step(ctx context.Context, module string, env []string, next step) error {
	d.heading(next.heading)
	err := d.command(ctx, module, env, d.cli, next.args...)
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && next.args[0] == "plan" && exit.ExitCode() == changesPending {
		return errNotEmpty
	}
	return err
}

// command prints a command, runs it in dir and shows what it prints.
func (d demonstration) command(ctx context.Context, dir string, env []string, name string, args ...string) error {
	line := strings.Join(append([]string{filepath.Base(name)}, args...), " ")
	d.sayf("$ %s", line)
	command := exec.CommandContext(ctx, name, args...)
	command.Dir, command.Env = dir, env
	command.Stdout, command.Stderr = d.stdout, d.stderr
	// A CLI that is killed leaves its plugins behind; one that is interrupted stops them.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptWait
	if err := command.Run(); err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	return nil
}

func (d demonstration) checkLeftovers(reference *reference) error {
	d.heading("What is left on the service")
	kept, err := leftovers(reference.api)
	if err != nil {
		return err
	}
	for _, one := range kept {
		d.sayf("%s", one)
	}
	if len(kept) == 0 {
		d.sayf("Nothing.")
	}
	return nil
}

func (d demonstration) heading(text string) {
	d.sayf("\n=== %s", text)
}

func (d demonstration) sayf(format string, args ...any) {
	fmt.Fprintf(d.stdout, format+"\n", args...)
}
