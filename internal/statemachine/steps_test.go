// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// manner is how a configuration is applied.
type manner struct {
	refresh bool
	replace bool   // with -replace
	unknown string // an attribute that is not known before apply, or a part of one after a dot
}

// applying is a step that applies a configuration of one member.
func (m *machine) applying(t *rapid.T, name string, member *member, wanted arguments, how manner) step {
	// A CLI refreshes before it plans. After a failure it must.
	how.refresh = how.refresh || member.failed || member.unread
	member.leaving = false
	t.Logf("%s %s: %v %+v, ignoring %v", name, member, wanted, how, member.ignored)
	was, ignored := member.desired, slices.Clone(member.ignored)
	member.desired = wanted
	left := m.routeOf(member)
	if left != "" && (wanted["route_id"] != left || how.unknown != "") {
		// As the guide advises, because the plan of a tainted module does not show
		// the provider that it leaves a route.
		member.instance.Tainted = false
	}
	edgeID, routeID := route(member.instance)
	module, _ := m.service.RouteOAuth(edgeID, routeID)
	return step{name: name, member: member, changes: true, look: m.planning(member, wanted, how), finish: func(done *outcome) {
		switch {
		case !done.carriedOut:
			// Nothing was changed, and the configuration goes back to the former
			// one.
			if was != nil {
				member.desired = was
			}
		case done.failed():
			member.settled, member.failed = false, true
			member.meddled = member.meddled || m.hides(member)
		default:
			if left != m.routeOf(member) {
				m.left(t, left, done)
			}
			m.applied(t, done, effective(done, was, wanted, ignored))
			after, _ := m.service.RouteOAuth(edgeID, routeID)
			if member.isImportOnly() && !done.shares && !cmp.Equal(module, after) {
				m.fail(t, &m.figures.bad, "an OAuth module was sent whose identity provider is not known")
			}
		}
	}}
}

// planning refreshes and plans a change of a member.
func (m *machine) planning(member *member, wanted arguments, how manner) look {
	typeName := member.kind.typeName()
	return func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		diagnostics, err := m.refreshIf(ctx, how.refresh, p, member)
		if err != nil || diagnostics.Err() != nil {
			return nil, diagnostics, err
		}
		plan, more, err := p.PlanChange(ctx, member.instance, protocoltest.Change{
			Config:  p.Config(typeName, wanted.withUnknown(how.unknown)),
			Known:   p.Config(typeName, wanted),
			Ignored: member.ignored,
			Replace: how.replace,
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
		m.looked(member)
	}
	return diagnostics, err
}

// effective returns the configuration that an apply has applied: ignored
// attributes keep their former values.
func effective(done *outcome, was, wanted arguments, ignored []string) arguments {
	before := done.member.applied
	if before == nil {
		before = was
	}
	if len(ignored) == 0 || done.plan.Action == protocoltest.Create || done.plan.Action == protocoltest.Replace {
		return wanted
	}
	if slices.Contains(ignored, protocoltest.IgnoreAll) {
		return before
	}
	result := maps.Clone(wanted)
	for _, name := range ignored {
		result[name] = before[name]
	}
	return result
}

// applied checks the result of a successful apply.
func (m *machine) applied(t *rapid.T, done *outcome, applied arguments) {
	member := done.member
	member.failed = false
	wrote := m.requested(member, done.plan, http.MethodPut, http.MethodPatch)
	if wrote || m.requested(member, done.plan, http.MethodDelete) {
		// It would give back what an update in place has removed.
		member.original = nil
	}
	member.merged = member.merged && !wrote || wrote && slices.Contains(m.faults.faults, merging)
	member.meddled = member.meddled && !wrote || notApplied(done.applied) ||
		m.hides(member) && slices.Contains(m.faults.faults, ignoring)
	member.unread = member.kind.typeName() != routeOAuth && member.instance.Text("uri") == ""
	member.applied, member.settled = applied, !member.meddled && !member.unread
	m.agree(t, member)
	if member.settled {
		// What others have changed is configured now.
		member.original = nil
		m.expectNoChange(t, member)
	}
}

// showsEdges reports whether answers show all that an edge has.
func (m *machine) showsEdges() bool {
	return m.answers.EdgeGetMembers == nil && m.answers.Unset != refapi.UnsetAbsent
}

// hides reports whether the service may have a change of a member without
// showing it.
func (m *machine) hides(member *member) bool {
	changes := m.may.include(api.UpdateTLSEdge) || m.may.include(api.DeleteTLSEdgeModule)
	return changes && member.kind.typeName() == tlsEdge && !m.showsEdges()
}

// requested reports whether an apply has made the member's object, or has sent one
// of these requests for it. A removal of modules leaves the other settings alone.
func (m *machine) requested(member *member, plan *protocoltest.Plan, methods ...string) bool {
	if plan.Action == protocoltest.Create || plan.Action == protocoltest.Replace {
		return true
	}
	name := url.PathEscape(member.instance.Text("id") + member.instance.Text("route_id"))
	return slices.ContainsFunc(m.service.Requests(), func(r refapi.Request) bool {
		return slices.Contains(methods, r.Method) && slices.Contains(strings.Split(r.Path, "/"), name)
	})
}

// looked notes that state has the changes by others, as far as the provider can
// see them.
func (m *machine) looked(member *member) {
	switch member.kind.typeName() {
	case failoverBackend:
		member.meddled, member.unread = false, false
	case tlsEdge:
		member.unread = false
		if _, there := member.kind.stored(m.service, member.instance); !there || m.showsEdges() {
			member.meddled = false
		}
	}
}

func (m *machine) refreshing(t *rapid.T, name string, member *member) step {
	read := func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		diagnostics, err := m.refreshIf(ctx, true, p, member)
		return nil, diagnostics, err
	}
	return step{name: name, member: member, look: read, finish: func(done *outcome) {
		if len(m.faults.faults) == 0 {
			m.seeDrift(t, member)
			m.seeModules(t, member)
		}
		if !done.failed() && (member.settled || member.kind.typeName() != routeOAuth) {
			m.agree(t, member)
		}
	}}
}

// destroying is a step that destroys a member.
func (m *machine) destroying(t *rapid.T, member *member, refresh bool) step {
	left := m.routeOf(member)
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
	return step{name: "delete", member: member, look: plan, changes: true, destroy: true, finish: func(done *outcome) {
		switch {
		case !done.failed() && !member.instance.Exists():
			m.left(t, left, done)
			m.drop(member)
		case done.carriedOut:
			member.settled, member.failed = false, true
		default:
			member.leaving = wasLeaving
		}
	}}
}

// importing is a step that makes a stranger a member.
func (m *machine) importing(t *rapid.T, team *team, found stranger, byIdentity bool) step {
	imported := &member{
		kind: found.kind, team: team, instance: team.first.NewInstance(found.kind.typeName()), desired: found.arguments,
	}
	if found.kind.typeName() == routeOAuth && !m.may.include(api.ReadRouteOAuth) {
		imported.ignored = rapid.SampledFrom([][]string{nil, {"identity_provider"}, {protocoltest.IgnoreAll}}).Draw(t, "ignored")
	}
	m.members = append(m.members, imported)
	read := func(ctx context.Context, p *protocoltest.Provider) (plan *protocoltest.Plan, diagnostics protocoltest.Diagnostics, err error) {
		if byIdentity || found.id == "" {
			imported.instance, diagnostics, err = p.ImportByIdentity(ctx, found.kind.typeName(), found.identity)
		} else {
			imported.instance, diagnostics, err = p.Import(ctx, found.kind.typeName(), found.id)
		}
		return nil, diagnostics, err
	}
	return step{name: "import", member: imported, look: read, finish: func(*outcome) {
		if !imported.instance.Exists() {
			m.drop(imported)
			return
		}
		if imported.kind.typeName() != routeOAuth {
			imported.applied, imported.settled = found.arguments, true
			m.agree(t, imported)
		}
	}}
}
