// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// OAuthModule is the OAuth module of an HTTPS edge route (interface section 2.4). A
// member that is nil or "" is unset: it is left out of a request, and the service
// decides it.
type OAuthModule struct {
	Enabled            *bool         `json:"enabled,omitempty"`
	Provider           OAuthProvider `json:"provider,omitempty"`
	OptionsPassthrough *bool         `json:"options_passthrough,omitempty"`
	CookiePrefix       string        `json:"cookie_prefix,omitempty"`
	InactivityTimeout  *uint32       `json:"inactivity_timeout,omitempty"`  // seconds
	MaximumDuration    *uint32       `json:"maximum_duration,omitempty"`    // seconds
	AuthCheckInterval  *uint32       `json:"auth_check_interval,omitempty"` // seconds

	// OtherSecrets are client secrets that are not sent, such as the one before a
	// rotation. A service may quote them all the same, and no message shows them.
	OtherSecrets []string `json:"-"`
}

// OAuthProvider holds the settings of one identity provider under its name, idp_1
// to idp_8. An answer may have the other names too, with nil.
type OAuthProvider map[string]*OAuthIdentityProvider

// isInUse reports whether there is an identity provider, be it an empty one.
func (p OAuthProvider) isInUse() bool {
	for _, one := range p {
		if one != nil {
			return true
		}
	}
	return false
}

// OAuthIdentityProvider is one identity provider with its access rules. All lists
// are sets: their order means nothing.
type OAuthIdentityProvider struct {
	ClientID       string       `json:"client_id,omitempty"` // "" is the app that the service manages
	ClientSecret   ClientSecret `json:"client_secret,omitempty"`
	Scopes         []string     `json:"scopes,omitempty"`
	EmailAddresses []string     `json:"email_addresses,omitempty"`
	EmailDomains   []string     `json:"email_domains,omitempty"`
	Teams          []string     `json:"teams,omitempty"`         // of idp_1 alone
	Organizations  []string     `json:"organizations,omitempty"` // of idp_1 alone
}

// ClientSecret is sent and never read back. A service may answer it in plain text,
// masked, as null or not at all, so an answer says nothing about it.
type ClientSecret string

// UnmarshalJSON leaves the secret as it is, whatever the service answers.
func (*ClientSecret) UnmarshalJSON([]byte) error { return nil }

// ReplaceRouteOAuth replaces the whole OAuth module of a route and returns it as
// the service answered, without client secrets (interface section 4.3).
// [IsNotFound] recognises the error of a route that does not exist. Repeating it is
// safe, so an error of unknown outcome loses nothing.
func (c *Client) ReplaceRouteOAuth(ctx context.Context, edgeID, routeID string, module OAuthModule) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodPut, "replace", edgeID, routeID, module.secrets()...)
	r.body = module
	replaced, received, err := ask[OAuthModule](ctx, c, r)
	if err == nil && replaced.Enabled == nil && replaced.Provider == nil {
		return nil, received.unusable(errNoOAuthModule)
	}
	return replaced, err
}

func (c *Client) routeOAuthRequest(method, verb, edgeID, routeID string, secrets ...string) request {
	operation := fmt.Sprintf("%s the OAuth module of route %q of HTTPS edge %q", verb, routeID, edgeID)
	r := c.request(method, operation, "edges", "https", edgeID, "routes", routeID, "oauth")
	r.secrets = r.secrets.With(secrets...)
	return r
}

var (
	errNoOAuthModule = errors.New("the answer is not an OAuth module: it has neither enabled nor provider")
	errNoneOnRoute   = errors.New("the answer says that the route has no OAuth module")
)

// secrets returns the client secrets, sent or not.
func (m OAuthModule) secrets() []string {
	secrets := slices.Clone(m.OtherSecrets)
	for _, one := range m.Provider {
		if one != nil {
			secrets = append(secrets, string(one.ClientSecret))
		}
	}
	return secrets
}

// The operations below are not part of the interface. [IsNotOffered] recognises the
// error of a service that lacks one. No message shows the secrets.

// GetRouteOAuth returns the OAuth module of a route, without client secrets.
// [IsNotFound] recognises the error of a route without a module: the service
// answers 404, null, or a module without any identity provider.
func (c *Client) GetRouteOAuth(ctx context.Context, edgeID, routeID string, secrets ...string) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodGet, "read", edgeID, routeID, secrets...)
	r.undocumented = ReadRouteOAuth
	found, received, err := ask[OAuthModule](ctx, c, r)
	switch {
	case err != nil || found.Provider.isInUse():
		return found, err
	case found.Enabled == nil && found.Provider == nil && string(bytes.TrimSpace(received.body)) != "null":
		// Another object, such as {"success": false}, says nothing about the module.
		return nil, received.unusable(errNoOAuthModule)
	}
	none := received.unusable(errNoneOnRoute)
	none.gone = true
	return nil, none
}

// DeleteRouteOAuth deletes the OAuth module of a route, which then answers without
// authentication. A 2xx other than 204 is [ErrNotDeleted].
func (c *Client) DeleteRouteOAuth(ctx context.Context, edgeID, routeID string, secrets ...string) error {
	r := c.routeOAuthRequest(http.MethodDelete, "delete", edgeID, routeID, secrets...)
	r.undocumented = DeleteRouteOAuth
	return c.remove(ctx, r)
}
