package statemachine_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// do runs steps side by side under the faults of one script, accounts for what
// they did to the service, and finishes them.
func (m *machine) do(t *rapid.T, faults script, steps ...step) {
	if m.outdated && m.fromList {
		m.reconnect(t, true)
	}
	before := m.service.ids()
	outcomes := make([]*outcome, len(steps))
	for i, step := range steps {
		m.figures.operate(step.name)
		outcomes[i] = &outcome{step: step, existed: step.member.instance.Text("id")}
	}
	m.notef(t, "faults %v", faults)
	m.service.ResetRequests()
	m.service.begin(faults, func() { m.stop(t) })
	runTogether(outcomes)
	if err := m.service.end(); err != nil {
		t.Fatalf("%v", err)
	}
	for _, request := range m.service.Requests() {
		m.notef(t, "%s %s: %d", request.Method, request.Path, request.Status)
	}
	for _, done := range outcomes {
		m.notef(t, "%s %s: %v", done.name, done.member, done.diagnostics)
		if done.err != nil {
			m.notef(t, "%v", done.err)
			m.fail(t, &m.figures.bad, done.name+" breaks the protocol")
		}
		m.keepSecret(t, done)
	}
	m.account(t, before, outcomes)
	for _, done := range outcomes {
		done.finish(done)
	}
}

func runTogether(outcomes []*outcome) {
	var running sync.WaitGroup
	for _, done := range outcomes {
		running.Go(func() {
			// A panic anywhere else than in the test's own goroutine would end the process.
			defer func() {
				if reason := recover(); reason != nil {
					done.err = fmt.Errorf("%w: panic: %v", acctest.ErrBug, reason)
				}
			}()
			done.diagnostics, done.err = done.run(context.Background())
		})
	}
	running.Wait()
}

// account checks that each object on the service is in one state or explained,
// and that none has gone which should not.
func (m *machine) account(t *rapid.T, before map[string]string, outcomes []*outcome) {
	if requested := m.service.undocumentedOperations(); len(requested) > 0 {
		m.notef(t, "requested %s", requested)
		m.fail(t, &m.figures.bad, "the provider requested what is no documented operation")
	}
	after := m.service.ids()
	for id := range before {
		touched := slices.ContainsFunc(outcomes, func(done *outcome) bool { return done.existed == id })
		if after[id] == "" && !touched {
			m.notef(t, "%s is gone", id)
			m.fail(t, &m.figures.lost, "an object was removed that nobody has to do with")
		}
	}
	held := m.holders(t)
	var excuses []*outcome
	for _, done := range outcomes {
		if done.adopted() {
			m.figures.adopted.Add(1)
		}
		if done.saysOneMayExist() {
			excuses = append(excuses, done)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(after)) {
		switch {
		case held[id]:
			delete(m.explained, id)
		case m.explained[id] != "":
		case m.named(id, outcomes):
		case before[id] == "" && m.excused(id, after[id], &excuses):
			m.figures.unknown.Add(1)
			m.explained[id] = "said to be possible"
		default:
			m.failFor(t, id, before[id] != "", outcomes)
		}
	}
}

// excused tells whether an object is what one of the operations said that it may
// have made. Each is an excuse for one object.
func (m *machine) excused(id, typeName string, excuses *[]*outcome) bool {
	excuse := slices.IndexFunc(*excuses, func(done *outcome) bool {
		if done.member.kind.typeName() != typeName {
			return false
		}
		backend, isBackend := findBackend(m.service, id)
		return !isBackend || cmp.Equal(significant(configuredBackend(backend)), significant(done.member.desired))
	})
	if excuse < 0 {
		return false
	}
	*excuses = slices.Delete(*excuses, excuse, excuse+1)
	return true
}

func (m *machine) named(id string, outcomes []*outcome) bool {
	named := slices.ContainsFunc(outcomes, func(done *outcome) bool { return strings.Contains(done.diagnostics.String(), id) })
	if named {
		m.figures.named.Add(1)
		m.explained[id] = "named"
	}
	return named
}

// failFor says what is wrong about an object that no state holds.
func (m *machine) failFor(t *rapid.T, id string, existed bool, outcomes []*outcome) {
	m.notef(t, "no state holds %s, and no diagnostic names it; it existed before: %t", id, existed)
	failed := slices.ContainsFunc(outcomes, (*outcome).failed)
	if existed || failed {
		m.fail(t, &m.figures.lost, "an object was lost")
	}
	m.fail(t, &m.figures.duplicates, "one creation made two objects")
}

// holders returns the ids in any state, and fails where two have the same.
func (m *machine) holders(t *rapid.T) map[string]bool {
	held := map[string]bool{}
	for _, member := range m.members {
		id := member.instance.Text("id")
		if held[id] {
			m.notef(t, "%s", id)
			m.fail(t, &m.figures.duplicates, "two instances hold one object")
		}
		if id != "" {
			held[id] = true
		}
	}
	return held
}

// keepSecret fails where a diagnostic shows a secret, or state has more of them
// than it may.
func (m *machine) keepSecret(t *rapid.T, done *outcome) {
	shown := done.diagnostics.String()
	for _, one := range identityProviders(done.member.instance) {
		delete(one, "client_secret")
		shown += fmt.Sprint(one)
	}
	if strings.Contains(shown, canary) {
		m.fail(t, &m.figures.leaks, done.name+" shows a secret")
	}
}

// agree fails where state says anything else than the service holds.
func (m *machine) agree(t *rapid.T, member *member) {
	if !member.instance.Exists() || member.meddled {
		return
	}
	stored, there := member.kind.stored(m.service, member.instance)
	if !there {
		m.fail(t, &m.figures.bad, "an instance is in state and not on the service")
	}
	if difference := cmp.Diff(stored, member.kind.shown(member.instance, member.applied)); difference != "" {
		m.notef(t, "the service (-) and the state (+) of %s:\n%s", member, difference)
		m.fail(t, &m.figures.bad, "service and state of a "+member.kind.typeName()+" disagree")
	}
}
