// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"io"
	"net/http"
	"sync"
)

// stateStore keeps the CLI's state, as the backend "http" requires. With a local state file the CLI writes the
// whole state after every object, which takes longer than everything that is measured here.
type stateStore struct {
	mu    sync.Mutex
	state []byte
}

// ServeHTTP returns, replaces or removes the state.
func (s *stateStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "the request broke off", http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.Method {
	case http.MethodGet:
		if s.state == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		// A CLI that has ended needs no state.
		_, _ = w.Write(s.state)
	case http.MethodPost:
		s.state = body
	case http.MethodDelete:
		s.state = nil
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}
