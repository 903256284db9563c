// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"maps"
	"reflect"
	"slices"
	"sync"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// seenTLSEdges are the TLS edges that a provider instance has created or read.
// The zero value has none.
type seenTLSEdges struct {
	mu       sync.Mutex
	settings map[string]api.TLSEdgeSettings // by id
}

// SeeTLSEdge remembers a TLS edge that was created or read.
func (s *Session) SeeTLSEdge(id string, settings api.TLSEdgeSettings) {
	seen := &s.seenTLSEdges
	seen.mu.Lock()
	defer seen.mu.Unlock()
	if seen.settings == nil {
		seen.settings = map[string]api.TLSEdgeSettings{}
	}
	seen.settings[id] = settings
}

// TLSEdgesLike returns the ids of the other TLS edges seen that have the same
// settings, in order. One of them may be the replacement of the edge.
func (s *Session) TLSEdgesLike(id string, settings api.TLSEdgeSettings) []string {
	seen := &s.seenTLSEdges
	seen.mu.Lock()
	defer seen.mu.Unlock()
	return slices.DeleteFunc(slices.Sorted(maps.Keys(seen.settings)), func(other string) bool {
		return other == id || !reflect.DeepEqual(seen.settings[other], settings)
	})
}
