// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"sync"
)

// plannedBackends is what the plans of one run say about failover backends, so that
// none is destroyed under an edge that keeps pointing to it. A CLI plans the two in
// any order, so each side is noted, and the later one learns of the earlier. The
// zero value has none.
type plannedBackends struct {
	mu   sync.Mutex
	byID map[string]plannedBackend
}

type plannedBackend struct {
	leaves bool
	keeper string // an edge that keeps pointing to it, or ""
}

// PlanBackendDeparture notes that a failover backend is to be destroyed or replaced.
// It returns the name of an edge that keeps pointing to it, or "" if none is known.
func (s *Session) PlanBackendDeparture(id string) (edge string) {
	s.plannedBackends.change(id, func(planned *plannedBackend) {
		planned.leaves, edge = true, planned.keeper
	})
	return edge
}

// PlanBackendKept notes that an edge, of this name, keeps pointing to a failover
// backend. It reports whether that backend leaves, and whether nobody has been told
// so before: one error for a backend is enough, however many edges are behind it.
func (s *Session) PlanBackendKept(id, edge string) (leaves, first bool) {
	s.plannedBackends.change(id, func(planned *plannedBackend) {
		leaves, first = planned.leaves, planned.leaves && planned.keeper == ""
		planned.keeper = cmp.Or(planned.keeper, edge)
	})
	return leaves, first
}

func (p *plannedBackends) change(id string, change func(*plannedBackend)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byID == nil {
		p.byID = map[string]plannedBackend{}
	}
	planned := p.byID[id]
	change(&planned)
	p.byID[id] = planned
}
