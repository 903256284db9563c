// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// RefreshRouteOAuth returns the OAuth module of a route, or nil if it cannot be
// known. That is so if the service lacks the operation, or if undocumented
// operations are switched off. Readable says that the service is known to offer the
// operation. Otherwise a 404 may mean that there is no such operation. No message
// shows the secrets.
func (s *Session) RefreshRouteOAuth(ctx context.Context, edgeID, routeID string, readable bool, secrets ...string) (*api.OAuthModule, error) {
	if !s.Undocumented {
		return nil, nil //nolint:nilnil // not known is an ordinary answer
	}
	found, err := s.getRouteOAuth(ctx, edgeID, routeID, readable, secrets...)
	if api.IsNotOffered(err) {
		s.missing.note(err)
		return nil, nil //nolint:nilnil // not known is an ordinary answer
	}
	return found, err
}

// getRouteOAuth is [api.Client.GetRouteOAuth]. Readable is as in
// [Session.RefreshRouteOAuth].
func (s *Session) getRouteOAuth(ctx context.Context, edgeID, routeID string, readable bool, secrets ...string) (*api.OAuthModule, error) {
	found, err := s.API.GetRouteOAuth(ctx, edgeID, routeID, secrets...)
	if api.IsNotFound(err) && !readable {
		err = api.NotOffered(err)
	}
	return found, err
}

// DeleteRouteOAuth is [Session.ReleaseRouteOAuth], except that it deletes the
// module. After any answer but 204 it returns nil only if the module is found to be
// gone. Readable is as in [Session.RefreshRouteOAuth].
func (s *Session) DeleteRouteOAuth(ctx context.Context, edgeID, routeID, owner string, readable bool, secrets ...string) error {
	return s.release(route{edgeID, routeID}, owner, func() error {
		err := s.API.DeleteRouteOAuth(ctx, edgeID, routeID, secrets...)
		return confirmDeletion(ctx, s, err, longAgo, func() (*api.OAuthModule, error) {
			return s.getRouteOAuth(ctx, edgeID, routeID, readable, secrets...)
		})
	})
}
