// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"reflect"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// routeOf returns the route_id of an OAuth module, or "" for other members. All
// routes belong to the same edge, so the route_id is unique.
func (m *machine) routeOf(member *member) string { return member.instance.Text("route_id") }

// checkDrift fails if state and service disagree about whether an OAuth module
// is enabled, although the provider has just read the module.
func (m *machine) checkDrift(t *rapid.T, member *member) {
	if !m.may.include(api.ReadRouteOAuth) || member.kind.typeName() != routeOAuth || !member.instance.Exists() {
		return
	}
	module, there := m.service.RouteOAuth(route(member.instance))
	if enabled, known := protocoltest.PlainObject(member.instance.State)["enabled"].(bool); there && known && enabled != module.Enabled {
		t.Fatal("an OAuth module was read, and state does not say whether it is enabled")
	}
}

// leaveRoute records the former route of an OAuth module that was moved or destroyed, so
// that the module can be imported.
func (m *machine) leaveRoute(routeID string, done *outcome) {
	if routeID != "" && m.routeOf(done.member) != routeID {
		m.abandonedRoutes = append(m.abandonedRoutes, routeID)
	}
}

// modules returns the OAuth modules of all routes, by the ids of the routes.
func (m *machine) modules() map[string]refapi.OAuthModule {
	found := map[string]refapi.OAuthModule{}
	oauth, _ := m.kinds[2].(routeOAuthKind)
	for _, routeID := range oauth.all() {
		if module, exists := m.service.RouteOAuth(edgeOfRoutes, routeID); exists {
			found[routeID] = module
		}
	}
	return found
}

// checkRoutes fails if an operation changed an OAuth module although no plan sets the
// module of this route, as after a destroy or a move. It also fails if a route lost its
// authentication although the plan does not disable the module. The argument before
// contains the modules at the start of the operation.
func (m *machine) checkRoutes(t *rapid.T, before map[string]refapi.OAuthModule, done *outcome) {
	after := m.modules()
	for routeID, module := range before {
		planned := done.moduleAfter()
		isPlanned := planned != nil && (!planned["route_id"].IsKnown() || planned["route_id"].Equal(protocoltest.String(routeID)))
		if !isPlanned && !reflect.DeepEqual(module, after[routeID]) {
			t.Logf("%s had %+v and has %+v", routeID, module, after[routeID])
			t.Fatal("an OAuth module changed, and no plan sets it")
		}
		if module.Enabled && !after[routeID].Enabled && planned["enabled"].Equal(tftypes.NewValue(tftypes.Bool, true)) {
			t.Logf("%s", routeID)
			t.Fatal("a route was opened and no plan said so")
		}
	}
}

// moduleAfter returns the planned OAuth module. It returns nil if there is no
// plan, the plan removes the module, or the resource has another type.
func (o *outcome) moduleAfter() map[string]tftypes.Value {
	if o.plan == nil || o.plan.After.IsNull() || o.member.kind.typeName() != routeOAuth {
		return nil
	}
	var after map[string]tftypes.Value
	if err := o.plan.After.As(&after); err != nil {
		panic(err)
	}
	return after
}
