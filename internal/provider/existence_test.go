// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	failoverBackend = "trafficedge_failover_backend"
	tlsEdge         = "trafficedge_tls_edge"
)

// impatient returns a provider whose waits are short. Each attempt has all the time
// that a busy machine may need.
func impatient(t *testing.T, server *acctest.Server) *protocoltest.Provider {
	t.Helper()
	provider, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
		"base_url":       protocoltest.String(server.URL),
		"max_retries":    tftypes.NewValue(tftypes.Number, 2),
		"max_retry_wait": protocoltest.String("5ms"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

func minimal(typeName string) map[string]any {
	if typeName == failoverBackend {
		return map[string]any{"backends": []string{"bkd_a"}}
	}
	return map[string]any{"description": "an edge", "deletion_policy": "ABANDON"}
}

// apply applies the minimal configuration of an instance.
func apply(t *testing.T, provider *protocoltest.Provider, instance *protocoltest.Instance) protocoltest.Diagnostics {
	t.Helper()
	plan, diagnostics, err := provider.Plan(t.Context(), instance, provider.Config(instance.TypeName, minimal(instance.TypeName)))
	if plan == nil {
		t.Fatal(diagnostics, err)
	}
	more, err := provider.Apply(t.Context(), instance, plan)
	if err != nil {
		t.Fatal(more, err)
	}
	return append(diagnostics, more...)
}

func idsOf(server *acctest.Server, typeName string) []string {
	var ids []string
	for _, backend := range server.FailoverBackends() {
		if typeName == failoverBackend {
			ids = append(ids, backend.ID)
		}
	}
	for _, edge := range server.TLSEdges() {
		if typeName == tlsEdge {
			ids = append(ids, edge.ID)
		}
	}
	return ids
}

func posts(server *acctest.Server) int {
	count := 0
	for _, request := range server.Requests() {
		if request.Method == http.MethodPost {
			count++
		}
	}
	return count
}

// creationFaults returns answers to a creation that leave its outcome unknown, one of
// each kind.
func creationFaults() map[string]refapi.Fault {
	html := func(status int) refapi.Fault {
		return refapi.Fault{
			Status: status, Body: "<html><title>gateway</title></html>",
			Header: http.Header{"Content-Type": {"text/html"}, "Retry-After": {"0"}},
		}
	}
	return map[string]refapi.Fault{
		"dropped":          {Drop: true},
		"half an answer":   {Truncate: true},
		"101":              {Status: 101},
		"200, sign-in":     html(200),
		"201, no id":       {Status: 201, Body: `{"ok":true}`},
		"201, a foul id":   {Status: 201, Body: `{"id":"\u001b[31m"}`},
		"202":              {Status: 202},
		"303":              {Status: 303, Header: http.Header{"Location": {"/welcome"}}},
		"408":              {Status: 408},
		"500":              {Status: 500, Body: `{"detail":"oops"}`},
		"503 of a gateway": html(503),
	}
}

// A creation is sent once, whatever comes back. Its object is in state, or an error
// names it or says that it may exist.
func TestCreation_isSentOnce(t *testing.T) {
	t.Parallel()
	for name, answer := range creationFaults() {
		for when, act := range map[string]func(*refapi.Fault){
			"never acts": func(f *refapi.Fault) {
				if f.Status == 0 {
					f.Drop, f.Truncate = true, false
				}
			},
			"acts before": func(f *refapi.Fault) { f.AfterActing = true },
			"acts late":   func(f *refapi.Fault) { f.ActLate = true },
		} {
			for _, typeName := range []string{failoverBackend, tlsEdge} {
				fault := answer
				act(&fault)
				t.Run(strings.Join([]string{typeName, name, when}, "/"), func(t *testing.T) {
					t.Parallel()
					testSentOnce(t, typeName, fault)
				})
			}
		}
	}
}

func testSentOnce(t *testing.T, typeName string, fault refapi.Fault) {
	t.Helper()
	server := acctest.Start(t, refapi.Options{})
	server.AddFailoverBackend(refapi.FailoverBackend{ID: "twin", Backends: []string{"bkd_a"}, CreatedAt: "2020-01-01T00:00:00Z"})
	lists := 0
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		switch {
		case r.Method == http.MethodPost:
			return &fault
		case strings.HasSuffix(r.Path, "/failover"):
			lists++
			if lists == 3 {
				server.ActPending()
			}
		}
		return nil
	})
	instance := impatient(t, server).NewInstance(typeName)
	diagnostics := apply(t, impatient(t, server), instance)
	server.ActPending()
	if sent := posts(server); sent != 1 {
		t.Errorf("sent %d creations", sent)
	}
	if diagnostics.Err() == nil || instance.Exists() {
		t.Errorf("expected an error and no state, got %s", diagnostics)
	}
	for _, id := range idsOf(server, typeName) {
		named := slices.Contains(importable(diagnostics), id)
		if id != "twin" && typeName == failoverBackend && !named || id == "twin" && named {
			t.Errorf("%s is named: %t\n%s", id, named, diagnostics)
		}
	}
	if typeName == tlsEdge && !strings.Contains(diagnostics.String(), "Could not tell whether a TLS edge was created") {
		t.Errorf("got %s", diagnostics)
	}
}

// importable returns the ids in the import blocks of diagnostics.
func importable(diagnostics protocoltest.Diagnostics) []string {
	var ids []string
	for _, block := range regexp.MustCompile(`import \{\n {2}to = \S+\n {2}id = "(.*)"\n\}`).FindAllStringSubmatch(diagnostics.String(), -1) {
		ids = append(ids, block[1])
	}
	return ids
}

// An object that the answer names is read, and is in state untainted.
func TestCreation_namedByItsAnswer(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*refapi.Answers){
		"id alone, shows late":   func(a *refapi.Answers) { a.Create, a.ReadLag = refapi.CreateIDAlone, 3 },
		"id alone, never shows":  func(a *refapi.Answers) { a.Create, a.ReadLag = refapi.CreateIDAlone, 100 },
		"Location, path":         func(a *refapi.Answers) { a.Create = refapi.CreateLocationPath },
		"whole, but shows later": func(a *refapi.Answers) { a.ReadLag = 100 },
	} {
		for _, typeName := range []string{failoverBackend, tlsEdge} {
			t.Run(typeName+"/"+name, func(t *testing.T) {
				t.Parallel()
				server := acctest.Start(t, refapi.Options{})
				server.Answer(change)
				provider := impatient(t, server)
				instance := provider.NewInstance(typeName)
				diagnostics := apply(t, provider, instance)
				ids := idsOf(server, typeName)
				if diagnostics.Err() != nil || len(ids) != 1 || instance.Text("id") != ids[0] || instance.Tainted || posts(server) != 1 {
					t.Errorf("state %q, tainted %t, service %q\n%s", instance.Text("id"), instance.Tainted, ids, diagnostics)
				}
			})
		}
	}
}

// No object leaves state for an answer that is not the API's. One that the service
// says is gone does, with a warning that names it.
func TestExistence_foreignAnswers(t *testing.T) {
	t.Parallel()
	gateway := &refapi.Fault{Status: 404, Body: `{"message":"no Route matched"}`}
	for name, test := range map[string]struct {
		typeName string
		answer   *refapi.Fault // nil for the service's own, which has the object no more
		gone     bool
	}{
		"failover backend, page":    {failoverBackend, &refapi.Fault{Status: 404, Body: "<html>not found</html>"}, false},
		"failover backend, gateway": {failoverBackend, gateway, false}, // its list still has it
		"failover backend, gone":    {failoverBackend, nil, true},
		"TLS edge, page":            {tlsEdge, &refapi.Fault{Status: 404, Body: "<html>not found</html>"}, false},
		"TLS edge, half":            {tlsEdge, &refapi.Fault{Status: 404, Body: `{"title":"Not Found"}`, Truncate: true}, false},
		"TLS edge, gone":            {tlsEdge, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			provider := impatient(t, server)
			instance := provider.NewInstance(test.typeName)
			if diagnostics := apply(t, provider, instance); diagnostics.Err() != nil {
				t.Fatal(diagnostics)
			}
			id := instance.Text("id")
			if test.gone {
				server.RemoveFailoverBackend(id)
				server.RemoveTLSEdge(id)
			}
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if strings.HasSuffix(r.Path, "/failover") {
					return nil
				}
				return test.answer
			})
			if test.typeName == failoverBackend && !test.gone {
				plan, _, err := provider.PlanDestroy(t.Context(), instance)
				if err != nil {
					t.Fatal(err)
				}
				diagnostics, err := provider.Apply(t.Context(), instance, plan)
				if err != nil || diagnostics.Err() == nil || !instance.Exists() {
					t.Errorf("destroy: in state %t, %s, %v", instance.Exists(), diagnostics, err)
				}
			}
			diagnostics, err := provider.Refresh(t.Context(), instance)
			if err != nil || (diagnostics.Err() == nil) != test.gone || instance.Exists() == test.gone || !strings.Contains(diagnostics.String(), id) {
				t.Errorf("refresh: in state %t, %s, %v", instance.Exists(), diagnostics, err)
			}
		})
	}
}
