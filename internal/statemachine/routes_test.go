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

// routeOf returns a member's route id, which identifies a route because all
// routes are of one edge.
func (m *machine) routeOf(member *member) string { return member.instance.Text("route_id") }

// isImportOnly reports whether nothing may be sent for a member, because it was
// imported and its identity provider is ignored.
func (m *member) isImportOnly() bool {
	return m.kind.typeName() == routeOAuth && m.instance.Exists() && m.ignoresProvider() && len(identityProviders(m.instance)) == 0
}

func (m *member) ignoresProvider() bool {
	return slices.Contains(m.ignored, "identity_provider") || slices.Contains(m.ignored, protocoltest.IgnoreAll)
}

// isReadOnly reports whether state has only the parts of a module that an import
// read: all but its secret. If its identity provider is then ignored, nobody can
// know what is left of it.
func (m *machine) isReadOnly(member *member) bool {
	return m.may.include(api.ReadRouteOAuth) && member.kind.typeName() == routeOAuth && member.applied == nil
}

// seeDrift fails if a read of an OAuth module has not shown a change by others.
func (m *machine) seeDrift(t *rapid.T, member *member) {
	if !m.may.include(api.ReadRouteOAuth) || member.kind.typeName() != routeOAuth || !member.instance.Exists() {
		return
	}
	module, there := m.service.RouteOAuth(route(member.instance))
	if enabled, known := protocoltest.PlainObject(member.instance.State)["enabled"].(bool); there && known && enabled != module.Enabled {
		m.fail(t, &m.figures.bad, "an OAuth module was read, and state does not say whether it is enabled")
	}
}

// sharers returns the other members of the team whose state has one of these
// routes.
func (m *machine) sharers(of *member, routes ...string) []*member {
	var found []*member
	for _, other := range m.members {
		if other != of && other.team == of.team && m.routeOf(other) != "" && slices.Contains(routes, m.routeOf(other)) {
			found = append(found, other)
		}
	}
	return found
}

// sharesRoute reports whether another member has the same OAuth module.
func (m *machine) sharesRoute(member *member) bool {
	return len(m.sharers(member, m.routeOf(member))) > 0
}

// wantsRoute reports whether the configuration has another module on a route.
func (m *machine) wantsRoute(but *member, routeID any) bool {
	return routeID != nil && slices.ContainsFunc(m.members, func(other *member) bool {
		return other != but && other.desired["route_id"] == routeID
	})
}

// left checks the route that a member has left.
func (m *machine) left(t *rapid.T, routeID string, done *outcome) {
	if routeID == "" {
		return
	}
	held := slices.ContainsFunc(m.members, func(other *member) bool { return other != done.member && m.routeOf(other) == routeID })
	if held || m.routeOf(done.member) == routeID {
		return
	}
	m.abandonedRoutes = append(m.abandonedRoutes, routeID)
	module, there := m.service.RouteOAuth(edgeOfRoutes, routeID)
	if there && !done.shares && done.policy == remove {
		m.fail(t, &m.figures.bad, "an OAuth module was to be deleted and is still there")
	}
	// A service that merges keeps the settings that the last module leaves out.
	hasSecret := module.Provider.ClientSecret != "" && !slices.Contains(m.faults.faults, merging)
	if !done.shares && done.policy != abandon && (module.Enabled || hasSecret) {
		m.fail(t, &m.figures.bad, "an OAuth module was destroyed and is not disabled")
	}
}

// closedRoutes returns the routes that ask for a sign-in.
func (m *machine) closedRoutes() map[string]bool {
	closed := map[string]bool{}
	oauth, _ := m.kinds[2].(routeOAuthKind)
	for _, routeID := range oauth.all() {
		if module, there := m.service.RouteOAuth(edgeOfRoutes, routeID); there && module.Enabled {
			closed[routeID] = true
		}
	}
	return closed
}

// guard fails if a route was opened that no plan announced.
func (m *machine) guard(t *rapid.T, closedBefore map[string]bool, outcomes []*outcome) {
	closed := m.closedRoutes()
	for routeID := range closedBefore {
		opens := slices.ContainsFunc(outcomes, func(done *outcome) bool { return done.opens(routeID) })
		warned := slices.ContainsFunc(outcomes, func(done *outcome) bool { return done.warnsOf(routeID) })
		if !closed[routeID] && !opens && !warned {
			t.Logf("%s", routeID)
			m.fail(t, &m.figures.bad, "a route was opened and no plan said so")
		}
	}
}

// opens reports whether a plan shows a module that is not enabled.
func (o *outcome) opens(routeID string) bool {
	after := o.moduleAfter()
	onRoute := !after["route_id"].IsKnown() || after["route_id"].Equal(protocoltest.String(routeID))
	return after != nil && onRoute && !after["enabled"].Equal(tftypes.NewValue(tftypes.Bool, true))
}

// moduleAfter returns the OAuth module that a plan results in, or nil if there
// is none.
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
	return says(o.planned, routeFirst(routeID)+" will answer WITHOUT authentication")
}

func routeFirst(routeID string) string {
	return fmt.Sprintf("Route %q of HTTPS edge %q", routeID, edgeOfRoutes)
}

// says reports whether one of the diagnostics is a warning with this summary.
func says(diagnostics protocoltest.Diagnostics, summary string) bool {
	return slices.ContainsFunc(diagnostics, func(one *tfprotov6.Diagnostic) bool {
		return one.Severity == tfprotov6.DiagnosticSeverityWarning && one.Summary == summary
	})
}
