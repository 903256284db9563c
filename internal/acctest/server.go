// Package acctest starts the reference API for a test, builds provider
// factories, and holds the checks that acceptance tests share.
package acctest

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"sync/atomic"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// Server is a reference API that serves one test.
type Server struct {
	*refapi.API

	URL string

	connections atomic.Int64
}

// Start serves a reference API until the test ends. Any request that is not one
// of the documented operations fails the test.
func Start(t *testing.T, options refapi.Options) *Server {
	t.Helper()
	server := &Server{API: refapi.New(options)}
	listener := httptest.NewUnstartedServer(documentedOnly(t, server.API))
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
	return fmt.Sprintf("provider \"trafficedge\" {\n  base_url = %q\n}\n\n%s", s.URL, body)
}

// documentedOperations are the methods and paths of interface section 4.
func documentedOperations() *regexp.Regexp {
	return regexp.MustCompile(`^((GET|POST) /backends/failover|(GET|PATCH|DELETE) /backends/failover/[^/]+|` +
		`POST /edges/tls|GET /edges/tls/[^/]+|PUT /edges/https/[^/]+/routes/[^/]+/oauth)$`)
}

func documentedOnly(t *testing.T, next http.Handler) http.Handler {
	t.Helper()
	documented := documentedOperations()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if operation := r.Method + " " + r.URL.EscapedPath(); !documented.MatchString(operation) {
			t.Errorf("the provider requested %s, which is no documented operation", operation)
		}
		next.ServeHTTP(w, r)
	})
}
