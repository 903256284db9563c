// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"context"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// actions returns all operations by name. The machine draws each operation of a
// sequence from this map. Some operations have two names, so that the machine
// draws them more often.
func (m *machine) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"create":         m.create,
		"create again":   m.create,
		"create several": m.createSeveral,
		"update":         m.update,
		"update again":   m.update,
		"apply again":    m.applyAgain,
		"revert":         m.revert,
		"replace":        m.replace,
		"delete":         m.delete,
		"refresh":        m.refresh,
		"refresh all":    m.refreshAll,
		"read lists":     m.readLists,
		"import":         m.importOne,
		"outside create": m.outsideCreate,
		"outside change": m.outsideChange,
		"outside delete": m.outsideDelete,
	}
}

// maxMembers is the maximum number of objects in state. The number is small, so
// that several operations of a sequence affect the same object.
const maxMembers = 8

func (m *machine) create(t *rapid.T) {
	if len(m.members) >= maxMembers {
		t.Skip("there are enough objects")
	}
	kind := rapid.SampledFrom(m.kinds).Draw(t, "kind")
	wanted := kind.draw(t)
	for _, twin := range m.members {
		// Some new objects are identical to an existing object. A search for
		// the result of a failed creation may then find both objects.
		if kind.typeName == failoverBackend && twin.kind == kind && rapid.Bool().Draw(t, "alike") {
			wanted = twin.desired
		}
	}
	created := &member{kind: kind, instance: m.provider.NewInstance(kind.typeName)}
	m.members = append(m.members, created)
	chosen := options{unknown: drawUnknown(t, wanted), reads: kind.typeName != routeOAuth && rapid.Bool().Draw(t, "reads")}
	m.doRandomly(t, m.applying(t, "create", created, wanted, chosen))
}

// drawUnknown draws the name of an attribute that is unknown in the plan. In
// most cases it returns "", which means that all values are known.
func drawUnknown(t *rapid.T, wanted arguments) string {
	names := wanted.names()
	if len(names) == 0 || rapid.IntRange(0, 3).Draw(t, "unknown") != 3 {
		return ""
	}
	return rapid.SampledFrom(names).Draw(t, "unknown argument")
}

func drawOptions(t *rapid.T, wanted arguments) options {
	return options{refresh: rapid.Bool().Draw(t, "with refresh"), unknown: drawUnknown(t, wanted)}
}

func (m *machine) update(t *rapid.T) {
	updated := m.draw(t, inState)
	wanted := updated.kind.vary(t, updated.desired)
	m.doRandomly(t, m.applying(t, "update", updated, wanted, drawOptions(t, wanted)))
}

// applyAgain applies the last requested configuration again, as most users do
// after an error.
func (m *machine) applyAgain(t *rapid.T) {
	again := m.draw(t, func(member *member) bool { return !member.leaving })
	m.doRandomly(t, m.applying(t, "apply again", again, again.desired, drawOptions(t, again.desired)))
}

// revert applies the last configuration that was applied successfully. Users do
// this after a failed change, or to keep an object after a failed destroy.
func (m *machine) revert(t *rapid.T) {
	reverted := m.draw(t, inState, func(member *member) bool { return !member.settled && member.applied != nil })
	m.doRandomly(t, m.applying(t, "revert", reverted, reverted.applied, drawOptions(t, reverted.applied)))
}

// replace replaces an object whose configuration has not changed. The user has
// tainted the object or runs the CLI with -replace.
func (m *machine) replace(t *rapid.T) {
	replaced := m.draw(t, inState)
	chosen := drawOptions(t, replaced.desired)
	// Only terraform test uses one process for several runs, and it taints no object.
	replaced.instance.Tainted = !m.oneProcess && rapid.Bool().Draw(t, "tainted")
	chosen.replace = !replaced.instance.Tainted
	m.doRandomly(t, m.applying(t, "replace", replaced, replaced.desired, chosen))
}

func (m *machine) delete(t *rapid.T) {
	m.doRandomly(t, m.destroying(m.draw(t), rapid.Bool().Draw(t, "with refresh")))
}

func (m *machine) refresh(t *rapid.T) {
	m.doRandomly(t, m.refreshing(t, m.draw(t, inState)))
}

// refreshAll refreshes all members, as a CLI does before a plan. For more than a few
// objects, the provider may read the list instead of the individual objects.
func (m *machine) refreshAll(t *rapid.T) {
	var read []*member
	all := step{name: "refresh", member: m.draw(t, inState)}
	all.prepare = func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		var diagnostics protocoltest.Diagnostics
		for _, member := range m.members {
			if m.service.isInterrupted() {
				break
			}
			read = append(read, member)
			more, err := refresh(ctx, p, member)
			if diagnostics = append(diagnostics, more...); err != nil {
				return nil, diagnostics, err
			}
		}
		return nil, diagnostics, nil
	}
	all.finish = func(done *outcome) {
		for _, member := range read {
			m.checkRefreshed(t, member, done)
		}
	}
	m.doRandomly(t, all)
}

// readLists reads the data sources of all objects. Without an error, none may be missing:
// configurations create and destroy what follows from a list.
func (m *machine) readLists(t *rapid.T) {
	shown := map[string]bool{}
	step := step{name: "read lists", member: m.draw(t)}
	step.prepare = func(ctx context.Context, p *protocoltest.Provider) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
		var all protocoltest.Diagnostics
		for _, name := range m.lists() {
			data, diagnostics, err := p.ReadData(ctx, name, nil)
			if all = append(all, diagnostics...); err != nil || all.Failed() {
				return nil, all, err
			}
			objects, _ := data[strings.TrimPrefix(name, "trafficedge_")].([]any)
			for _, object := range objects {
				shown[object.(map[string]any)["id"].(string)] = true
			}
		}
		return nil, all, nil
	}
	existing := m.objects()
	step.finish = func(done *outcome) {
		// An element without its age, or with a wrong one, is not read again, although its read
		// may lag behind.
		isUncertain := done.faults.lists || m.isOld || slices.Contains(m.service.responses.ListOmits, "created_at")
		for _, object := range existing {
			isListed := slices.Contains(m.lists(), object.kind.typeName+"s")
			if isListed && !done.failed() && !isUncertain && m.objects().find(object.id).kind != nil && !shown[object.id] {
				t.Logf("%s", object.id)
				t.Fatal("a list lacks an object, and the data source reports no error")
			}
		}
	}
	m.doRandomly(t, step)
}

// lists returns the data sources of all objects of a kind that the provider may read.
func (m *machine) lists() []string {
	names := []string{failoverBackend + "s"}
	if m.service.may.include(api.ListTLSEdges) {
		names = append(names, tlsEdge+"s")
	}
	return names
}

// doRandomly runs a step with random faults.
func (m *machine) doRandomly(t *rapid.T, step step) {
	m.do(t, drawScript(t, step, !m.oneProcess), step)
}

// importOne imports an object that is not in state.
func (m *machine) importOne(t *rapid.T) {
	strangers := m.strangers()
	if len(strangers) == 0 || len(m.members) >= maxMembers {
		t.Skip("there is nothing to import")
	}
	found := strangers[rapid.IntRange(0, len(strangers)-1).Draw(t, "imported")]
	m.doRandomly(t, m.importing(t, found))
}

// outsideCreate creates an object outside the provider, now or an hour ago. If an object is
// missing, the provider retries the read only if the object is new.
func (m *machine) outsideCreate(t *rapid.T) {
	kind := sampled(t, "kind", m.kind(failoverBackend), m.kind(tlsEdge))
	id := kind.add(sampled(t, "created_at", "", time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)))
	kind.change(t, id)
	t.Logf("somebody else creates %s", id)
	m.explained[id] = "created by somebody else"
}

// isWatched reports whether the provider can detect a change of a member outside it. Without
// the undocumented read, it detects no change of an OAuth module.
func (m *machine) isWatched(member *member) bool {
	return member.instance.TypeName != routeOAuth || m.service.may.include(api.ReadRouteOAuth)
}

func (m *machine) outsideChange(t *rapid.T) {
	member := m.draw(t, inState, m.isWatched)
	m.awaitPages()
	t.Logf("somebody else changes %s", member)
	member.kind.change(t, member.id())
	member.settled, member.drifted = false, true
}

func (m *machine) outsideDelete(t *rapid.T) {
	member := m.draw(t, inState, m.isWatched)
	m.awaitPages()
	t.Logf("somebody else deletes %s", member)
	if member.kind.remove(member.id()) {
		member.settled, member.drifted = false, true
	}
}

// awaitPages waits until a process drops the pages of lists. They show none of the changes that follow.
func (m *machine) awaitPages() {
	if m.oneProcess {
		time.Sleep(time.Minute)
	}
}
