// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

// RouteOAuth returns a copy of a route's OAuth module, and whether one is set.
func (a *API) RouteOAuth(edgeID, routeID string) (OAuthModule, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	module, there := a.routeOAuths[routeKey{edgeID, routeID}]
	return module.clone(), there
}

// SetRouteOAuth sets a route's OAuth module without checking any rule.
func (a *API) SetRouteOAuth(edgeID, routeID string, module OAuthModule) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.routeOAuths[routeKey{edgeID, routeID}] = module.clone()
}

// RemoveRouteOAuth removes a route's OAuth module and reports whether one was
// set.
func (a *API) RemoveRouteOAuth(edgeID, routeID string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := routeKey{edgeID, routeID}
	_, there := a.routeOAuths[key]
	delete(a.routeOAuths, key)
	return there
}

// ChangeRouteOAuth lets a function change a copy of a route's OAuth module and
// stores the copy. It reports whether there is a module. The function runs under
// the API's lock and must not call the API.
func (a *API) ChangeRouteOAuth(edgeID, routeID string, change func(*OAuthModule)) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := routeKey{edgeID, routeID}
	module, there := a.routeOAuths[key]
	if !there {
		return false
	}
	module = module.clone()
	change(&module)
	a.routeOAuths[key] = module.clone()
	return true
}
