package statemachine_test

import (
	"context"
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// settle ends a sequence: nothing fails any more, and everything has to
// converge, with one more apply where something was left undone.
func (m *machine) settle(t *rapid.T) {
	for _, member := range m.members {
		m.undoMeddling(member)
	}
	m.timeout = patience
	m.reconnect(t, true)
	for _, member := range slices.Clone(m.members) {
		m.settleMember(t, member)
	}
}

// undoMeddling gives an edge back what others changed: it can be changed by
// nobody else, and replacing it may be prevented.
func (m *machine) undoMeddling(member *member) {
	if member.original == nil || member.original.ID != member.instance.Text("id") {
		return
	}
	m.service.ChangeTLSEdge(member.original.ID, func(edge *refapi.TLSEdge) { *edge = *member.original })
	member.meddled = false
}

func (m *machine) settleMember(t *rapid.T, member *member) {
	m.do(t, script{}, m.refreshing(t, settling, member))
	if member.leaving {
		m.do(t, script{}, m.destroying(t, member))
		if !slices.Contains(m.members, member) {
			return
		}
	}
	if member.instance.Text("deletion_policy") == prevent {
		// What the errors of such an edge say is to be done.
		member.instance.Tainted = false
	}
	if (!member.settled || !member.instance.Exists()) && !m.converge(t, member) {
		return
	}
	m.do(t, script{}, m.refreshing(t, settling, member))
	m.expectNoChange(t, member)
	m.agree(t, member)
}

const maxDeadConnections = 3

// converge applies what was asked for last. It returns false for an edge that
// would have to be replaced and must not be.
func (m *machine) converge(t *rapid.T, member *member) bool {
	// A service that went away and came back has left dead connections, each of
	// which may fail one write.
	for range 1 + maxDeadConnections {
		m.do(t, script{}, m.applying(t, "converge", member, member.desired, true))
		if !member.failed {
			break
		}
	}
	switch {
	case m.mustNotBeReplaced(member):
		m.agree(t, member)
		return false
	case member.failed || !member.instance.Exists():
		m.fail(t, &m.figures.bad, member.kind.typeName()+" does not converge")
	}
	return true
}

// mustNotBeReplaced tells whether an edge differs from what is wanted of it and
// has to stay as it is.
func (m *machine) mustNotBeReplaced(member *member) bool {
	if member.instance.Text("deletion_policy") != prevent {
		return false
	}
	config := m.provider.Config(member.kind.typeName(), member.desired)
	planned, diagnostics, err := m.provider.Plan(context.Background(), member.instance, config)
	return planned == nil && err == nil && diagnostics.Err() != nil
}

// expectNoChange fails where a configuration that was applied plans a change.
func (m *machine) expectNoChange(t *rapid.T, member *member) {
	var plan *acctest.Plan
	run := func(ctx context.Context) (diagnostics acctest.Diagnostics, err error) {
		config := m.provider.Config(member.kind.typeName(), member.desired)
		plan, diagnostics, err = m.provider.Plan(ctx, member.instance, config)
		return diagnostics, err
	}
	m.do(t, script{}, step{name: planning, member: member, run: run, finish: func(*outcome) {
		if plan == nil || plan.Action != acctest.NoOp {
			m.notef(t, "state %s\nplan %+v", member.instance.State, plan)
			m.fail(t, &m.figures.bad, member.kind.typeName()+" was applied, and its plan is not empty")
		}
	}})
}
