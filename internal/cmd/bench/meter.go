// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
)

// The CLI starts the provider itself, several times in one command, and does not report its cost. So the CLI
// gets this program under the provider's name. It runs the provider, which is one directory up, and records in
// the directory usage what the operating system reports about it.
const (
	providerPrefix = "terraform-provider-"
	usageDir       = "usage"
)

func actsAsMeter(executable string) bool {
	return strings.HasPrefix(filepath.Base(executable), providerPrefix)
}

// meter runs the provider in whose place it was started, and returns its exit code. Standard output belongs to
// the provider: the CLI reads the plugin handshake there.
func meter(executable string, args []string) int {
	// An interrupt reaches the whole process group. The provider decides whether to end, and this process must
	// be there when it does.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)

	dir := filepath.Dir(executable)
	state, err := runMetered(filepath.Join(filepath.Dir(dir), filepath.Base(executable)), args, filepath.Join(dir, usageDir))
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return state.ExitCode()
}

func runMetered(provider string, args []string, dir string) (*os.ProcessState, error) {
	// The record is made before the run and filled after it: an empty one means that the provider was killed
	// together with its meter.
	record, err := os.CreateTemp(dir, "*.json")
	if err != nil {
		return nil, fmt.Errorf("making a usage record: %w", err)
	}
	command := exec.Command(provider, args...) //nolint:gosec,noctx // it is the provider that was built, and ends when the CLI says so
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err = command.Run(); command.ProcessState == nil {
		return nil, errors.Join(fmt.Errorf("running the provider: %w", err), record.Close())
	}
	return command.ProcessState, errors.Join(usageOf(command.ProcessState).writeTo(record), record.Close())
}
