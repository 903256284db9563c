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
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// OAuthModule is the OAuth module of a route in a response (interface section 2.4).
type OAuthModule struct {
	Enabled            Member[bool]    `json:"enabled"`
	Provider           OAuthProvider   `json:"provider"`
	OptionsPassthrough Member[bool]    `json:"options_passthrough"`
	CookiePrefix       Member[string]  `json:"cookie_prefix"`
	InactivityTimeout  Member[Seconds] `json:"inactivity_timeout"`  // seconds
	MaximumDuration    Member[Seconds] `json:"maximum_duration"`    // seconds
	AuthCheckInterval  Member[Seconds] `json:"auth_check_interval"` // seconds

	// Unnamed lists the members of provider that are not identity providers known by name, fit
	// to be shown. It contains only members in which something is set. If the response has no
	// known identity provider, it contains all members that are not null.
	Unnamed string `json:"-"`
}

// Seconds is a whole number of seconds in a response.
type Seconds uint32

// UnmarshalJSON decodes every form of a whole number, such as 600.0 or 6e2, with the precision of
// a float64 (RFC 8259, section 6).
func (s *Seconds) UnmarshalJSON(data []byte) error {
	if number, err := strconv.ParseFloat(string(data), 64); err == nil && number == math.Trunc(number) && number >= 0 && number <= math.MaxUint32 {
		data = strconv.AppendUint(nil, uint64(number), 10)
	}
	return json.Unmarshal(data, (*uint32)(s)) // The calling decoder adds the name of the member to the error.
}

// OAuthModuleSettings are what a caller chooses. The service chooses unset values (nil or "").
type OAuthModuleSettings struct {
	Enabled            *bool                 `json:"enabled,omitempty"`
	Provider           OAuthProviderSettings `json:"provider,omitempty"`
	OptionsPassthrough *bool                 `json:"options_passthrough,omitempty"`
	CookiePrefix       string                `json:"cookie_prefix,omitempty"`
	InactivityTimeout  *uint32               `json:"inactivity_timeout,omitempty"`  // seconds
	MaximumDuration    *uint32               `json:"maximum_duration,omitempty"`    // seconds
	AuthCheckInterval  *uint32               `json:"auth_check_interval,omitempty"` // seconds
}

// OAuthProvider maps names in [IdentityProviders] to their settings. An identity provider that
// is absent or null is not in use.
type OAuthProvider map[string]*OAuthIdentityProvider

// OAuthProviderSettings is [OAuthProvider] in a request.
type OAuthProviderSettings map[string]*OAuthIdentityProviderSettings

// IdentityProviders returns our neutral names: see [Config.IdentityProviderNames].
func IdentityProviders() []string {
	return []string{"idp_1", "idp_2", "idp_3", "idp_4", "idp_5", "idp_6", "idp_7", "idp_8"}
}

// OAuthIdentityProvider contains settings and access rules, with lists in no particular order.
// A member that is absent, null or empty is unset. The client secret is not read: a response
// may contain it in plain text, masked, as null or not at all.
type OAuthIdentityProvider struct {
	ClientID       string   `json:"client_id,omitempty"` // "" for the service's own OAuth app
	Scopes         []string `json:"scopes,omitempty"`
	EmailAddresses []string `json:"email_addresses,omitempty"`
	EmailDomains   []string `json:"email_domains,omitempty"`
	Teams          []string `json:"teams,omitempty"`         // only for idp_1
	Organizations  []string `json:"organizations,omitempty"` // only for idp_1
}

// OAuthIdentityProviderSettings are an identity provider in a request, with its secret.
type OAuthIdentityProviderSettings struct {
	OAuthIdentityProvider

	ClientSecret string `json:"client_secret,omitempty"`
}

// ReplaceRouteOAuth replaces the OAuth module of a route (interface section 4.3), and returns
// it from the response, without a Provider if the service did not apply the request. If the
// route does not exist, [IsGone] returns true for the error. The call is safe to repeat.
// Errors name the operation by verb, such as "update", and contain none of toRedact: the
// module's client secret, and older ones that the service may quote.
func (c *Client) ReplaceRouteOAuth(
	ctx context.Context, verb, edgeID, routeID string, module OAuthModuleSettings, toRedact ...string,
) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodPut, verb, edgeID, routeID, toRedact)
	provider := OAuthProviderSettings{}
	for name, idp := range module.Provider {
		provider[c.wireName(name)] = idp
	}
	module.Provider = provider
	r.body = module
	made, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	return c.decodeOAuthModule(made)
}

func (c *Client) routeOAuthRequest(method, verb, edgeID, routeID string, toRedact []string) request {
	operation := fmt.Sprintf("%s the OAuth module of route %q of HTTPS edge %q", verb, routeID, edgeID)
	r := c.request(method, operation, "edges", "https", edgeID, "routes", routeID, "oauth")
	r.secrets = r.secrets.With(toRedact...)
	return r
}

func (c *Client) wireName(name string) string {
	return cmp.Or(c.config.IdentityProviderNames[name], name)
}

// decodeOAuthModule sets neutral names and [OAuthModule.Unnamed]. It fails if the response is
// not a module: an object such as {"success": false} says nothing about the module.
func (c *Client) decodeOAuthModule(made *call) (*OAuthModule, error) {
	module := new(OAuthModule)
	if err := made.decode(module); err != nil {
		return nil, err
	}
	if module.Enabled.Value == nil && module.Provider == nil {
		return nil, made.failure(errors.New("the response is not an OAuth module: it has neither enabled nor provider"))
	}
	var response struct {
		Provider map[string]map[string]any `json:"provider"`
	}
	_ = made.decode(&response) // The body has been decoded before.
	named := OAuthProvider{}
	for _, name := range IdentityProviders() {
		if idp := module.Provider[c.wireName(name)]; idp != nil {
			named[name] = idp
		}
		delete(response.Provider, c.wireName(name))
	}
	maps.DeleteFunc(response.Provider, func(_ string, idp map[string]any) bool { return !hasContent(idp) && (idp == nil || len(named) > 0) })
	module.Provider = named
	module.Unnamed = made.request.secrets.Text(strings.Trim(fmt.Sprintf("%q", slices.Sorted(maps.Keys(response.Provider))), "[]"))
	return module, nil
}

// hasContent reports whether something is set in a JSON value.
func hasContent(value any) bool {
	if object, isObject := value.(map[string]any); isObject {
		return slices.ContainsFunc(slices.Collect(maps.Values(object)), hasContent)
	}
	list, isList := value.([]any)
	return len(list) > 0 || !isList && !slices.Contains([]any{nil, "", false, 0.0}, value)
}

// GetRouteOAuth returns the OAuth module of a route. If the service lacks this undocumented
// operation, the cause of the error is [ErrNotSupported]. If the response is a 404, null, or a
// module without any identity provider, [IsGone] returns true for the error.
func (c *Client) GetRouteOAuth(ctx context.Context, edgeID, routeID string, toRedact ...string) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodGet, "read", edgeID, routeID, toRedact)
	r.undocumented = ReadRouteOAuth
	made, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	found := new(OAuthModule)
	if string(bytes.TrimSpace(made.last.body)) != "null" {
		found, err = c.decodeOAuthModule(made)
	}
	if err != nil || len(found.Provider) > 0 || found.Unnamed != "" {
		return found, err
	}
	failure := made.failure(errors.New("the response says that the route has no OAuth module"))
	failure.gone = true
	return nil, failure
}
