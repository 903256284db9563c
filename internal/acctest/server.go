// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package acctest starts the reference API for a test, builds provider
// factories, and holds the checks that acceptance tests share.
package acctest

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// Server is a reference API that serves one test.
type Server struct {
	*refapi.API

	URL                   string
	IdentityProviderNames map[string]string // of the options

	connections atomic.Int64
}

// Start serves a reference API until the test ends. A request fails the test
// unless it is a documented operation or one that the options add.
func Start(t *testing.T, options refapi.Options) *Server {
	t.Helper()
	server := &Server{API: refapi.New(options), IdentityProviderNames: options.IdentityProviderNames}
	var named []api.Undocumented
	if options.Undocumented {
		named = api.AllUndocumented()
	}
	listener := httptest.NewUnstartedServer(allowedOnly(t, server.API, named))
	listener.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			server.connections.Add(1)
		}
	}
	listener.Start()
	t.Cleanup(listener.Close)
	server.URL = listener.URL
	return server
}

// Connections returns how many connections clients have opened.
func (s *Server) Connections() int {
	return int(s.connections.Load())
}

// Config returns a configuration that talks to this server, followed by body.
func (s *Server) Config(body string) string {
	return s.config(body)
}

// ConfigUndocumented is Config with every undocumented operation named.
func (s *Server) ConfigUndocumented(body string) string {
	return s.config(body, fmt.Sprintf("undocumented_operations = [%s]", quoted(api.AllUndocumented())))
}

func (s *Server) config(body string, arguments ...string) string {
	var names []string
	for provider, name := range s.IdentityProviderNames {
		names = append(names, fmt.Sprintf("%s = %q", provider, name))
	}
	arguments = append(arguments, fmt.Sprintf("base_url = %q", s.URL), fmt.Sprintf("identity_provider_names = { %s }", strings.Join(names, ", ")))
	return fmt.Sprintf("provider \"trafficedge\" {\n  %s\n}\n\n%s", strings.Join(arguments, "\n  "), body)
}

func quoted(operations []api.Undocumented) string {
	names := make([]string, len(operations))
	for i, operation := range operations {
		names[i] = strconv.Quote(string(operation))
	}
	return strings.Join(names, ", ")
}

func allowedOnly(t *testing.T, next http.Handler, named []api.Undocumented) http.Handler {
	t.Helper()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if operation := r.Method + " " + r.URL.EscapedPath(); !IsAllowed(operation, named) {
			t.Errorf("the provider requested %s, which is no operation that it may use here", operation)
		}
		next.ServeHTTP(w, r)
	})
}
