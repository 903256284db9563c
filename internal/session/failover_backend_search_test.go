// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// A search finds an object that shows late, and looks once more if the user asks to
// stop. The object that the answer to the creation names comes first, whether the
// list has it or not. The latest comes next.
func TestSearchFailoverBackends(t *testing.T) {
	t.Parallel()
	latest := func(w http.ResponseWriter, _ int64) {
		answerJSON(w, http.StatusOK, map[string]any{"backends": []any{
			map[string]any{"id": "one", "created_at": "2026-01-02T00:00:00Z"}, map[string]any{"id": "named", "created_at": "2026-01-01T00:00:00Z"},
			map[string]any{"id": "two", "created_at": "2026-01-03T00:00:00Z"}, map[string]any{"id": "three"},
		}})
	}
	for name, test := range map[string]struct {
		list     func(http.ResponseWriter, int64)
		creation error
		want     []string
		isStated bool // when the first was created
		err      string
		lists    int64
	}{
		"to its end":        {then(listing("other"), 3, listing("other", "late")), nil, []string{"other", "late"}, true, isFound, 5},
		"stopped":           {listing("late"), nil, []string{"late"}, true, isFound, 1},
		"unreadable":        {failing, nil, nil, false, "403 Forbidden", 1},
		"unreadable later":  {then(listing("one"), 1, failing), nil, []string{"one"}, true, "403 Forbidden", 2},
		"the latest first":  {latest, nil, []string{"two", "one", "named", "three"}, true, isFound, 5},
		"named":             {latest, &api.Error{CreatedID: "named"}, []string{"named", "two", "one", "three"}, true, isFound, 5},
		"named, not listed": {listing("one", "two"), &api.Error{CreatedID: "named"}, []string{"named", "one", "two"}, false, isFound, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lagging{list: test.list}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			if name == "stopped" {
				stop()
			}
			candidates, err := start(t, service).SearchFailoverBackends(ctx, api.FailoverBackendSettings{Backends: []string{"a"}},
				time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), test.creation)
			wantExistence(t, test.err, err)
			var ids []string
			for _, candidate := range candidates {
				ids = append(ids, candidate.ID)
			}
			if !slices.Equal(ids, test.want) || len(ids) > 0 && (candidates[0].CreatedAt != "") != test.isStated {
				t.Errorf("got %v", candidates)
			}
			if lists := service.lists.Load(); lists != test.lists {
				t.Errorf("read the list %d times", lists)
			}
		})
	}
}

func TestSearchFailoverBackends_whatMayBeIt(t *testing.T) {
	t.Parallel()
	settings := api.FailoverBackendSettings{Description: "d", Metadata: "m", Backends: []string{"a", "b"}}
	for name, test := range map[string]struct {
		members map[string]any
		ahead   time.Duration // of the service's clock
		want    bool
	}{
		"exactly it":         {nil, 0, true},
		"clock ahead":        {nil, 24 * time.Hour, true},
		"clock behind":       {nil, -24 * time.Hour, true},
		"only its id":        {map[string]any{"description": nil, "metadata": nil, "backends": nil, "created_at": nil}, 0, true},
		"text left empty":    {map[string]any{"description": "", "metadata": ""}, 0, true},
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
				answerJSON(w, http.StatusOK, map[string]any{"backends": []any{element}})
			}))
			candidates, err := s.SearchFailoverBackends(t.Context(), settings, time.Now(), nil)
			if err != nil || (len(candidates) == 1) != test.want {
				t.Errorf("got %v, %v", candidates, err)
			}
		})
	}
}
