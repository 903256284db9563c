// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/failoverbackend"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/tlsedge"
)

// checkRequests fails if the provider sent a forbidden request. It also fails if
// a step caused two creations, or one creation although the step changes nothing.
func (m *machine) checkRequests(t *rapid.T, creations int, done *outcome) {
	if requested := m.service.forbiddenOperations(); len(requested) > 0 {
		t.Logf("requested %s", requested)
		t.Fatal("the provider requested what it is not allowed to")
	}
	if creations > 1 || creations == 1 && !done.changes {
		t.Fatal("a creation was sent twice, or for nothing")
	}
}

// checkObjects fails if an object on the service is missing from state without an
// explanation. It also fails if the operation deleted an object that it was not
// allowed to delete. The argument before maps the ids of the objects that existed
// at the start of the operation to the types of these objects.
func (m *machine) checkObjects(t *rapid.T, before map[string]string, done *outcome) {
	after := m.service.ids()
	for id, typeName := range before {
		mayGo := done.priorID == id && done.removes() && (typeName != tlsEdge || done.policy == remove)
		if after[id] == "" && !mayGo {
			t.Logf("%s is gone", id)
			t.Fatal("an object was removed that nobody wanted removed")
		}
	}
	owned := m.ownedIDs(t)
	for _, id := range slices.Sorted(maps.Keys(after)) {
		switch {
		case owned[id]:
			delete(m.explained, id)
		case slices.Contains(candidates(done.whenApplied), id):
			m.explained[id] = "named"
		case done.priorID == id && done.policy == abandon && done.removes():
			m.explained[id] = "abandoned"
		case before[id] == "" && done.mayHaveCreated(after[id]):
			m.explained[id] = "may have been created"
		case m.explained[id] == "":
			t.Logf("no state has %s, and no diagnostic explains it; it existed before: %t", id, before[id] != "")
			t.Fatal("an object was lost")
		}
	}
}

// ownedIDs returns the ids in state. It fails if two instances have the same id.
func (m *machine) ownedIDs(t *rapid.T) map[string]bool {
	owned := map[string]bool{}
	for _, member := range m.members {
		if m.routeOf(member) != "" {
			continue // the id of a module is its route, and two modules may swap routes
		}
		id := member.instance.Text("id")
		if owned[id] {
			t.Logf("%s", id)
			t.Fatal("two instances have one object")
		}
		if id != "" {
			owned[id] = true
		}
	}
	return owned
}

// checkSecrets fails if a diagnostic shows a secret, or if state contains a
// secret outside the attribute client_secret. It also fails if a diagnostic shows
// a confidential text, unless the text may come from an error of the service.
func (m *machine) checkSecrets(t *rapid.T, done *outcome) {
	shown := done.diagnostics().String()
	if strings.Contains(shown, confidential) && !m.faults.quotes() {
		t.Fatal(done.name + " shows a configured value")
	}
	for _, member := range m.members {
		for _, one := range identityProviders(member.instance) {
			delete(one, "client_secret")
			shown += fmt.Sprint(one)
		}
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
	stored, exists := member.kind.stored(m.service, member.instance)
	if !exists {
		t.Fatal("an instance is in state and not on the service")
	}
	shown := member.kind.shown(member.instance, member.applied)
	if difference := cmp.Diff(stored, shown); difference != "" {
		t.Logf("the service (-) and the state (+) of %s:\n%s", member, difference)
		t.Fatalf("service and state of a %s disagree", member.kind.typeName())
	}
}

// importBlock matches an import block that a user can copy from an error into
// the configuration.
var importBlock = regexp.MustCompile(`import \{\n\s*to = trafficedge_\w+\.NAME\n\s*id = "(\w+)"\n\s*\}`)

// candidates returns the ids of the objects that a creation with an unknown result
// may have created. The errors about the creation contain import blocks with the ids.
func candidates(diagnostics protocoltest.Diagnostics) []string {
	var ids []string
	for _, one := range diagnostics {
		if !isError(one, failoverbackend.CreationUnknown) && !isError(one, tlsedge.CreationUnknown) {
			continue
		}
		for _, block := range importBlock.FindAllStringSubmatch(one.Detail, -1) {
			ids = append(ids, block[1])
		}
	}
	return ids
}

// mayHaveCreated reports whether an error says that the result of a creation is
// unknown. The service may then have created an object of the given type.
func (o *outcome) mayHaveCreated(typeName string) bool {
	summary := failoverbackend.CreationUnknown
	if typeName == tlsEdge {
		summary = tlsedge.CreationUnknown
	}
	return slices.ContainsFunc(o.whenApplied, func(one *tfprotov6.Diagnostic) bool { return isError(one, summary) })
}

func isError(one *tfprotov6.Diagnostic, summary string) bool {
	return one.Severity == tfprotov6.DiagnosticSeverityError && one.Summary == summary
}

// notApplied reports whether an apply has warned about an attribute. The warning
// then says that service and state have different values for this attribute.
func notApplied(diagnostics protocoltest.Diagnostics) bool {
	return slices.ContainsFunc(diagnostics, func(one *tfprotov6.Diagnostic) bool {
		return one.Severity == tfprotov6.DiagnosticSeverityWarning && one.Attribute != nil
	})
}
