// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// OAuthModule is the OAuth module of an HTTPS edge route (interface section 2.4). A field
// that is nil or "" is unset. A request omits unset fields, and the service chooses the
// values of these fields.
type OAuthModule struct {
	Enabled            *bool         `json:"enabled,omitempty"`
	Provider           OAuthProvider `json:"provider,omitempty"`
	OptionsPassthrough *bool         `json:"options_passthrough,omitempty"`
	CookiePrefix       string        `json:"cookie_prefix,omitempty"`
	InactivityTimeout  *uint32       `json:"inactivity_timeout,omitempty"`  // seconds
	MaximumDuration    *uint32       `json:"maximum_duration,omitempty"`    // seconds
	AuthCheckInterval  *uint32       `json:"auth_check_interval,omitempty"` // seconds
}

// OAuthProvider contains the settings of the identity provider in use. The key is the
// name of the identity provider, one of [IdentityProviders]. In a response, an identity
// provider that is absent or null is not in use. If a response to a read has no identity
// provider in use, the module does not exist, and [IsGone] returns true for the error of
// [Client.GetRouteOAuth]. For such a response to a PUT, [Client.ReplaceRouteOAuth]
// returns an empty OAuthProvider: the service did not apply the PUT.
type OAuthProvider map[string]*OAuthIdentityProvider

// IdentityProviders returns our neutral names of the identity providers. The service may
// use other names in requests and responses: see [Config.IdentityProviderNames].
func IdentityProviders() []string {
	return []string{"idp_1", "idp_2", "idp_3", "idp_4", "idp_5", "idp_6", "idp_7", "idp_8"}
}

// present returns the names of the identity providers whose settings are not nil.
func (p OAuthProvider) present() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(p)), func(name string) bool { return p[name] == nil })
}

// OAuthIdentityProvider contains the settings of an identity provider, including its
// access rules. The order of elements in a list has no meaning.
type OAuthIdentityProvider struct {
	ClientID       string       `json:"client_id,omitempty"` // "" for the service's own OAuth app
	ClientSecret   ClientSecret `json:"client_secret,omitempty"`
	Scopes         []string     `json:"scopes,omitempty"`
	EmailAddresses []string     `json:"email_addresses,omitempty"`
	EmailDomains   []string     `json:"email_domains,omitempty"`
	Teams          []string     `json:"teams,omitempty"`         // only for idp_1
	Organizations  []string     `json:"organizations,omitempty"` // only for idp_1
}

// ClientSecret is a secret that the client sends but never reads. A response may contain
// the secret in plain text, masked, as null or not at all. The value in a response is
// therefore meaningless.
type ClientSecret string

// UnmarshalJSON ignores the secret in a response.
func (*ClientSecret) UnmarshalJSON([]byte) error { return nil }

// ReplaceRouteOAuth replaces the whole OAuth module of a route (interface section 4.3).
// It returns the module from the response, without the client secret. If the route does
// not exist, [IsGone] returns true for the error. After an error, the caller can safely
// repeat the call. Errors contain none of the texts in toRedact. In toRedact, callers
// pass the module's client secret, and older client secrets that the service may quote.
func (c *Client) ReplaceRouteOAuth(ctx context.Context, edgeID, routeID string, module OAuthModule, toRedact ...string) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodPut, "replace", edgeID, routeID, toRedact)
	module.Provider = module.Provider.renamed(neutralName, c.wireName)
	r.body = module
	replaced, made, err := ask[OAuthModule](ctx, c, r)
	if err != nil {
		return nil, c.withNeutralPointers(err)
	}
	if replaced.Enabled == nil && replaced.Provider == nil {
		return nil, made.failure(errNoOAuthModule)
	}
	replaced.Provider = replaced.Provider.renamed(c.wireName, neutralName)
	return replaced, nil
}

func (c *Client) routeOAuthRequest(method, verb, edgeID, routeID string, toRedact []string) request {
	operation := fmt.Sprintf("%s the OAuth module of route %q of HTTPS edge %q", verb, routeID, edgeID)
	r := c.request(method, operation, "edges", "https", edgeID, "routes", routeID, "oauth")
	r.secrets = r.secrets.With(toRedact...)
	return r
}

// ErrUnknownProvider is the cause of an [Error] if a response contains only identity
// providers with unknown names. See [Config.IdentityProviderNames].
var ErrUnknownProvider = errors.New("the response has an identity provider that identity_provider_names does not name")

var errNoOAuthModule = errors.New("the response is not an OAuth module: it has neither enabled nor provider")

// wireName returns the service's own name for an identity provider.
func (c *Client) wireName(name string) string {
	return cmp.Or(c.config.IdentityProviderNames[name], name)
}

func neutralName(name string) string { return name }

// renamed returns a copy of p with the identity providers that are not nil. The function
// oldKey returns the key in p for a neutral name, and newKey the key in the copy. The copy
// omits identity providers with unknown names.
func (p OAuthProvider) renamed(oldKey, newKey func(neutralName string) string) OAuthProvider {
	renamed := OAuthProvider{}
	for _, name := range IdentityProviders() {
		if one := p[oldKey(name)]; one != nil {
			renamed[newKey(name)] = one
		}
	}
	return renamed
}

// withNeutralPointers changes the JSON pointers in err, and returns err. In the pointers,
// neutral names replace the service's own names.
func (c *Client) withNeutralPointers(err error) error {
	failure, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	var pairs []string
	for _, name := range IdentityProviders() {
		pairs = append(pairs, "/provider/"+c.wireName(name)+"/", "/provider/"+name+"/")
	}
	names := strings.NewReplacer(pairs...)
	for i, field := range failure.Fields {
		failure.Fields[i].Pointer = strings.TrimSuffix(names.Replace(field.Pointer+"/"), "/")
	}
	return err
}

// GetRouteOAuth returns the OAuth module of a route, without the client secret. The API
// documentation does not show this operation. If the service lacks it, the cause of the
// error is [ErrNotOffered]. If the
// route has no module, [IsGone] returns true for the error. The response is then a 404,
// null, or a module without any identity provider. If all identity providers of the
// module have unknown names, the cause of the error is [ErrUnknownProvider].
func (c *Client) GetRouteOAuth(ctx context.Context, edgeID, routeID string, repeat Repeat, toRedact ...string) (*OAuthModule, error) {
	r := c.routeOAuthRequest(http.MethodGet, "read", edgeID, routeID, toRedact)
	if repeat.Gone && repeat.Found == nil {
		repeat.Found = func(body []byte) bool {
			var read OAuthModule
			return json.Unmarshal(body, &read) == nil && len(read.Provider.present()) == 0
		}
	}
	r.undocumented, r.repeat = ReadRouteOAuth, repeat
	found, made, err := ask[OAuthModule](ctx, c, r)
	if err != nil {
		return nil, err
	}
	onWire := found.Provider
	found.Provider = onWire.renamed(c.wireName, neutralName)
	switch {
	case len(found.Provider) > 0:
		return found, nil
	case len(onWire.present()) > 0:
		return nil, made.failure(fmt.Errorf("%w: %q", ErrUnknownProvider, onWire.present()[0]))
	case found.Enabled == nil && onWire == nil && string(bytes.TrimSpace(made.last.body)) != "null":
		// An object such as {"success": false} says nothing about the module.
		return nil, made.failure(errNoOAuthModule)
	}
	none := made.failure(errors.New("the response says that the route has no OAuth module"))
	none.gone = true
	return nil, none
}
