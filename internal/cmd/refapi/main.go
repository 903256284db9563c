// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command refapi serves the reference implementation of the traffic-routing API.
//
// The only line on standard output is the base URL. After SIGINT or SIGTERM, the
// command finishes the requests in progress and exits.
package main

import (
	"context"
	"errors"
	"flag"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal, a second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run serves the API until the context is canceled. It returns the exit code, which is 2
// if the command line is wrong.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	addr, options, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	logger := slog.New(slog.NewTextHandler(stderr, nil))
	if err := serve(ctx, addr, options, stdout, logger); err != nil {
		logger.Error("refapi failed", "error", err)
		return 1
	}
	return 0
}
