package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// startComparison is what it costs that the CLI starts the provider, beside one that has a single resource
// with a single attribute.
type startComparison struct {
	provider, baseline measurement
	ratio              float64 // of the seconds; the median of pairs measured one right after the other
}

func (b bench) compareStarts(ctx context.Context, provider, baseline *builtProvider) (*startComparison, error) {
	b.sayf("starting the providers %d times each", b.settings.starts)
	var took, baselineTook []time.Duration
	var ratios []float64
	// The first pair fills the file system's cache and does not count.
	for pair := range b.settings.starts + 1 {
		one, err := b.start(ctx, provider, provider.plain)
		if err != nil {
			return nil, err
		}
		other, err := b.start(ctx, baseline, baseline.plain)
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
	var err error
	if compared.provider.provider, err = b.meterStart(ctx, provider); err != nil {
		return nil, err
	}
	compared.baseline.provider, err = b.meterStart(ctx, baseline)
	return compared, err
}

// meterStart starts a provider through the meter, whose own time would count in a comparison of seconds.
func (b bench) meterStart(ctx context.Context, provider *builtProvider) (usage, error) {
	if _, err := b.start(ctx, provider, provider.metered); err != nil {
		return usage{}, err
	}
	return takeUsage(provider.usage)
}

// start validates a configuration that has nothing in it but the requirement of a provider.
func (b bench) start(ctx context.Context, provider *builtProvider, environment []string) (time.Duration, error) {
	dir := filepath.Join(b.work, "start-"+filepath.Base(provider.source))
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return 0, fmt.Errorf("making a directory for the CLI: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(provider.requirement()), 0o600); err != nil {
		return 0, fmt.Errorf("writing the configuration: %w", err)
	}
	start := time.Now()
	_, err := b.cli.run(ctx, dir, environment, "validate")
	return time.Since(start), err
}

func median[T time.Duration | float64](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
