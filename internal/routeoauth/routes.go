// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

// route records the plans and requests of one provider instance for a route. The ids of
// its route are the only ids of a module, so after a rename two resources stand for the
// same module, and CLIs process them in any order.
type route struct {
	// inUse is full while a resource plans for the route or sends a request, and guards
	// the other fields. A mutex does not work here: the fake clock of a test stops
	// while a goroutine waits for a mutex.
	inUse chan struct{}

	isSet  bool // a resource has set the module and keeps the route
	isLeft bool // a resource has left the route, so its module is already known
	// The plans: opens if a resource opens the route, stays if a resource keeps the
	// route or sets its module.
	opens, stays bool
}

// acquire returns a route once no other resource uses the route. The caller releases
// the route.
func (r *routeOAuthResource) acquire(ids identity) *route {
	known, _ := r.Session.Routes.LoadOrStore(ids, &route{inUse: make(chan struct{}, 1)})
	at := known.(*route) //nolint:forcetypeassert // as stored above
	at.inUse <- struct{}{}
	return at
}

func (r *route) release() { <-r.inUse }
