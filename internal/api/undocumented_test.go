// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// undocumented are the operations that the interface does not show, on an object
// that exists.
func undocumented(t *testing.T, client *api.Client, edgeID string) map[string]func() error {
	t.Helper()
	return map[string]func() error{
		"update TLS edge": func() error {
			_, err := client.UpdateTLSEdge(t.Context(), edgeID, api.TLSEdgeSettings{Description: "changed"})
			return err
		},
		"delete TLS edge": func() error { return client.DeleteTLSEdge(t.Context(), edgeID, "2020-01-01T00:00:00Z") },
		"list TLS edges": func() error {
			var last error
			for _, err := range client.TLSEdges(t.Context()) {
				last = err
			}
			return last
		},
		"read OAuth module": func() error {
			_, err := client.GetRouteOAuth(t.Context(), "edge", "route")
			return err
		},
		"delete OAuth module": func() error { return client.DeleteRouteOAuth(t.Context(), "edge", "route", true) },
	}
}

func withEdgeAndModule(t *testing.T, options refapi.Options) (*refapi.API, *service, string) {
	t.Helper()
	reference := refapi.New(options)
	edge := reference.AddTLSEdge(refapi.TLSEdge{Description: "an edge", CreatedAt: "2020-01-01T00:00:00Z"})
	s := serve(t, reference.ServeHTTP)
	if _, err := s.client(t, nil).ReplaceRouteOAuth(t.Context(), "edge", "route", fullModule()); err != nil {
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
			if err := undocumented(t, s.client(t, nil), edgeID)[name](); err != nil {
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

// Whatever a service that lacks an operation answers to it, the error says so and
// nothing is given up.
func TestUndocumented_notOffered(t *testing.T) {
	t.Parallel()
	_, reference, edgeID := withEdgeAndModule(t, refapi.Options{})
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
				s := serve(t, func(w http.ResponseWriter, r *http.Request) {
					isDocumented := r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/edges/tls/")
					if isDocumented {
						reference.Config.Handler.ServeHTTP(w, r)
						return
					}
					handler(w, r)
				})
				err := undocumented(t, s.client(t, nil), edgeID)[name]()
				made := slices.DeleteFunc(s.operations(), func(made string) bool { return strings.HasPrefix(made, "GET /edges/tls/") })
				slices.Sort(made)
				if len(slices.Compact(slices.Clone(made))) != len(made) {
					t.Errorf("a request was repeated: %v", made)
				}
				isModule := strings.HasSuffix(name, "OAuth module") && answer == "404 JSON"
				switch {
				case isModule && name == "read OAuth module" && !api.IsNotFound(err), isModule && name == "delete OAuth module" && err != nil:
					t.Errorf("the API says that there is no module: got %v", err)
				case !isModule && (!api.IsNotOffered(err) || api.IsNotFound(err)):
					t.Errorf("got %v", err)
				}
			})
		}
	}
}

// Where the service is not known to offer the read, two answers that find nothing
// may be those of a service that lacks both operations.
func TestDeleteRouteOAuth_notReadable(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusNotFound, map[string]any{"title": "no such path"})
	})
	if err := s.client(t, nil).DeleteRouteOAuth(t.Context(), "e", "r", false); !api.IsNotOffered(err) || api.IsNotFound(err) {
		t.Errorf("got %v", err)
	}
}

// An answer that is no module says nothing about the module.
func TestGetRouteOAuth_half(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"enabled":true}`, `{}`, `[]`, `<html>`, `{"enabled":`, ``} {
		s := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) })
		if _, err := s.client(t, nil).GetRouteOAuth(t.Context(), "e", "r"); !api.IsNotOffered(err) {
			t.Errorf("%q: got %v", body, err)
		}
	}
}

// An update sends every member, null for what is unset, and reads an answer that
// is not the whole edge.
func TestUpdateTLSEdge(t *testing.T) {
	t.Parallel()
	sent := ""
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPatch {
			body, _ := io.ReadAll(r.Body)
			sent = string(body)
			answerJSON(w, http.StatusOK, map[string]any{"status": "ok"})
			return
		}
		answerJSON(w, http.StatusOK, map[string]any{"id": "e", "uri": "/e", "description": "d"})
	})
	updated, err := s.client(t, nil).UpdateTLSEdge(t.Context(), "e", api.TLSEdgeSettings{
		Description:    "d",
		TLSTermination: &api.EndpointTLSTerminationMutate{Enabled: true, TerminateAt: "upstream"},
	})
	if err != nil || updated.ID != "e" || !updated.Description.Present {
		t.Errorf("got %+v, %v", updated, err)
	}
	want := `{"description":"d","metadata":null,"hostports":null,"backend":null,"ip_restriction":null,"mutual_tls":null,` +
		`"tls_termination":{"enabled":true,"terminate_at":"upstream","min_version":null},"traffic_policy":null}`
	if sent != want {
		t.Errorf("sent\n%s, want\n%s", sent, want)
	}
	if want := []string{"PATCH /edges/tls/e", "GET /edges/tls/e"}; !slices.Equal(s.operations(), want) {
		t.Errorf("requests %q, want %q", s.operations(), want)
	}
}
