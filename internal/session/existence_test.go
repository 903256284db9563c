// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// lagging is a service with one failover backend, x, whose reads and deletions
// answer by functions of how often each was asked.
type lagging struct {
	get, list, remove func(w http.ResponseWriter, time int64)

	gets, lists, removals atomic.Int64
}

func (l *lagging) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodDelete:
		l.remove(w, l.removals.Add(1))
	case strings.HasSuffix(r.URL.Path, "/x"):
		l.get(w, l.gets.Add(1))
	default:
		l.list(w, l.lists.Add(1))
	}
}

func found(w http.ResponseWriter, _ int64) { answerJSON(w, http.StatusOK, backend("x")) }
func missing(w http.ResponseWriter, _ int64) {
	answerJSON(w, http.StatusNotFound, map[string]any{"title": "none"})
}
func failing(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusForbidden) }
func page(w http.ResponseWriter, _ int64)    { _, _ = io.WriteString(w, "<html>sign in</html>") }
func deleted(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusNoContent) }
func doubtful(w http.ResponseWriter, _ int64) {
	answerJSON(w, http.StatusOK, map[string]any{"success": false})
}

func listing(ids ...string) func(http.ResponseWriter, int64) {
	return func(w http.ResponseWriter, _ int64) {
		elements := make([]any, len(ids))
		for i, id := range ids {
			elements[i] = backend(id)
		}
		answerJSON(w, http.StatusOK, map[string]any{"backends": elements, "tls_edges": elements, "uri": "/"})
	}
}

// then answers like first so many times, and like second after that.
func then(first func(http.ResponseWriter, int64), times int64, second func(http.ResponseWriter, int64)) func(http.ResponseWriter, int64) {
	return func(w http.ResponseWriter, time int64) {
		if time <= times {
			first(w, time)
			return
		}
		second(w, time)
	}
}

const (
	isFound  = "found"
	isGone   = "gone"
	isUnsure = "unsure"
)

func TestRefreshFailoverBackend(t *testing.T) {
	t.Parallel()
	old, now := "2020-01-01T00:00:00Z", time.Now().Add(time.Hour).UTC().Format(time.RFC3339) // now stays young
	for name, test := range map[string]struct {
		service   *lagging
		createdAt string
		want      string
		gets      int64
	}{
		"there":                  {&lagging{get: found}, old, isFound, 1},
		"gone":                   {&lagging{get: missing, list: listing("y")}, old, isGone, 1},
		"gone, empty list":       {&lagging{get: missing, list: listing()}, old, isGone, 1},
		"still listed":           {&lagging{get: missing, list: listing("x")}, old, isUnsure, 5},
		"listed, then not":       {&lagging{get: missing, list: then(listing("x"), 1, listing())}, old, isGone, 2},
		"list refused":           {&lagging{get: missing, list: failing}, old, isUnsure, 1},
		"list is a page":         {&lagging{get: missing, list: page}, old, isUnsure, 1},
		"list is an object":      {&lagging{get: missing, list: doubtful}, old, isUnsure, 1},
		"young, shows late":      {&lagging{get: then(missing, 3, found), list: listing()}, now, isFound, 4},
		"young, shows never":     {&lagging{get: missing, list: listing()}, now, isGone, 5},
		"of unknown age":         {&lagging{get: then(missing, 1, found), list: listing()}, "yesterday", isFound, 2},
		"forbidden":              {&lagging{get: failing}, old, isUnsure, 1},
		"from before the clocks": {&lagging{get: then(missing, 1, found), list: listing()}, time.Now().Add(time.Hour).UTC().Format(time.RFC3339), isFound, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := start(t, test.service).RefreshFailoverBackend(t.Context(), "x", test.createdAt, always)
			wantExistence(t, test.want, err)
			if got := test.service.gets.Load(); got != test.gets {
				t.Errorf("read %d times, want %d", got, test.gets)
			}
		})
	}
}

func wantExistence(t *testing.T, want string, err error) {
	t.Helper()
	got := isUnsure
	switch {
	case err == nil:
		got = isFound
	case api.IsNotFound(err):
		got = isGone
	}
	if got != want {
		t.Errorf("%s, want %s: %v", got, want, err)
	}
}

func TestDeleteFailoverBackend_isBelievedWhenConfirmed(t *testing.T) {
	t.Parallel()
	old, now := "2020-01-01T00:00:00Z", time.Now().Add(time.Hour).UTC().Format(time.RFC3339) // now stays young
	for name, test := range map[string]struct {
		service   *lagging
		createdAt string
		deleted   bool
		gets      int64
	}{
		"204":                     {&lagging{remove: deleted}, old, true, 0},
		"404, gone":               {&lagging{remove: missing, get: missing, list: listing()}, old, true, 1},
		"404, but there":          {&lagging{remove: missing, get: found}, old, false, 5},
		"404, still listed":       {&lagging{remove: missing, get: missing, list: listing("x")}, old, false, 5},
		"404, young":              {&lagging{remove: missing, get: then(missing, 1, found), list: listing()}, now, false, 5},
		"404 of a gateway":        {&lagging{remove: func(w http.ResponseWriter, _ int64) { http.Error(w, "no route", http.StatusNotFound) }}, old, false, 0},
		"200, not done":           {&lagging{remove: doubtful, get: found}, old, false, 5},
		"200, done":               {&lagging{remove: doubtful, get: missing, list: listing()}, old, true, 1},
		"200, done later":         {&lagging{remove: doubtful, get: then(found, 2, missing), list: listing()}, old, true, 3},
		"200, young":              {&lagging{remove: doubtful, get: then(missing, 1, found), list: listing()}, now, false, 5},
		"200, young and done":     {&lagging{remove: doubtful, get: missing, list: listing()}, now, true, 5},
		"200, a page":             {&lagging{remove: page, get: page}, old, false, 1},
		"200, reads are refused":  {&lagging{remove: doubtful, get: failing}, old, false, 1},
		"200, list cannot be had": {&lagging{remove: doubtful, get: missing, list: failing}, old, false, 1},
		"403":                     {&lagging{remove: failing}, old, false, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := start(t, test.service).DeleteFailoverBackend(t.Context(), "x", test.createdAt)
			if (err == nil) != test.deleted {
				t.Errorf("got %v", err)
			}
			if _, ok := errors.AsType[*api.Error](err); err != nil && !ok {
				t.Errorf("got a %T", err)
			}
			if got := test.service.gets.Load(); got != test.gets {
				t.Errorf("read %d times, want %d", got, test.gets)
			}
		})
	}
}

func TestRefreshTLSEdge_young(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		createdAt string
		want      string
	}{
		"young": {time.Now().Add(time.Hour).UTC().Format(time.RFC3339), isFound},
		"old":   {"2020-01-01T00:00:00Z", isGone},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lagging{get: then(missing, 2, found)}
			_, err := start(t, service).RefreshTLSEdge(t.Context(), "x", test.createdAt, nil)
			wantExistence(t, test.want, err)
		})
	}
}

// An object that the answer to its creation only names is read. It is not lost if
// the read fails.
func TestCreateFailoverBackend_namedOnly(t *testing.T) {
	t.Parallel()
	location := func(location string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", location)
			w.WriteHeader(http.StatusCreated)
		}
	}
	idOnly := func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusCreated, map[string]any{"id": "x"})
	}
	for name, test := range map[string]struct {
		post     http.HandlerFunc
		get      func(http.ResponseWriter, int64)
		wantID   string
		wantRead bool
	}{
		"id alone":                 {idOnly, found, "x", true},
		"id alone, shows late":     {idOnly, then(missing, 2, found), "x", true},
		"id alone, never shows":    {idOnly, missing, "x", false},
		"id alone, reads refused":  {idOnly, failing, "x", false},
		"Location":                 {location("/backends/failover/x"), found, "x", true},
		"relative Location":        {location("failover/x"), found, "x", true},
		"Location behind a prefix": {location("/v1/backends/failover/x"), found, "x", true},
		"Location elsewhere":       {location("http://localhost:1/backends/failover/x"), found, "", false},
		"Location of a page":       {location("/welcome"), found, "", false},
		"Location of the list":     {location("/backends/failover/"), found, "", false},
		"Location below":           {location("/backends/failover/x/y"), found, "", false},
		"another type": {func(w http.ResponseWriter, _ *http.Request) {
			answerJSON(w, http.StatusCreated, map[string]any{"id": "x", "backends": 7})
		}, found, "x", true},
		"202 with an id": {func(w http.ResponseWriter, _ *http.Request) {
			answerJSON(w, http.StatusAccepted, map[string]any{"id": "x"})
		}, found, "x", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &lagging{get: test.get}
			var posts atomic.Int64
			// A read after a creation goes on when the user asks to stop.
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			started := start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					posts.Add(1)
					test.post(w, r)
					stop()
					return
				}
				service.ServeHTTP(w, r)
			}))
			created, err := started.CreateFailoverBackend(ctx, api.FailoverBackendSettings{})
			switch {
			case test.wantID == "" && (created != nil || !api.IsCreationUnknown(err)),
				test.wantID != "" && (created == nil || created.ID != test.wantID),
				(err == nil) != test.wantRead:
				t.Errorf("got %v, %v", created, err)
			}
			if posts.Load() != 1 {
				t.Errorf("sent %d creations", posts.Load())
			}
		})
	}
}

// A search finds an object that shows late. It looks once more if the user asks to
// stop.
func TestSearchFailoverBackends(t *testing.T) {
	t.Parallel()
	for name, ended := range map[string]bool{"to its end": false, "stopped": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lists := then(listing("other"), 3, listing("other", "late"))
			if ended {
				lists = listing("late")
			}
			client := start(t, &lagging{list: lists})
			ctx, cancel := context.WithCancel(t.Context())
			if ended {
				cancel()
			}
			defer cancel()
			candidates, err := client.SearchFailoverBackends(ctx, api.FailoverBackendSettings{Backends: []string{"a"}}, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), nil)
			if err != nil || len(candidates) == 0 || candidates[len(candidates)-1].ID != "late" {
				t.Errorf("got %v, %v", candidates, err)
			}
		})
	}
}

// A list that cannot be read is asked once, and its error comes with the result.
func TestSearchFailoverBackends_unreadable(t *testing.T) {
	t.Parallel()
	service := &lagging{list: failing}
	if _, err := start(t, service).SearchFailoverBackends(t.Context(), api.FailoverBackendSettings{}, time.Now(), nil); err == nil || service.lists.Load() != 1 {
		t.Errorf("read %d times, got %v", service.lists.Load(), err)
	}
}

// The object that the answer to the creation names comes first, whether the list
// has it or not, and whatever it looks like there.
func TestSearchFailoverBackends_named(t *testing.T) {
	t.Parallel()
	for _, listed := range [][]string{{"one", "two"}, {"one", "two", "named"}, {"named", "one", "two"}} {
		s := start(t, &lagging{list: listing(listed...)})
		candidates, err := s.SearchFailoverBackends(t.Context(), api.FailoverBackendSettings{Backends: []string{"a"}},
			time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), &api.Error{CreatedID: "named"})
		if err != nil || len(candidates) != 3 || candidates[0].ID != "named" || (candidates[0].CreatedAt == "") != (len(listed) == 2) {
			t.Errorf("of %q: got %v, %v", listed, candidates, err)
		}
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
		"summarised":         {map[string]any{"description": nil, "metadata": nil}, 0, true},
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
				answerJSON(w, http.StatusOK, map[string]any{"backends": []any{element}})
			}))
			candidates, err := s.SearchFailoverBackends(t.Context(), settings, time.Now(), nil)
			if err != nil || (len(candidates) == 1) != test.want {
				t.Errorf("got %v, %v", candidates, err)
			}
		})
	}
}
