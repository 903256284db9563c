// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"errors"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// GetRouteOAuth returns the OAuth module of a route. The last request that set the module
// was sent at setAt (RFC 3339, or "" for long ago). If the service does not find a young
// module, GetRouteOAuth retries the read for some seconds.
func (s *Session) GetRouteOAuth(ctx context.Context, edgeID, routeID, setAt string, secrets ...string) (*api.OAuthModule, error) {
	return s.API.GetRouteOAuth(ctx, edgeID, routeID, api.Repeat{Gone: setAt != "" && s.isYoung(setAt)}, secrets...)
}

// DeleteRouteOAuth deletes the OAuth module of a route. If the service responds with 404,
// or with a success status other than 204, DeleteRouteOAuth reads the module to confirm the
// deletion. If the service does not offer reads of modules, DeleteRouteOAuth trusts these
// two responses if the body is empty or JSON. Any other body, such as a web page, causes an
// error. If the module did not exist, [api.IsGone] reports true for the returned error.
func (s *Session) DeleteRouteOAuth(ctx context.Context, edgeID, routeID string, secrets ...string) error {
	err := s.API.DeleteRouteOAuth(ctx, edgeID, routeID, secrets...)
	switch isUnread := !s.API.Offers(api.ReadRouteOAuth); {
	case isUnread && errors.Is(err, api.ErrNotDeleted) && !errors.Is(err, api.ErrNotJSON):
		return nil
	case isUnread:
		return err
	}
	return confirmDeletion(ctx, err, false, func(ctx context.Context, repeat api.Repeat) (*api.OAuthModule, error) {
		return s.API.GetRouteOAuth(ctx, edgeID, routeID, repeat, secrets...)
	})
}
