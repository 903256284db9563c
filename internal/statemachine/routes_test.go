// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
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

// checkFormerRoute checks the former route of an OAuth module that was moved or
// destroyed. The service must have deleted or disabled the module on this
// route, unless the provider abandoned the module.
func (m *machine) checkFormerRoute(t *rapid.T, routeID string, done *outcome) {
	if routeID == "" || m.routeOf(done.member) == routeID {
		return
	}
	m.abandonedRoutes = append(m.abandonedRoutes, routeID)
	if slices.Contains(m.faults.faults, notDeleted) && !m.may.include(api.ReadRouteOAuth) {
		return // The provider cannot detect that the service has not deleted the module.
	}
	module, exists := m.service.RouteOAuth(edgeOfRoutes, routeID)
	if exists && done.policy == remove {
		t.Fatal("an OAuth module was to be deleted and still exists")
	}
	if done.policy != abandon && (module.Enabled || module.Provider.ClientSecret != "") {
		t.Fatal("an OAuth module was destroyed and is not disabled")
	}
}

// closedRoutes returns the ids of the routes that require authentication.
func (m *machine) closedRoutes() []string {
	var closed []string
	oauth, _ := m.kinds[2].(routeOAuthKind)
	for _, routeID := range oauth.all() {
		if module, exists := m.service.RouteOAuth(edgeOfRoutes, routeID); exists && module.Enabled {
			closed = append(closed, routeID)
		}
	}
	return closed
}

// checkRoutes fails if a route lost its authentication and the plan did not
// announce this change. The argument closedBefore contains the routes that
// required authentication before the operation.
func (m *machine) checkRoutes(t *rapid.T, closedBefore []string, done *outcome) {
	closed := m.closedRoutes()
	for _, routeID := range closedBefore {
		if !slices.Contains(closed, routeID) && !done.opens(routeID) && !done.warnsOf(routeID) {
			t.Logf("%s", routeID)
			t.Fatal("a route was opened and no plan said so")
		}
	}
}

// opens reports whether the plan could put a disabled OAuth module on this route.
// An unknown route_id counts as this route. An unknown enabled counts as false.
func (o *outcome) opens(routeID string) bool {
	after := o.moduleAfter()
	onRoute := !after["route_id"].IsKnown() || after["route_id"].Equal(protocoltest.String(routeID))
	return after != nil && onRoute && !after["enabled"].Equal(tftypes.NewValue(tftypes.Bool, true))
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

func (o *outcome) warnsOf(routeID string) bool {
	summary := fmt.Sprintf("Route %q of HTTPS edge %q will answer WITHOUT authentication", routeID, edgeOfRoutes)
	return slices.ContainsFunc(o.whenPlanned, func(one *tfprotov6.Diagnostic) bool {
		return one.Severity == tfprotov6.DiagnosticSeverityWarning && one.Summary == summary
	})
}
