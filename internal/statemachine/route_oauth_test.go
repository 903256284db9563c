// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"fmt"
	"maps"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const routeOAuth = "trafficedge_https_edge_route_oauth"

// routeOAuthKind implements [kind] for OAuth modules. Each instance gets its own
// route, because two instances with the same route would overwrite each other's module.
type routeOAuthKind struct {
	routes *int
	may    operations
}

// edgeOfRoutes is the id of the HTTPS edge to which all routes belong.
const edgeOfRoutes = "edge/1"

func newRouteOAuthKind(may operations) routeOAuthKind {
	return routeOAuthKind{routes: new(int), may: may}
}

// all returns the ids of all routes that any instance has used.
func (k routeOAuthKind) all() []string {
	ids := make([]string, *k.routes)
	for i := range ids {
		ids[i] = fmt.Sprintf("route %d", i+1)
	}
	return ids
}

func (routeOAuthKind) typeName() string { return routeOAuth }

func (k routeOAuthKind) draw(t *rapid.T) arguments {
	drawn := k.onOwnRoute(arguments{})
	for _, name := range routeOAuthArguments() {
		drawn[name] = k.drawArgument(t, name)
	}
	return drawn
}

func (k routeOAuthKind) vary(t *rapid.T, has arguments) arguments {
	name := rapid.SampledFrom(append(routeOAuthArguments(), "route_id")).Draw(t, "change")
	if name == "route_id" {
		return k.onOwnRoute(has)
	}
	return has.with(name, k.drawArgument(t, name))
}

func (k routeOAuthKind) onOwnRoute(has arguments) arguments {
	*k.routes++
	all := k.all()
	return has.with("edge_id", edgeOfRoutes).with("route_id", all[len(all)-1])
}

func routeOAuthArguments() []string {
	return []string{
		"enabled", "options_passthrough", "cookie_prefix",
		"inactivity_timeout", "maximum_duration", "auth_check_interval", "identity_provider",
	}
}

func (k routeOAuthKind) drawArgument(t *rapid.T, name string) any {
	switch name {
	case "enabled", "options_passthrough":
		return sampled[any](t, name, nil, true, false)
	case "cookie_prefix":
		return sampled[any](t, name, nil, "", "mine.")
	case "identity_provider":
		return drawIdentityProvider(t)
	default:
		return sampled[any](t, name, nil, int64(0), int64(600), int64(4294967295))
	}
}

func drawIdentityProvider(t *rapid.T) any {
	name := sampled(t, "identity_provider", "idp_2", "idp_1", "idp_8")
	domains := rapid.SampledFrom([]any{nil, []string{}, []string{"example.com"}, []string{"example.com", "example.org"}})
	one := map[string]any{"email_domains": domains.Draw(t, "email_domains")}
	if name == "idp_1" {
		one["teams"] = sampled[any](t, "teams", nil, []string{"acme/platform", "acme/edge"})
	}
	form := sampled(t, "secret", "", "client_secret", "client_secret_wo")
	if form != "" {
		secrets := []string{canary + "-1", canary + " <2> &", canary + ` "3" \`, canary + "-4\n" + canary + "-5"}
		chosen := rapid.IntRange(0, len(secrets)-1).Draw(t, form)
		// Each OAuth app has its own secret, so the test detects a request
		// with the client_id of one app and the secret of another app.
		one["client_id"], one[form] = fmt.Sprintf("app %d", chosen), secrets[chosen]
		one["scopes"] = sampled[any](t, "scopes", nil, []string{"user", "email"})
		if form == "client_secret_wo" {
			// Plans detect a new write-only secret only by its version.
			one["client_secret_wo_version"] = fmt.Sprintf("version %d", chosen)
		}
	}
	return map[string]any{name: one}
}

func route(instance *protocoltest.Instance) (edgeID, routeID string) {
	return instance.Text("edge_id"), instance.Text("route_id")
}

func (routeOAuthKind) stored(s *service, instance *protocoltest.Instance) (map[string]any, bool) {
	module, there := s.RouteOAuth(route(instance))
	if !there {
		return nil, false
	}
	object := map[string]any{
		"enabled":             module.Enabled,
		"options_passthrough": module.OptionsPassthrough,
		"cookie_prefix":       module.CookiePrefix,
		"inactivity_timeout":  plainTimer(module.InactivityTimeout),
		"maximum_duration":    plainTimer(module.MaximumDuration),
		"auth_check_interval": plainTimer(module.AuthCheckInterval),
		"client_secret":       module.Provider.ClientSecret,
		"identity_provider":   module.Provider.Name,
		module.Provider.Name: map[string]any{
			"client_id":       module.Provider.ClientID,
			"scopes":          sorted(module.Provider.Scopes),
			"email_addresses": sorted(module.Provider.EmailAddresses),
			"email_domains":   sorted(module.Provider.EmailDomains),
			"teams":           sorted(module.Provider.Teams),
			"organizations":   sorted(module.Provider.Organizations),
		},
	}
	return significant(object), true
}

// shown takes the client secret from the configuration if state does not
// contain the client secret.
func (routeOAuthKind) shown(instance *protocoltest.Instance, applied arguments) map[string]any {
	shown := protocoltest.PlainObject(instance.State)
	for _, name := range []string{"id", "edge_id", "route_id", "identity_provider"} {
		delete(shown, name)
	}
	if shown["options_passthrough"] == nil {
		shown["options_passthrough"] = false
	}
	for name, one := range identityProviders(instance) {
		if one["client_secret"] != nil {
			shown["client_secret"] = one["client_secret"]
		}
		maps.DeleteFunc(one, func(attribute string, _ any) bool {
			return attribute == "client_secret" || attribute == "client_secret_wo_version"
		})
		shown[name], shown["identity_provider"] = one, name
	}
	if secret := secretOf(applied); shown["client_secret"] == nil {
		shown["client_secret"] = secret
	}
	return significant(shown)
}

// identityProviders returns the identity providers in an instance's state, by name.
func identityProviders(instance *protocoltest.Instance) map[string]map[string]any {
	providers := map[string]map[string]any{}
	all, _ := protocoltest.PlainObject(instance.State)["identity_provider"].(map[string]any)
	for name, one := range all {
		if one, there := one.(map[string]any); there {
			providers[name] = one
		}
	}
	return providers
}

func secretOf(applied arguments) any {
	providers, _ := applied["identity_provider"].(map[string]any)
	for _, one := range providers {
		one, _ := one.(map[string]any)
		for _, form := range []string{"client_secret", "client_secret_wo"} {
			if one[form] != nil {
				return one[form]
			}
		}
	}
	return nil
}

func (routeOAuthKind) change(t *rapid.T, s *service, instance *protocoltest.Instance) {
	prefix := sampled(t, "cookie_prefix", "", "other.")
	edgeID, routeID := route(instance)
	s.ChangeRouteOAuth(edgeID, routeID, func(module *refapi.OAuthModule) {
		module.CookiePrefix = prefix
		module.Enabled = !module.Enabled
	})
}

// remove removes a module only if the provider can read OAuth modules.
// Otherwise, the provider could not detect that the module is missing.
func (k routeOAuthKind) remove(s *service, instance *protocoltest.Instance) bool {
	return k.may.include(api.ReadRouteOAuth) && s.RemoveRouteOAuth(route(instance))
}

func plainTimer(seconds *uint32) any {
	if seconds == nil {
		return nil
	}
	return int64(*seconds)
}
