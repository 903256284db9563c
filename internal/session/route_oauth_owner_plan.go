// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"slices"
	"sync"
	"time"
)

// planningSettles is how long a planned departure waits for another resource of its
// route, counted from the first refresh or plan of a module. A CLI plans
// unconnected resources in any order, and often plans a destruction before it
// refreshes the rest. A plan waits once, however many modules leave.
const planningSettles = time.Second

// SeeRouteOAuth notes that owner has a route in state, as a refresh finds it. It
// reports whether another owner is already planned to leave the route open.
func (s *Session) SeeRouteOAuth(edgeID, routeID, owner string) (opening bool) {
	opening, _ = s.plannedRoutes.note(route{edgeID, routeID}, owner, inState)
	return opening
}

// PlanRouteOAuth notes that owner is planned to have a route. It reports whether
// another owner is already planned to leave the route open, and whether another
// owner is planned to have it too.
func (s *Session) PlanRouteOAuth(edgeID, routeID, owner string) (opening, shared bool) {
	return s.plannedRoutes.note(route{edgeID, routeID}, owner, keeps)
}

// PlanRouteOAuthDeparture notes that owner is planned to leave a route. It reports
// whether another owner keeps the route: one that has it in state and is not known
// to leave, or one that is planned to have it. Opens says that the departure would
// leave the route open. It then waits for such an owner while planning settles.
func (s *Session) PlanRouteOAuthDeparture(ctx context.Context, edgeID, routeID, owner string, opens bool) (kept bool) {
	return s.plannedRoutes.depart(ctx, route{edgeID, routeID}, owner, opens)
}

// part is the part of an owner in a route while a plan is made.
type part int

const (
	leaves part = iota
	leavesOpen
	inState
	keeps
)

// plannedRoutes records the parts of owners in each route while a plan is made.
type plannedRoutes struct {
	mu        sync.Mutex
	settlesAt time.Time // zero before the first refresh or plan
	parts     map[route]map[string]part
	changed   chan struct{} // closed at the next change; nil where nobody waits
}

func (r *plannedRoutes) note(at route, owner string, noted part) (opening, shared bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	// CLIs refresh an object that they destroy after they have planned that.
	if _, isPlanned := r.parts[at][owner]; noted != inState || !isPlanned {
		r.set(at, owner, noted)
	}
	return r.anotherIs(at, owner, leavesOpen), r.anotherIs(at, owner, keeps)
}

func (r *plannedRoutes) depart(ctx context.Context, at route, owner string, opens bool) (kept bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set(at, owner, leaves)
	waiting := opens
	for waiting && !r.anotherIs(at, owner, inState, keeps) {
		waiting = r.wait(ctx)
	}
	kept = r.anotherIs(at, owner, inState, keeps)
	if opens && !kept {
		r.set(at, owner, leavesOpen)
	}
	return kept
}

// wait unlocks r until anything changes, and reports whether it has before
// planning has settled.
func (r *plannedRoutes) wait(ctx context.Context) bool {
	settles := time.NewTimer(time.Until(r.settlesAt))
	defer settles.Stop()
	if r.changed == nil {
		r.changed = make(chan struct{})
	}
	changed := r.changed
	r.mu.Unlock()
	defer r.mu.Lock()
	select {
	case <-changed:
		return true
	case <-settles.C:
	case <-ctx.Done():
	}
	return false
}

func (r *plannedRoutes) set(at route, owner string, noted part) {
	if r.parts == nil {
		r.parts = map[route]map[string]part{}
		r.settlesAt = time.Now().Add(planningSettles)
	}
	if r.parts[at] == nil {
		r.parts[at] = map[string]part{}
	}
	r.parts[at][owner] = noted
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
}

func (r *plannedRoutes) anotherIs(at route, owner string, wanted ...part) bool {
	for other, noted := range r.parts[at] {
		if other != owner && slices.Contains(wanted, noted) {
			return true
		}
	}
	return false
}

// take notes that owner has a route now, whatever was planned for it.
func (r *plannedRoutes) take(at route, owner string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.parts, at)
	r.set(at, owner, keeps)
}

// release notes that owner has left a route.
func (r *plannedRoutes) release(at route, owner string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.parts[at], owner)
}
