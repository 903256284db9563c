// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
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

// creationFaults returns answers to a creation that leave its outcome unknown.
func creationFaults() map[string]refapi.Fault {
	html := func(status int) refapi.Fault {
		return refapi.Fault{
			Status: status, Body: "<html><title>gateway</title></html>",
			Header: http.Header{"Content-Type": {"text/html"}, "Retry-After": {"0"}},
		}
	}
	redirect := func(status int) refapi.Fault {
		return refapi.Fault{Status: status, Header: http.Header{"Location": {"/welcome"}}}
	}
	return map[string]refapi.Fault{
		"dropped":              {Drop: true},
		"half an answer":       {Truncate: true},
		"101":                  {Status: 101},
		"200, sign-in page":    html(200),
		"201, empty":           {Status: 201},
		"201, no id":           {Status: 201, Body: `{"ok":true}`},
		"201, a foul id":       {Status: 201, Body: `{"id":"\u001b[31m"}`},
		"202":                  {Status: 202},
		"300":                  redirect(300),
		"301":                  redirect(301),
		"302":                  redirect(302),
		"303":                  redirect(303),
		"303, without address": {Status: 303},
		"408":                  {Status: 408},
		"500":                  {Status: 500, Body: `{"detail":"oops"}`},
		"502":                  html(502),
		"503, gateway":         html(503),
		"504":                  {Status: 504},
		"524":                  {Status: 524},
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
		"id alone":               func(a *refapi.Answers) { a.Create = refapi.CreateIDAlone },
		"id alone, shows late":   func(a *refapi.Answers) { a.Create, a.ReadLag = refapi.CreateIDAlone, 3 },
		"id alone, never shows":  func(a *refapi.Answers) { a.Create, a.ReadLag = refapi.CreateIDAlone, 100 },
		"Location, path":         func(a *refapi.Answers) { a.Create = refapi.CreateLocationPath },
		"Location, URL":          func(a *refapi.Answers) { a.Create = refapi.CreateLocationURL },
		"200":                    func(a *refapi.Answers) { a.Create = refapi.CreateOK },
		"Location, never shows":  func(a *refapi.Answers) { a.Create, a.ReadLag = refapi.CreateLocationPath, 100 },
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

// A setting that is not applied at creation makes a warning, and the next plan is
// an update.
func TestCreation_settingsNotApplied(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method == http.MethodPost {
			for _, made := range server.FailoverBackends() {
				server.ChangeFailoverBackend(made.ID, func(b *refapi.FailoverBackend) { b.Description = "mine" })
			}
		}
		return nil
	})
	server.Answer(func(a *refapi.Answers) { a.Create = refapi.CreateIDAlone })
	provider := impatient(t, server)
	instance := provider.NewInstance(failoverBackend)
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method == http.MethodGet {
			server.ChangeFailoverBackend(server.FailoverBackends()[0].ID, func(b *refapi.FailoverBackend) { b.Description = "the service's" })
		}
		return nil
	})
	diagnostics := apply(t, provider, instance)
	if diagnostics.Err() != nil || instance.Tainted || !strings.Contains(diagnostics.String(), "The service did not apply description") {
		t.Errorf("tainted %t, %s", instance.Tainted, diagnostics)
	}
	if _, err := provider.Refresh(t.Context(), instance); err != nil {
		t.Fatal(err)
	}
	plan, diagnostics, err := provider.Plan(t.Context(), instance, provider.Config(failoverBackend, minimal(failoverBackend)))
	if err != nil || plan == nil || plan.Action != protocoltest.Update {
		t.Errorf("planned %+v, %s, %v", plan, diagnostics, err)
	}
}

// foreignAnswers returns answers that something in front of the API gives to a read
// or a deletion of an existing object.
func foreignAnswers() map[string]refapi.Fault {
	html := http.Header{"Content-Type": {"text/html"}}
	return map[string]refapi.Fault{
		"404 text":           {Status: 404, Header: http.Header{"Content-Type": {"text/plain"}}, Body: "default backend - 404"},
		"404 HTML":           {Status: 404, Header: html, Body: "<html>not found</html>"},
		"404 HTML, half":     {Status: 404, Header: html, Body: "<html>not found</html>", Truncate: true},
		"404 HTML, as JSON":  {Status: 404, Header: http.Header{"Content-Type": {"application/json"}}, Body: "<html>not found</html>"},
		"404 too large":      {Status: 404, Header: html, Body: "<html>" + strings.Repeat(" ", 17<<20) + "</html>"},
		"404 JSON, half":     {Status: 404, Body: `{"title":"Not Found"}`, Truncate: true},
		"200 sign-in":        {Status: 200, Header: html, Body: "<html>sign in</html>"},
		"200 not successful": {Status: 200, Body: `{"success": false}`},
	}
}

// No object leaves state for an answer that is not the API's.
func TestExistence_foreignAnswers(t *testing.T) {
	t.Parallel()
	answers := foreignAnswers()
	// A failover backend must be missing from the list too, so a JSON 404 alone
	// does not remove it.
	gateway := maps.Clone(answers)
	gateway["404 JSON of a gateway"] = refapi.Fault{Status: 404, Body: `{"message":"no Route matched"}`}
	for typeName, answers := range map[string]map[string]refapi.Fault{failoverBackend: gateway, tlsEdge: answers} {
		for name, fault := range answers {
			t.Run(typeName+"/"+name, func(t *testing.T) {
				t.Parallel()
				server := acctest.Start(t, refapi.Options{})
				provider := impatient(t, server)
				instance := provider.NewInstance(typeName)
				if diagnostics := apply(t, provider, instance); diagnostics.Err() != nil {
					t.Fatal(diagnostics)
				}
				server.Intercept(func(r refapi.Request) *refapi.Fault {
					if strings.HasSuffix(r.Path, "/failover") {
						return nil
					}
					return &fault
				})
				diagnostics, err := provider.Refresh(t.Context(), instance)
				if err != nil || diagnostics.Err() == nil || !instance.Exists() {
					t.Errorf("refresh: in state %t, %s, %v", instance.Exists(), diagnostics, err)
				}
				if typeName == tlsEdge {
					return
				}
				plan, _, err := provider.PlanDestroy(t.Context(), instance)
				if err != nil {
					t.Fatal(err)
				}
				diagnostics, err = provider.Apply(t.Context(), instance, plan)
				if err != nil || diagnostics.Err() == nil || !instance.Exists() {
					t.Errorf("destroy: in state %t, %s, %v", instance.Exists(), diagnostics, err)
				}
			})
		}
	}
}

// An object that the service says is gone leaves state, with a warning that names it.
func TestExistence_givenUp(t *testing.T) {
	t.Parallel()
	for _, typeName := range []string{failoverBackend, tlsEdge} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			provider := impatient(t, server)
			instance := provider.NewInstance(typeName)
			if diagnostics := apply(t, provider, instance); diagnostics.Err() != nil {
				t.Fatal(diagnostics)
			}
			id := instance.Text("id")
			server.RemoveFailoverBackend(id)
			server.RemoveTLSEdge(id)
			diagnostics, err := provider.Refresh(t.Context(), instance)
			if err != nil || diagnostics.Err() != nil || instance.Exists() || !strings.Contains(diagnostics.String(), id) {
				t.Errorf("in state %t, %s, %v", instance.Exists(), diagnostics, err)
			}
		})
	}
}

// A list that summarises or lags shows no drift.
func TestExistence_listThatLags(t *testing.T) {
	t.Parallel()
	for name, lag := range map[string]func(*acctest.Server){
		"summarises": func(s *acctest.Server) {
			s.Answer(func(a *refapi.Answers) { a.ListOmits = []string{"metadata", "description"} })
		},
		"lags": func(s *acctest.Server) {
			for _, b := range s.FailoverBackends() {
				s.ChangeFailoverBackend(b.ID, func(b *refapi.FailoverBackend) { b.Description = "before" })
			}
			s.FreezeList()
			for _, b := range s.FailoverBackends() {
				s.ChangeFailoverBackend(b.ID, func(b *refapi.FailoverBackend) { b.Description = "described" })
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			provider := impatient(t, server)
			arguments := map[string]any{"backends": []string{"bkd_a"}, "description": "described", "metadata": "{}"}
			instances := make([]*protocoltest.Instance, 8)
			for i := range instances {
				instances[i] = provider.NewInstance(failoverBackend)
				plan, diagnostics, err := provider.Plan(t.Context(), instances[i], provider.Config(failoverBackend, arguments))
				if plan == nil {
					t.Fatal(diagnostics, err)
				}
				if diagnostics, err = provider.Apply(t.Context(), instances[i], plan); err != nil || diagnostics.Err() != nil {
					t.Fatal(diagnostics, err)
				}
			}
			lag(server)
			for _, instance := range instances {
				if diagnostics, err := provider.Refresh(t.Context(), instance); err != nil || diagnostics.Err() != nil {
					t.Fatal(diagnostics, err)
				}
				plan, diagnostics, err := provider.Plan(t.Context(), instance, provider.Config(failoverBackend, arguments))
				if err != nil || plan == nil || plan.Action != protocoltest.NoOp {
					t.Errorf("planned %+v, %s, %v", plan, diagnostics, err)
				}
			}
		})
	}
}
