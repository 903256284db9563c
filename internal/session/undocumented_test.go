// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
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
			_, err := s.API.GetRouteOAuth(t.Context(), "edge", "route", api.Repeat{})
			return err
		},
		"delete OAuth module": func() error { return s.DeleteRouteOAuth(t.Context(), "edge", "route") },
	}
}

// If the service lacks an operation, the error says so whatever the answer was, and
// nothing is given up.
func TestUndocumented_notOffered(t *testing.T) {
	t.Parallel()
	for name := range undocumented(t, nil, "") {
		for answer, handler := range map[string]func(http.ResponseWriter, int64){
			"405":      func(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusMethodNotAllowed) },
			"501":      func(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusNotImplemented) },
			"404 page": func(w http.ResponseWriter, _ int64) { http.Error(w, "<html>none</html>", http.StatusNotFound) },
			"404 JSON": missing,
		} {
			t.Run(name+"/"+answer, func(t *testing.T) {
				t.Parallel()
				s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if isDocumented := r.Method == http.MethodGet && r.URL.Path == "/edges/tls/x"; isDocumented {
						found(w, 0)
						return
					}
					handler(w, 0)
				}))
				err := undocumented(t, s, "x")[name]()
				if err != nil && strings.Contains(err.Error(), "at attempt") {
					t.Errorf("the operation was repeated: %v", err)
				}
				switch isWord := answer == "404 JSON" && name != "list TLS edges"; {
				case !isWord && (!api.IsNotOffered(err) || api.IsGone(err)):
					t.Errorf("got %v", err)
				case isWord && api.IsNotOffered(err),
					isWord && name == "delete OAuth module" && err != nil,
					isWord && name == "delete TLS edge" && err != nil,
					isWord && (name == "update TLS edge" || name == "read OAuth module") && !api.IsGone(err):
					t.Errorf("the service says that there is no such object: got %v", err)
				}
			})
		}
	}
}

// A deletion that was accepted without a 204 is believed if it cannot be confirmed.
func TestDeleteRouteOAuth(t *testing.T) {
	t.Parallel()
	const module = `{"enabled":true,"provider":{"idp_1":{}}}`
	for name, test := range map[string]struct {
		status  int
		body    string
		named   []api.Undocumented
		wantErr bool
	}{
		"404":                   {404, `{"title":"no module"}`, api.AllUndocumented(), false},
		"404, a page":           {404, "<html>", []api.Undocumented{api.DeleteRouteOAuth}, true},
		"200, not readable":     {200, "", []api.Undocumented{api.DeleteRouteOAuth}, false},
		"200, and still there":  {200, "", api.AllUndocumented(), true},
		"403, and not readable": {403, "", []api.Undocumented{api.DeleteRouteOAuth}, true},
	} {
		client := clientOf(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				_, _ = io.WriteString(w, module)
				return
			}
			w.WriteHeader(test.status)
			_, _ = io.WriteString(w, test.body)
		}), test.named...)
		if err := session.New(client, false).DeleteRouteOAuth(t.Context(), "e", "r", "owner"); (err != nil) != test.wantErr {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// Nothing is sent that the configuration does not name.
func TestUndocumented_notNamed(t *testing.T) {
	t.Parallel()
	client := clientOf(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL) }))
	for name, operation := range undocumented(t, session.New(client, true), "edge") {
		failure, ok := errors.AsType[*api.Error](operation())
		if !ok || !errors.Is(failure, api.ErrNotNamed) || failure.Undocumented == "" || api.MayHaveActed(failure) {
			t.Errorf("%s: got %v", name, failure)
		}
	}
}

// An answer other than 204 to the removal of a module needs an edge that shows it.
// A refused removal ends the update. What is known to be removed is returned
// whatever fails after it.
func TestUpdateTLSEdge_removal(t *testing.T) {
	t.Parallel()
	const whole = `{"id":"edge_1","uri":"u","created_at":"c","backend":null,"ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`
	removed := []string{"backend", "mutual_tls"}
	for name, test := range map[string]struct {
		status          int
		edge            string
		fails           bool
		gone            []string
		removal, update string // the methods of the requests, by first letter
	}{
		"200, shown":      {200, whole, false, nil, "DDG", "DDP"},
		"200, left out":   {200, `{"id":"edge_1"}`, true, nil, "DDG", "DDPG"},
		"204, left out":   {204, `{"id":"edge_1"}`, false, removed, "DDG", "DDPG"},
		"404, left out":   {404, `{"id":"edge_1"}`, false, removed, "DDG", "DDPG"},
		"403":             {403, whole, true, nil, "DG", "DG"},
		"200, unreadable": {200, `{"id":7}`, true, nil, "DDG", "DDPG"},
		"204, unreadable": {204, `{"id":7}`, true, removed, "DDG", "DDPG"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := ""
			s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked += r.Method[:1]
				if r.Method == http.MethodDelete {
					w.WriteHeader(test.status)
					return
				}
				_, _ = io.WriteString(w, test.edge)
			}))
			for i, want := range []string{test.removal, test.update} {
				asked = ""
				change := session.TLSEdgeChange{Removed: removed}
				if i > 0 {
					change.Settings = new(api.TLSEdgeSettings)
				}
				changed, gone, err := s.UpdateTLSEdge(t.Context(), "edge_1", change)
				if (err != nil) != test.fails || (changed == nil) != strings.Contains(name, "unreadable") || !slices.Equal(gone, test.gone) || asked != want {
					t.Errorf("got %+v, gone %q, %v after %s, expected %s", changed, gone, err, asked, want)
				}
			}
		})
	}
}
