// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// settings are the settings of the command line.
type settings struct {
	cli     string
	root    string
	sizes   sizes
	edges   int
	starts  int
	latency time.Duration
}

// parse reads the command line. It has printed the errors about single flags.
func parse(args []string, stderr io.Writer) (settings, error) {
	asked := settings{sizes: sizes{10, 100, 1000, 5000}}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&asked.cli, "cli", "", "the Terraform or OpenTofu `command` to run "+
		"(default TF_ACC_TERRAFORM_PATH, terraform or tofu, whichever is there first)")
	flags.StringVar(&asked.root, "root", ".", "the `directory` of the provider's source")
	flags.Var(&asked.sizes, "sizes", "how many failover backends, one run for each `number` of a list such as 10,100; \"\" for none")
	flags.IntVar(&asked.edges, "edges", 500, "how many TLS edges; 0 for none")
	flags.IntVar(&asked.starts, "starts", 20, "how often the provider is started to measure that; 0 for not at all")
	flags.DurationVar(&asked.latency, "latency", 20*time.Millisecond, "how long the reference API takes for an answer")
	if err := flags.Parse(args); err != nil {
		return settings{}, fmt.Errorf("reading the command line: %w", err)
	}
	switch {
	case flags.NArg() > 0:
		return settings{}, errors.New("bench takes no arguments besides its flags")
	case asked.edges < 0, asked.starts < 0, asked.latency < 0:
		return settings{}, errors.New("-edges, -starts and -latency must not be negative")
	}
	return asked, nil
}

// sizes is a flag with a list of numbers above zero.
type sizes []int

// String writes the list in the form that [sizes.Set] reads.
func (s *sizes) String() string {
	texts := make([]string, len(*s))
	for i, size := range *s {
		texts[i] = strconv.Itoa(size)
	}
	return strings.Join(texts, ",")
}

// Set reads the list.
func (s *sizes) Set(text string) error {
	*s = nil
	if text == "" {
		return nil
	}
	for field := range strings.SplitSeq(text, ",") {
		size, err := strconv.Atoi(field)
		if err != nil || size < 1 {
			return fmt.Errorf("expected numbers above zero, got %q", field)
		}
		*s = append(*s, size)
	}
	return nil
}
