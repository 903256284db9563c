// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// reference is a reference API that listens on a local port.
type reference struct {
	api    *refapi.API
	server *http.Server
	url    string
}

func serveReference(ctx context.Context, options refapi.Options) (*reference, error) {
	var listening net.ListenConfig
	listener, err := listening.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the reference API: %w", err)
	}
	api := refapi.New(options)
	server := &http.Server{Handler: api, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		// Serve returns when the server is closed. If Serve fails earlier, the CLI
		// reports that the API cannot be reached.
		_ = server.Serve(listener)
	}()
	return &reference{api: api, server: server, url: "http://" + listener.Addr().String()}, nil
}

func (r *reference) stop() {
	// All requests have ended, and the process exits next, so errors do not matter.
	_ = r.server.Close()
}

// leftovers describes the objects that remain after a destroy because the API cannot
// delete them. The error lists every object that the destroy should have deleted or
// disabled. With undocumented operations, no object may remain.
func leftovers(api *refapi.API, undocumented bool) (kept []string, err error) {
	var wrong []error
	for _, backend := range api.FailoverBackends() {
		wrong = append(wrong, fmt.Errorf("failover backend %s is still there", backend.ID))
	}
	for _, edge := range api.TLSEdges() {
		if undocumented {
			wrong = append(wrong, fmt.Errorf("TLS edge %s is still there", edge.ID))
			continue
		}
		kept = append(kept, fmt.Sprintf("TLS edge %s: the API has no way to delete one, so it was abandoned.", edge.ID))
	}
	modules, moduleErr := leftModules(api, undocumented)
	kept = append(kept, modules...)
	slices.Sort(kept)
	return kept, errors.Join(append(wrong, moduleErr)...)
}

func leftModules(api *refapi.API, undocumented bool) (kept []string, err error) {
	var wrong []error
	lastWrite := map[string]refapi.Request{}
	for _, request := range api.Requests() {
		if request.Method == http.MethodPut {
			lastWrite[request.Path] = request
		}
	}
	for path, request := range lastWrite {
		if undocumented {
			if !isGone(api, path) {
				wrong = append(wrong, fmt.Errorf("the OAuth module %s is still there", path))
			}
			continue
		}
		sent, _ := request.Member("enabled")
		if enabled, isBool := sent.(bool); enabled || !isBool {
			wrong = append(wrong, fmt.Errorf("the OAuth module %s is still enabled", path))
			continue
		}
		kept = append(kept, fmt.Sprintf("OAuth module %s: disabled, since the API has no way to delete one.", path))
	}
	return kept, errors.Join(wrong...)
}

// isGone reports whether the OAuth module at this path no longer exists.
func isGone(api *refapi.API, modulePath string) bool {
	segments := strings.Split(modulePath, "/")
	if len(segments) != len(strings.Split("/edges/https/EDGE/routes/ROUTE/oauth", "/")) {
		return false
	}
	_, there := api.RouteOAuth(segments[3], segments[5])
	return !there
}
