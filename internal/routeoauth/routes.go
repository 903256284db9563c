// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

// route is what one provider instance knows of a route. A module has no id but its
// route, so after a rename two resources stand for one module, and no CLI orders them.
type route struct {
	// inUse is full while a resource plans for the route or writes to it, and guards
	// the rest. It is no mutex, because the fake clock of a test stands still while
	// one is waited for.
	inUse chan struct{}

	isSet  bool // a resource has set the module, and keeps the route
	isLeft bool // a resource has left the route, so that its module is known
	// What is planned: a resource opens the route, a resource keeps or sets its module.
	opens, stays bool
}

// acquire returns a route as soon as no other resource uses it. The caller releases it.
func (r *routeOAuthResource) acquire(ids identity) *route {
	known, _ := r.Session.Routes.LoadOrStore(ids, &route{inUse: make(chan struct{}, 1)})
	at := known.(*route) //nolint:forcetypeassert // as stored above
	at.inUse <- struct{}{}
	return at
}

func (r *route) release() { <-r.inUse }
