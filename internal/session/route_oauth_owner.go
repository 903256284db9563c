// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"errors"
	"sync"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ErrRouteOwned says that a route's OAuth module was not touched, because another
// owner has set it and keeps the route.
var ErrRouteOwned = errors.New("another resource has set the OAuth module of the route")

// route is the route of an HTTPS edge.
type route struct{ edgeID, routeID string }

// TakeRouteOAuth is [api.Client.ReplaceRouteOAuth] on behalf of owner, a name that
// tells owners apart. On success owner owns the route. If another one has taken the
// route through this session and not released it, nothing is sent and the error is
// [ErrRouteOwned].
func (s *Session) TakeRouteOAuth(
	ctx context.Context, edgeID, routeID, owner string, module api.OAuthModule, secrets ...string,
) (replaced *api.OAuthModule, err error) {
	at := route{edgeID, routeID}
	err = s.ownedRoutes.write(at, owner, func(held *ownedRoute) error {
		replaced, err = s.API.ReplaceRouteOAuth(ctx, edgeID, routeID, module, secrets...)
		if err == nil {
			held.owner, held.owned = owner, true
			s.plannedRoutes.take(at, owner)
		}
		return err
	})
	return replaced, err
}

// ReleaseRouteOAuth writes the last OAuth module of owner to a route, which it owns
// no longer. It returns the module as the service answered it. If another owner has
// taken the route through this session, nothing is sent and the error is
// [ErrRouteOwned].
func (s *Session) ReleaseRouteOAuth(
	ctx context.Context, edgeID, routeID, owner string, last api.OAuthModule, secrets ...string,
) (replaced *api.OAuthModule, err error) {
	err = s.release(route{edgeID, routeID}, owner, func() error {
		replaced, err = s.API.ReplaceRouteOAuth(ctx, edgeID, routeID, last, secrets...)
		return err
	})
	return replaced, err
}

// release lets an owner write to a route for the last time.
func (s *Session) release(at route, owner string, write func() error) error {
	return s.ownedRoutes.write(at, owner, func(held *ownedRoute) error {
		err := write()
		if err == nil || api.IsNotFound(err) {
			held.owned = false
			s.plannedRoutes.release(at, owner)
		}
		return err
	})
}

// LeaveRouteOAuth ends the ownership of a route as ReleaseRouteOAuth does, but
// sends nothing.
func (s *Session) LeaveRouteOAuth(edgeID, routeID, owner string) {
	at := route{edgeID, routeID}
	// A route that another owner has is left already.
	_ = s.release(at, owner, func() error { return nil })
	s.plannedRoutes.release(at, owner)
}

// ownedRoutes records which owner has written to which route through this session,
// and lets owners write one after the other. An OAuth module has no id of its own.
// After a rename, or a swap of routes, two resources stand for the same module in
// one run: the departing one and its successor. CLIs do not order them. If the
// departing one were the last to write, the route would be left open.
type ownedRoutes struct {
	mu    sync.Mutex
	known map[route]*ownedRoute
}

type ownedRoute struct {
	writing sync.Mutex // held while a write to the route is under way, and guards the rest
	owner   string
	owned   bool
}

// write lets an owner write to a route, unless another one has it.
func (r *ownedRoutes) write(at route, owner string, write func(held *ownedRoute) error) error {
	held := r.at(at)
	held.writing.Lock()
	defer held.writing.Unlock()
	if held.owned && held.owner != owner {
		return ErrRouteOwned
	}
	return write(held)
}

func (r *ownedRoutes) at(at route) *ownedRoute {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[route]*ownedRoute{}
	}
	if r.known[at] == nil {
		r.known[at] = &ownedRoute{}
	}
	return r.known[at]
}
