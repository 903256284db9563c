// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// checkRequests fails if the provider sent a forbidden request. It also fails if a step
// caused two creations that the service may have executed, or one creation although the
// step changes nothing.
func (m *machine) checkRequests(t *rapid.T, done *outcome) {
	creations := 0
	for _, request := range done.requests {
		t.Logf("%s %s: %d", request.Method, request.Path, request.Status)
		if !acctest.IsAllowed(request.Method+" "+request.Path, m.service.may) {
			t.Fatal("the provider requested what it is not allowed to")
		}
		didNothing := []int{http.StatusTooManyRequests, http.StatusLocked, http.StatusTooEarly}
		if request.Method == http.MethodPost && !slices.Contains(didNothing, request.Status) {
			creations++
		}
	}
	if creations > max(1, done.created) || creations > 0 && !done.changes {
		t.Fatal("a creation was sent twice, or for nothing")
	}
}

// checkObjects fails if an object on the service is missing from state without an
// explanation. It also fails if the operation deleted an object that it was not
// allowed to delete.
func (m *machine) checkObjects(t *rapid.T, before, after objects, done *outcome) {
	for _, was := range before {
		mayGo := done.priorID == was.id && done.removes() && (was.kind.typeName != tlsEdge || done.policy == remove)
		hasMoved := slices.ContainsFunc(after, func(is object) bool { return done.saysMoved(was.id, is.id) })
		if after.find(was.id).kind == nil && !mayGo && !hasMoved {
			t.Logf("%s is gone", was.id)
			t.Fatal("an object was removed that nobody wanted removed")
		}
	}
	owned := m.ownedIDs(t)
	unknown := map[string]int{failoverBackend: done.unknownCreations(failoverBackend), tlsEdge: done.unknownCreations(tlsEdge)}
	for _, is := range after {
		existed := before.find(is.id).kind != nil
		switch {
		case is.kind.typeName == routeOAuth:
			// A module may stay on a former route: see checkRoutes.
		case owned[is.id]:
			delete(m.explained, is.id)
		case done.priorID == is.id && done.policy == abandon && done.removes():
			m.explained[is.id] = "abandoned"
		case !existed && done.saysMoved(done.priorID, is.id):
			m.explained[is.id] = "moved"
		case !existed && strings.HasPrefix(done.member.id(), operationPrefix):
			m.explained[is.id] = "created, and state has the id in the response"
		case !existed && unknown[is.kind.typeName] > 0:
			unknown[is.kind.typeName]--
			m.explained[is.id] = "may have been created"
		case m.explained[is.id] == "":
			t.Logf("no state has %s, and no diagnostic explains it; it existed before: %t", is.id, existed)
			t.Fatal("an object was lost")
		}
	}
}

// ownedIDs returns the ids in state. It fails if two instances have the same id.
func (m *machine) ownedIDs(t *rapid.T) map[string]bool {
	owned := map[string]bool{}
	for _, member := range m.members {
		if !member.instance.Exists() || member.instance.TypeName == routeOAuth {
			continue // two OAuth modules may swap routes
		}
		if owned[member.id()] {
			t.Logf("%s", member.id())
			t.Fatal("two instances have one object")
		}
		owned[member.id()] = true
	}
	return owned
}

// checkSecrets fails if a diagnostic shows a secret, or if state contains a
// secret outside the attribute client_secret. It also fails if a diagnostic shows
// a confidential text, unless the text may come from an error of the service.
func (m *machine) checkSecrets(t *rapid.T, done *outcome) {
	shown := done.diagnostics().String()
	if strings.Contains(shown, confidential) && !done.faults.quotes() {
		t.Fatal(done.name + " shows a configured value")
	}
	for _, member := range m.members {
		state := protocoltest.PlainObject(member.instance.State)
		for _, idp := range identityProviders(state) {
			delete(idp, "client_secret")
		}
		shown += fmt.Sprint(state)
	}
	if strings.Contains(shown, canary) {
		t.Fatal(done.name + " shows a secret")
	}
}

// checkState fails if a member's state differs from the member's object on the
// service. It checks nothing if a difference is expected.
func (m *machine) checkState(t *rapid.T, member *member) {
	if !member.instance.Exists() || member.drifted || member.unread {
		return
	}
	found := m.objects().find(member.id())
	if found.kind == nil {
		t.Fatal("an instance is in state and not on the service")
	}
	if difference := cmp.Diff(meaning("", m.stored(found)), meaning("", member.shown())); difference != "" {
		t.Logf("the service (-) and the state (+) of %s:\n%s", member, difference)
		t.Fatalf("service and state of a %s disagree", member.instance.TypeName)
	}
}

// expectNoChange fails if a plan shows a change although the configuration was applied.
func (m *machine) expectNoChange(t *rapid.T, member *member) {
	plan, diagnostics := m.planAgain(t, member)
	if plan == nil || plan.Action != protocoltest.NoOp {
		t.Logf("state %s\nplan %+v\n%v", member.instance.State, plan, diagnostics)
		t.Fatal(member.instance.TypeName + " was applied, and its plan is not empty")
	}
}

// notApplied reports whether an apply has warned about an attribute. The warning
// then says that service and state have different values for this attribute.
func notApplied(diagnostics protocoltest.Diagnostics) bool {
	return slices.ContainsFunc(diagnostics, func(diagnostic *tfprotov6.Diagnostic) bool {
		return diagnostic.Severity == tfprotov6.DiagnosticSeverityWarning && strings.HasPrefix(diagnostic.Summary, "The service did not apply ")
	})
}
