// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"sync"
)

// plannedBackends is what one run knows of failover backends, so that none is
// destroyed under an edge that keeps pointing to it. A CLI plans the two in any order,
// so each side is noted, and the later one learns of the earlier. The zero value has
// none.
type plannedBackends struct {
	mu   sync.Mutex
	byID map[string]plannedBackend
}

type plannedBackend struct {
	fate BackendFate
	edge string // the name of an edge that keeps pointing to it, or ""
}

// BackendFate is what happens to a failover backend in a run.
type BackendFate int

// The fates of a failover backend.
const (
	BackendStays  BackendFate = iota
	BackendLeaves             // the run destroys or replaces it
	BackendGone               // the refresh found that the service does not have it
)

// NoteBackendGone notes that the service does not have a failover backend.
func (s *Session) NoteBackendGone(id string) {
	s.plannedBackends.change(id, func(planned *plannedBackend) { planned.fate = BackendGone })
}

// PlanBackendDeparture notes that a failover backend is to be destroyed or replaced.
// It returns the name of an edge that keeps pointing to it, or "" if none is known or
// the failover backend is gone already.
func (s *Session) PlanBackendDeparture(id string) (edge string) {
	s.plannedBackends.change(id, func(planned *plannedBackend) {
		if planned.fate != BackendGone {
			planned.fate, edge = BackendLeaves, planned.edge
		}
	})
	return edge
}

// PlanBackendKept notes that the named edge keeps pointing to a failover backend. It
// returns the fate of the backend, and whether this edge is the first one noted for it,
// so that the caller reports one error for a backend with many edges.
func (s *Session) PlanBackendKept(id, edge string) (fate BackendFate, first bool) {
	s.plannedBackends.change(id, func(planned *plannedBackend) {
		fate, first = planned.fate, planned.edge == ""
		planned.edge = cmp.Or(planned.edge, edge)
	})
	return fate, first
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
