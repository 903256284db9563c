// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"net/http"
)

// GetRouteOAuth returns the OAuth module of a route, without client secrets. It is
// not part of the interface: [IsNotOffered] recognises the error of a service that
// lacks it, or answers something that is no OAuth module, and [IsNotFound] that of
// a route without a module. No message shows the secrets.
func (c *Client) GetRouteOAuth(ctx context.Context, edgeID, routeID string, secrets ...string) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodGet, "read", edgeID, routeID)
	r.secrets, r.undocumented = OAuthModule{OtherSecrets: secrets}.secrets(), true
	if edgeID == "" || routeID == "" {
		return nil, c.failure(r, 0, errEmptyID)
	}
	received, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	found := new(OAuthModule)
	if err := c.decode(r, received, found); err != nil {
		return nil, notOffered(err)
	}
	if found.Provider == nil {
		return nil, notOffered(c.misanswer(r, received, errNoOAuthModule))
	}
	return found, nil
}

// DeleteRouteOAuth deletes the OAuth module of a route, which then answers
// without authentication. It is not part of the interface: [IsNotOffered]
// recognises the error of a service that lacks it. After any answer but 204 it
// returns nil only if the module is found to be gone. Readable says that the
// service is known to offer the read: without that, a read that finds no module
// says nothing. No message shows the secrets.
func (c *Client) DeleteRouteOAuth(ctx context.Context, edgeID, routeID string, readable bool, secrets ...string) error {
	r := c.routeOAuthRequest(http.MethodDelete, "delete", edgeID, routeID)
	r.secrets, r.undocumented = OAuthModule{OtherSecrets: secrets}.secrets(), true
	if edgeID == "" || routeID == "" {
		return c.failure(r, 0, errEmptyID)
	}
	return deleteConfirmed(ctx, c, r, longAgo, func() (*OAuthModule, error) {
		found, err := c.GetRouteOAuth(ctx, edgeID, routeID, secrets...)
		if IsNotFound(err) && !readable {
			err = NotOffered(err)
		}
		return found, err
	})
}

// longAgo is the age of what has no time of creation, and is not young.
const longAgo = "0001-01-01T00:00:00Z"
