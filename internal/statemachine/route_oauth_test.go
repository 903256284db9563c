// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"fmt"
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const routeOAuth = "trafficedge_https_edge_route_oauth"

// edgeOfRoutes is the id of the HTTPS edge to which all routes belong. The id of a route is
// therefore unique.
const edgeOfRoutes = "edge/1"

func newRouteOAuthKind(s *service) *kind {
	timer := oneOf(nil, int64(0), int64(600), int64(4294967295))
	return &kind{
		typeName: routeOAuth,
		arguments: generators{
			"edge_id": oneOf(edgeOfRoutes),
			// Two instances with one route would overwrite each other's module.
			"route_id": rapid.Map(rapid.Just(s), func(s *service) any {
				s.routes = append(s.routes, fmt.Sprintf("route %d", len(s.routes)+1))
				return s.routes[len(s.routes)-1]
			}),
			"enabled":             oneOf(nil, true, false),
			"options_passthrough": oneOf(nil, true, false),
			"cookie_prefix":       oneOf(nil, "", "mine."),
			"inactivity_timeout":  timer,
			"maximum_duration":    timer,
			"auth_check_interval": timer,
			"identity_provider":   rapid.Custom(drawIdentityProvider),
		},

		change: func(t *rapid.T, id string) {
			prefix := sampled(t, "cookie_prefix", "", "other.")
			s.ChangeRouteOAuth(edgeOfRoutes, id, func(module *refapi.OAuthModule) {
				module.CookiePrefix, module.Enabled = prefix, !module.Enabled
			})
		},
		remove: func(id string) bool { return s.RemoveRouteOAuth(edgeOfRoutes, id) },
	}
}

func drawIdentityProvider(t *rapid.T) any {
	name := sampled(t, "identity_provider", "idp_2", "idp_1", "idp_8")
	domains := oneOf(nil, []string{}, []string{"example.com"}, []string{"Example.com", "bücher.example"}, []string{"example.com", "xn--bcher-kva.example"})
	addresses := oneOf(nil, []string{"Ann@example.com"}, []string{"ann@example.com"})
	idp := map[string]any{"email_domains": domains.Draw(t, "email_domains"), "email_addresses": addresses.Draw(t, "email_addresses")}
	if name == "idp_1" {
		idp["teams"] = sampled[any](t, "teams", nil, []string{"acme/platform", "acme/edge"}, []string{"Acme/Platform", "acme/edge"})
	}
	if form := sampled(t, "secret", "", "client_secret", "client_secret_wo"); form != "" {
		secrets := []string{canary + "-1", canary + " <2> &", canary + ` "3" \`, canary + "-4\n" + canary + "-5"}
		chosen := rapid.IntRange(0, len(secrets)-1).Draw(t, form)
		// Each OAuth app has its own secret, so the test detects a request
		// with the client_id of one app and the secret of another app.
		idp["client_id"], idp[form] = fmt.Sprintf("app %d", chosen), secrets[chosen]
		idp["scopes"] = sampled[any](t, "scopes", nil, []string{"user", "email"})
		if form == "client_secret_wo" {
			// Plans detect a new write-only secret only by its version.
			idp["client_secret_wo_version"] = fmt.Sprintf("version %d", chosen)
		}
	}
	return map[string]any{name: idp}
}

// identityProviders returns the identity providers of a module in state or in a
// configuration, by name.
func identityProviders(module map[string]any) map[string]map[string]any {
	providers := map[string]map[string]any{}
	all, _ := module["identity_provider"].(map[string]any)
	for name, idp := range all {
		if idp, there := idp.(map[string]any); there {
			providers[name] = idp
		}
	}
	return providers
}

// usesRoute reports whether a member sets the module of a route, or may have set it.
func (m *machine) usesRoute(routeID string) bool {
	for _, member := range m.members {
		if member.desired["route_id"] == routeID || member.applied["route_id"] == routeID || member.id() == routeID {
			return true
		}
	}
	return false
}

// checkDrift fails if state and service disagree about whether an OAuth module
// is enabled, although the provider has just read the module.
func (m *machine) checkDrift(t *rapid.T, member *member) {
	if !m.service.may.include(api.ReadRouteOAuth) || member.instance.TypeName != routeOAuth || !member.instance.Exists() {
		return
	}
	module, there := m.service.RouteOAuth(edgeOfRoutes, member.id())
	if enabled, known := protocoltest.PlainObject(member.instance.State)["enabled"].(bool); there && known && enabled != module.Enabled {
		t.Fatal("an OAuth module was read, and state does not say whether it is enabled")
	}
}

// checkRoutes fails if an operation changed an OAuth module although no plan sets the
// module of this route, as after a destroy or a move. It also fails if a route lost its
// authentication although the plan does not disable the module.
func (m *machine) checkRoutes(t *rapid.T, before, after objects, done *outcome) {
	planned := done.moduleAfter()
	for _, was := range before {
		module, isModule := was.value.(refapi.OAuthModule)
		if !isModule {
			continue
		}
		now, _ := after.find(was.id).value.(refapi.OAuthModule)
		isPlanned := planned != nil && (!planned["route_id"].IsKnown() || planned["route_id"].Equal(tftypes.NewValue(tftypes.String, was.id)))
		if !isPlanned && !reflect.DeepEqual(module, now) {
			t.Logf("%s had %+v and has %+v", was.id, module, now)
			t.Fatal("an OAuth module changed, and no plan sets it")
		}
		if module.Enabled && !now.Enabled && planned["enabled"].Equal(tftypes.NewValue(tftypes.Bool, true)) {
			t.Logf("%s", was.id)
			t.Fatal("a route was opened and no plan said so")
		}
	}
}

// moduleAfter returns the planned OAuth module. It returns nil if there is no
// plan, the plan removes the module, or the resource has another type.
func (o *outcome) moduleAfter() map[string]tftypes.Value {
	if o.plan == nil || o.plan.After.IsNull() || o.member.instance.TypeName != routeOAuth {
		return nil
	}
	var after map[string]tftypes.Value
	if err := o.plan.After.As(&after); err != nil {
		panic(err)
	}
	return after
}
