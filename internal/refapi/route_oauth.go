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

// routeKey identifies a route of an HTTPS edge in the store.
func routeKey(edgeID, routeID string) string {
	return link("", edgeID, routeID)
}

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
	if c.api.responses.IgnoresDisable {
		module.Enabled = true
	}
	c.api.routeOAuths.put(routeKey(c.ids[0], c.ids[1]), module)
	return c.respond(http.StatusOK, module, nil)
}

// getRouteOAuth is an undocumented operation.
func getRouteOAuth(c *exchange) (response, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	module, there := c.api.routeOAuths.get(routeKey(c.ids[0], c.ids[1]))
	switch {
	case !there && c.api.responses.NoOAuth == NoOAuthNotFound:
		return response{}, noRouteOAuth()
	case !there && c.api.responses.NoOAuth == NoOAuthNull:
		return jsonResponse(http.StatusOK, []byte("null")), nil
	}
	return c.respond(http.StatusOK, module, nil)
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

func (m OAuthModule) show(v *view) {
	v.add("enabled", m.Enabled)
	v.addIdentityProviders("provider", m.Provider)
	v.add("options_passthrough", m.OptionsPassthrough)
	v.add("cookie_prefix", cmp.Or(m.CookiePrefix, defaultCookiePrefix))
	v.addTimer("inactivity_timeout", m.InactivityTimeout)
	v.addTimer("maximum_duration", m.MaximumDuration)
	v.addTimer("auth_check_interval", m.AuthCheckInterval)
}

func (v *view) addTimer(name string, seconds *uint32) {
	switch {
	case seconds != nil:
		v.add(name, *seconds)
	case v.api.responses.UnsetTimers != nil:
		v.add(name, *v.api.responses.UnsetTimers)
	default:
		v.addUnset(name, nil)
	}
}

// RouteOAuth returns a route's OAuth module, and reports whether the
// route has a module.
func (a *API) RouteOAuth(edgeID, routeID string) (OAuthModule, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.routeOAuths.get(routeKey(edgeID, routeID))
}

// SetRouteOAuth sets a route's OAuth module without validating it.
func (a *API) SetRouteOAuth(edgeID, routeID string, module OAuthModule) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.routeOAuths.put(routeKey(edgeID, routeID), module)
}

// RemoveRouteOAuth removes a route's OAuth module and reports whether the route
// had a module.
func (a *API) RemoveRouteOAuth(edgeID, routeID string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.routeOAuths.remove(routeKey(edgeID, routeID))
}

// ChangeRouteOAuth applies a function to a route's OAuth module, and reports whether the
// route has a module. The function may replace lists, but must not change their elements. It
// runs under the API's lock and must not call the API.
func (a *API) ChangeRouteOAuth(edgeID, routeID string, change func(*OAuthModule)) bool {
	return changed(a, a.routeOAuths, routeKey(edgeID, routeID), change)
}
