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
	"slices"
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
	base, invalid := api.ParseBaseURL(server.URL, false)
	client, err := api.New(api.Config{BaseURL: base, RequestTimeout: time.Minute})
	if err := errors.Join(invalid, err); err != nil {
		t.Fatal(err)
	}
	return session.New(client, false)
}

// interrupted returns a context that has ended, so that a search does not wait.
func interrupted(t *testing.T) context.Context {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	return ctx
}

// A search returns the backends that the creation may have created, the latest first. Their
// age counts by the clock of the service. A creation that fails while the list is being read
// needs a new read of the list. A search also works after an interrupt.
func TestSearch(t *testing.T) {
	t.Parallel()
	settings := api.FailoverBackendSettings{Description: "d", Metadata: "m", Backends: []string{"a", "b"}}
	want := []string{"of unknown age", "exactly it", "metadata rewritten", "minutes older", "only its id"}
	for _, ahead := range []time.Duration{0, 24 * time.Hour} { // how far the service's clock is ahead
		now := time.Now().Add(ahead).UTC()
		ago := func(age time.Duration) string { return now.Add(-age).Format(time.RFC3339) }
		var elements []map[string]any
		for id, members := range map[string]map[string]any{
			"exactly it":         {},
			"metadata rewritten": {"metadata": " m ", "created_at": ago(time.Second)},
			"minutes older":      {"created_at": ago(50 * time.Minute)},
			"hours older":        {"created_at": ago(2 * time.Hour)},
			"of unknown age":     {"created_at": "yesterday"},
			"only its id":        {"description": nil, "metadata": nil, "backends": nil, "created_at": nil},
			"another order":      {"backends": []string{"b", "a"}},
			"other description":  {"description": "e"},
		} {
			element := map[string]any{"id": id, "description": "d", "metadata": "m", "backends": []string{"a", "b"}, "created_at": ago(0)}
			maps.Copy(element, members)
			elements = append(elements, element)
		}
		var s *session.Session
		find := func() {
			var found []string
			candidates, err := search(interrupted(t), s, settings, time.Now())
			for _, candidate := range candidates {
				found = append(found, candidate.ID)
			}
			if err != nil || !slices.Equal(found, want) {
				t.Errorf("found %q, %v, want %q", found, err, want)
			}
		}
		var lists atomic.Int64
		s = sessionOf(t, func(w http.ResponseWriter, _ *http.Request) {
			if lists.Add(1) == 1 {
				find()
			}
			w.Header().Set("Date", now.Format(http.TimeFormat))
			_ = json.NewEncoder(w).Encode(map[string]any{"backends": elements})
		})
		find()
		if read := lists.Load(); read != 2 {
			t.Errorf("read the list %d times", read)
		}
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

// If the outcome of a creation is unknown, the error lists up to 20 candidates, or says why
// there is none. It says what the list lacks only if the whole list was read.
func TestNotCreated(t *testing.T) {
	t.Parallel()
	const lost, lacks = "Could not tell whether a failover backend was created", "does not show the backend"
	for name, test := range map[string]struct {
		status, listed int
		named          int
		says           []string
		not            string
	}{
		"listed":      {200, 1, 1, []string{lost, "import it before you apply again", `id = "twin_0"`}, lacks},
		"many listed": {200, 22, 20, []string{"There are 2 more possible backends. All of them were created before these."}, lacks},
		"not listed":  {200, 0, 0, []string{lost, lacks, "trafficedge_failover_backends"}, "import {"},
		"no list":     {403, 0, 0, []string{lost, "403 Forbidden"}, lacks},
	} {
		r := &failoverBackendResource{}
		r.Session = sessionOf(t, func(w http.ResponseWriter, _ *http.Request) {
			elements := []any{}
			for i := range test.listed {
				elements = append(elements, map[string]any{"id": fmt.Sprintf("twin_%d", i)})
			}
			w.WriteHeader(test.status)
			_ = json.NewEncoder(w).Encode(map[string]any{"backends": elements, "uri": "/"})
		})
		failed := &api.Error{Operation: "create failover backend", Acted: true}
		shown := r.notCreated(interrupted(t), api.FailoverBackendSettings{}, time.Now(), failed)
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
