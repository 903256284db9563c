// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// undocumented returns the operations that the interface does not show, on an
// object that exists.
func undocumented(t *testing.T, s *session.Session, edgeID string) map[string]func() error {
	t.Helper()
	return map[string]func() error{
		"update TLS edge": func() error {
			_, _, err := s.UpdateTLSEdge(t.Context(), edgeID, session.TLSEdgeChange{Settings: &api.TLSEdgeSettings{Description: "changed"}})
			return err
		},
		"delete TLS edge": func() error { return s.DeleteTLSEdge(t.Context(), edgeID, "2020-01-01T00:00:00Z") },
		"list TLS edges": func() error {
			var last error
			for _, err := range s.API.TLSEdges().All(t.Context()) {
				last = err
			}
			return last
		},
		"read OAuth module": func() error {
			_, err := s.API.GetRouteOAuth(t.Context(), "edge", "route")
			return err
		},
		"delete OAuth module": func() error { return s.DeleteRouteOAuth(t.Context(), "edge", "route") },
	}
}

func withEdgeAndModule(t *testing.T, options refapi.Options) (*refapi.API, *session.Session, string) {
	t.Helper()
	reference := refapi.New(options)
	edge := reference.AddTLSEdge(refapi.TLSEdge{Description: "an edge", CreatedAt: "2020-01-01T00:00:00Z"})
	s := start(t, reference)
	if _, err := s.API.ReplaceRouteOAuth(t.Context(), "edge", "route", api.OAuthModule{Enabled: new(true), Provider: api.OAuthProvider{"idp_1": {}}}); err != nil {
		t.Fatal(err)
	}
	return reference, s, edge.ID
}

func TestUndocumented_offered(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"update TLS edge", "delete TLS edge", "list TLS edges", "read OAuth module", "delete OAuth module"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference, s, edgeID := withEdgeAndModule(t, refapi.Options{Undocumented: true})
			if err := undocumented(t, s, edgeID)[name](); err != nil {
				t.Fatal(err)
			}
			_, hasModule := reference.RouteOAuth("edge", "route")
			edges := reference.TLSEdges()
			switch name {
			case "update TLS edge":
				if edges[0].Description != "changed" {
					t.Errorf("got %+v", edges[0])
				}
			case "delete TLS edge":
				if len(edges) != 0 {
					t.Errorf("got %+v", edges)
				}
			case "delete OAuth module":
				if hasModule {
					t.Error("the module is still there")
				}
			}
		})
	}
}

// If the service lacks an operation, the error says so whatever the answer was, and
// nothing is given up.
func TestUndocumented_notOffered(t *testing.T) {
	t.Parallel()
	reference, _, edgeID := withEdgeAndModule(t, refapi.Options{})
	for name := range undocumented(t, nil, "") {
		for answer, handler := range map[string]http.HandlerFunc{
			"405":      status(http.StatusMethodNotAllowed),
			"501":      status(http.StatusNotImplemented),
			"404 page": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<html>none</html>", http.StatusNotFound) },
			"404 JSON": func(w http.ResponseWriter, _ *http.Request) {
				answerJSON(w, http.StatusNotFound, map[string]any{"title": "no such path"})
			},
		} {
			t.Run(name+"/"+answer, func(t *testing.T) {
				t.Parallel()
				s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					isDocumented := r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/edges/tls/")
					if isDocumented {
						reference.ServeHTTP(w, r)
						return
					}
					handler(w, r)
				}))
				err := undocumented(t, s, edgeID)[name]()
				if failure, ok := errors.AsType[*api.Error](err); ok && failure.Attempts > 1 {
					t.Errorf("the operation was tried %d times", failure.Attempts)
				}
				isWord := answer == "404 JSON" && name != "list TLS edges"
				switch {
				case !isWord && (!api.IsNotOffered(err) || api.IsNotFound(err)):
					t.Errorf("got %v", err)
				case isWord && name == "delete OAuth module" && err != nil,
					isWord && name == "delete TLS edge" && (err == nil || api.IsNotFound(err)),
					isWord && (name == "update TLS edge" || name == "read OAuth module") && !api.IsNotFound(err):
					t.Errorf("the service says that there is no such object: got %v", err)
				}
			})
		}
	}
}

// Without a read, the service's own 404 is all that says whether a module is gone.
func TestDeleteRouteOAuth_notReadable(t *testing.T) {
	t.Parallel()
	for body, wantErr := range map[string]bool{`{"title":"no module"}`: false, "<html>": true} {
		client := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(body))
		}), api.DeleteRouteOAuth)
		err := session.New(t.Context(), client, session.Options{}).DeleteRouteOAuth(t.Context(), "e", "r", "owner")
		if (err != nil) != wantErr {
			t.Errorf("%s: got %v", body, err)
		}
	}
}

// Nothing is sent that the configuration does not name.
func TestUndocumented_notNamed(t *testing.T) {
	t.Parallel()
	client := clientOf(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL) }))
	for name, operation := range undocumented(t, session.New(t.Context(), client, session.Options{RefreshFromList: true}), "edge") {
		failure, ok := errors.AsType[*api.Error](operation())
		if !ok || !errors.Is(failure, api.ErrNotNamed) || failure.Undocumented == "" || failure.Attempts != 0 {
			t.Errorf("%s: got %v", name, failure)
		}
	}
}
