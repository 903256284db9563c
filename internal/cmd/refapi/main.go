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
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// drainTime is how long serve waits for requests in progress before it stops.
const drainTime = 5 * time.Second

func main() {
	var options refapi.Options
	addr := flag.String("addr", "127.0.0.1:8420", "`host:port` to listen on; port 0 picks a free one")
	flag.StringVar(&options.Token, "token", "", "bearer `token` that every request must carry (default none)")
	flag.IntVar(&options.PageSize, "page-size", 100, "objects on a page of a list")
	flag.DurationVar(&options.Latency, "latency", 0, "time added to every response")
	flag.BoolVar(&options.Undocumented, "undocumented", false, "offer operations that the API documentation does not show: change, delete and list TLS edges, delete single modules of them, read OAuth modules")
	flag.Func("rate-limit", "most `requests/duration`, such as 120/1m, over everything; further requests receive 429 (default none)", func(text string) (err error) {
		options.RateLimit, err = parseRateLimit(text)
		return err
	})
	flag.Func("identity-provider-names", "member names of the OAuth object provider, such as `idp_1=alpha,idp_2=beta`; a name left out stays neutral", options.NameIdentityProviders)
	flag.Parse()
	if flag.NArg() > 0 || options.PageSize < 1 || options.Latency < 0 {
		fmt.Fprintln(os.Stderr, "refapi takes only its flags, a -page-size of at least 1, and a -latency of at least 0")
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal, a second signal ends the process at once.
	context.AfterFunc(ctx, stop)
	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	if err := serve(ctx, *addr, refapi.New(options), os.Stdout, logger); err != nil {
		logger.Error("refapi failed", "error", err)
		os.Exit(1)
	}
}

func parseRateLimit(text string) (refapi.RateLimit, error) {
	requests, window, _ := strings.Cut(text, "/")
	n, err := strconv.Atoi(requests)
	d, windowErr := time.ParseDuration(window)
	if err != nil || windowErr != nil || n < 1 || d <= 0 {
		return refapi.RateLimit{}, errors.New("expected a positive number, a slash and a positive duration")
	}
	return refapi.RateLimit{Requests: n, Window: d}, nil
}

// serve serves the API until the context is canceled.
func serve(ctx context.Context, addr string, api *refapi.API, stdout io.Writer, logger *slog.Logger) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	server := &http.Server{
		Handler:           logged(api, logger),
		ReadHeaderTimeout: 10 * time.Second,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	drained := make(chan error, 1)
	context.AfterFunc(ctx, func() {
		logger.Info("stopping")
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer cancel()
		drained <- server.Shutdown(bounded)
	})
	if _, err := fmt.Fprintln(stdout, baseURL(listener.Addr())); err != nil {
		return fmt.Errorf("printing the base URL: %w", err)
	}
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving: %w", err)
	}
	if err := <-drained; err != nil {
		logger.Warn("requests under way were cut off", "error", err)
	}
	return nil
}

// baseURL returns the URL at which a client on this machine reaches the listener. If the
// listener accepts connections at all addresses, the URL contains 127.0.0.1.
func baseURL(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return "http://" + addr.String()
	}
	return "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}

// logged writes one line for each request. It omits queries, headers and bodies,
// because they may contain secrets.
func logged(api *refapi.API, logger *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		recorder := &statusRecorder{ResponseWriter: w}
		defer func() {
			logger.Info("request", "method", r.Method, "path", r.URL.EscapedPath(), "status", recorder.status, "took", time.Since(start))
			// This process does not use the API's own request log. Without the reset,
			// that log would grow without limit.
			api.ResetRequests()
		}()
		api.ServeHTTP(recorder, r)
	})
}

// statusRecorder records the status of a response. A status of 0 shows that the
// connection was closed without a response.
type statusRecorder struct {
	http.ResponseWriter
	status int
}

func (r *statusRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap gives http.ResponseController access to the underlying writer.
func (r *statusRecorder) Unwrap() http.ResponseWriter {
	return r.ResponseWriter
}
