// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// drainTime is how long serve waits for requests in progress before it stops.
const drainTime = 5 * time.Second

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

// baseURL returns the URL at which a client on this machine reaches the listener. If the
// listener accepts connections at all addresses, the URL contains 127.0.0.1.
func baseURL(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return "http://" + addr.String()
	}
	return "http://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(tcp.Port))
}
