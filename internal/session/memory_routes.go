// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"slices"
	"sync"
)

// Route identifies a route of an HTTPS edge.
type Route struct{ EdgeID, RouteID string }

// Fate is what a plan does to an instance of an OAuth module on a route.
type Fate int

// The fates of an instance.
const (
	Stays    Fate = iota // the instance exists and keeps the route
	Comes                // the instance is created on the route
	Replaces             // Comes, as the second half of a replacement, whose first half was planned as Stays or a departure
	Opens                // the instance is destroyed, and its module disabled or deleted
	Departs              // the instance is destroyed, and its module stays on the service
)

// Routes remembers two facts about each route: which instance set the OAuth module last,
// and what the present plan does to its instances. A token in its private state identifies
// each instance of the resource. An imported instance has no token before its first apply,
// so its token is "".
//
// A CLI may use one process for several plans and applies, and does not tell the provider
// when a plan begins. The facts about a plan therefore end with the first write of any
// OAuth module, and when an instance is planned again. A creation has no token, so two
// creations on one route look like one creation that is planned twice. The request of
// the second creation is refused instead: see SetByAnother. The same holds for two
// imported instances.
type Routes struct {
	mu      sync.Mutex
	inUse   map[Route]chan struct{} // a channel is full while a request for the route is under way
	setBy   map[Route]string        // the token of the instance that set the module last; "" if that instance has left
	planned map[Route][]instance
	routeOf map[string]Route // the route of each token in planned
}

// instance is an instance of the present plan.
type instance struct {
	token string
	fate  Fate
}

func newRoutes() *Routes {
	r := &Routes{inUse: map[Route]chan struct{}{}, setBy: map[Route]string{}}
	r.endPlan()
	return r
}

// Plan records the fate of an instance on a route. The token of a creation is the token
// of the instance that it replaces, or "". The results report conflicts with the other
// instances of the present plan: shared if two instances would set the module, and
// leftOpen if one instance opens the route and another sets the module.
//
// If an instance is planned again, other than as Replaces, Plan first ends the present
// plan. If an instance leaves or is replaced, it no longer counts as the one that set the
// module last.
func (r *Routes) Plan(on Route, token string, fate Fate) (shared, leftOpen bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before, again := r.routeOf[token]
	if !again {
		before = on
	}
	if fate == Replaces {
		if i := slices.Index(r.planned[before], instance{token, Stays}); i >= 0 {
			r.planned[before] = slices.Delete(r.planned[before], i, i+1)
		}
		fate = Comes
	} else if again {
		r.endPlan()
	}
	if token != "" && fate != Stays && r.setBy[on] == token {
		delete(r.setBy, on)
	}
	if token != "" {
		r.routeOf[token] = on
	}
	others := func(fates ...Fate) bool {
		return slices.ContainsFunc(r.planned[on], func(one instance) bool {
			isSame := one.token == token && (one.fate == Comes) == (fate == Comes)
			return !isSame && slices.Contains(fates, one.fate)
		})
	}
	sets := fate == Stays || fate == Comes
	shared = fate == Stays && others(Comes) || sets && others(Stays)
	leftOpen = sets && others(Opens) || fate == Opens && others(Stays, Comes)
	r.planned[on] = append(r.planned[on], instance{token, fate})
	return shared, leftOpen
}

// endPlan removes all facts about the present plan. The caller must hold r.mu.
func (r *Routes) endPlan() {
	r.planned, r.routeOf = map[Route][]instance{}, map[string]Route{}
}

// Acquire waits until no other request for a route is under way, and ends the present
// plan. The caller must call release after its own request.
func (r *Routes) Acquire(on Route) (release func()) {
	r.mu.Lock()
	r.endPlan()
	if r.inUse[on] == nil {
		// A mutex does not work here, because the fake clock of a test stops while a
		// goroutine waits for a mutex.
		r.inUse[on] = make(chan struct{}, 1)
	}
	inUse := r.inUse[on]
	r.mu.Unlock()
	inUse <- struct{}{}
	return func() { <-inUse }
}

// SetByAnother reports whether another instance than the given one set the module last.
func (r *Routes) SetByAnother(on Route, token string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.setBy[on] != "" && r.setBy[on] != token
}

// HasLeft reports whether the instance that set the module last has left the route.
func (r *Routes) HasLeft(on Route) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	by, isKnown := r.setBy[on]
	return isKnown && by == ""
}

// NoteSet records that an instance has set the module of a route, or with the token ""
// that an instance has left the route. The caller must have acquired the route.
func (r *Routes) NoteSet(on Route, token string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.setBy[on] = token
}
