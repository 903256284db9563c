// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// site is the environment of one run: a CLI, its state, and an initially empty service.
type site struct {
	cli     *terraformcli.CLI
	api     *refapi.API
	service *httptest.Server
	states  *httptest.Server
	latency atomic.Int64 // of a response, in nanoseconds
}

func openSite(ctx context.Context, cli, work string, installation terraformcli.Installation) (*site, error) {
	dir, err := os.MkdirTemp(work, "site-")
	if err != nil {
		return nil, fmt.Errorf("making a directory for the CLI: %w", err)
	}
	s := &site{api: refapi.New(refapi.Options{})}
	if s.cli, err = terraformcli.New(cli, dir, installation); err != nil {
		return nil, err
	}
	s.service, s.states = httptest.NewServer(http.HandlerFunc(s.respond)), httptest.NewServer(&stateStore{})
	backend := fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", s.states.URL)
	if err = s.cli.Write("backend.tf", backend); err == nil {
		// No provider is required yet, so init installs nothing.
		err = s.run(ctx, "init")
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *site) respond(w http.ResponseWriter, r *http.Request) {
	<-time.After(time.Duration(s.latency.Load()))
	s.api.ServeHTTP(w, r)
}

// run runs a command and waits for it. An error contains the end of the output, where
// the CLI prints errors.
func (s *site) run(ctx context.Context, args ...string) error {
	output, err := s.cli.Run(ctx, args...)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, output[max(0, len(output)-4000):])
	}
	return nil
}

func (s *site) close() {
	s.service.Close()
	s.states.Close()
}

// countRequests returns a text with the number of requests of each kind, reads before writes.
func countRequests(requests []refapi.Request) string {
	counts := map[string]int{}
	for _, request := range requests {
		if request.Method == http.MethodGet && request.Path == "/backends/failover" {
			counts["page"]++
		} else {
			counts[request.Method]++
		}
	}
	var parts []string
	if counts["page"] > 1 {
		counts["pages"], counts["page"] = counts["page"], 0
	}
	for _, kind := range []string{"page", "pages", http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete} {
		if counts[kind] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[kind], kind))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// stateStore stores the CLI's state for the backend "http". With a local file, the CLI
// would write the whole state after every object. Those writes would take longer than
// the operations to be measured.
type stateStore struct {
	mu    sync.Mutex
	state []byte
}

// ServeHTTP returns or replaces the state.
func (s *stateStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "the request broke off", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.Method == http.MethodPost:
		s.state = body
	case s.state == nil:
		w.WriteHeader(http.StatusNoContent)
	default:
		// The write fails only if the CLI has exited and no longer needs the state.
		_, _ = w.Write(s.state)
	}
}
