// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// bench is one run of this program.
type bench struct {
	settings settings
	cli      string // the executable
	work     string // the directory for all output
	progress io.Writer
}

// measurement is the cost of one command.
type measurement struct {
	took     time.Duration
	provider usage
	requests string
}

func (b bench) run(ctx context.Context) (*results, error) {
	b.sayf("building the provider")
	provider, err := b.build(ctx)
	machine, machineErr := b.describeMachine(ctx)
	if err := errors.Join(err, machineErr); err != nil {
		return nil, err
	}
	found := &results{settings: b.settings, machine: machine, runs: schedule(b.settings), steps: map[step]measurement{}}
	for _, next := range found.runs {
		if err := b.measureRun(ctx, provider, next, found.steps); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// build builds a release of the provider. It returns a directory that contains a meter in
// place of the provider. The meter runs and measures the provider.
func (b bench) build(ctx context.Context) (metered string, err error) {
	dir, executable := filepath.Join(b.work, "provider"), terraformcli.Executable(terraformcli.Provider)
	build := terraformcli.Build{Version: "bench"}
	if err := build.To(ctx, filepath.Join(dir, executable)); err != nil {
		return "", err
	}
	metered = filepath.Join(dir, "metered")
	meter, err := os.Executable()
	if err == nil {
		err = errors.Join(os.MkdirAll(filepath.Join(metered, usageDir), 0o750), os.Symlink(meter, filepath.Join(metered, executable)))
	}
	if err != nil {
		return "", fmt.Errorf("laying out the meter: %w", err)
	}
	return metered, nil
}

// measureRun measures the phases of a run in a new site.
func (b bench) measureRun(ctx context.Context, metered string, of series, found map[step]measurement) error {
	at, err := openSite(ctx, b.cli, b.work, terraformcli.DevOverride(terraformcli.Provider, metered))
	if err != nil {
		return err
	}
	defer at.close()
	for _, phase := range of.phases {
		if err := at.cli.Write("main.tf", of.workload.configuration(at.service.URL, of.size, phase.description())); err != nil {
			return err
		}
		at.latency.Store(int64(b.settings.latency))
		if phase == planDistant {
			at.latency.Store(int64(distantLatency))
		}
		at.api.ResetRequests()
		start := time.Now()
		if err := at.run(ctx, phase.arguments()...); err != nil {
			return fmt.Errorf("%d %s, %s: %w", of.size, of.workload, phase, err)
		}
		measured := measurement{took: time.Since(start), requests: countRequests(at.api.Requests())}
		if measured.provider, err = takeUsage(filepath.Join(metered, usageDir)); err != nil {
			return err
		}
		b.sayf("%d %s, %s: %.1f s, provider %.1f s of CPU and %.0f MiB, requests: %s", of.size, of.workload, phase,
			measured.took.Seconds(), measured.provider.CPU.Seconds(), mebibytes(measured.provider.Peak), measured.requests)
		found[step{of.workload, of.size, phase}] = measured
	}
	return nil
}

// describeMachine returns the date, the machine, and the versions of Go and the CLI.
func (b bench) describeMachine(ctx context.Context) (string, error) {
	cli, err := terraformcli.New(b.cli, filepath.Join(b.work, "version"), "")
	if err != nil {
		return "", err
	}
	version, err := cli.Run(ctx, "version")
	if err != nil {
		return "", err
	}
	firstLine, _, _ := strings.Cut(version, "\n")
	return fmt.Sprintf("%s, %d CPUs, %s/%s, %s, %s", time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(),
		runtime.GOOS, runtime.GOARCH, runtime.Version(), firstLine), nil
}

func (b bench) sayf(format string, args ...any) {
	fmt.Fprintf(b.progress, "bench: "+format+"\n", args...)
}
