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

// The CLI starts the provider several times in one command and does not report the
// provider's resource usage. The benchmark therefore installs this program under the
// provider's name. This program runs the provider, which is in the parent directory, and
// writes the resource usage to usageDir.
const (
	providerPrefix = "terraform-provider-"
	usageDir       = "usage"
)

// usage is the resource usage of provider processes.
type usage struct {
	CPU  time.Duration `json:"cpu_ns"`     // user and system time of all processes
	Peak int64         `json:"peak_bytes"` // of the largest process; 0 if the system does not report it
}

func actsAsMeter(executable string) bool {
	return strings.HasPrefix(filepath.Base(executable), providerPrefix)
}

// meter runs the provider and returns its exit code. meter must not write to standard
// output, where the CLI reads the provider's plugin handshake.
func meter(executable string, args []string) int {
	// An interrupt reaches the whole process group. The provider decides whether to
	// exit. The meter ignores the interrupt, because the meter must outlive the provider.
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
	// The file for the record is created before the run and filled after the run. An
	// empty file shows that the provider was killed together with the meter.
	record, err := os.CreateTemp(dir, "*.json")
	if err != nil {
		return nil, fmt.Errorf("making a usage record: %w", err)
	}
	command := exec.Command(provider, args...) //nolint:gosec,noctx // the command is the built provider, and the CLI ends it
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = command.Run()
	ended := command.ProcessState
	if ended == nil {
		return nil, errors.Join(fmt.Errorf("running the provider: %w", err), record.Close())
	}
	cost := usage{CPU: ended.UserTime() + ended.SystemTime(), Peak: peakBytes(ended)}
	return ended, errors.Join(json.NewEncoder(record).Encode(cost), record.Close())
}

// peakBytes returns the peak memory of a process. On Linux, the reported peak is at least
// the memory of the meter, which started the process. The peak of a provider is still
// correct, because a provider needs more memory than the meter.
func peakBytes(ended *os.ProcessState) int64 {
	// On Unix, SysUsage returns a *syscall.Rusage. Other systems lack this type, so the
	// code reads the field by reflection.
	rusage := reflect.Indirect(reflect.ValueOf(ended.SysUsage()))
	if rusage.Kind() != reflect.Struct || !rusage.FieldByName("Maxrss").IsValid() {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return rusage.FieldByName("Maxrss").Int()
	}
	return rusage.FieldByName("Maxrss").Int() * 1024
}

// takeUsage adds up the meter's records in a directory and removes them.
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
