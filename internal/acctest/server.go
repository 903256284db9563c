// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package acctest starts the reference API for a test, creates provider factories, and
// contains the checks that acceptance tests share.
package acctest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/server"
)

// Server is a reference API that serves one test.
type Server struct {
	*refapi.API

	URL                   string
	IdentityProviderNames map[string]string // as passed to Start in the options

	createsOld atomic.Bool
}

// Start serves a reference API until the test ends. The test fails if a client other than curl
// sends a request that is neither documented nor enabled by the options.
func Start(t *testing.T, options refapi.Options) *Server {
	t.Helper()
	started := &Server{API: refapi.New(options), IdentityProviderNames: options.IdentityProviderNames}
	var named []api.UndocumentedOperation
	if options.Undocumented {
		named = api.UndocumentedOperations()
	}
	listener := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if operation := r.Method + " " + r.URL.EscapedPath(); !IsAllowed(operation, named) && !strings.HasPrefix(r.UserAgent(), "curl/") {
			t.Errorf("the provider requested %s, which it may not use here; IsAllowed lists the operations", operation)
		}
		if r.Method == http.MethodPost && started.createsOld.Load() {
			w = oldResponse{w}
		}
		started.ServeHTTP(w, r)
	}))
	t.Cleanup(listener.Close)
	started.URL = listener.URL
	return started
}

// Config returns a configuration for this server: a provider block with additional
// arguments, followed by body.
func (s *Server) Config(body string, arguments ...string) string {
	arguments = append(arguments, "base_url = "+inHCL(s.URL), "identity_provider_names = "+inHCL(s.IdentityProviderNames))
	return fmt.Sprintf("provider \"trafficedge\" {\n  %s\n}\n\n%s", strings.Join(arguments, "\n  "), body)
}

// ConfigUndocumented is Config with all undocumented operations enabled.
func (s *Server) ConfigUndocumented(body string) string {
	return s.Config(body, "undocumented_operations = "+inHCL(api.UndocumentedOperations()))
}

// Block returns a provider block for this server.
func (s *Server) Block() map[string]any {
	return map[string]any{"base_url": s.URL, "identity_provider_names": s.IdentityProviderNames}
}

// Fail injects a fault into all requests with the given method.
func (s *Server) Fail(method string, fault refapi.Fault) {
	s.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method != method {
			return nil
		}
		return &fault
	})
}

// Factories returns provider factories. The provider runs in the process of the test.
func Factories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"trafficedge": func() (tfprotov6.ProviderServer, error) { return server.New("test"), nil },
	}
}

// inHCL encodes strings as JSON. HCL accepts this JSON if the strings have no templates.
func inHCL(texts any) string {
	encoded, _ := json.Marshal(texts) //nolint:errchkjson // strings can be encoded
	return string(encoded)
}

// module matches the path of an OAuth module.
const module = `/edges/https/[^/]+/routes/[^/]+/oauth`

// IsAllowed reports whether a provider may use an operation. It allows the operations in
// section 4 of interface.md, and the given undocumented operations. An operation is a
// method, a space and an escaped path.
func IsAllowed(operation string, undocumented []api.UndocumentedOperation) bool {
	for name, form := range map[api.UndocumentedOperation]string{
		"":                      `(GET|POST) /backends/failover|(GET|PATCH|DELETE) /backends/failover/[^/]+|POST /edges/tls|GET /edges/tls/[^/]+|PUT ` + module,
		api.UpdateTLSEdge:       `PATCH /edges/tls/[^/]+`,
		api.DeleteTLSEdgeModule: `DELETE /edges/tls/[^/]+/[a-z_]+`,
		api.DeleteTLSEdge:       `DELETE /edges/tls/[^/]+`,
		api.ListTLSEdges:        `GET /edges/tls`,
		api.ReadRouteOAuth:      `GET ` + module,
	} {
		if (name == "" || slices.Contains(undocumented, name)) && regexp.MustCompile("^("+form+")$").MatchString(operation) {
			return true
		}
	}
	return false
}

// Normalized is the Rewrite switch of a reference API that stores each text in the form of the
// table of meanings: trimmed, as other JSON, in ASCII, or in lower case.
func Normalized(member, text string) string {
	for at, form := range attribute.Forms() {
		if Spelling(at[strings.LastIndex(at, ".")+1:]) == Spelling(member) {
			return form(text)
		}
	}
	return text
}

// Spelling returns the name that an attribute, a member and a field of package refapi have in
// common, such as ippolicyids.
func Spelling(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// CreateOld makes all objects old, also those that are created later. The provider reads a young
// object that is gone again, for up to a minute.
func (s *Server) CreateOld() {
	s.createsOld.Store(true)
	s.SetResponses(func(r *refapi.Responses) {
		r.Rewrite = func(member, text string) string {
			return map[bool]string{true: "2026-01-02T03:04:05Z", false: text}[member == "created_at"]
		}
	})
}

// oldResponse has the Date of an object that [Server.CreateOld] creates.
type oldResponse struct{ http.ResponseWriter }

func (w oldResponse) WriteHeader(status int) {
	w.Header().Set("Date", "Fri, 02 Jan 2026 03:04:05 GMT")
	w.ResponseWriter.WriteHeader(status)
}
