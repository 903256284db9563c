// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// usage is the resource usage of provider processes.
type usage struct {
	CPU  time.Duration `json:"cpu_ns"`     // user and system time of all processes
	Peak int64         `json:"peak_bytes"` // of the largest process; right on Linux only
}

// build builds a release of the provider. It returns a directory with a meter in place of
// the provider: this program under the provider's name, because a CLI starts the provider
// several times in one command and does not report its resource usage. The meter runs the
// provider in the parent directory, and writes the usage beside itself.
func build(ctx context.Context, work string) (metered string, err error) {
	executable := terraformcli.Executable("")
	if err := (terraformcli.Build{Version: "bench"}).To(ctx, filepath.Join(work, executable)); err != nil {
		return "", err
	}
	metered = filepath.Join(work, "metered")
	self, err := os.Executable()
	if err = errors.Join(err, os.Mkdir(metered, 0o750), os.Symlink(self, filepath.Join(metered, executable))); err != nil {
		return "", fmt.Errorf("laying out the meter: %w", err)
	}
	return metered, nil
}

func actsAsMeter(executable string) bool {
	return strings.HasPrefix(filepath.Base(executable), "terraform-provider-")
}

// meter runs the provider and returns its exit code. It writes nothing to standard output,
// where the CLI reads the provider's handshake.
func meter(executable string, args []string) int {
	// An interrupt reaches the whole process group. The meter must outlive the provider.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	dir := filepath.Dir(executable)
	// The record stays empty if the meter is killed.
	record, err := os.CreateTemp(dir, "*.json")
	provider := exec.Command(filepath.Join(filepath.Dir(dir), filepath.Base(executable)), args...) //nolint:gosec,noctx // the CLI ends the built provider
	provider.Stdin, provider.Stdout, provider.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err == nil {
		err = provider.Run()
	}
	ended := provider.ProcessState
	if ended == nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	cost := usage{CPU: ended.UserTime() + ended.SystemTime()}
	// On Unix, SysUsage returns a *syscall.Rusage, a type that other systems lack. On Linux,
	// its Maxrss is in kilobytes.
	if system := reflect.Indirect(reflect.ValueOf(ended.SysUsage())); system.Kind() == reflect.Struct && system.FieldByName("Maxrss").IsValid() {
		cost.Peak = system.FieldByName("Maxrss").Int() << 10
	}
	_ = json.NewEncoder(record).Encode(cost) //nolint:errchkjson // an incomplete record is an error of takeUsage
	return ended.ExitCode()
}

// takeUsage adds up the meter's records in a directory and removes them.
func takeUsage(dir string) (total usage, err error) {
	records, err := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, record := range records {
		var one usage
		content, readErr := os.ReadFile(record)
		if err := errors.Join(readErr, json.Unmarshal(content, &one), os.Remove(record)); err != nil {
			return total, fmt.Errorf("a provider was killed before it could be measured: %w", err)
		}
		total.CPU += one.CPU
		total.Peak = max(total.Peak, one.Peak)
	}
	return total, err
}
