// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// settle ends a sequence without further faults, and checks that state and
// service converge. If the last change of an object was incomplete, settle
// applies the configuration once more.
func (m *machine) settle(t *rapid.T) {
	for _, member := range slices.Clone(m.members) {
		m.settleMember(t, member)
	}
}

func (m *machine) settleMember(t *rapid.T, member *member) {
	m.do(t, script{}, m.refreshing(t, member))
	if member.leaving {
		m.do(t, script{}, m.destroying(t, member, false))
		if !slices.Contains(m.members, member) {
			return
		}
	}
	if policyOf(member.instance) == prevent && member.kind.typeName() == tlsEdge {
		// The provider does not replace a tainted edge with PREVENT. The error
		// advises users to untaint the edge.
		member.instance.Tainted = false
	}
	if (!member.settled || member.instance.Tainted || !member.instance.Exists()) && !m.converge(t, member) {
		return
	}
	m.do(t, script{}, m.refreshing(t, member))
	m.expectNoChange(t, member)
	m.checkState(t, member)
}

// converge applies the last requested or the last applied configuration, at random. It
// returns false if the provider correctly rejects a change that replaces an edge under
// PREVENT, or that moves an OAuth module that was imported and never applied.
func (m *machine) converge(t *rapid.T, member *member) bool {
	wanted := member.desired
	if member.applied != nil && rapid.Bool().Draw(t, "former configuration") {
		wanted = member.applied
	}
	// This configuration stays the requested one, even if its plan is rejected.
	member.desired = wanted
	m.do(t, script{}, m.applying(t, "converge", member, wanted, options{refresh: true}))
	switch {
	case m.cannotBeReplaced(t, member):
		m.checkState(t, member)
		return false
	case m.cannotLeave(member):
		return false
	case member.failed || !member.instance.Exists():
		t.Fatal(member.kind.typeName() + " does not converge")
	}
	return true
}

// cannotBeReplaced reports whether a change requires the replacement of an edge
// whose deletion_policy prevents the replacement.
func (m *machine) cannotBeReplaced(t *rapid.T, member *member) bool {
	if m.may.include(api.UpdateTLSEdge) || member.kind.typeName() != tlsEdge || policyOf(member.instance) != prevent {
		return false
	}
	plan, diagnostics := m.planAgain(t, member)
	return plan == nil && diagnostics.Err() != nil
}

// cannotLeave reports whether the configuration moves an OAuth module to another
// route, and the move is impossible because the module was imported and never
// applied.
func (m *machine) cannotLeave(member *member) bool {
	return m.routeOf(member) != "" && member.desired["route_id"] != m.routeOf(member) &&
		len(identityProviders(member.instance)) == 0 && policyOf(member.instance) == disable
}

// expectNoChange fails if a plan shows a change although the configuration was applied.
func (m *machine) expectNoChange(t *rapid.T, member *member) {
	plan, diagnostics := m.planAgain(t, member)
	if plan == nil || plan.Action != protocoltest.NoOp {
		t.Logf("state %s\nplan %+v\n%v", member.instance.State, plan, diagnostics)
		t.Fatal(member.kind.typeName() + " was applied, and its plan is not empty")
	}
}

// planAgain plans the last requested configuration, without a refresh.
func (m *machine) planAgain(t *rapid.T, member *member) (*protocoltest.Plan, protocoltest.Diagnostics) {
	provider, err := m.provider.Again(context.Background())
	if err != nil {
		t.Fatalf("configuring the provider: %v", err)
	}
	plan, diagnostics, err := provider.PlanChange(context.Background(), member.instance, protocoltest.Change{
		Config: provider.Config(member.kind.typeName(), member.desired),
	})
	if err != nil {
		t.Logf("%v", err)
		t.Fatal("a plan breaks the protocol")
	}
	return plan, diagnostics
}
