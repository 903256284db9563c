package statemachine_test

import (
	"context"
	"net/url"
	"strings"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// step is one operation on one member. What it runs may run beside others; what
// it finishes with comes after all of them.
type step struct {
	name   string
	member *member
	run    func(context.Context) (acctest.Diagnostics, error)
	finish func(*outcome)
}

// outcome is what became of a step.
type outcome struct {
	step

	existed     string // the id that the member had
	diagnostics acctest.Diagnostics
	err         error
}

func (o *outcome) failed() bool { return o.diagnostics.Err() != nil }

func (o *outcome) saysOneMayExist() bool {
	said := o.diagnostics.String()
	return o.failed() && strings.Contains(said, "may have created") || o.adopted() && strings.Contains(said, "Should another")
}

func (o *outcome) adopted() bool {
	return strings.Contains(o.diagnostics.String(), "Adopted failover backend")
}

// applying is a step that asks for a configuration of one member.
func (m *machine) applying(t *rapid.T, name string, member *member, wanted arguments, withRefresh bool) step {
	member.leaving = false
	farewell := m.farewell(t, member, wanted)
	if member.kind.typeName() == failoverBackend && member.failed {
		// A CLI looks before it plans, and after an error it has to.
		withRefresh = true
	}
	m.notef(t, "%s %s: %v", name, member, wanted)
	was := member.desired
	member.desired = wanted
	var plan *acctest.Plan
	run := func(ctx context.Context) (acctest.Diagnostics, error) {
		var diagnostics acctest.Diagnostics
		if withRefresh {
			read, err := m.provider.Refresh(ctx, member.instance)
			if diagnostics = read; err != nil || read.Err() != nil {
				return diagnostics, err
			}
			m.looked(member)
		}
		planned, more, err := m.provider.Plan(ctx, member.instance, m.provider.Config(member.kind.typeName(), wanted))
		diagnostics = append(diagnostics, more...)
		if planned == nil {
			return diagnostics, err
		}
		plan = planned
		more, err = m.provider.Apply(ctx, member.instance, plan)
		return append(diagnostics, more...), err
	}
	return step{name: name, member: member, run: run, finish: func(done *outcome) {
		switch {
		case plan == nil:
			// Nothing was changed; whoever is told so goes back to what there was.
			if was != nil {
				member.desired = was
			}
		case done.failed():
			member.settled, member.failed = false, true
		default:
			farewell()
			member.failed = false
			member.meddled = member.meddled && !m.wrote(member, plan)
			member.applied, member.settled = wanted, !member.meddled
			m.agree(t, member)
		}
	}}
}

// wrote tells whether an apply has sent the member's settings.
func (m *machine) wrote(member *member, plan *acctest.Plan) bool {
	if plan.Action == acctest.Create || plan.Action == acctest.Replace {
		return true
	}
	name := member.instance.Text("id") + member.instance.Text("route_id")
	for _, request := range m.service.Requests() {
		if request.Method != "GET" && strings.Contains(request.Path, "/"+url.PathEscape(name)) {
			return true
		}
	}
	return false
}

// looked notes that state has taken over what others did, as far as the
// provider can see it.
func (m *machine) looked(member *member) {
	switch member.kind.typeName() {
	case failoverBackend:
		member.meddled = false
	case tlsEdge:
		if _, there := member.kind.stored(m.service, member.instance); !there {
			member.meddled = false
		}
	}
}

func (m *machine) refreshing(t *rapid.T, name string, member *member) step {
	run := func(ctx context.Context) (acctest.Diagnostics, error) {
		return m.provider.Refresh(ctx, member.instance)
	}
	return step{name: name, member: member, run: run, finish: func(done *outcome) {
		if done.failed() {
			return
		}
		m.looked(member)
		if member.settled || member.kind.typeName() != routeOAuth {
			m.agree(t, member)
		}
	}}
}

// destroying is a step after which there is no such member any more.
func (m *machine) destroying(t *rapid.T, member *member) step {
	farewell := m.farewell(t, member, nil)
	member.leaving, member.settled, member.failed = true, false, true
	run := func(ctx context.Context) (acctest.Diagnostics, error) {
		if !member.instance.Exists() {
			return nil, nil
		}
		plan, diagnostics, err := m.provider.PlanDestroy(ctx, member.instance)
		if plan == nil {
			return diagnostics, err
		}
		more, err := m.provider.Apply(ctx, member.instance, plan)
		return append(diagnostics, more...), err
	}
	return step{name: "delete", member: member, run: run, finish: func(done *outcome) {
		if !done.failed() {
			farewell()
			m.drop(member)
		}
	}}
}

// farewell prepares to take an OAuth module away from its route. It begins
// another run, because a module that was set in the same run is somebody else's
// to the provider, and returns the check that goes with the end.
func (m *machine) farewell(t *rapid.T, member *member, wanted arguments) (check func()) {
	edgeID, routeID := route(member.instance)
	if routeID == "" || wanted["route_id"] == routeID {
		return func() {}
	}
	m.reconnect(t, m.fromList)
	policy := member.instance.Text("deletion_policy")
	return func() {
		module, _ := m.service.RouteOAuth(edgeID, routeID)
		if policy != abandon && (module.Enabled || module.Provider.ClientSecret != "") {
			m.fail(t, &m.figures.bad, "an OAuth module was destroyed and is not disabled")
		}
		m.abandonedRoutes = append(m.abandonedRoutes, routeID)
	}
}

// importing is a step that makes a stranger a member.
func (m *machine) importing(t *rapid.T, found stranger, byIdentity bool) step {
	imported := &member{
		kind: found.kind, instance: m.provider.NewInstance(found.kind.typeName()), desired: found.arguments,
	}
	m.members = append(m.members, imported)
	run := func(ctx context.Context) (diagnostics acctest.Diagnostics, err error) {
		if byIdentity || found.id == "" {
			imported.instance, diagnostics, err = m.provider.ImportByIdentity(ctx, found.kind.typeName(), found.identity)
		} else {
			imported.instance, diagnostics, err = m.provider.Import(ctx, found.kind.typeName(), found.id)
		}
		return diagnostics, err
	}
	return step{name: "import", member: imported, run: run, finish: func(*outcome) {
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
