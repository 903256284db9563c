// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Another object must not pass for an empty page: a search after a creation of
// unknown outcome would miss its object.
func TestFailoverBackends_isAPage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		body string
		want string
	}{
		"empty page":      {`{"backends":[],"uri":"/backends/failover","next_page_uri":null}`, ""},
		"list left out":   {`{"uri":"/backends/failover"}`, ""},
		"list alone":      {`{"backends":[]}`, ""},
		"another object":  {`{"status":"ok"}`, "neither elements nor uri"},
		"nothing in it":   {`{}`, "neither elements nor uri"},
		"null everywhere": {`{"backends":null,"uri":null,"next_page_uri":null}`, "neither elements nor uri"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(test.body)) })
			var failure error
			for _, err := range s.client(t, nil).FailoverBackends().All(t.Context()) {
				failure = err
			}
			if test.want == "" && failure != nil {
				t.Errorf("got %v", failure)
			}
			if test.want != "" {
				wantError(t, failure, test.want)
			}
		})
	}
}

// A list that keeps naming new pages without a new element ends.
func TestFailoverBackends_nothingNew(t *testing.T) {
	t.Parallel()
	page := 0
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		page++
		answerJSON(w, http.StatusOK, map[string]any{
			"backends":      []any{backend("x"), backend("y")},
			"next_page_uri": fmt.Sprintf("/backends/failover?page=%d", page),
		})
	})
	var ids []string
	var failure error
	for backend, err := range s.client(t, nil).FailoverBackends().All(t.Context()) {
		if failure = err; err == nil {
			ids = append(ids, backend.ID)
		}
	}
	wantError(t, failure, "no new element")
	if !slices.Equal(ids, []string{"x", "y"}) || page != 2 {
		t.Errorf("got %v from %d pages", ids, page)
	}
}

// An object that is listed twice, because the pages shifted, is returned once.
func TestFailoverBackends_shiftedPages(t *testing.T) {
	t.Parallel()
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "" {
			answerJSON(w, http.StatusOK, map[string]any{"backends": []any{backend("x"), backend("y")}, "next_page_uri": "?page=2"})
			return
		}
		answerJSON(w, http.StatusOK, map[string]any{"backends": []any{backend("y"), backend("z")}})
	})
	var ids []string
	for backend, err := range s.client(t, nil).FailoverBackends().All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, backend.ID)
	}
	if !slices.Equal(ids, []string{"x", "y", "z"}) {
		t.Errorf("got %v", ids)
	}
}

// Empty elements take no memory: the page is refused at the first.
//
//nolint:paralleltest // it measures what the whole process allocates
func TestFailoverBackends_emptyElements(t *testing.T) {
	body := []byte(`{"backends":[` + strings.Repeat("{},", 5<<20) + "{}]}")
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
	client := s.client(t, nil)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var failure error
	for _, err := range client.FailoverBackends().All(t.Context()) {
		failure = err
	}
	runtime.ReadMemStats(&after)
	wantError(t, failure, "the answer names no id")
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 12*uint64(len(body)) {
		t.Errorf("reading %d MiB allocated %d MiB", len(body)>>20, allocated>>20)
	}
}
