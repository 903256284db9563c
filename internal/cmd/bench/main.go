// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command bench measures the performance of the provider. A real CLI creates, plans,
// updates and destroys many objects of the reference API, which responds as slowly as a
// distant service. The result is a table in Markdown.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

func main() {
	if actsAsMeter(os.Args[0]) {
		os.Exit(meter(os.Args[0], os.Args[1:]))
	}
	os.Exit(terraformcli.Main("bench", run))
}

// settings are the options of the command line.
type settings struct {
	cli     string
	sizes   []int
	edges   int
	distant int
	latency time.Duration
}

// parse reads the command line. If the flag package detects an error, it also prints the
// error to stderr.
func parse(args []string, stderr io.Writer) (settings, error) {
	asked := settings{sizes: []int{10, 100, 1000, 5000}}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&asked.cli, "cli", "", "the Terraform or OpenTofu `command` to run "+
		"(default TF_ACC_TERRAFORM_PATH, terraform or tofu, whichever is there first)")
	flags.Func("sizes", "how many failover backends, one run for each `number` of a list (default 10,100,1000,5000)", func(text string) error {
		asked.sizes = nil
		for field := range strings.SplitSeq(text, ",") {
			size, err := strconv.Atoi(field)
			if err != nil || size < 1 {
				return fmt.Errorf("expected numbers above zero, got %q", field)
			}
			asked.sizes = append(asked.sizes, size)
		}
		return nil
	})
	flags.IntVar(&asked.edges, "edges", 500, "how many TLS edges; 0 for none")
	flags.IntVar(&asked.distant, "distant", 1000, "the `number` of failover backends of which a plan is measured at "+
		distantLatency.String()+" too, if it is one of -sizes")
	flags.DurationVar(&asked.latency, "latency", 20*time.Millisecond, "how long the reference API takes for a response")
	if err := flags.Parse(args); err != nil {
		return settings{}, fmt.Errorf("reading the command line: %w", err)
	}
	if flags.NArg() > 0 || asked.edges < 0 || asked.latency < 0 {
		return settings{}, errors.New("bench takes nothing but its flags, and no negative numbers")
	}
	return asked, nil
}

// run prints the table on stdout and its progress on stderr.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	settings, err := parse(args, stderr)
	if err != nil {
		return err
	}
	cli, err := terraformcli.Find(settings.cli)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "trafficedge-bench-")
	if err != nil {
		return fmt.Errorf("making a working directory: %w", err)
	}
	found, err := bench{settings: settings, cli: cli, work: work, progress: stderr}.run(ctx)
	if err = errors.Join(err, os.RemoveAll(work)); err != nil {
		return err
	}
	return found.print(stdout)
}
