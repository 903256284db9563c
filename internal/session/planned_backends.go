// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"sync"
)

// plannedBackends records two facts about each failover backend: whether a plan
// of the run destroys the backend, and whether an edge keeps pointing to the
// backend. If both are true, the provider rejects the plan of the backend or of the
// edge, whichever comes later. CLIs plan backends and edges in any order.
type plannedBackends struct {
	mu   sync.Mutex
	byID map[string]plannedBackend
}

type plannedBackend struct {
	fate BackendFate
	edge string // an edge that keeps pointing to the backend, or ""
}

// BackendFate is what happens to a failover backend in a run.
type BackendFate int

// The fates of a failover backend.
const (
	BackendStays  BackendFate = iota
	BackendLeaves             // the run destroys or replaces the backend
	BackendGone               // the service no longer has the backend
)

// NoteBackendGone records that the service no longer has a failover backend.
func (s *Session) NoteBackendGone(id string) {
	s.plannedBackends.change(id, func(planned *plannedBackend) { planned.fate = BackendGone })
}

// PlanBackendDeparture records that a plan destroys or replaces a failover backend. The
// result is an edge that keeps pointing to the backend, or "" if no such edge is known.
// The result is also "" if the service no longer has the backend.
func (s *Session) PlanBackendDeparture(id string) (edge string) {
	s.plannedBackends.change(id, func(planned *plannedBackend) {
		if planned.fate != BackendGone {
			planned.fate, edge = BackendLeaves, planned.edge
		}
	})
	return edge
}

// PlanBackendKept records that an edge keeps pointing to a failover backend. It returns
// the fate of the backend, and whether this edge is the first recorded edge of the
// backend. Callers report an error only for the first edge of each backend.
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
