// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
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
	reads   bool   // the run reads the data source of the object after its creation
}

// applying returns a step that applies a configuration of one member.
func (m *machine) applying(t *rapid.T, name string, member *member, wanted arguments, chosen options) step {
	t.Logf("%s %s: %v %+v", name, member, wanted, chosen)
	was := member.desired
	member.desired, member.leaving = wanted, false
	planned := wanted
	if chosen.unknown != "" {
		planned = wanted.with(chosen.unknown, protocoltest.Unknown{})
	}
	plan := func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		return p.PlanChange(ctx, member.instance, protocoltest.Change{
			Config:  p.Config(member.instance.TypeName, planned),
			Known:   p.Config(member.instance.TypeName, wanted),
			Replace: chosen.replace,
		})
	}
	// A CLI refreshes before each plan, unless it runs with -refresh=false. The
	// machine skips the refresh at random, except after a failure.
	first := chosen.refresh || member.failed || member.unread
	return step{name: name, member: member, refresh: first, prepare: plan, changes: true, reads: chosen.reads, finish: func(done *outcome) {
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
			m.checkApplied(t, done, wanted)
		}
	}}
}

// checkApplied checks the result of a successful apply.
func (m *machine) checkApplied(t *rapid.T, done *outcome, applied arguments) {
	member := done.member
	member.failed = false
	member.drifted = member.drifted && !done.wroteAll() || notApplied(done.whenApplied)
	member.unread = member.instance.TypeName != routeOAuth && member.instance.Text("uri") == ""
	member.applied, member.settled = applied, !member.drifted && !member.unread
	m.checkState(t, member)
	if member.settled {
		m.expectNoChange(t, member)
	}
}

// wroteAll reports whether an apply has sent all settings of a member's object. An
// update of an edge leaves out what neither state nor plan has.
func (o *outcome) wroteAll() bool {
	if o.plan.Action == protocoltest.Create || o.plan.Action == protocoltest.Replace {
		return true
	}
	return o.member.instance.TypeName != tlsEdge && slices.ContainsFunc(o.requests, func(r refapi.Request) bool {
		isWrite := r.Method == http.MethodPut || r.Method == http.MethodPatch
		return isWrite && slices.Contains(strings.Split(r.Path, "/"), url.PathEscape(o.member.id()))
	})
}

func (m *machine) refreshing(t *rapid.T, member *member) step {
	return step{name: "refresh", member: member, refresh: true, finish: func(done *outcome) { m.checkRefreshed(t, member, done) }}
}

func (m *machine) checkRefreshed(t *rapid.T, member *member, done *outcome) {
	if len(done.faults.faults) == 0 {
		m.checkDrift(t, member)
		m.checkUnconfiguredModules(t, member)
	}
	if !done.failed() && (member.settled || member.instance.TypeName != routeOAuth) {
		m.checkState(t, member)
	}
}

// destroying returns a step that destroys a member.
func (m *machine) destroying(member *member, refresh bool) step {
	wasLeaving := member.leaving
	member.leaving = true
	plan := func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		if !member.instance.Exists() {
			return nil, nil, nil
		}
		return p.PlanDestroy(ctx, member.instance)
	}
	return step{name: "delete", member: member, refresh: refresh, prepare: plan, changes: true, destroy: true, finish: func(done *outcome) {
		switch {
		case !done.failed() && !member.instance.Exists():
			m.drop(member)
		case done.applied:
			member.settled, member.failed = false, true
		default:
			member.leaving = wasLeaving
		}
	}}
}

// strangers returns the objects that are not in state.
func (m *machine) strangers() objects {
	return slices.DeleteFunc(m.objects(), func(found object) bool {
		return m.explained[found.id] == "" && (found.kind.typeName != routeOAuth || m.usesRoute(found.id))
	})
}

// importing returns a step that imports an object that is not in state. The
// object becomes a member.
func (m *machine) importing(t *rapid.T, found object) step {
	imported, identity := &member{kind: found.kind, instance: m.provider.NewInstance(found.kind.typeName)}, map[string]string{"id": found.id}
	if found.kind.typeName == routeOAuth {
		identity = map[string]string{"edge_id": edgeOfRoutes, "route_id": found.id}
	}
	m.members = append(m.members, imported)
	read := func(ctx context.Context, p *protocoltest.Provider) (plan *protocoltest.Plan, diagnostics protocoltest.Diagnostics, err error) {
		imported.instance, diagnostics, err = p.ImportByIdentity(ctx, found.kind.typeName, identity)
		return nil, diagnostics, err
	}
	return step{name: "import", member: imported, prepare: read, finish: func(*outcome) {
		switch {
		case !imported.instance.Exists():
			m.drop(imported)
		case found.kind.typeName == routeOAuth:
			imported.desired = found.kind.draw(t).with("route_id", found.id)
		default:
			imported.desired = configured(imported.instance)
			imported.applied, imported.settled = imported.desired, true
			m.checkState(t, imported)
		}
	}}
}
