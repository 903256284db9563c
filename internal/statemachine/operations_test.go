// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// actions returns everything that a machine may do next.
func (m *machine) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"create":         m.create,
		"create two":     m.createTwo,
		"update":         m.update,
		"update again":   m.update,
		"apply again":    m.applyAgain,
		"revert":         m.revert,
		"replace":        m.replace,
		"rename":         m.rename,
		"swap":           m.swap,
		"ignore":         m.ignore,
		"delete":         m.delete,
		"refresh":        m.refresh,
		"refresh all":    m.refreshAll,
		"import":         m.takeIn,
		"outside create": m.outsideCreate,
		"outside change": m.outsideChange,
		"outside delete": m.outsideDelete,
		"other manners":  m.otherManners,
	}
}

// maxMembers keeps a sequence about a few objects, so that operations meet on
// them.
const maxMembers = 8

func (m *machine) drawTeam(t *rapid.T) *team { return rapid.SampledFrom(m.teams).Draw(t, "team") }

func (m *machine) create(t *rapid.T) {
	kind := rapid.SampledFrom(m.kinds).Draw(t, "kind")
	wanted := kind.draw(t)
	for _, twin := range m.members {
		// No error about one of two that are alike may confuse them.
		if kind.typeName() == failoverBackend && twin.kind == kind && rapid.Bool().Draw(t, "alike") {
			wanted = twin.desired
		}
	}
	m.doOne(t, m.creating(t, m.drawTeam(t), kind, wanted, drawUnknown(t, wanted)))
}

// createTwo creates two objects of a type in one run. The service may respond to the
// first with nothing but its id.
func (m *machine) createTwo(t *rapid.T) {
	if len(m.members) > maxMembers-2 {
		t.Skip("there are enough")
	}
	kind, team := rapid.SampledFrom(m.kinds).Draw(t, "kind"), m.drawTeam(t)
	steps := []step{m.creating(t, team, kind, kind.draw(t), ""), m.creating(t, team, kind, kind.draw(t), "")}
	scripts := []script{
		drawScript(steps...).Draw(t, "faults"),
		{faults: []fault{createdID, missingPage}, lasts: true}, // state lacks uri and created_at
	}
	m.do(t, rapid.SampledFrom(scripts).Draw(t, "answers"), steps...)
}

func (m *machine) creating(t *rapid.T, team *team, kind kind, wanted arguments, unknown string) step {
	if len(m.members) >= maxMembers {
		t.Skip("there are enough")
	}
	created := &member{kind: kind, team: team, instance: team.first.NewInstance(kind.typeName())}
	m.members = append(m.members, created)
	return m.applying(t, "create", created, wanted, manner{unknown: unknown})
}

// drawUnknown picks the part that is unknown before apply, most often nothing.
func drawUnknown(t *rapid.T, wanted arguments) string {
	names := wanted.names()
	if len(names) == 0 || rapid.IntRange(0, 3).Draw(t, "unknown") != 3 {
		return ""
	}
	return rapid.SampledFrom(names).Draw(t, "what is unknown")
}

func drawManner(t *rapid.T, wanted arguments) manner {
	return manner{refresh: rapid.Bool().Draw(t, "with refresh"), unknown: drawUnknown(t, wanted)}
}

func (m *machine) update(t *rapid.T) {
	updated := m.draw(t, inState, isCurrent)
	wanted := updated.kind.vary(t, updated.desired)
	m.doRun(t, m.applying(t, "update", updated, wanted, drawManner(t, wanted)))
}

// applyAgain does what most people do about an error.
func (m *machine) applyAgain(t *rapid.T) {
	again := m.draw(t, isCurrent, func(member *member) bool { return !member.leaving })
	m.doRun(t, m.applying(t, "apply again", again, again.desired, drawManner(t, again.desired)))
}

// revert does what others do: it takes the change back, or keeps an object that
// could not be destroyed.
func (m *machine) revert(t *rapid.T) {
	reverted := m.draw(t, inState, isCurrent, func(member *member) bool {
		return !member.settled && member.applied != nil && !m.wantsRoute(member, member.applied["route_id"])
	})
	m.doRun(t, m.applying(t, "revert", reverted, reverted.applied, drawManner(t, reverted.applied)))
}

// replace asks for a new object in the place of one that need not change.
func (m *machine) replace(t *rapid.T) {
	replaced := m.draw(t, inState, isCurrent)
	wanted := replaced.desired
	stays := wanted["route_id"] == m.routeOf(replaced) && !m.wantsRoute(replaced, m.routeOf(replaced))
	if oauth, ok := replaced.kind.(routeOAuthKind); ok && stays && rapid.IntRange(0, 3).Draw(t, "elsewhere") == 3 {
		// Only the plan of the creation sees another route that is ignored.
		replaced.ignored, wanted = []string{"route_id"}, oauth.onOwnRoute(wanted)
		replaced.settled = false // what is ignored changes even where the plan is refused
	}
	how := drawManner(t, wanted)
	// The plan of a tainted module does not show the provider that it leaves a route.
	leaves := m.routeOf(replaced) != "" && (wanted["route_id"] != m.routeOf(replaced) || how.unknown != "")
	replaced.instance.Tainted = !leaves && rapid.Bool().Draw(t, "tainted")
	how.replace = !replaced.instance.Tainted
	m.doRun(t, m.applying(t, "replace", replaced, wanted, how))
}

// rename gives an instance another name without a moved block: the old one is
// destroyed and the new one created, in whatever order.
func (m *machine) rename(t *rapid.T) {
	old := m.draw(t, inState, isCurrent, func(member *member) bool { return !m.sharesRoute(member) })
	if len(m.members) >= maxMembers {
		t.Skip("there are enough")
	}
	renamed := &member{kind: old.kind, team: old.team, instance: old.team.first.NewInstance(old.kind.typeName()), ignored: old.ignored}
	m.members = append(m.members, renamed)
	creation := m.applying(t, "rename", renamed, old.desired, manner{})
	destruction := m.destroying(t, old, rapid.Bool().Draw(t, "with refresh"))
	finish := creation.finish
	creation.finish = func(done *outcome) {
		finish(done)
		if !done.carriedOut {
			// Nothing was carried out, so the configuration has the old name again.
			m.drop(renamed)
			old.leaving, old.renamed = false, false
		}
	}
	old.renamed = true
	m.doTogether(t, drawScript(creation, destruction).Draw(t, "faults"), creation, destruction)
}

// swap makes two OAuth modules change their routes.
func (m *machine) swap(t *rapid.T) {
	ready := func(member *member) bool {
		routeID := m.routeOf(member)
		return routeID != "" && isCurrent(member) && !member.leaving && member.desired["route_id"] == routeID &&
			!m.sharesRoute(member) && !m.wantsRoute(member, routeID) &&
			!slices.Contains(member.ignored, "route_id") && !slices.Contains(member.ignored, protocoltest.IgnoreAll)
	}
	one := m.draw(t, ready)
	other := m.draw(t, ready, func(member *member) bool { return member != one && member.team == one.team })
	first, second := m.routeOf(one), m.routeOf(other)
	steps := []step{
		m.applying(t, "swap", one, one.desired.with("route_id", second), manner{}),
		m.applying(t, "swap", other, other.desired.with("route_id", first), manner{}),
	}
	m.doTogether(t, drawScript(steps...).Draw(t, "faults"), steps...)
}

// ignore changes the attributes that a configuration ignores. A module that is
// to leave its route must not ignore that, because another module may be wanted
// there.
func (m *machine) ignore(t *rapid.T) {
	chosen := m.draw(t, isCurrent, func(member *member) bool {
		return !m.isReadOnly(member) && (member.kind.typeName() != routeOAuth || member.desired["route_id"] == m.routeOf(member))
	})
	m.figures.operate("ignore")
	names := append(slices.Sorted(maps.Keys(chosen.desired)), protocoltest.IgnoreAll, "")
	if m.may.include(api.UpdateTLSEdge) && chosen.kind.typeName() == tlsEdge {
		// Ignoring one of these could leave a combination that an edge must not
		// have where TLS ends upstream.
		names = slices.DeleteFunc(names, func(name string) bool {
			return slices.Contains([]string{"mutual_tls", "tls_termination", "traffic_policy"}, name)
		})
	}
	name := rapid.SampledFrom(names).Draw(t, "ignored")
	if chosen.ignored = []string{name}; name == "" {
		chosen.ignored = nil
	}
	chosen.settled = false
}

func (m *machine) delete(t *rapid.T) {
	deleted := m.draw(t)
	m.doRun(t, m.destroying(t, deleted, rapid.Bool().Draw(t, "with refresh")))
}

func (m *machine) refresh(t *rapid.T) {
	m.doOne(t, m.refreshing(t, "refresh", m.draw(t, inState)))
}

// refreshAll does what a CLI does before it plans: enough reads for the provider
// to ask for the list.
func (m *machine) refreshAll(t *rapid.T) {
	team := m.drawTeam(t)
	var steps []step
	for _, member := range m.members {
		if member.team == team && inState(member) {
			steps = append(steps, m.refreshing(t, "refresh", member))
		}
	}
	if len(steps) == 0 {
		t.Skip("there is nothing in state")
	}
	m.do(t, drawScript().Draw(t, "faults"), steps...)
}

func (m *machine) doOne(t *rapid.T, step step) {
	m.do(t, drawScript(step).Draw(t, "faults"), step)
}

func (m *machine) doRun(t *rapid.T, one step) {
	m.run(t, drawScript(one).Draw(t, "faults"), one)
}

// run does a step, and applies the other members that have the same OAuth
// module.
func (m *machine) run(t *rapid.T, faults script, one step) {
	wanted, _ := one.member.desired["route_id"].(string)
	steps := []step{one}
	for _, other := range m.sharers(one.member, m.routeOf(one.member), wanted) {
		if other.renamed {
			steps = append(steps, m.destroying(t, other, true))
		} else {
			steps = append(steps, m.applying(t, "apply along", other, other.desired, manner{refresh: true}))
		}
	}
	m.doTogether(t, faults, steps...)
}

// doTogether does all of the steps or none, in any order.
func (m *machine) doTogether(t *rapid.T, faults script, steps ...step) {
	if len(steps) > 1 {
		for i := range steps {
			steps[i].bound, steps[i].shares = true, true
		}
		steps = drawOrder(t, steps)
	}
	m.do(t, faults, steps...)
}

func drawOrder(t *rapid.T, steps []step) []step {
	left := slices.Clone(steps)
	var order []step
	for len(left) > 0 {
		chosen := rapid.IntRange(0, len(left)-1).Draw(t, "next to be planned")
		order = append(order, left[chosen])
		left = slices.Delete(left, chosen, chosen+1)
	}
	return order
}

// takeIn imports an object that no state has.
func (m *machine) takeIn(t *rapid.T) {
	strangers := m.strangers(t)
	if len(strangers) == 0 || len(m.members) >= maxMembers {
		t.Skip("there is nothing to import")
	}
	found := strangers[rapid.IntRange(0, len(strangers)-1).Draw(t, "imported")]
	m.doOne(t, m.importing(t, m.drawTeam(t), found, rapid.Bool().Draw(t, "by identity")))
}

// outsideCreate makes an object, old or new, that is in no state.
func (m *machine) outsideCreate(t *rapid.T) {
	m.figures.operate("outside create")
	var id string
	if rapid.Bool().Draw(t, "an edge") {
		id = m.service.AddTLSEdge(drawEdge(t)).ID
	} else {
		id = m.service.AddFailoverBackend(drawBackend(t)).ID
	}
	t.Logf("somebody else creates %s", id)
	m.explained[id] = "made by somebody else"
}

func (m *machine) outsideChange(t *rapid.T) {
	member := m.draw(t, inState, func(member *member) bool {
		// Where answers are not whole, what is taken away again may stay in state for
		// good, and what is added on the service.
		isTold := m.answers.Unset == refapi.UnsetNull || m.answers.Unset == refapi.UnsetEmpty
		return !m.sharesRoute(member) && (member.kind.typeName() != tlsEdge || m.showsEdges() || isTold && !m.answers.PatchIgnoresNull)
	})
	m.figures.operate("outside change")
	edge, isEdge := findEdge(m.service, member.instance.Text("id"))
	if isEdge && (member.original == nil || member.original.ID != edge.ID) {
		member.original = &edge
	}
	t.Logf("somebody else changes %s", member)
	member.kind.meddle(t, m.service, member.instance)
	member.settled, member.meddled = false, true
}

func (m *machine) outsideDelete(t *rapid.T) {
	member := m.draw(t, inState)
	m.figures.operate("outside delete")
	t.Logf("somebody else deletes %s", member)
	if !member.kind.remove(m.service, member.instance) {
		return
	}
	for _, holder := range append(m.sharers(member, m.routeOf(member)), member) {
		holder.settled, holder.meddled, holder.original = false, true, nil
	}
}

// otherManners makes the service answer in another form from now on.
func (m *machine) otherManners(t *rapid.T) {
	drawManners(t, &m.answers)
	m.service.Answer(func(answers *refapi.Answers) { *answers = m.answers })
}
