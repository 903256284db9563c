// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"errors"
	"sync"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ErrRouteTakenOver says that a route's OAuth module was not touched, because
// another owner has set it.
var ErrRouteTakenOver = errors.New("the OAuth module of the route has been taken over")

// ErrRouteOwned says that a route's OAuth module was not set, because another
// owner has set it and keeps the route.
var ErrRouteOwned = errors.New("another resource has set the OAuth module of the route")

// TakeRouteOAuth is [api.Client.ReplaceRouteOAuth] on behalf of an owner, any name
// that tells owners apart. Where it succeeds the route is the owner's. Where
// another one has taken the route through this session and not released it,
// nothing is sent and the error is [ErrRouteOwned].
func (s *Session) TakeRouteOAuth(ctx context.Context, edgeID, routeID, owner string, module api.OAuthModule) (*api.OAuthModule, error) {
	route := s.ownedRoutes.route(edgeID, routeID)
	route.writing.Lock()
	defer route.writing.Unlock()
	if route.owned && route.owner != owner {
		return nil, ErrRouteOwned
	}
	replaced, err := s.API.ReplaceRouteOAuth(ctx, edgeID, routeID, module)
	if err == nil {
		route.owner, route.owned = owner, true
		s.plannedRoutes.take(edgeID, routeID, owner)
	}
	return replaced, err
}

// ReleaseRouteOAuth leaves a route with a last OAuth module, on behalf of an
// owner who lets go of it, and returns the module as the service answered it.
// Where another one has taken the route through this session, nothing is sent and
// the error is [ErrRouteTakenOver].
func (s *Session) ReleaseRouteOAuth(
	ctx context.Context, edgeID, routeID, owner string, last api.OAuthModule,
) (replaced *api.OAuthModule, err error) {
	err = s.release(edgeID, routeID, owner, func() error {
		replaced, err = s.API.ReplaceRouteOAuth(ctx, edgeID, routeID, last)
		return err
	})
	return replaced, err
}

// release lets an owner write to a route for the last time.
func (s *Session) release(edgeID, routeID, owner string, write func() error) error {
	route := s.ownedRoutes.route(edgeID, routeID)
	route.writing.Lock()
	defer route.writing.Unlock()
	if route.owned && route.owner != owner {
		return ErrRouteTakenOver
	}
	err := write()
	if err == nil || api.IsNotFound(err) {
		route.owned = false
		s.plannedRoutes.release(edgeID, routeID, owner)
	}
	return err
}

// LeaveRouteOAuth is ReleaseRouteOAuth that leaves the module as it is, and sends
// nothing.
func (s *Session) LeaveRouteOAuth(edgeID, routeID, owner string) {
	route := s.ownedRoutes.route(edgeID, routeID)
	route.writing.Lock()
	defer route.writing.Unlock()
	if route.owner == owner {
		route.owned = false
	}
	s.plannedRoutes.release(edgeID, routeID, owner)
}

// ownedRoutes knows who has written to which route through this session, and lets
// them write one after the other. An OAuth module has no id of its own, so that
// two resources can stand for the same one in the same run: the one that goes and
// the one that takes its place, after one was renamed or two have swapped their
// routes. CLIs know of no order between them, and if the one that goes were the
// last to write, the route would be left open.
type ownedRoutes struct {
	mu    sync.Mutex
	known map[[2]string]*ownedRoute
}

type ownedRoute struct {
	writing sync.Mutex // held while a write to the route is under way, and guards the rest
	owner   string
	owned   bool
}

func (r *ownedRoutes) route(edgeID, routeID string) *ownedRoute {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[[2]string]*ownedRoute{}
	}
	key := [2]string{edgeID, routeID}
	if r.known[key] == nil {
		r.known[key] = &ownedRoute{}
	}
	return r.known[key]
}
