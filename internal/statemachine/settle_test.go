// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// settle ends a sequence: the faults stop, and everything has to converge, with
// one more apply where something was left undone.
func (m *machine) settle(t *rapid.T) {
	for _, member := range slices.Clone(m.members) {
		m.undoMeddling(member)
		m.forgetSecond(member)
	}
	for _, member := range slices.Clone(m.members) {
		if slices.Contains(m.members, member) {
			m.settleMember(t, member)
		}
	}
}

// forgetSecond takes a member out of state that is to leave a route which another
// one keeps, as the error of such a plan advises.
func (m *machine) forgetSecond(member *member) {
	leaves := member.leaving || member.desired["route_id"] != m.routeOf(member)
	switch {
	case !m.sharesRoute(member) || !leaves:
	case member.leaving:
		m.drop(member)
	default:
		member.instance = member.team.first.NewInstance(routeOAuth)
		member.settled = false
	}
}

// undoMeddling gives an edge back its settings that others changed. Nobody else
// can change the edge, and replacing it may be prevented. If the provider can
// change it in place, the provider has to.
func (m *machine) undoMeddling(member *member) {
	if m.may.include(api.UpdateTLSEdge) || member.original == nil || member.original.ID != member.instance.Text("id") {
		return
	}
	m.service.ChangeTLSEdge(member.original.ID, func(edge *refapi.TLSEdge) { *edge = *member.original })
	member.meddled = false
}

func (m *machine) settleMember(t *rapid.T, member *member) {
	m.do(t, script{}, m.refreshing(t, settling, member))
	if member.leaving {
		m.run(t, script{}, m.destroying(t, member, false))
		if member.renamed && slices.Contains(m.members, member) && policyOf(member.instance) == prevent {
			// As its errors advise.
			if id := member.instance.Text("id"); id != "" {
				m.explained[id] = "left alone"
			}
			m.drop(member)
		}
		if !slices.Contains(m.members, member) {
			return
		}
	}
	if policyOf(member.instance) == prevent && member.kind.typeName() == tlsEdge {
		// As the errors of such an edge advise.
		member.instance.Tainted = false
	}
	if (!member.settled || member.instance.Tainted || !member.instance.Exists()) && !m.converge(t, member) {
		return
	}
	m.do(t, script{}, m.refreshing(t, settling, member))
	m.expectNoChange(t, member)
	m.agree(t, member)
}

const maxDeadConnections = 3

// converge applies the last requested configuration. It returns false for an
// edge that would have to be replaced and must not be.
func (m *machine) converge(t *rapid.T, member *member) bool {
	// A service that went away and came back has left dead connections, each of
	// which may fail one write.
	for range 1 + maxDeadConnections {
		m.run(t, script{}, m.applying(t, "converge", member, member.desired, manner{refresh: true}))
		if !member.failed {
			break
		}
		// As an error advises where ignore_changes keeps an app with a write-only
		// secret out of the plan.
		member.ignored = nil
	}
	switch {
	case m.mustNotBeReplaced(t, member):
		m.agree(t, member)
		return false
	case m.cannotLeave(member):
		return false
	case member.failed || !member.instance.Exists():
		m.fail(t, &m.figures.bad, member.kind.typeName()+" does not converge")
	}
	return true
}

// mustNotBeReplaced reports whether an edge differs from the requested one and
// has to stay as it is.
func (m *machine) mustNotBeReplaced(t *rapid.T, member *member) bool {
	if m.may.include(api.UpdateTLSEdge) || member.kind.typeName() != tlsEdge || policyOf(member.instance) != prevent {
		return false
	}
	plan, diagnostics := m.plan(t, member)
	return plan == nil && diagnostics.Err() != nil
}

// cannotLeave reports whether an OAuth module is wanted on another route and cannot
// leave its own, because it was imported and never applied.
func (m *machine) cannotLeave(member *member) bool {
	return m.routeOf(member) != "" && member.desired["route_id"] != m.routeOf(member) &&
		len(identityProviders(member.instance)) == 0 && policyOf(member.instance) == disable
}

// expectNoChange fails if a configuration that was applied plans a change.
func (m *machine) expectNoChange(t *rapid.T, member *member) {
	plan, diagnostics := m.plan(t, member)
	if plan == nil || plan.Action != protocoltest.NoOp {
		t.Logf("ignoring %v\nstate %s\nplan %+v\n%v", member.ignored, member.instance.State, plan, diagnostics)
		m.fail(t, &m.figures.bad, member.kind.typeName()+" was applied, and its plan is not empty")
	}
}

// plan plans the last requested configuration, without a refresh.
func (m *machine) plan(t *rapid.T, member *member) (*protocoltest.Plan, protocoltest.Diagnostics) {
	provider, err := member.team.first.Again(context.Background())
	if err != nil {
		t.Fatalf("configuring the provider: %v", err)
	}
	plan, diagnostics, err := provider.PlanChange(context.Background(), member.instance, protocoltest.Change{
		Config:  provider.Config(member.kind.typeName(), member.desired),
		Ignored: member.ignored,
	})
	if err != nil {
		t.Logf("%v", err)
		m.fail(t, &m.figures.bad, "a plan breaks the protocol")
	}
	return plan, diagnostics
}
