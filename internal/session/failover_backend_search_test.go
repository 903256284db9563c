// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// interrupted returns a context that has ended, so that a search does not wait.
func interrupted(t *testing.T) context.Context {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	return ctx
}

// A search returns the latest candidate first. It also works after an interrupt.
func TestSearchFailoverBackends(t *testing.T) {
	t.Parallel()
	s := start(t, &lagging{list: func(w http.ResponseWriter, _ int64) {
		respondJSON(w, http.StatusOK, map[string]any{"backends": []any{
			map[string]any{"id": "one", "created_at": "2026-01-02T00:00:00Z"}, map[string]any{"id": "two", "created_at": "2026-01-03T00:00:00Z"},
			map[string]any{"id": "three"},
		}})
	}})
	settings, started := api.FailoverBackendSettings{Backends: []string{"a"}}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	candidates, err := s.SearchFailoverBackends(interrupted(t), settings, started)
	if err != nil || len(candidates) != 3 || candidates[0].ID != "two" || candidates[1].ID != "one" {
		t.Errorf("got %v, %v", candidates, err)
	}
}

func TestSearchFailoverBackends_whatMayBeIt(t *testing.T) {
	t.Parallel()
	settings := api.FailoverBackendSettings{Description: "d", Metadata: "m", Backends: []string{"a", "b"}}
	for name, test := range map[string]struct {
		members map[string]any
		ahead   time.Duration // how far the service's clock is ahead
		want    bool
	}{
		"exactly it":         {nil, 0, true},
		"clock ahead":        {nil, 24 * time.Hour, true},
		"only its id":        {map[string]any{"description": nil, "metadata": nil, "backends": nil, "created_at": nil}, 0, true},
		"metadata rewritten": {map[string]any{"metadata": " m "}, 0, true},
		"another order":      {map[string]any{"backends": []string{"b", "a"}}, 0, false},
		"other description":  {map[string]any{"description": "e"}, 0, false},
		"hours older":        {map[string]any{"created_at": time.Now().Add(-2 * time.Hour).UTC().Format(time.RFC3339)}, 0, false},
		"of unknown age":     {map[string]any{"created_at": "yesterday"}, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			element := map[string]any{
				"id": "x", "description": "d", "metadata": "m", "backends": []string{"a", "b"},
				"created_at": time.Now().Add(test.ahead).UTC().Format(time.RFC3339),
			}
			maps.Copy(element, test.members)
			s := start(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Date", time.Now().Add(test.ahead).UTC().Format(http.TimeFormat))
				respondJSON(w, http.StatusOK, map[string]any{"backends": []any{element}})
			}))
			candidates, err := s.SearchFailoverBackends(interrupted(t), settings, time.Now())
			if err != nil || (len(candidates) == 1) != test.want {
				t.Errorf("got %v, %v", candidates, err)
			}
		})
	}
}
