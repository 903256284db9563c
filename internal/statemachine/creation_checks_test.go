// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"pgregory.net/rapid"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// checkCreation fails if a creation failed under faults that the provider can overcome, or
// if state has an object that does not exist.
func (m *machine) checkCreation(t *rapid.T, done *outcome) {
	typeName, id := done.member.instance.TypeName, done.member.id()
	isSingle := done.applied && done.plan.Action == protocoltest.Create && typeName != routeOAuth
	if !done.faults.isCalm() || !isSingle || done.interrupted || m.isLimited || m.isTrial {
		return
	}
	isAccepted := func(r refapi.Request) bool { return r.Method == http.MethodPost && r.Status == http.StatusAccepted }
	switch {
	case !slices.ContainsFunc(done.requests, isAccepted):
		if done.failed() {
			t.Fatalf("a creation failed, and its faults were over soon: %v", done.diagnostics())
		}
		if done.whenRead.Failed() {
			t.Fatal("the data source of a new object failed")
		}
	case strings.HasPrefix(id, operationPrefix):
		t.Fatal("state has an object that was never created")
	case done.unknownCreations(typeName) == 0, !strings.Contains(done.whenApplied.String(), operationPrefix):
		t.Fatal("no error names the id in the response to a creation")
	}
}

// unknownCreations returns the number of errors that say that the result of a creation is
// unknown, and tell the user the way on: the time of the request, by which the user finds the
// object, and the heading in the guide. The service may then have created an object of the
// given type.
func (o *outcome) unknownCreations(typeName string) (count int) {
	noun := map[string]string{failoverBackend: "failover backend", tlsEdge: "TLS edge"}[typeName]
	summary := fmt.Sprintf(apidiag.CreationUnknown, noun)
	for _, diagnostic := range o.diagnostics() {
		_, sent, _ := strings.Cut(diagnostic.Detail, "the request was sent at ")
		sent, _, _ = strings.Cut(sent, ",")
		at, err := time.Parse("2006-01-02T15:04:05Z", sent)
		isInStep := err == nil && !at.Before(o.began.Truncate(time.Second)) && !at.After(time.Now())
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityError && diagnostic.Summary == summary && isInStep &&
			strings.Contains(diagnostic.Detail, fmt.Sprintf("See %q in the Troubleshooting guide", summary)) {
			count++
		}
	}
	return count
}

// saysMoved reports whether an error says that the response to an update of an object
// describes another object.
func (o *outcome) saysMoved(id, other string) bool {
	return id != "" && id != other && slices.ContainsFunc(o.whenApplied, func(diagnostic *tfprotov6.Diagnostic) bool {
		text := diagnostic.Summary + diagnostic.Detail
		return diagnostic.Severity == tfprotov6.DiagnosticSeverityError && strings.Contains(text, id) && strings.Contains(text, other)
	})
}
