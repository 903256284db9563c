// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// bench is one run of this program.
type bench struct {
	settings settings
	cli      string // the executable
	source   string // the provider's source
	work     string // the directory for all output
	progress io.Writer
}

// measurement is the cost of one command.
type measurement struct {
	took        time.Duration
	provider    usage
	requests    tally
	connections int64
}

func (b bench) run(ctx context.Context) (*results, error) {
	b.sayf("building the providers")
	provider, err := buildProvider(ctx, b.source, b.work, terraformcli.Module, terraformcli.Provider)
	if err != nil {
		return nil, err
	}
	baseline, err := buildProvider(ctx, b.source, b.work, terraformcli.Module+"/internal/cmd/bench/baseline", "baseline")
	if err != nil {
		return nil, err
	}
	offline, err := buildProvider(ctx, b.source, filepath.Join(b.work, "offline"), terraformcli.Module+"/internal/cmd/bench/offline",
		terraformcli.Provider)
	if err != nil {
		return nil, err
	}
	machine, err := b.describeMachine(ctx)
	if err != nil {
		return nil, err
	}
	found := &results{settings: b.settings, machine: machine, steps: map[step]measurement{}}
	if b.settings.starts > 0 {
		if found.start, err = b.compareStarts(ctx, provider, baseline); err != nil {
			return nil, err
		}
	}
	for _, steps := range schedule(b.settings.sizes, b.settings.edges) {
		runs := provider
		if steps[0].workload.isOffline() {
			runs = offline
		}
		if err := b.runSteps(ctx, runs, steps, found.steps); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// runSteps measures the steps of one run at a new site.
func (b bench) runSteps(ctx context.Context, provider *builtProvider, steps []step, found map[step]measurement) error {
	at, err := openSite(ctx, b.cli, b.work, provider.metered, b.settings.latency)
	if err != nil {
		return err
	}
	defer at.close()
	for _, next := range steps {
		measured, err := b.measure(ctx, provider, at, next)
		if err != nil {
			return fmt.Errorf("%d %s, %s: %w", next.size, next.workload, next.phase, err)
		}
		b.sayf("%d %s, %s: %.1f s, provider %.1f s of CPU and %.0f MiB, requests: %s", next.size, next.workload, next.phase,
			measured.took.Seconds(), measured.provider.CPU.Seconds(), mebibytes(measured.provider.Peak), measured.requests)
		found[next] = measured
	}
	return at.checkEmpty()
}

func (b bench) measure(ctx context.Context, provider *builtProvider, at *site, next step) (measurement, error) {
	configuration := next.workload.configuration(provider, at.service.url, next.size, next.phase.description())
	if err := at.cli.Write("main.tf", configuration); err != nil {
		return measurement{}, err
	}
	at.forgetRequests()
	start := time.Now()
	if err := runCLI(ctx, at.cli, next.phase.arguments()...); err != nil {
		return measurement{}, err
	}
	measured := measurement{
		took:        time.Since(start),
		requests:    tallyOf(at.api.Requests()),
		connections: at.service.connections.Load(),
	}
	var err error
	measured.provider, err = takeUsage(provider.usage)
	return measured, err
}

func (b bench) sayf(format string, args ...any) {
	fmt.Fprintf(b.progress, "bench: "+format+"\n", args...)
}
