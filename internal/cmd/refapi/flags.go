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

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// parse reads the command line. It also prints the errors that it returns.
func parse(args []string, stderr io.Writer) (addr string, options refapi.Options, err error) {
	flags := flag.NewFlagSet("refapi", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&addr, "addr", "127.0.0.1:8420", "`host:port` to listen on; port 0 picks a free one")
	flags.StringVar(&options.Token, "token", "", "bearer `token` that every request must carry (default none)")
	flags.IntVar(&options.PageSize, "page-size", 100, "objects on a page of a list")
	flags.DurationVar(&options.Latency, "latency", 0, "time added to every response")
	flags.BoolVar(&options.Undocumented, "undocumented", false, "offer operations that the API documentation does not show: change, delete and list TLS edges, delete single modules of them, read OAuth modules")
	flags.Func("rate-limit", "most `requests/duration`, such as 120/1m, over everything; further requests receive 429 (default none)", func(text string) error {
		return readRateLimit(&options.RateLimit, text)
	})
	flags.Func("identity-provider-names", "member names of the OAuth object provider, such as `idp_1=alpha,idp_2=beta`; a name left out stays neutral", options.NameIdentityProviders)
	if err := flags.Parse(args); err != nil {
		return "", refapi.Options{}, fmt.Errorf("reading the command line: %w", err)
	}
	if flags.NArg() > 0 || options.PageSize < 1 || options.Latency < 0 {
		err = errors.New("refapi takes only its flags, a -page-size of at least 1, and a -latency of at least 0")
		fmt.Fprintln(stderr, err)
		flags.Usage()
	}
	return addr, options, err
}

func readRateLimit(limit *refapi.RateLimit, text string) error {
	requests, window, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(requests)
	d, windowErr := time.ParseDuration(window)
	if err != nil || windowErr != nil || n < 1 || d <= 0 {
		return errors.New("expected a positive number, a slash and a positive duration")
	}
	*limit = refapi.RateLimit{Requests: n, Window: d}
	return nil
}
