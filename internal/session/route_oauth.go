// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"errors"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// GetRouteOAuth returns the OAuth module of a route, which was set at setAt (RFC 3339).
// If setAt is "", the module was set long ago. If a young module is not found,
// GetRouteOAuth reads it again for some seconds.
func (s *Session) GetRouteOAuth(ctx context.Context, edgeID, routeID, setAt string, secrets ...string) (*api.OAuthModule, error) {
	return s.API.GetRouteOAuth(ctx, edgeID, routeID, api.Repeat{Gone: setAt != "" && s.isYoung(setAt)}, secrets...)
}

// DeleteRouteOAuth deletes the OAuth module of a route. If the service accepts the
// deletion without status 204, DeleteRouteOAuth reads the module to confirm the deletion.
// If the service does not offer that read, the deletion counts as done. If the module did
// not exist, [api.IsGone] recognizes the error.
func (s *Session) DeleteRouteOAuth(ctx context.Context, edgeID, routeID string, secrets ...string) error {
	err := s.API.DeleteRouteOAuth(ctx, edgeID, routeID, secrets...)
	if errors.Is(err, api.ErrNotDeleted) && !s.API.Offers(api.ReadRouteOAuth) {
		return nil
	}
	return confirmDeletion(ctx, err, false, func(ctx context.Context, repeat api.Repeat) (*api.OAuthModule, error) {
		return s.API.GetRouteOAuth(ctx, edgeID, routeID, repeat, secrets...)
	})
}
