// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
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
}

// OAuthProvider holds the settings of one identity provider under its name, one of
// [IdentityProviders]. A response may have the other names too, with nil.
type OAuthProvider map[string]*OAuthIdentityProvider

// IdentityProviders returns the names of the identity providers. A service has
// names of its own for them, which only requests and responses have: see
// [Config.IdentityProviderNames].
func IdentityProviders() []string {
	return []string{"idp_1", "idp_2", "idp_3", "idp_4", "idp_5", "idp_6", "idp_7", "idp_8"}
}

// inUse returns the names of the identity providers that are there, be they empty.
func (p OAuthProvider) inUse() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(p)), func(name string) bool { return p[name] == nil })
}

// OAuthIdentityProvider is one identity provider with its access rules. All lists
// are sets: their order means nothing.
type OAuthIdentityProvider struct {
	ClientID       string       `json:"client_id,omitempty"` // "" is the managed app
	ClientSecret   ClientSecret `json:"client_secret,omitempty"`
	Scopes         []string     `json:"scopes,omitempty"`
	EmailAddresses []string     `json:"email_addresses,omitempty"`
	EmailDomains   []string     `json:"email_domains,omitempty"`
	Teams          []string     `json:"teams,omitempty"`         // of idp_1 alone
	Organizations  []string     `json:"organizations,omitempty"` // of idp_1 alone
}

// ClientSecret is sent and never read back. A service may show it in plain text,
// masked, as null or not at all, so a response says nothing about it.
type ClientSecret string

// UnmarshalJSON leaves the secret as it is, whatever the service responses.
func (*ClientSecret) UnmarshalJSON([]byte) error { return nil }

// ReplaceRouteOAuth replaces the whole OAuth module of a route and returns it as
// the service has it, without client secrets (interface section 4.3).
// [IsGone] recognises the error of a route that does not exist. Repeating it is
// safe, so an error of unknown outcome loses nothing. No message shows the secrets,
// which are those in module and any other that the service may quote.
func (c *Client) ReplaceRouteOAuth(ctx context.Context, edgeID, routeID string, module OAuthModule, secrets ...string) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodPut, "replace", edgeID, routeID, secrets)
	module.Provider = c.onWire(module.Provider)
	r.body = module
	replaced, made, err := ask[OAuthModule](ctx, c, r)
	if err != nil {
		return nil, c.withNeutralPointers(err)
	}
	if replaced.Enabled == nil && replaced.Provider == nil {
		return nil, made.failure(errNoOAuthModule)
	}
	replaced.Provider = c.fromWire(replaced.Provider)
	return replaced, nil
}

func (c *Client) routeOAuthRequest(method, verb, edgeID, routeID string, secrets []string) request {
	operation := fmt.Sprintf("%s the OAuth module of route %q of HTTPS edge %q", verb, routeID, edgeID)
	r := c.request(method, operation, "edges", "https", edgeID, "routes", routeID, "oauth")
	r.secrets = r.secrets.With(secrets...)
	return r
}

// ErrUnknownProvider says that a response has only an identity provider that
// [Config.IdentityProviderNames] does not name.
var ErrUnknownProvider = errors.New("the response has an identity provider that identity_provider_names does not name")

var errNoOAuthModule = errors.New("the response is not an OAuth module: it has neither enabled nor provider")

// wireName returns the service's own name of an identity provider.
func (c *Client) wireName(name string) string {
	return cmp.Or(c.config.IdentityProviderNames[name], name)
}

// onWire returns p by the service's own names.
func (c *Client) onWire(p OAuthProvider) OAuthProvider {
	named := OAuthProvider{}
	for name, one := range p {
		named[c.wireName(name)] = one
	}
	return named
}

// fromWire returns the identity providers that have a name here, by that name.
func (c *Client) fromWire(received OAuthProvider) OAuthProvider {
	named := OAuthProvider{}
	for _, name := range IdentityProviders() {
		if one, there := received[c.wireName(name)]; there {
			named[name] = one
		}
	}
	return named
}

// withNeutralPointers returns err with the names of this package in its pointers to
// members of provider.
func (c *Client) withNeutralPointers(err error) error {
	failure, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	escapes := strings.NewReplacer("~", "~0", "/", "~1") // RFC 6901, section 3
	var pairs []string
	for _, name := range IdentityProviders() {
		pairs = append(pairs, "/provider/"+escapes.Replace(c.wireName(name))+"/", "/provider/"+name+"/")
	}
	names := strings.NewReplacer(pairs...)
	for i, field := range failure.Fields {
		failure.Fields[i].Pointer = strings.TrimSuffix(names.Replace(field.Pointer+"/"), "/")
	}
	return err
}

// The operations below are not part of the interface. [IsNotOffered] recognises the
// error of a service that lacks one. No message shows the secrets.

// GetRouteOAuth returns the OAuth module of a route, without client secrets.
// [IsGone] recognises the error of a route without a module: the service
// responses 404, null, or a module without any identity provider. One that has an
// identity provider of a name that is not known here does not count as none.
func (c *Client) GetRouteOAuth(ctx context.Context, edgeID, routeID string, repeat Repeat, secrets ...string) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodGet, "read", edgeID, routeID, secrets)
	r.undocumented, r.repeat = ReadRouteOAuth, repeat
	found, made, err := ask[OAuthModule](ctx, c, r)
	if err != nil {
		return nil, err
	}
	onWire := found.Provider
	found.Provider = c.fromWire(onWire)
	switch {
	case len(found.Provider.inUse()) > 0:
		return found, nil
	case len(onWire.inUse()) > 0:
		return nil, made.failure(fmt.Errorf("%w: %q", ErrUnknownProvider, onWire.inUse()[0]))
	case found.Enabled == nil && onWire == nil && string(bytes.TrimSpace(made.last.body)) != "null":
		// Another object, such as {"success": false}, says nothing about the module.
		return nil, made.failure(errNoOAuthModule)
	}
	none := made.failure(errors.New("the response says that the route has no OAuth module"))
	none.gone = true
	return nil, none
}

// DeleteRouteOAuth deletes the OAuth module of a route, which then responses without
// authentication. A 2xx other than 204 is [ErrNotDeleted].
func (c *Client) DeleteRouteOAuth(ctx context.Context, edgeID, routeID string, secrets ...string) error {
	r := c.routeOAuthRequest(http.MethodDelete, "delete", edgeID, routeID, secrets)
	r.undocumented = DeleteRouteOAuth
	return c.remove(ctx, r)
}
