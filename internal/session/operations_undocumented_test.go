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

// A session sends only those undocumented requests that undocumented_operations lists.
func TestUndocumented_notNamed(t *testing.T) {
	t.Parallel()
	client := clientOf(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s %s was sent", r.Method, r.URL) }))
	s := session.New(client, true)
	_, _, update := s.UpdateTLSEdge(t.Context(), "edge", session.TLSEdgeUpdate{Settings: &api.TLSEdgeSettings{}})
	_, read := client.GetRouteOAuth(t.Context(), "edge", "route", api.Repeat{})
	for name, err := range map[string]error{
		"update TLS edge":   update,
		"delete TLS edge":   s.DeleteTLSEdge(t.Context(), "edge", longAgo),
		"read OAuth module": read,
	} {
		failure, ok := errors.AsType[*api.Error](err)
		if !ok || !errors.Is(failure, api.ErrNotNamed) || failure.UndocumentedOperation == "" || api.MayHaveActed(failure) {
			t.Errorf("%s: got %v", name, failure)
		}
	}
}

// If a deletion gets a 404, or a success other than 204, a later response must
// contain the complete edge. A refused deletion ends the update. The result deleted
// lists the modules that are certainly deleted, even if a later request fails.
func TestUpdateTLSEdge_removal(t *testing.T) {
	t.Parallel()
	const whole = `{"id":"edge_1","uri":"u","created_at":"c","description":null,"metadata":null,"hostports":[],"backend":null,` +
		`"ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`
	removed := []string{"backend", "mutual_tls"}
	noBackend := func(edge *api.TLSEdge) bool { return edge.Backend.Value == nil }
	for name, test := range map[string]struct {
		status          int
		edge            string
		fails           bool
		deleted         []string
		removal, update string // the first letters of the request methods
	}{
		"200, shown":       {200, whole, false, nil, "DDG", "DDP"},
		"200, left out":    {200, `{"id":"edge_1"}`, true, nil, "DDG", "DDPG"},
		"204, left out":    {204, `{"id":"edge_1"}`, false, removed, "DDG", "DDPG"},
		"404, shown":       {404, whole, false, nil, "DDG", "DDP"},
		"404, left out":    {404, `{"id":"edge_1"}`, true, nil, "DDG", "DDPG"},
		"404, still there": {404, strings.Replace(whole, `"backend":null`, `"backend":{}`, 1), true, nil, "DDGGGGG", "DDP"},
		"403":              {403, whole, true, nil, "D", "D"},
		"200, unreadable":  {200, `{"id":7}`, true, nil, "DDG", "DDPG"},
		"204, unreadable":  {204, `{"id":7}`, true, removed, "DDG", "DDPG"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requested := ""
			s := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requested += r.Method[:1]
				if r.Method == http.MethodDelete {
					w.WriteHeader(test.status)
					return
				}
				_, _ = io.WriteString(w, test.edge)
			}))
			for i, want := range []string{test.removal, test.update} {
				requested = ""
				update := session.TLSEdgeUpdate{RemovedModules: removed, IsApplied: noBackend}
				if i > 0 {
					update.Settings = new(api.TLSEdgeSettings)
				}
				updated, deleted, err := s.UpdateTLSEdge(t.Context(), "edge_1", update)
				if (err != nil) != test.fails || err == nil && updated == nil || !slices.Equal(deleted, test.deleted) || requested != want {
					t.Errorf("got %+v, deleted %q, %v after %s, expected %s", updated, deleted, err, requested, want)
				}
			}
		})
	}
}
