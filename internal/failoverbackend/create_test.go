// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

func sessionOf(t *testing.T, handler http.HandlerFunc) *session.Session {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	base, err := api.ParseBaseURL(server.URL, false)
	if err != nil {
		t.Fatal(err)
	}
	client, err := api.New(api.Config{BaseURL: base, RequestTimeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return session.New(client, false)
}

func respondJSON(w http.ResponseWriter, body any) { _ = json.NewEncoder(w).Encode(body) }

// interrupted returns a context that has ended, so that a search does not wait.
func interrupted(t *testing.T) context.Context {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	return ctx
}

// A search returns the latest candidate first. It also works after an interrupt. A
// creation that fails while the list is being read needs a new read of the list.
func TestSearch(t *testing.T) {
	t.Parallel()
	settings, started := api.FailoverBackendSettings{Backends: []string{"a"}}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var s *session.Session
	find := func() {
		candidates, err := search(interrupted(t), s, settings, started)
		if err != nil || len(candidates) != 3 || candidates[0].ID != "two" || candidates[1].ID != "one" {
			t.Errorf("got %v, %v", candidates, err)
		}
	}
	var lists atomic.Int64
	s = sessionOf(t, func(w http.ResponseWriter, _ *http.Request) {
		if lists.Add(1) == 1 {
			find()
		}
		respondJSON(w, map[string]any{"backends": []any{
			map[string]any{"id": "one", "created_at": "2026-01-02T00:00:00Z"}, map[string]any{"id": "two", "created_at": "2026-01-03T00:00:00Z"},
			map[string]any{"id": "three"},
		}})
	})
	find()
	if read := lists.Load(); read != 2 {
		t.Errorf("read the list %d times", read)
	}
}

// Each search reads the list at least seven seconds after its creation failed. Creations
// that fail in the same second share one read of the list. This client sends nothing, so
// every read fails at once with a new error. The test counts these errors.
func TestSearch_settled(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		failed []time.Duration // when the creations fail
		lists  int
	}{
		"at once":       {make([]time.Duration, 10), 1},
		"in one second": {[]time.Duration{0, 100 * time.Millisecond, 999 * time.Millisecond}, 1},
		"before a list": {[]time.Duration{0, 1500 * time.Millisecond, 6900 * time.Millisecond, 7999 * time.Millisecond}, 4},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := session.New(api.NewUnusable(errors.New("offline"), nil), false)
			var lists sync.Map
			var group sync.WaitGroup
			for _, failed := range test.failed {
				group.Go(func() {
					<-time.After(failed)
					begin := time.Now()
					_, err := search(t.Context(), s, api.FailoverBackendSettings{}, begin)
					lists.Store(err, nil)
					if wait := time.Since(begin); wait < 7*time.Second || wait > 8*time.Second {
						t.Errorf("%s: listed %s after the failure at %s", name, wait, failed)
					}
				})
			}
			group.Wait()
			if read := len(maps.Collect(lists.Range)); read != test.lists {
				t.Errorf("%s: read the list %d times", name, read)
			}
		})
	}
}

func TestSearch_whatMayBeIt(t *testing.T) {
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
			s := sessionOf(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Date", time.Now().Add(test.ahead).UTC().Format(http.TimeFormat))
				respondJSON(w, map[string]any{"backends": []any{element}})
			})
			candidates, err := search(interrupted(t), s, settings, time.Now())
			if err != nil || (len(candidates) == 1) != test.want {
				t.Errorf("got %v, %v", candidates, err)
			}
		})
	}
}

// If the outcome of a creation is unknown, the error lists up to 20 candidates, or says why
// there is none. It says what the list lacks only if the whole list was read.
func TestNotCreated(t *testing.T) {
	t.Parallel()
	const lost, lacks = "Could not tell whether a failover backend was created", "does not show the backend"
	for name, test := range map[string]struct {
		list  http.HandlerFunc
		named int
		says  []string
		not   string
	}{
		"listed":      {listing(1), 1, []string{lost, "import it before you apply again", `id = "twin_0"`}, lacks},
		"many listed": {listing(22), 20, []string{"There are 2 more possible backends. All of them were created before these."}, lacks},
		"not listed":  {listing(0), 0, []string{lost, lacks, "trafficedge_failover_backends"}, "import {"},
		"no list": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "no listing for you", http.StatusForbidden)
		}, 0, []string{lost, "no listing for you"}, lacks},
	} {
		r, settings := &failoverBackendResource{}, api.FailoverBackendSettings{Backends: []string{"a"}}
		r.Session = sessionOf(t, test.list)
		shown := r.notCreated(interrupted(t), settings, time.Now(), &api.Error{Operation: "create failover backend", Acted: true})
		text := shown.Summary() + shown.Detail()
		for _, words := range append(test.says, "in the Troubleshooting guide") {
			if !strings.Contains(text, words) {
				t.Errorf("%s: expected %q in %s", name, words, text)
			}
		}
		if named := strings.Count(text, "import {"); named != test.named || strings.Contains(text, test.not) {
			t.Errorf("%s: named %d, %s", name, named, text)
		}
	}
}

// listing responds with a list of equal failover backends.
func listing(count int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		elements := make([]any, count)
		for i := range elements {
			elements[i] = map[string]any{"id": fmt.Sprintf("twin_%d", i), "backends": []string{"a"}}
		}
		respondJSON(w, map[string]any{"backends": elements, "uri": "/"})
	}
}
