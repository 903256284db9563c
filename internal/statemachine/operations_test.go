package statemachine_test

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// actions are all that a machine may do next.
func (m *machine) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"create":         m.create,
		"create a twin":  m.createTwin,
		"update":         m.update,
		"apply again":    m.applyAgain,
		"revert":         m.revert,
		"delete":         m.delete,
		"refresh":        m.refresh,
		"refresh all":    m.refreshAll,
		"import":         m.takeIn,
		"outside create": m.outsideCreate,
		"outside change": m.outsideChange,
		"outside delete": m.outsideDelete,
		"other manners":  m.otherManners,
		"another run":    m.anotherRun,
	}
}

// maxMembers keeps a sequence about a few objects, so that they meet.
const maxMembers = 6

func (m *machine) create(t *rapid.T) {
	kind := rapid.SampledFrom(m.kinds).Draw(t, "kind")
	m.doOne(t, m.creating(t, kind, kind.draw(t)))
}

// createTwin creates another failover backend with the settings of one that is
// there: an adoption must not confuse them.
func (m *machine) createTwin(t *rapid.T) {
	twin := m.draw(t, func(member *member) bool { return member.kind.typeName() == failoverBackend })
	m.doOne(t, m.creating(t, twin.kind, twin.desired))
}

func (m *machine) creating(t *rapid.T, kind kind, wanted arguments) step {
	if len(m.members) >= maxMembers {
		t.Skip("there are enough")
	}
	created := &member{kind: kind, instance: m.provider.NewInstance(kind.typeName())}
	m.members = append(m.members, created)
	return m.applying(t, "create", created, wanted, false)
}

func (m *machine) update(t *rapid.T) {
	updated := m.draw(t, inState)
	m.doOne(t, m.applying(t, "update", updated, updated.kind.vary(t, updated.desired), rapid.Bool().Draw(t, "with refresh")))
}

// applyAgain is what most people do about an error.
func (m *machine) applyAgain(t *rapid.T) {
	again := m.draw(t, func(member *member) bool { return !member.leaving })
	m.doOne(t, m.applying(t, "apply again", again, again.desired, rapid.Bool().Draw(t, "with refresh")))
}

// revert is what others do: they take the change back, or want to keep after
// all what could not be destroyed.
func (m *machine) revert(t *rapid.T) {
	reverted := m.draw(t, func(member *member) bool { return !member.settled && inState(member) && member.applied != nil })
	m.doOne(t, m.applying(t, "revert", reverted, reverted.applied, rapid.Bool().Draw(t, "with refresh")))
}

func (m *machine) delete(t *rapid.T) {
	m.doOne(t, m.destroying(t, m.draw(t, func(*member) bool { return true })))
}

func (m *machine) refresh(t *rapid.T) {
	m.doOne(t, m.refreshing(t, "refresh", m.draw(t, inState)))
}

// refreshAll is what a CLI does before it plans: enough reads for the provider
// to ask for the list.
func (m *machine) refreshAll(t *rapid.T) {
	for _, member := range m.members {
		if inState(member) {
			m.doOne(t, m.refreshing(t, "refresh", member))
		}
	}
}

func (m *machine) doOne(t *rapid.T, step step) {
	m.do(t, drawScript().Draw(t, "faults"), step)
}

// takeIn imports what no state knows.
func (m *machine) takeIn(t *rapid.T) {
	strangers := m.strangers(t)
	if len(strangers) == 0 || len(m.members) >= maxMembers {
		t.Skip("there is nothing to import")
	}
	found := strangers[rapid.IntRange(0, len(strangers)-1).Draw(t, "imported")]
	m.doOne(t, m.importing(t, found, rapid.Bool().Draw(t, "by identity")))
}

// outsideCreate makes an object that is nobody's, older than any run.
func (m *machine) outsideCreate(t *rapid.T) {
	m.figures.operate("outside create")
	var id string
	if rapid.Bool().Draw(t, "an edge") {
		id = m.service.AddTLSEdge(drawEdge(t)).ID
	} else {
		id = m.service.AddFailoverBackend(drawBackend(t)).ID
	}
	m.notef(t, "somebody else creates %s", id)
	m.explained[id] = "made by somebody else"
	m.outdated = true
}

func (m *machine) outsideChange(t *rapid.T) {
	member := m.draw(t, func(member *member) bool {
		// A module that is taken away again would stay in state for good: its absence
		// says nothing.
		return inState(member) && (member.kind.typeName() != tlsEdge || m.answers.Unset != refapi.UnsetAbsent)
	})
	m.figures.operate("outside change")
	edge, isEdge := findEdge(m.service, member.instance.Text("id"))
	if isEdge && (member.original == nil || member.original.ID != edge.ID) {
		member.original = &edge
	}
	m.notef(t, "somebody else changes %s", member)
	member.kind.meddle(t, m.service, member.instance)
	member.settled, member.meddled, m.outdated = false, true, true
}

func (m *machine) outsideDelete(t *rapid.T) {
	member := m.draw(t, inState)
	m.figures.operate("outside delete")
	m.notef(t, "somebody else deletes %s", member)
	if member.kind.remove(m.service, member.instance) {
		member.settled, member.meddled, m.outdated = false, true, true
		member.original = nil
	}
}

// otherManners is a service that says the same in another way from now on.
func (m *machine) otherManners(t *rapid.T) {
	drawManners(t, &m.answers)
	m.service.Answer(func(answers *refapi.Answers) { *answers = m.answers })
}

func (m *machine) anotherRun(t *rapid.T) {
	m.reconnect(t, rapid.Bool().Draw(t, "refresh_from_list"))
}

// actionsTogether are the same and, as often as anything else, several at once.
func (m *machine) actionsTogether() map[string]func(*rapid.T) {
	actions := m.actions()
	for _, name := range []string{"together", "together again", "once more together"} {
		actions[name] = m.together
	}
	return actions
}

// together does several things at once: failover backends are created, most of
// them alike, while other members are updated or destroyed.
func (m *machine) together(t *rapid.T) {
	var steps []step
	others := slices.Clone(m.members)
	wanted := m.kinds[0].draw(t)
	for range rapid.IntRange(1, 4).Draw(t, "creations") {
		if len(m.members) >= maxMembers {
			break
		}
		if rapid.IntRange(0, 3).Draw(t, "another") == 3 {
			wanted = m.kinds[0].draw(t)
		}
		steps = append(steps, m.creating(t, m.kinds[0], wanted))
	}
	for _, other := range others {
		switch rapid.SampledFrom([]string{"leave", "update", "refresh", "delete"}).Draw(t, "other") {
		case "update":
			steps = append(steps, m.applying(t, "update", other, other.kind.vary(t, other.desired), false))
		case "refresh":
			steps = append(steps, m.refreshing(t, "refresh", other))
		case "delete":
			steps = append(steps, m.destroying(t, other))
		}
	}
	if len(steps) == 0 {
		t.Skip("there is nothing to do")
	}
	m.do(t, drawLongScript().Draw(t, "faults"), steps...)
}
