// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"slices"
	"sync"
)

// Route identifies a route of an HTTPS edge.
type Route struct{ EdgeID, RouteID string }

// Fate is what a plan does to an instance of the OAuth module resource on a route.
type Fate int

// The fates of an instance. CLIs plan a replacement twice. The first planning plans
// a change, with the fate Stays, or with Opens or Departs if the instance moves to
// another route. The second planning plans a creation, with the fate Replaces.
const (
	Stays    Fate = iota // the instance exists and keeps the route
	Comes                // the instance is created on the route
	Replaces             // the instance is created on the route, in place of the instance with the same token
	Opens                // the instance is destroyed, and its module disabled or deleted
	Departs              // the instance is destroyed, and its module stays on the service
)

// Routes remembers two facts about each route: which instance set the OAuth module last,
// and what the present plan does to the instances on the route. Each instance of the
// resource has an identifying token in its private state. An instance gets its token
// when it is created. An imported instance has the token "" before its first apply.
//
// A CLI may use one process for several plans and applies, and does not tell the
// provider when a plan begins. Routes therefore drops the facts about a plan at the
// first write of any OAuth module, and when an instance is planned again. A planned
// creation has no token yet, so two creations on one route look like one creation
// that is planned twice. The plan accepts both creations, and the apply rejects the
// second creation: see SetByAnother. Two imported instances on one route also look
// like one instance. A creation and a replacement look like one instance, because
// CLIs plan the replacement again during the apply, without its token. Conversely,
// a creation may conflict with an earlier plan that was never applied.
type Routes struct {
	mu      sync.Mutex
	inUse   map[Route]chan struct{} // a channel is full while a request for the route is under way
	setBy   map[Route]string        // the token of the last instance that set the module; "" after a departure; no entry if not known
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

// Plan records the fate of an instance on a route. The token of a replacement is the
// token of the replaced instance, and the token of any other creation is "". The
// results report conflicts with the other instances of the present plan. If two
// instances would set the module, shared is true. If one instance opens the route
// and another sets the module, leftOpen is true.
//
// If an instance with a token is planned again with a fate other than Replaces,
// Plan ends the present plan before it records the fate. If the fate is not
// Stays, Plan forgets that this instance was the last to set the module.
func (r *Routes) Plan(on Route, token string, fate Fate) (shared, leftOpen bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if fate == Replaces {
		r.dropStay(on, token)
		fate = Comes
	} else if _, again := r.routeOf[token]; again {
		r.endPlan()
	}
	if token != "" {
		r.routeOf[token] = on
		if fate != Stays && r.setBy[on] == token {
			delete(r.setBy, on)
		}
	}
	planned := instance{token, fate}
	shared, leftOpen = r.conflicts(on, planned)
	r.planned[on] = append(r.planned[on], planned)
	return shared, leftOpen
}

// dropStay removes the fate Stays that the first planning of a
// replacement may have recorded. If the token has a recorded route, the
// fate is on that route. Otherwise, the fate is on the given route.
func (r *Routes) dropStay(on Route, token string) {
	if before, isPlanned := r.routeOf[token]; isPlanned {
		on = before
	}
	if i := slices.Index(r.planned[on], instance{token, Stays}); i >= 0 {
		r.planned[on] = slices.Delete(r.planned[on], i, i+1)
	}
}

// conflicts reports the conflicts of an instance with the other instances on its route.
// Plan explains the results. An instance does not conflict with its own replacement,
// which has the same token. Creations and newly imported instances have the token "",
// so two creations do not conflict, and neither do two imported instances.
func (r *Routes) conflicts(on Route, one instance) (shared, leftOpen bool) {
	hasOther := func(fates ...Fate) bool {
		return slices.ContainsFunc(r.planned[on], func(other instance) bool {
			isSame := other.token == one.token && (one.token != "" || (other.fate == Comes) == (one.fate == Comes))
			return !isSame && slices.Contains(fates, other.fate)
		})
	}
	switch one.fate {
	case Stays:
		return hasOther(Stays, Comes), hasOther(Opens)
	case Comes:
		return hasOther(Stays), hasOther(Opens) // two creations do not conflict: see Routes
	case Opens:
		return false, hasOther(Stays, Comes)
	case Departs, Replaces: // Plan never passes Replaces
	}
	return false, false
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

// SetByAnother reports whether an instance with another token set the module last.
func (r *Routes) SetByAnother(on Route, token string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.isSetByAnother(on, token)
}

// isSetByAnother is SetByAnother for a caller that holds r.mu.
func (r *Routes) isSetByAnother(on Route, token string) bool {
	return r.setBy[on] != "" && r.setBy[on] != token
}

// Leave records that an instance leaves a route, and reports whether the instance
// may change the module. If another instance has set the module last, the module
// belongs to that instance. Leave then records nothing and returns false. The caller
// must have acquired the route.
func (r *Routes) Leave(on Route, token string) (mayChange bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.isSetByAnother(on, token) {
		return false
	}
	r.setBy[on] = ""
	return true
}

// HasLeft reports whether an instance has left the route, and no instance has set
// the module since. A departure counts even if its request has failed. A departure
// that is only planned does not count.
func (r *Routes) HasLeft(on Route) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	by, isKnown := r.setBy[on]
	return isKnown && by == ""
}

// NoteSet records that an instance has set the module of a route. The caller must have
// acquired the route.
func (r *Routes) NoteSet(on Route, token string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.setBy[on] = token
}
