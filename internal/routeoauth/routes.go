// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import "github.com/hashicorp/terraform-plugin-framework/resource"

// route records what one provider instance has planned and sent for a route. A module has
// no id of its own, only the ids of its route. Two resources may therefore have the same
// module, for example after a rename, and CLIs process the two resources in any order.
type route struct {
	// inUse is the lock of the other fields. The channel is full while a resource plans
	// for the route or sends a request. A mutex does not work here, because the fake
	// clock of a test stops while a goroutine waits for a mutex.
	inUse chan struct{}

	isSet  bool // a resource has set the module
	isLeft bool // a resource was destroyed, so planOverwrite does not warn
	opens  bool // the plan of a resource disables or deletes the module
	stays  bool // the plan of a resource sets or keeps the module
}

// acquire waits until no other resource uses a route, and returns the route. The caller
// must release the route.
func (r *routeOAuthResource) acquire(ids identity) *route {
	known, _ := r.Session.Routes.LoadOrStore(ids, &route{inUse: make(chan struct{}, 1)})
	at := known.(*route) //nolint:forcetypeassert // as stored above
	at.inUse <- struct{}{}
	return at
}

func (r *route) release() { <-r.inUse }

// planOwner records that the resource will own the route after the apply. Each resource
// calls planOwner at most once in a process. A second call for the same route is
// therefore an error.
func (r *routeOAuthResource) planOwner(owner identity, resp *resource.ModifyPlanResponse) {
	route := r.acquire(owner)
	defer route.release()
	switch {
	case route.stays:
		resp.Diagnostics.Append(owner.sharedError())
	case route.opens:
		resp.Diagnostics.Append(owner.leftOpenError())
	}
	route.stays = true
}
