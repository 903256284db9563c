// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"time"
)

// The CLI starts the provider itself, several times in one command, and does not report its cost. So the CLI
// gets this program under the provider's name. It runs the provider, which is one directory up, and records in
// the directory usage what the operating system reports about it.
const (
	providerPrefix = "terraform-provider-"
	usageDir       = "usage"
)

// usage is the cost of provider processes.
type usage struct {
	CPU  time.Duration `json:"cpu_ns"`     // user and system time of all of them
	Peak int64         `json:"peak_bytes"` // of the largest; 0 where the system does not tell
}

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
	err = command.Run()
	ended := command.ProcessState
	if ended == nil {
		return nil, errors.Join(fmt.Errorf("running the provider: %w", err), record.Close())
	}
	cost := usage{CPU: ended.UserTime() + ended.SystemTime(), Peak: peakBytes(ended)}
	return ended, errors.Join(json.NewEncoder(record).Encode(cost), record.Close())
}

// peakBytes returns the peak memory of a process. On Linux it includes the memory that the meter used when it
// started the process, which is less than any provider needs.
func peakBytes(ended *os.ProcessState) int64 {
	// On Unix it is a *syscall.Rusage, a type that other systems lack.
	rusage := reflect.Indirect(reflect.ValueOf(ended.SysUsage()))
	if rusage.Kind() != reflect.Struct || !rusage.FieldByName("Maxrss").IsValid() {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return rusage.FieldByName("Maxrss").Int()
	}
	return rusage.FieldByName("Maxrss").Int() * 1024
}

// takeUsage adds up the records of meters in a directory, and removes them.
func takeUsage(dir string) (total usage, err error) {
	records, err := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, record := range records {
		content, readErr := os.ReadFile(record)
		var one usage
		if killedErr := json.Unmarshal(content, &one); killedErr != nil {
			return total, fmt.Errorf("a provider was killed before it could be measured: %w", errors.Join(readErr, killedErr))
		}
		total.CPU += one.CPU
		total.Peak = max(total.Peak, one.Peak)
		err = errors.Join(err, os.Remove(record))
	}
	return total, err
}
