// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"slices"
	"sync"
	"time"
)

// planningSettles is how long after the first refresh or plan of a module a
// planned departure waits for another resource of its route to show up. A CLI
// plans without an order what nothing connects, and what is destroyed often
// before it refreshes the rest. A plan waits once, however many modules leave.
const planningSettles = time.Second

// SeeRouteOAuth notes that owner has a route in state, as a refresh finds it. It
// reports whether another owner is planned to leave the route open, before
// anybody knew of this one.
func (s *Session) SeeRouteOAuth(edgeID, routeID, owner string) (opening bool) {
	opening, _ = s.plannedRoutes.note(edgeID, routeID, owner, inState)
	return opening
}

// PlanRouteOAuth notes that owner is planned to have a route. It reports whether
// another owner is planned to leave the route open, before anybody knew of this
// one, and whether another owner is planned to have it too.
func (s *Session) PlanRouteOAuth(edgeID, routeID, owner string) (opening, shared bool) {
	return s.plannedRoutes.note(edgeID, routeID, owner, keeps)
}

// PlanRouteOAuthDeparture notes that owner is planned to leave a route, and
// reports whether another owner keeps it: one that has it in state and is not
// known to leave, or one that is planned to have it. Where opens says that the
// departure would leave the route open, it waits for such an owner while
// planning settles.
func (s *Session) PlanRouteOAuthDeparture(ctx context.Context, edgeID, routeID, owner string, opens bool) (kept bool) {
	return s.plannedRoutes.depart(ctx, edgeID, routeID, owner, opens)
}

// part is what an owner is to a route while a plan is made.
type part int

const (
	leaves part = iota
	leavesOpen
	inState
	keeps
)

// plannedRoutes knows what becomes of which route in a plan that is under way.
type plannedRoutes struct {
	mu        sync.Mutex
	settlesAt time.Time // zero before the first refresh or plan
	parts     map[[2]string]map[string]part
	changed   chan struct{} // closed at the next change; nil where nobody waits
}

func (r *plannedRoutes) note(edgeID, routeID, owner string, noted part) (opening, shared bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := [2]string{edgeID, routeID}
	// CLIs refresh what they destroy after they have planned it.
	if _, isPlanned := r.parts[key][owner]; noted != inState || !isPlanned {
		r.set(key, owner, noted)
	}
	return r.anotherIs(key, owner, leavesOpen), r.anotherIs(key, owner, keeps)
}

func (r *plannedRoutes) depart(ctx context.Context, edgeID, routeID, owner string, opens bool) (kept bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := [2]string{edgeID, routeID}
	r.set(key, owner, leaves)
	waiting := opens
	for waiting && !r.anotherIs(key, owner, inState, keeps) {
		waiting = r.wait(ctx)
	}
	kept = r.anotherIs(key, owner, inState, keeps)
	if opens && !kept {
		r.set(key, owner, leavesOpen)
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

func (r *plannedRoutes) set(key [2]string, owner string, noted part) {
	if r.parts == nil {
		r.parts = map[[2]string]map[string]part{}
		r.settlesAt = time.Now().Add(planningSettles)
	}
	if r.parts[key] == nil {
		r.parts[key] = map[string]part{}
	}
	r.parts[key][owner] = noted
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
}

func (r *plannedRoutes) anotherIs(key [2]string, owner string, wanted ...part) bool {
	for other, noted := range r.parts[key] {
		if other != owner && slices.Contains(wanted, noted) {
			return true
		}
	}
	return false
}

// take notes that owner has a route now, whatever was planned for it.
func (r *plannedRoutes) take(edgeID, routeID, owner string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := [2]string{edgeID, routeID}
	delete(r.parts, key)
	r.set(key, owner, keeps)
}

// release notes that owner has left a route.
func (r *plannedRoutes) release(edgeID, routeID, owner string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.parts[[2]string{edgeID, routeID}], owner)
}
