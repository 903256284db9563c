// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// localServer serves a handler on this machine and counts connections.
type localServer struct {
	url         string
	server      *http.Server
	connections atomic.Int64
}

func serve(ctx context.Context, handler http.Handler) (*localServer, error) {
	var listening net.ListenConfig
	listener, err := listening.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening on this machine: %w", err)
	}
	served := &localServer{url: "http://" + listener.Addr().String()}
	served.server = &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ConnState: served.count}
	go func() {
		// Serve returns when the server is closed. If it returns earlier, the CLI's own errors show it.
		_ = served.server.Serve(listener)
	}()
	return served, nil
}

func (s *localServer) count(_ net.Conn, state http.ConnState) {
	if state == http.StateNew {
		s.connections.Add(1)
	}
}

func (s *localServer) stop() {
	// No request is under way any more.
	_ = s.server.Close()
}
