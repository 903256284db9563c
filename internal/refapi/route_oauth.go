// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"net/http"
	"slices"
)

// defaultCookiePrefix is the cookie prefix of a module that asks for none
// (interface section 2.4).
const defaultCookiePrefix = "trafficedge."

// OAuthModule is the stored OAuth module of an HTTPS edge route (interface
// section 2.4). An empty string, an empty list and a nil timer are unset.
type OAuthModule struct {
	Enabled            bool
	Provider           IdentityProvider
	OptionsPassthrough bool
	CookiePrefix       string
	InactivityTimeout  *uint32
	MaximumDuration    *uint32
	AuthCheckInterval  *uint32

	// FormerProviders are the identity providers of earlier requests that
	// Answers.MergesOAuth kept; answers show them beside Provider.
	FormerProviders []IdentityProvider
}

// routeKey names the route of an HTTPS edge; neither id is parsed.
type routeKey struct{ edgeID, routeID string }

func (m OAuthModule) clone() OAuthModule {
	m.Provider = m.Provider.clone()
	m.FormerProviders = slices.Clone(m.FormerProviders)
	for i, former := range m.FormerProviders {
		m.FormerProviders[i] = former.clone()
	}
	m.InactivityTimeout = copied(m.InactivityTimeout)
	m.MaximumDuration = copied(m.MaximumDuration)
	m.AuthCheckInterval = copied(m.AuthCheckInterval)
	return m
}

func putRouteOAuth(c *call) (answer, *problem) {
	body, p := c.readObject()
	if p != nil {
		return answer{}, p
	}
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	module := c.readOAuthModule(body)
	if p := body.finish(); p != nil {
		return answer{}, p
	}
	module = c.api.putRouteOAuth(c.route(), module)
	return jsonAnswer(http.StatusOK, c.view().oauthModule(module))
}

// route returns the route that the path names.
func (c *call) route() routeKey {
	return routeKey{c.ids[0], c.ids[1]}
}

// getRouteOAuth is an undocumented operation, and so is deleteRouteOAuth.
func getRouteOAuth(c *call) (answer, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	module, there := c.api.routeOAuths[c.route()]
	switch {
	case !there && c.api.answers.NoOAuth == NoOAuthNotFound:
		return answer{}, noRouteOAuth()
	case !there && c.api.answers.NoOAuth == NoOAuthNull:
		return jsonAnswer(http.StatusOK, nil)
	}
	return jsonAnswer(http.StatusOK, c.view().oauthModule(module))
}

func deleteRouteOAuth(c *call) (answer, *problem) {
	c.api.mu.Lock()
	defer c.api.mu.Unlock()
	route := c.route()
	module, there := c.api.routeOAuths[route]
	if !there {
		return answer{}, noRouteOAuth()
	}
	return c.deleted(c.view().oauthModule(module), func() { delete(c.api.routeOAuths, route) })
}

// putRouteOAuth stores the module of a PUT, as far as the switches let it. The
// caller holds the API's lock.
func (a *API) putRouteOAuth(key routeKey, module OAuthModule) OAuthModule {
	if former, there := a.routeOAuths[key]; there && a.answers.MergesOAuth {
		module = former.merged(module)
	}
	if a.answers.IgnoresDisable {
		module.Enabled = true
	}
	a.routeOAuths[key] = module
	return module
}

// readOAuthModule reads the body of a PUT. It reads the switches, so the caller
// holds the API's lock.
func (c *call) readOAuthModule(body *objectReader) OAuthModule {
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

// oauthModule shows an OAuth module, in the only form that it has.
func (v *view) oauthModule(m OAuthModule) object {
	prefix := m.CookiePrefix
	if prefix == "" {
		prefix = defaultCookiePrefix
	}
	v.add("enabled", m.Enabled)
	v.addIdentityProviders("provider", append(slices.Clone(m.FormerProviders), m.Provider))
	v.add("options_passthrough", m.OptionsPassthrough)
	v.add("cookie_prefix", prefix)
	v.addTimer("inactivity_timeout", m.InactivityTimeout)
	v.addTimer("maximum_duration", m.MaximumDuration)
	v.addTimer("auth_check_interval", m.AuthCheckInterval)
	return v.members
}

func (v *view) addTimer(name string, seconds *uint32) {
	switch {
	case seconds != nil:
		v.add(name, *seconds)
	case v.answers.UnsetTimers != nil:
		v.add(name, *v.answers.UnsetTimers)
	default:
		v.addUnset(name, nil)
	}
}
