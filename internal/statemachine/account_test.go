// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// survey is the service's objects and routes at one time.
type survey struct {
	ids    map[string]string // with their types
	closed map[string]bool   // routes
}

func (m *machine) survey() survey { return survey{ids: m.service.ids(), closed: m.closedRoutes()} }

// account checks that each object on the service is in one state or explained.
// It also checks that no object is lost, and that no creation was sent twice.
func (m *machine) account(t *rapid.T, before survey, happened events, outcomes []*outcome) {
	if requested := m.service.forbiddenOperations(); len(requested) > 0 {
		t.Logf("requested %s", requested)
		m.fail(t, &m.figures.bad, "the provider requested what it is not allowed to")
	}
	if changes := count(outcomes, func(done *outcome) bool { return done.changes }); happened.creations > changes {
		m.fail(t, &m.figures.duplicates, "a creation was sent twice")
	}
	m.guard(t, before.closed, outcomes)
	after := m.service.ids()
	for id, typeName := range before.ids {
		asked := slices.ContainsFunc(outcomes, func(done *outcome) bool {
			mayGo := typeName != tlsEdge || done.policy == remove
			return done.existed == id && mayGo && done.carriedOut && (done.destroy || done.replaces())
		})
		if after[id] == "" && !asked {
			t.Logf("%s is gone", id)
			m.fail(t, &m.figures.lost, "an object was removed that nobody wanted removed")
		}
	}
	held := m.holders(t)
	for _, id := range slices.Sorted(maps.Keys(after)) {
		if held[id] {
			delete(m.explained, id)
		} else if m.explained[id] == "" && !m.explain(t, id, after[id], before, happened, outcomes) {
			m.failFor(t, id, before.ids[id] != "", outcomes)
		}
	}
}

func count(outcomes []*outcome, counts func(*outcome) bool) int {
	number := 0
	for _, done := range outcomes {
		if counts(done) {
			number++
		}
	}
	return number
}

// explain finds the reason why an object is in no state.
func (m *machine) explain(t *rapid.T, id, typeName string, before survey, happened events, outcomes []*outcome) bool {
	isNew := before.ids[id] == ""
	if slices.ContainsFunc(outcomes, func(done *outcome) bool { return slices.Contains(candidates(done.applied), id) }) {
		m.figures.named.Add(1)
		m.explained[id] = "named"
		return true
	}
	for _, done := range outcomes {
		switch {
		case !isNew && done.existed == id && done.policy == abandon && done.carriedOut && (done.destroy || done.replaces()):
			m.explained[id] = "abandoned"
		case isNew && m.mayBeMeant(done, id, typeName):
			if len(outcomes) == 1 && typeName == failoverBackend && happened.showed(id, m.faults) && !m.wasLimited() {
				m.fail(t, &m.figures.lost, "the list showed a new object, and no import block names it")
			}
			done.excused = true
			m.figures.unknown.Add(1)
			m.explained[id] = "said to be possible"
		default:
			continue
		}
		return true
	}
	return false
}

// wasLimited reports whether a request of the operation met the limit, which may
// have kept it from the end of the list.
func (m *machine) wasLimited() bool {
	return slices.ContainsFunc(m.service.Requests(), func(r refapi.Request) bool { return r.Status == http.StatusTooManyRequests })
}

// mayBeMeant reports whether an operation said that it may have made an object,
// and this may be the one. Each operation is an excuse for one object.
func (m *machine) mayBeMeant(done *outcome, id, typeName string) bool {
	if done.excused || !done.saysOneMayExist() || done.member.kind.typeName() != typeName {
		return false
	}
	backend, isBackend := findBackend(m.service, id)
	return !isBackend || cmp.Equal(significant(configuredBackend(backend)), significant(done.member.desired))
}

// failFor says what is wrong with an object that no state holds.
func (m *machine) failFor(t *rapid.T, id string, existed bool, outcomes []*outcome) {
	t.Logf("no state holds %s, and no diagnostic explains it; it existed before: %t", id, existed)
	failed := slices.ContainsFunc(outcomes, (*outcome).failed)
	if existed || failed {
		m.fail(t, &m.figures.lost, "an object was lost")
	}
	m.fail(t, &m.figures.duplicates, "one creation made two objects")
}

// holders returns the ids in any state. It fails if two instances have the same
// id.
func (m *machine) holders(t *rapid.T) map[string]bool {
	held := map[string]bool{}
	for _, member := range m.members {
		id := member.instance.Text("id")
		if held[id] {
			t.Logf("%s", id)
			m.fail(t, &m.figures.duplicates, "two instances hold one object")
		}
		if id != "" {
			held[id] = true
		}
	}
	return held
}

// keepSecret fails if a diagnostic shows a secret, or a configured value that
// the service did not show first. It also fails if state has more secrets than
// it may.
func (m *machine) keepSecret(t *rapid.T, done *outcome, faults script) {
	shown := done.diagnostics().String()
	if strings.Contains(shown, confidential) && !faults.quotes() {
		m.fail(t, &m.figures.leaks, done.name+" shows a configured value")
	}
	for _, one := range identityProviders(done.member.instance) {
		delete(one, "client_secret")
		shown += fmt.Sprint(one)
	}
	if strings.Contains(shown, canary) {
		m.fail(t, &m.figures.leaks, done.name+" shows a secret")
	}
}

func withoutScopes(provider any) any {
	members, _ := provider.(map[string]any)
	kept := maps.Clone(members)
	delete(kept, "scopes")
	return kept
}

// agree fails if state differs from the object on the service.
func (m *machine) agree(t *rapid.T, member *member) {
	if !member.instance.Exists() || member.meddled || member.unread || member.isImportOnly() {
		return
	}
	stored, there := member.kind.stored(m.service, member.instance)
	if !there {
		m.fail(t, &m.figures.bad, "an instance is in state and not on the service")
	}
	shown := member.kind.shown(member.instance, member.applied)
	if member.merged {
		// The service decides about unset members.
		forgetUnset(stored, shown)
		for name := range identityProviders(member.instance) {
			stored[name], shown[name] = withoutScopes(stored[name]), withoutScopes(shown[name])
		}
	}
	if member.ignoresProvider() && shown["client_secret"] == nil {
		// A configured secret is sent with its app, even where it is kept out of state.
		delete(stored, "client_secret")
	}
	if difference := cmp.Diff(stored, shown); difference != "" {
		t.Logf("the service (-) and the state (+) of %s:\n%s", member, difference)
		m.fail(t, &m.figures.bad, "service and state of a "+member.kind.typeName()+" disagree")
	}
}

// forgetUnset removes from a stored object, and from the objects in it, the
// members that the shown one leaves unset.
func forgetUnset(stored, shown map[string]any) {
	maps.DeleteFunc(stored, func(name string, _ any) bool { return shown[name] == nil })
	for name, inner := range stored {
		storedInner, isObject := inner.(map[string]any)
		shownInner, isShown := shown[name].(map[string]any)
		if isObject && isShown {
			forgetUnset(storedInner, shownInner)
		}
	}
}
