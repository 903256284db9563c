// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// options are the options of an apply.
type options struct {
	refresh bool
	replace bool   // with -replace
	unknown string // an attribute that is unknown in the plan, such as identity_provider.idp_1
}

// applying returns a step that applies a configuration of one member.
func (m *machine) applying(t *rapid.T, name string, member *member, wanted arguments, chosen options) step {
	// A CLI refreshes before each plan, unless it runs with -refresh=false. The
	// machine skips the refresh at random, except after a failure.
	chosen.refresh = chosen.refresh || member.failed || member.unread
	member.leaving = false
	t.Logf("%s %s: %v %+v", name, member, wanted, chosen)
	was := member.desired
	member.desired = wanted
	former := m.routeOf(member)
	return step{name: name, member: member, changes: true, prepare: m.planning(member, wanted, chosen), finish: func(done *outcome) {
		switch {
		case !done.applied:
			// The run changed nothing, so the previous configuration is still
			// the desired configuration.
			if was != nil {
				member.desired = was
			}
		case done.failed():
			member.settled, member.failed = false, true
		default:
			m.leaveRoute(former, done)
			m.checkApplied(t, done, wanted)
		}
	}}
}

// planning returns a function that refreshes a member and plans a change of the member.
func (m *machine) planning(member *member, wanted arguments, chosen options) prepare {
	typeName := member.kind.typeName()
	return func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		diagnostics, err := m.refreshIf(ctx, chosen.refresh, p, member)
		if err != nil || diagnostics.Err() != nil {
			return nil, diagnostics, err
		}
		plan, more, err := p.PlanChange(ctx, member.instance, protocoltest.Change{
			Config:  p.Config(typeName, wanted.withUnknown(chosen.unknown)),
			Known:   p.Config(typeName, wanted),
			Replace: chosen.replace,
		})
		return plan, append(diagnostics, more...), err
	}
}

func (m *machine) refreshIf(ctx context.Context, wanted bool, p *protocoltest.Provider, member *member) (protocoltest.Diagnostics, error) {
	if !wanted || !member.instance.Exists() {
		return nil, nil
	}
	diagnostics, err := p.Refresh(ctx, member.instance)
	if err == nil && diagnostics.Err() == nil {
		// A read of an OAuth module does not always detect a change outside the provider.
		member.drifted, member.unread = member.drifted && member.kind.typeName() == routeOAuth, false
	}
	return diagnostics, err
}

// checkApplied checks the result of a successful apply.
func (m *machine) checkApplied(t *rapid.T, done *outcome, applied arguments) {
	member := done.member
	member.failed = false
	wrote := m.wrote(member, done.plan)
	member.drifted = member.drifted && !wrote || notApplied(done.whenApplied)
	member.unread = member.kind.typeName() != routeOAuth && member.instance.Text("uri") == ""
	member.applied, member.settled = applied, !member.drifted && !member.unread
	m.checkState(t, member)
	if member.settled {
		m.expectNoChange(t, member)
	}
}

// wrote reports whether an apply has sent all settings of a member's object. An
// update of an edge leaves out what neither state nor plan has.
func (m *machine) wrote(member *member, plan *protocoltest.Plan) bool {
	if plan.Action == protocoltest.Create || plan.Action == protocoltest.Replace {
		return true
	}
	if member.kind.typeName() == tlsEdge {
		return false
	}
	name := url.PathEscape(cmp.Or(m.routeOf(member), member.instance.Text("id")))
	return slices.ContainsFunc(m.service.Requests(), func(r refapi.Request) bool {
		return (r.Method == http.MethodPut || r.Method == http.MethodPatch) && slices.Contains(strings.Split(r.Path, "/"), name)
	})
}

func (m *machine) refreshing(t *rapid.T, member *member) step {
	read := func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		diagnostics, err := m.refreshIf(ctx, true, p, member)
		return nil, diagnostics, err
	}
	return step{name: "refresh", member: member, prepare: read, finish: func(done *outcome) { m.checkRefreshed(t, member, done) }}
}

func (m *machine) checkRefreshed(t *rapid.T, member *member, done *outcome) {
	if len(m.faults.faults) == 0 {
		m.checkDrift(t, member)
		m.checkUnconfiguredModules(t, member)
	}
	if !done.failed() && (member.settled || member.kind.typeName() != routeOAuth) {
		m.checkState(t, member)
	}
}

// destroying returns a step that destroys a member.
func (m *machine) destroying(member *member, refresh bool) step {
	former := m.routeOf(member)
	wasLeaving := member.leaving
	member.leaving = true
	plan := func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		diagnostics, err := m.refreshIf(ctx, refresh, p, member)
		if err != nil || diagnostics.Err() != nil || !member.instance.Exists() {
			return nil, diagnostics, err
		}
		plan, more, err := p.PlanDestroy(ctx, member.instance)
		return plan, append(diagnostics, more...), err
	}
	return step{name: "delete", member: member, prepare: plan, changes: true, destroy: true, finish: func(done *outcome) {
		switch {
		case !done.failed() && !member.instance.Exists():
			m.leaveRoute(former, done)
			m.drop(member)
		case done.applied:
			member.settled, member.failed = false, true
		default:
			member.leaving = wasLeaving
		}
	}}
}

// importing returns a step that imports an object that is not in state. The
// object becomes a member.
func (m *machine) importing(t *rapid.T, found stranger) step {
	imported := &member{kind: found.kind, instance: m.provider.NewInstance(found.kind.typeName()), desired: found.arguments}
	m.members = append(m.members, imported)
	read := func(ctx context.Context, p *protocoltest.Provider) (plan *protocoltest.Plan, diagnostics protocoltest.Diagnostics, err error) {
		imported.instance, diagnostics, err = p.ImportByIdentity(ctx, found.kind.typeName(), found.identity)
		return nil, diagnostics, err
	}
	return step{name: "import", member: imported, prepare: read, finish: func(*outcome) {
		if !imported.instance.Exists() {
			m.drop(imported)
			return
		}
		if imported.kind.typeName() != routeOAuth {
			imported.applied, imported.settled = found.arguments, true
			m.checkState(t, imported)
		}
	}}
}
