// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// parse reads the command line. It has printed its errors.
func parse(args []string, stderr io.Writer) (addr string, options refapi.Options, err error) {
	flags := flag.NewFlagSet("refapi", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&addr, "addr", "127.0.0.1:8420", "`host:port` to listen on; port 0 picks a free one")
	flags.StringVar(&options.Token, "token", "", "bearer `token` that every request must carry (default none)")
	flags.IntVar(&options.PageSize, "page-size", 100, "objects on a page of a list")
	flags.DurationVar(&options.Latency, "latency", 0, "time added to every answer")
	flags.BoolVar(&options.Undocumented, "undocumented", false, "offer operations that the interface does not show: change, delete and list TLS edges, read and delete OAuth modules")
	if err := flags.Parse(args); err != nil {
		return "", refapi.Options{}, fmt.Errorf("reading the command line: %w", err)
	}
	switch {
	case flags.NArg() > 0:
		err = errors.New("refapi takes no arguments besides its flags")
	case options.PageSize < 1:
		err = errors.New("-page-size must be at least 1")
	case options.Latency < 0:
		err = errors.New("-latency must not be negative")
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		flags.Usage()
	}
	return addr, options, err
}
