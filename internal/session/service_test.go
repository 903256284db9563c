// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session_test

import (
	"net/http"
	"strings"
	"sync/atomic"
)

// lagging is a service with one failover backend and one TLS edge, both with the id
// x. Each function writes the response to the nth request of one kind.
type lagging struct {
	create, get, list, remove func(w http.ResponseWriter, nth int64)

	creates, gets, lists, removals atomic.Int64
}

func (l *lagging) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodPost:
		l.create(w, l.creates.Add(1))
	case r.Method == http.MethodDelete:
		l.remove(w, l.removals.Add(1))
	case strings.HasSuffix(r.URL.Path, "/x"):
		l.get(w, l.gets.Add(1))
	default:
		l.list(w, l.lists.Add(1))
	}
}

func found(w http.ResponseWriter, _ int64) { respondJSON(w, http.StatusOK, object("x")) }

func missing(w http.ResponseWriter, _ int64) {
	respondJSON(w, http.StatusNotFound, map[string]any{"title": "none"})
}

func failing(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusForbidden) }
func deleted(w http.ResponseWriter, _ int64) { w.WriteHeader(http.StatusNoContent) }

func doubtful(w http.ResponseWriter, _ int64) {
	respondJSON(w, http.StatusOK, map[string]any{"success": false})
}

func listing(ids ...string) func(http.ResponseWriter, int64) {
	return func(w http.ResponseWriter, _ int64) {
		elements := make([]any, len(ids))
		for i, id := range ids {
			elements[i] = object(id)
		}
		respondJSON(w, http.StatusOK, map[string]any{"backends": elements, "tls_edges": elements, "uri": "/"})
	}
}

// switching returns a function that calls the argument first for the given number
// of requests, and the argument second for all later requests.
func switching(first func(http.ResponseWriter, int64), times int64, second func(http.ResponseWriter, int64)) func(http.ResponseWriter, int64) {
	return func(w http.ResponseWriter, nth int64) {
		if nth <= times {
			first(w, nth)
			return
		}
		second(w, nth)
	}
}
