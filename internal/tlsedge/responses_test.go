// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A service may send responses in several forms. In each form, the plan after an apply is
// empty, and a refresh does not change state.
func TestResponses(t *testing.T) {
	t.Parallel()
	sparse := arguments{
		"description": "", "hostports": []string{}, "backend": arguments{"backend_id": "bkd_a"},
		"ip_restriction": arguments{"ip_policy_ids": []string{"ipp_a"}},
		"mutual_tls":     arguments{"enabled": false, "certificate_authority_ids": []string{}},
	}
	upstream := arguments{
		"mutual_tls":      arguments{"enabled": false, "certificate_authority_ids": []string{"ca_a"}},
		"tls_termination": arguments{"terminate_at": "upstream"},
	}
	for name, change := range map[string]func(*refapi.Responses){
		"unset as null":        func(a *refapi.Responses) { a.Unset = refapi.UnsetNull },
		"unset as empty":       func(a *refapi.Responses) { a.Unset = refapi.UnsetEmpty },
		"unset as absent":      func(a *refapi.Responses) { a.Unset = refapi.UnsetAbsent },
		"another order":        func(a *refapi.Responses) { a.ReverseSets = true },
		"one Ref for a list":   func(a *refapi.Responses) { a.RefLists = refapi.RefListSingle },
		"null for a list":      func(a *refapi.Responses) { a.RefLists = refapi.RefListNull },
		"read says id and uri": func(a *refapi.Responses) { a.EdgeGetMembers = []string{"id", "uri"} },
		"read says id":         func(a *refapi.Responses) { a.EdgeGetMembers = []string{"id"} },
		"read says no id":      func(a *refapi.Responses) { a.EdgeGetMembers = []string{"uri"} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			server.SetResponses(change)
			for _, wanted := range []arguments{{}, fullArguments(), upstream, sparse} {
				c := newClient(t, server)
				c.mustApply(t, protocoltest.Create, wanted)
				created := c.edge.State
				c.wantNoChange(t, wanted)
				if !c.edge.State.Equal(created) {
					t.Errorf("read\n%v, created\n%v", c.edge.State, created)
				}
			}
		})
	}
}

// Three ways to write the same JSON.
const (
	compactJSON  = `{"limit":15,"names":["<a>"],"on_tcp_connect":[]}`
	indentedJSON = "{\n  \"on_tcp_connect\": [],\n  \"names\": [\"\\u003ca\\u003e\"],\n  \"limit\": 15\n}\n"
	responseJSON = `"{\"names\":[\"<a>\"],\"limit\":15,\"on_tcp_connect\":[]}"`
)

// If JSON is only written differently, a plan shows no change, and a response does not
// change state.
func TestResponses_equalJSON(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Metadata: indentedJSON, TrafficPolicy: &refapi.EdgeTrafficPolicy{Enabled: true, Value: indentedJSON}})
	server.Fail(http.MethodPost, refapi.Fault{
		Status: http.StatusCreated, Body: `{"id":"edge_1","metadata":` + responseJSON + `,"traffic_policy":{"enabled":true,"value":` + responseJSON + `}}`,
	})
	written := func(text string) arguments {
		return arguments{"metadata": text, "traffic_policy": arguments{"value": text}}
	}
	c.mustApply(t, protocoltest.Create, written(compactJSON))
	for _, same := range []string{compactJSON, indentedJSON} {
		c.wantNoChange(t, written(same))
		state := c.state()
		if policy := (map[string]any{"enabled": true, "value": compactJSON}); state["metadata"] != compactJSON || !reflect.DeepEqual(state["traffic_policy"], policy) {
			t.Errorf("state has %v", state)
		}
	}
	c.wantRefused(t, written(strings.Replace(indentedJSON, "15", "16", 1)), "cannot be replaced for metadata", "traffic_policy.value")
}

// Some values are unknown until the apply. Once such a value is known, the provider
// decides whether the edge must be replaced. If the value breaks a rule, the apply fails
// before any request is sent.
func TestUnknownUntilApply(t *testing.T) {
	t.Parallel()
	later, atEdge := protocoltest.Unknown{}, fullArguments()
	termination := func(place, version any) arguments {
		return arguments{"tls_termination": arguments{"terminate_at": place, "min_version": version}}
	}
	backend := func(policy string, id, place any) arguments {
		return with(termination(place, nil), arguments{"deletion_policy": policy, "backend": arguments{"backend_id": id}})
	}
	for name, test := range map[string]struct {
		has            arguments // nil for a new edge
		known, unknown arguments
		action         protocoltest.Action
		refused        string
		creations      int
	}{
		"modules":     {nil, atEdge, arguments{"backend": later, "ip_restriction": later, "mutual_tls": later, "tls_termination": later, "traffic_policy": later}, protocoltest.Create, "", 1},
		"broken rule": {nil, termination("upstream", "1.2"), termination(later, "1.2"), protocoltest.Create, "TLS version without termination at the edge", 0},

		"another place, replaced": {backend("ABANDON", "bkd_a", "edge"), backend("ABANDON", "bkd_b", "upstream"), backend("ABANDON", later, later), protocoltest.Replace, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t)
			if test.has != nil {
				c.mustApply(t, protocoltest.Create, test.has)
				server.ResetRequests()
			}
			plan, diags := c.planChange(t, protocoltest.Change{
				Config: c.Config(typeName, with(test.known, test.unknown)), Known: c.Config(typeName, test.known),
			})
			if plan.Action != test.action {
				t.Fatalf("expected to %s, got %q\n%s", test.action, plan.Action, diags)
			}
			diags = acctest.Must(c.Apply(t.Context(), c.edge, plan))(t)
			wantWrites(t, server, slices.Repeat([]string{create}, test.creations)...)
			if test.refused != "" {
				wantWords(t, diags, "ERROR", test.refused)
				return
			}
			c.wantNoChange(t, test.known)
			if test.has == nil {
				wantStored(t, server, c.edge.Text("id"), test.known)
			}
		})
	}
}

// The service may add a module to a new edge. The provider ignores this module
// until the configuration contains it. If an unconfigured module appears later,
// the plan shows a change.
func TestOwnModules(t *testing.T) {
	t.Parallel()
	backend := arguments{"backend": arguments{"backend_id": "bkd_a"}}
	termination := with(backend, arguments{"tls_termination": arguments{"enabled": false, "terminate_at": "edge", "min_version": "1.2"}})
	server, changing := start(t, api.UndocumentedOperations()...)
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge_1", Backend: &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: false, TerminateAt: "edge", MinVersion: "1.2"},
	})
	server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1"}`})
	c := newClient(t, server)
	c.mustApply(t, protocoltest.Create, backend)
	changing.edge = c.edge
	c.wantNoChange(t, backend)

	server.ResetRequests()
	changing.mustApply(t, protocoltest.Update, with(backend, arguments{"description": "d"}))
	for _, request := range server.Requests() {
		if _, named := request.Member("tls_termination"); named {
			t.Errorf("the service's own module is named in %s", request.Body)
		}
	}
	changing.mustApply(t, protocoltest.Update, backend)
	c.wantNoChange(t, backend)

	// After an update that the service refused, the module still belongs to the service.
	server.Fail(http.MethodPatch, refapi.Fault{Status: http.StatusConflict})
	if diags := changing.apply(t, protocoltest.Update, termination); diags.Err() == nil {
		t.Error("expected an error")
	}
	server.Intercept(nil)
	changing.wantNoChange(t, backend)
	// If the outcome of the update is unknown, or the updated edge cannot be read, no plan hides the module.
	for failing, status := range map[string]int{http.MethodPatch: http.StatusInternalServerError, http.MethodGet: http.StatusForbidden} {
		restored, patched := *changing.edge, false
		server.SetResponses(func(a *refapi.Responses) { a.Patch = refapi.PatchNoContent })
		server.Intercept(func(r refapi.Request) *refapi.Fault {
			if patched = patched || r.Method == http.MethodPatch; !patched || r.Method != failing {
				return nil
			}
			return &refapi.Fault{Status: status}
		})
		changing.apply(t, protocoltest.Update, termination)
		server.Intercept(nil)
		if plan, _ := changing.plan(t, backend); plan.Action != protocoltest.Update {
			t.Errorf("after a failed %s, the plan hides the module: %q", failing, plan.Action)
		}
		*changing.edge = restored
	}

	server.ChangeTLSEdge("edge_1", func(e *refapi.TLSEdge) { e.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true} })
	c.wantRefused(t, backend, "cannot be replaced for mutual_tls")

	changing.mustApply(t, protocoltest.Update, termination)
	changing.mustApply(t, protocoltest.Update, backend)
	if e := server.TLSEdges()[0]; e.MutualTLS != nil || e.TLSTermination != nil {
		t.Errorf("the service has %+v", e)
	}
}
