// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command bench measures the provider at work: a real CLI creates, plans, updates and destroys many objects of
// the reference API, which answers as slowly as a distant service. It prints a table in Markdown.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

func main() {
	if actsAsMeter(os.Args[0]) {
		os.Exit(meter(os.Args[0], os.Args[1:]))
	}
	os.Exit(terraformcli.Main("bench", run))
}

// run prints only the table on stdout, and its progress on stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	settings, err := parse(args, stderr)
	if err != nil {
		return err
	}
	cli, err := terraformcli.Find(settings.cli)
	if err != nil {
		return err
	}
	source, err := filepath.Abs(settings.root)
	if err != nil {
		return fmt.Errorf("finding the provider's source: %w", err)
	}
	work, err := os.MkdirTemp("", "trafficedge-bench-")
	if err != nil {
		return fmt.Errorf("making a working directory: %w", err)
	}
	results, err := bench{settings: settings, cli: cli, source: source, work: work, progress: stderr}.run(ctx)
	if err = errors.Join(err, os.RemoveAll(work)); err != nil {
		return err
	}
	return results.print(stdout)
}
