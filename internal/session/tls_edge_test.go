// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// An answer other than 204 to the removal of a module needs an edge that shows it.
// What is known to be removed is returned whatever fails after it.
func TestUpdateTLSEdge_removal(t *testing.T) {
	t.Parallel()
	const whole = `{"id":"edge_1","uri":"u","created_at":"c","backend":null,"ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`
	for name, test := range map[string]struct {
		status int
		edge   string
		fails  bool
		gone   []string
	}{
		"200, shown":      {200, whole, false, nil},
		"200, left out":   {200, `{"id":"edge_1"}`, true, nil},
		"204, left out":   {204, `{"id":"edge_1"}`, false, []string{"backend"}},
		"404, left out":   {404, `{"id":"edge_1"}`, false, []string{"backend"}},
		"403":             {403, whole, true, nil},
		"200, unreadable": {200, `{"id":7}`, true, nil},
		"204, unreadable": {204, `{"id":7}`, true, []string{"backend"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			started := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if r.Method == http.MethodDelete {
					w.WriteHeader(test.status)
					return
				}
				_, _ = io.WriteString(w, test.edge)
			}))
			for _, settings := range []*api.TLSEdgeSettings{nil, {}} {
				change := session.TLSEdgeChange{Removed: []string{"backend"}, Settings: settings}
				_, gone, err := started.UpdateTLSEdge(t.Context(), "edge_1", change)
				if (err != nil) != test.fails || !slices.Equal(gone, test.gone) {
					t.Errorf("gone %q, error %v", gone, err)
				}
			}
		})
	}
}

func TestCreateTLSEdge_failures(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status          int
		body            string
		id              string // of the edge that comes with the error
		creationUnknown bool
		message         string
	}{
		"refused":               {422, `{"detail":"no"}`, "", false, "answered 422 Unprocessable Entity: no"},
		"server error":          {500, ``, "", true, "answered 500 Internal Server Error"},
		"empty":                 {201, ``, "", true, "the answer is empty"},
		"no JSON":               {201, `done`, "", true, "the answer is not JSON"},
		"no id":                 {201, `{"uri":"u"}`, "", true, "names no id"},
		"null id":               {201, `{"id":null}`, "", true, "names no id"},
		"a number for an id":    {201, `{"id":7}`, "", true, `a number where another type was expected, at "id"`},
		"another shape":         {201, `{"mutual_tls":{"certificate_authorities":"PEM"},"id":"edge_1"}`, "edge_1", false, `a string where another type was expected, at "mutual_tls.certificate_authorities"`},
		"a list with no shape":  {201, `{"id":"edge_1","hostports":"a:1"}`, "edge_1", false, `at "hostports"`},
		"a module of no object": {201, `{"id":"edge_1","backend":[]}`, "edge_1", false, `at "backend"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests []string
			started := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests = append(requests, r.Method+" "+r.RequestURI)
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
			}))
			created, err := started.CreateTLSEdge(t.Context(), api.TLSEdgeSettings{Description: "d"})
			if err == nil || !strings.Contains(err.Error(), test.message) {
				t.Errorf("expected %q, got %v", test.message, err)
			}
			if api.IsCreationUnknown(err) != test.creationUnknown {
				t.Errorf("creation unknown: got %t, want %t", !test.creationUnknown, test.creationUnknown)
			}
			var named *api.TLSEdge
			if test.id != "" {
				named = &api.TLSEdge{ID: test.id}
			}
			if difference := cmp.Diff(named, created); difference != "" {
				t.Errorf("the edge differs (-want +got):\n%s", difference)
			}
			want := []string{"POST /edges/tls"}
			if test.id != "" {
				want = append(want, "GET /edges/tls/"+test.id)
			}
			if !slices.Equal(requests, want) {
				t.Errorf("requests %q, want %q", requests, want)
			}
		})
	}
}
