// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// DeleteRouteOAuth is [Session.ReleaseRouteOAuth], except that it deletes the
// module. After any answer but 204 it returns nil only if the module is found to be
// gone.
func (s *Session) DeleteRouteOAuth(ctx context.Context, edgeID, routeID, owner string, secrets ...string) error {
	return s.release(route{edgeID, routeID}, owner, func() error {
		err := s.API.DeleteRouteOAuth(ctx, edgeID, routeID, secrets...)
		if api.IsNotFound(err) && !s.API.Offers(api.ReadRouteOAuth) {
			// The service's own word is all that can be had.
			return nil
		}
		return confirmDeletion(ctx, s, err, longAgo, func() (*api.OAuthModule, error) {
			return s.API.GetRouteOAuth(ctx, edgeID, routeID, secrets...)
		})
	})
}
