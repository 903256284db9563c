// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"errors"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// GetRouteOAuth returns the OAuth module of a route, which was set at setAt (RFC
// 3339), or long ago if that is "". A young one that is not found is read again for
// some seconds.
func (s *Session) GetRouteOAuth(ctx context.Context, edgeID, routeID, setAt string, secrets ...string) (*api.OAuthModule, error) {
	return s.API.GetRouteOAuth(ctx, edgeID, routeID, api.Repeat{Gone: setAt != "" && s.isYoung(setAt)}, secrets...)
}

// DeleteRouteOAuth deletes the OAuth module of a route. A deletion that was accepted
// without a 204 is confirmed by a read, and believed where the service offers none.
// [api.IsGone] recognizes the error of a module that was gone before.
func (s *Session) DeleteRouteOAuth(ctx context.Context, edgeID, routeID string, secrets ...string) error {
	err := s.API.DeleteRouteOAuth(ctx, edgeID, routeID, secrets...)
	if errors.Is(err, api.ErrNotDeleted) && !s.API.Offers(api.ReadRouteOAuth) {
		return nil
	}
	return confirmDeletion(ctx, err, false, func(ctx context.Context, repeat api.Repeat) (*api.OAuthModule, error) {
		return s.API.GetRouteOAuth(ctx, edgeID, routeID, repeat, secrets...)
	})
}
