// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"net/http"
)

// defaultCookiePrefix is used for a module without a configured cookie prefix
// (interface section 2.4).
const defaultCookiePrefix = "trafficedge."

// OAuthModule is the stored OAuth module of an HTTPS edge route (interface section
// 2.4). An empty string, an empty list or a nil timer means that the member is unset.
type OAuthModule struct {
	Enabled            bool
	Provider           IdentityProvider
	OptionsPassthrough bool
	CookiePrefix       string
	InactivityTimeout  *uint32
	MaximumDuration    *uint32
	AuthCheckInterval  *uint32
}

// routeKey identifies a route of an HTTPS edge.
type routeKey struct{ edgeID, routeID string }

func putRouteOAuth(c *exchange) (response, *problem) {
	body, p := c.readObject()
	if p != nil {
		return response{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	module := c.readOAuthModule(body)
	if p := body.finish(); p != nil {
		return response{}, p
	}
	module = c.api.putRouteOAuth(c.route(), module)
	return jsonResponse(http.StatusOK, c.view().oauthModule(module))
}

// route returns the route that the request's path identifies.
func (c *exchange) route() routeKey {
	return routeKey{c.ids[0], c.ids[1]}
}

// getRouteOAuth is an undocumented operation.
func getRouteOAuth(c *exchange) (response, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	module, there := c.api.routeOAuths[c.route()]
	switch {
	case !there && c.api.responses.NoOAuth == NoOAuthNotFound:
		return response{}, noRouteOAuth()
	case !there && c.api.responses.NoOAuth == NoOAuthNull:
		return jsonResponse(http.StatusOK, nil)
	}
	return jsonResponse(http.StatusOK, c.view().oauthModule(module))
}

// putRouteOAuth stores the OAuth module of a PUT and returns the stored module, which the
// switch IgnoresDisable enables. The caller must hold the API's lock.
func (a *API) putRouteOAuth(key routeKey, module OAuthModule) OAuthModule {
	if a.responses.IgnoresDisable {
		module.Enabled = true
	}
	a.routeOAuths[key] = module
	return module
}

// readOAuthModule reads the body of a PUT.
func (c *exchange) readOAuthModule(body *objectReader) OAuthModule {
	module := OAuthModule{
		Enabled:            body.boolean("enabled", true),
		OptionsPassthrough: body.boolean("options_passthrough", false),
		CookiePrefix:       body.text("cookie_prefix"),
		InactivityTimeout:  body.number("inactivity_timeout"),
		MaximumDuration:    body.number("maximum_duration"),
		AuthCheckInterval:  body.number("auth_check_interval"),
	}
	if body.require("provider") {
		module.Provider = c.readIdentityProvider(body)
	}
	return module
}

// oauthModule returns an OAuth module in the form of a response.
func (v *view) oauthModule(m OAuthModule) object {
	v.add("enabled", m.Enabled)
	v.addIdentityProviders("provider", m.Provider)
	v.add("options_passthrough", m.OptionsPassthrough)
	v.add("cookie_prefix", cmp.Or(m.CookiePrefix, defaultCookiePrefix))
	v.addTimer("inactivity_timeout", m.InactivityTimeout)
	v.addTimer("maximum_duration", m.MaximumDuration)
	v.addTimer("auth_check_interval", m.AuthCheckInterval)
	return v.members
}

func (v *view) addTimer(name string, seconds *uint32) {
	switch {
	case seconds != nil:
		v.add(name, *seconds)
	case v.responses.UnsetTimers != nil:
		v.add(name, *v.responses.UnsetTimers)
	default:
		v.addUnset(name, nil)
	}
}

// RouteOAuth returns a route's OAuth module, and reports whether the
// route has a module.
func (a *API) RouteOAuth(edgeID, routeID string) (OAuthModule, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	module, there := a.routeOAuths[routeKey{edgeID, routeID}]
	return module, there
}

// SetRouteOAuth sets a route's OAuth module without validating it.
func (a *API) SetRouteOAuth(edgeID, routeID string, module OAuthModule) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.routeOAuths[routeKey{edgeID, routeID}] = module
}

// RemoveRouteOAuth removes a route's OAuth module and reports whether the route
// had a module.
func (a *API) RemoveRouteOAuth(edgeID, routeID string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := routeKey{edgeID, routeID}
	_, there := a.routeOAuths[key]
	delete(a.routeOAuths, key)
	return there
}

// ChangeRouteOAuth applies a function to a route's OAuth module, and reports whether the
// route has a module. The function may replace lists, but must not change their elements. It
// runs under the API's lock and must not call the API.
func (a *API) ChangeRouteOAuth(edgeID, routeID string, change func(*OAuthModule)) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := routeKey{edgeID, routeID}
	module, there := a.routeOAuths[key]
	if !there {
		return false
	}
	change(&module)
	a.routeOAuths[key] = module
	return true
}
