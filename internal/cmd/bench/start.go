// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// startComparison is the cost of starting the provider, and of starting one that has a single resource with a
// single attribute.
type startComparison struct {
	provider, baseline measurement
	ratio              float64 // of the seconds; the median of pairs measured one right after the other
}

func (b bench) compareStarts(ctx context.Context, provider, baseline *builtProvider) (*startComparison, error) {
	plain, err := b.requiring(provider.name, provider.plain)
	if err != nil {
		return nil, err
	}
	plainBaseline, err := b.requiring(baseline.name, baseline.plain)
	if err != nil {
		return nil, err
	}
	b.sayf("starting the providers %d times each", b.settings.starts)
	var took, baselineTook []time.Duration
	var ratios []float64
	// The first pair fills the file system's cache and does not count.
	for pair := range b.settings.starts + 1 {
		one, err := start(ctx, plain)
		if err != nil {
			return nil, err
		}
		other, err := start(ctx, plainBaseline)
		if err != nil {
			return nil, err
		}
		if pair > 0 {
			took, baselineTook = append(took, one), append(baselineTook, other)
			ratios = append(ratios, one.Seconds()/other.Seconds())
		}
	}
	compared := &startComparison{ratio: median(ratios)}
	compared.provider.took, compared.baseline.took = median(took), median(baselineTook)
	if compared.provider.provider, err = b.meterStart(ctx, provider); err != nil {
		return nil, err
	}
	compared.baseline.provider, err = b.meterStart(ctx, baseline)
	return compared, err
}

// meterStart starts a provider through the meter. It is apart from the comparison of seconds, where the
// meter's own time would count.
func (b bench) meterStart(ctx context.Context, provider *builtProvider) (usage, error) {
	cli, err := b.requiring(provider.name, provider.metered)
	if err != nil {
		return usage{}, err
	}
	if _, err := start(ctx, cli); err != nil {
		return usage{}, err
	}
	return takeUsage(provider.usage)
}

// requiring returns a CLI with a configuration that only requires a provider.
func (b bench) requiring(provider string, installation terraformcli.Installation) (*terraformcli.CLI, error) {
	dir, err := os.MkdirTemp(b.work, "start-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for the CLI: %w", err)
	}
	cli, err := terraformcli.New(b.cli, dir, installation)
	if err != nil {
		return nil, err
	}
	if err := cli.Write("main.tf", terraformcli.Requirement(provider)); err != nil {
		return nil, err
	}
	return cli, nil
}

// start validates a configuration, for which the CLI starts the provider.
func start(ctx context.Context, cli *terraformcli.CLI) (time.Duration, error) {
	begin := time.Now()
	err := runCLI(ctx, cli, "validate")
	return time.Since(begin), err
}

func median[T time.Duration | float64](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
