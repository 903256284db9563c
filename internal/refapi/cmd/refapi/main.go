// Refapi serves the reference implementation of the traffic-routing API.
//
// The first and only line on standard output is the base URL. It stops on
// SIGINT or SIGTERM, once the requests under way are answered.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// drainTime bounds how long requests under way hold up the stop.
const drainTime = 5 * time.Second

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// Once stopping has begun, a second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run serves until the context ends, and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	addr, options, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		return exitUsage
	}
	logger := slog.New(slog.NewTextHandler(stderr, nil))
	if err := serve(ctx, addr, options, stdout, logger); err != nil {
		logger.Error("refapi failed", "error", err)
		return exitFailed
	}
	return exitOK
}

// parse reads the command line. Its errors have been printed already.
func parse(args []string, stderr io.Writer) (addr string, options refapi.Options, err error) {
	flags := flag.NewFlagSet("refapi", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&addr, "addr", "127.0.0.1:8420", "`host:port` to listen on; port 0 picks a free one")
	flags.StringVar(&options.Token, "token", "", "bearer `token` that every request must carry (default none)")
	flags.IntVar(&options.PageSize, "page-size", 100, "failover backends on a page")
	flags.DurationVar(&options.Latency, "latency", 0, "time added to every answer")
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

func serve(ctx context.Context, addr string, options refapi.Options, stdout io.Writer, logger *slog.Logger) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	server := &http.Server{
		Handler:           logged(refapi.New(options), logger),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	if _, err := fmt.Fprintln(stdout, baseURL(listener.Addr())); err != nil {
		return errors.Join(fmt.Errorf("printing the base URL: %w", err), server.Close())
	}
	select {
	case err := <-served:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	logger.Info("stopping")
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := server.Shutdown(bounded); err != nil {
		logger.Warn("requests under way were cut off", "error", err)
		return server.Close()
	}
	return nil
}

// baseURL is where a client on this machine reaches the listener. A listener
// on all addresses has none of its own that a client could use.
func baseURL(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return "http://" + addr.String()
	}
	return "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}
