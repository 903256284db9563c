// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// GetRouteOAuth returns the OAuth module of a route, which was set at setAt (RFC
// 3339), or long ago if that is "". Its error satisfies [api.IsNotFound] only if a
// young one stays missing for some seconds.
func (s *Session) GetRouteOAuth(ctx context.Context, edgeID, routeID, setAt string, secrets ...string) (*api.OAuthModule, error) {
	return find(ctx, s, cmp.Or(setAt, longAgo), func() (*api.OAuthModule, error) { return s.API.GetRouteOAuth(ctx, edgeID, routeID, secrets...) })
}

// DeleteRouteOAuth deletes the OAuth module of a route. After any answer but 204 it
// returns nil only if the module is found to be gone.
func (s *Session) DeleteRouteOAuth(ctx context.Context, edgeID, routeID string, secrets ...string) error {
	err := s.API.DeleteRouteOAuth(ctx, edgeID, routeID, secrets...)
	if api.IsNotFound(err) && !s.API.Offers(api.ReadRouteOAuth) {
		// The service's own word is all that can be had.
		return nil
	}
	return confirmDeletion(ctx, s, err, longAgo, func() (*api.OAuthModule, error) {
		return s.API.GetRouteOAuth(ctx, edgeID, routeID, secrets...)
	})
}
