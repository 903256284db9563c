// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command bench measures the performance of the provider. A real CLI creates, plans,
// updates and destroys many failover backends of the reference API, which responds as
// slowly as a distant service, and as many terraform_data resources, which send nothing.
// The result is a table in Markdown.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/cmd/command"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

func main() {
	if actsAsMeter(os.Args[0]) {
		os.Exit(meter(os.Args[0], os.Args[1:]))
	}
	os.Exit(command.Main("bench", run))
}

// run prints the table on stdout.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asked := flags.String("cli", "", "the Terraform or OpenTofu `command` (default TF_ACC_TERRAFORM_PATH, terraform or tofu, whichever is there first)")
	count := flags.Int("n", 1000, "the `number` of objects")
	latency := flags.Duration("latency", 20*time.Millisecond, "how long the reference API takes for a response")
	fromList := flags.Bool("refresh-from-list", true, "the attribute refresh_from_list of the provider")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading the command line: %w", err)
	}
	cli, err := terraformcli.Find(*asked)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "trafficedge-bench-")
	if err != nil {
		return fmt.Errorf("making a working directory: %w", err)
	}
	defer os.RemoveAll(work) //nolint:errcheck // the system clears its temporary directory
	b := bench{cli: cli, work: work, latency: *latency}
	if b.metered, err = build(ctx, work); err != nil {
		return err
	}
	ours, err := b.measure(ctx, failoverBackends(*count, *fromList))
	if err != nil {
		return err
	}
	floor, err := b.measure(ctx, terraformData(*count))
	if err != nil {
		return err
	}
	fmt.Fprint(stdout, "| Objects | Phase | Seconds | terraform_data | CPU seconds | Peak MiB | Requests |\n|--:|---|--:|--:|--:|--:|---|\n")
	for i, one := range ours {
		fmt.Fprintf(stdout, "| %d | %s | %.2f | %.2f | %.2f | %.0f | %s |\n", *count, one.phase, one.took.Seconds(), floor[i].took.Seconds(),
			one.provider.CPU.Seconds(), float64(one.provider.Peak)/(1<<20), one.requests)
	}
	return nil
}
