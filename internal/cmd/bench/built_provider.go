// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// shownOutput is how many bytes of a failed command's output are shown. Errors come at its end.
const shownOutput = 4000

// builtProvider is a provider, built as a release is, and how a CLI runs it.
type builtProvider struct {
	name    string                    // in required_providers
	plain   terraformcli.Installation // runs it directly
	metered terraformcli.Installation // runs it through the meter
	usage   string                    // where the meter leaves its records
}

// buildProvider builds the main package in a directory of the source as the provider of that name.
func buildProvider(ctx context.Context, source, work, pkg, name string) (*builtProvider, error) {
	dir, executable := filepath.Join(work, name), terraformcli.Executable(name)
	build := terraformcli.Build{Dir: source, Package: pkg, Release: true}
	if err := build.To(ctx, filepath.Join(dir, executable)); err != nil {
		return nil, err
	}
	meterDir := filepath.Join(dir, "metered")
	built := &builtProvider{
		name:    name,
		plain:   terraformcli.DevOverride(name, dir),
		metered: terraformcli.DevOverride(name, meterDir),
		usage:   filepath.Join(meterDir, usageDir),
	}
	meter, err := os.Executable()
	if err == nil {
		err = errors.Join(os.MkdirAll(built.usage, 0o750), os.Symlink(meter, filepath.Join(meterDir, executable)))
	}
	if err != nil {
		return nil, fmt.Errorf("laying out the meter: %w", err)
	}
	return built, nil
}

// runCLI runs a command to its end. An error shows the end of its output.
func runCLI(ctx context.Context, cli *terraformcli.CLI, args ...string) error {
	output, err := cli.Run(ctx, args...)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, output[max(0, len(output)-shownOutput):])
	}
	return nil
}
