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

// A plan after an apply is empty in whatever form the service answers, and so is
// a plan after a later read.
func TestAnswers(t *testing.T) {
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
	for name, change := range map[string]func(*refapi.Answers){
		"unset as null":        func(a *refapi.Answers) { a.Unset = refapi.UnsetNull },
		"unset as empty":       func(a *refapi.Answers) { a.Unset = refapi.UnsetEmpty },
		"unset as absent":      func(a *refapi.Answers) { a.Unset = refapi.UnsetAbsent },
		"another order":        func(a *refapi.Answers) { a.ReverseSets = true },
		"one Ref for a list":   func(a *refapi.Answers) { a.RefLists = refapi.RefListSingle },
		"null for a list":      func(a *refapi.Answers) { a.RefLists = refapi.RefListNull },
		"read says id and uri": func(a *refapi.Answers) { a.EdgeGetMembers = []string{"id", "uri"} },
		"read says id":         func(a *refapi.Answers) { a.EdgeGetMembers = []string{"id"} },
		"read says no id":      func(a *refapi.Answers) { a.EdgeGetMembers = []string{"uri"} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			server.Answer(change)
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

// The service's choices stay, also when they were configured for a while or when
// a later read leaves them out.
func TestAnswers_servicesChoice(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	server.Answer(func(a *refapi.Answers) { a.DefaultHostports = []string{"chosen.example.com:443"} })
	atEdge := arguments{"tls_termination": arguments{"terminate_at": "edge"}}
	c.mustApply(t, protocoltest.Create, atEdge)
	abandoned := with(c.state(), arguments{"deletion_policy": "ABANDON"})
	chosen := arguments{"hostports": []string{"chosen.example.com:443"}, "tls_termination": arguments{"terminate_at": "edge", "min_version": "1.2"}}
	c.wantNoChange(t, chosen)
	c.wantNoChange(t, atEdge)
	server.Answer(func(a *refapi.Answers) { a.EdgeGetMembers = []string{"id"} })
	c.mustApply(t, protocoltest.Update, with(atEdge, arguments{"deletion_policy": "ABANDON"}))
	if got := c.state(); !reflect.DeepEqual(got, abandoned) {
		t.Errorf("state has\n%v, want\n%v", got, abandoned)
	}
	c.wantNoChange(t, with(chosen, arguments{"deletion_policy": "ABANDON"}))
	wantWrites(t, server, create)
}

// The same JSON, written in three ways.
const (
	compactJSON  = `{"limit":1.5e1,"names":["<a>"],"on_tcp_connect":[]}`
	indentedJSON = "{\n  \"on_tcp_connect\": [],\n  \"names\": [\"\\u003ca\\u003e\"],\n  \"limit\": 15\n}\n"
	answeredJSON = `"{\"names\":[\"<a>\"],\"limit\":15.0,\"on_tcp_connect\":[]}"`
)

// JSON written in another way is no change, neither in a plan nor in the answer
// to a creation or a read.
func TestAnswers_equalJSON(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Metadata: indentedJSON, TrafficPolicy: &refapi.EdgeTrafficPolicy{Enabled: true, Value: indentedJSON}})
	server.Intercept(on(http.MethodPost, refapi.Fault{
		Status: http.StatusCreated, Body: `{"id":"edge_1","metadata":` + answeredJSON + `,"traffic_policy":{"enabled":true,"value":` + answeredJSON + `}}`,
	}))
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
	for _, other := range []string{strings.Replace(indentedJSON, "15", "16", 1), "{not " + compactJSON} {
		c.wantRefused(t, written(other), "cannot be replaced for metadata", "traffic_policy.value")
	}
}

// Values may be known only during apply. They decide then whether an edge has to be
// replaced, and a rule that they break is an error before any request.
func TestUnknownUntilApply(t *testing.T) {
	t.Parallel()
	later, atEdge := protocoltest.Unknown{}, fullArguments()
	termination := func(place, version any) arguments {
		return arguments{"tls_termination": arguments{"terminate_at": place, "min_version": version}}
	}
	upstream := with(termination("upstream", nil), arguments{"mutual_tls": arguments{"enabled": false, "certificate_authority_ids": []string{"c"}}})
	backend := func(policy string, id, place any) arguments {
		return with(termination(place, nil), arguments{"deletion_policy": policy, "backend": arguments{"backend_id": id}})
	}
	for name, test := range map[string]struct {
		has            arguments // nil where the edge is new
		known, unknown arguments
		action         protocoltest.Action
		refused        string
		creations      int
	}{
		"texts":       {nil, atEdge, arguments{"description": later, "metadata": later, "hostports": later}, protocoltest.Create, "", 1},
		"modules":     {nil, atEdge, arguments{"backend": later, "ip_restriction": later, "mutual_tls": later, "tls_termination": later, "traffic_policy": later}, protocoltest.Create, "", 1},
		"ids":         {nil, atEdge, arguments{"backend": arguments{"backend_id": later}, "ip_restriction": arguments{"ip_policy_ids": later}, "mutual_tls": arguments{"certificate_authority_ids": later}}, protocoltest.Create, "", 1},
		"enabled":     {nil, upstream, arguments{"mutual_tls": arguments{"enabled": later, "certificate_authority_ids": []string{"c"}}}, protocoltest.Create, "", 1},
		"values":      {nil, atEdge, with(termination(later, later), arguments{"traffic_policy": arguments{"value": later}}), protocoltest.Create, "", 1},
		"to upstream": {nil, upstream, termination(later, nil), protocoltest.Create, "", 1},
		"no version":  {nil, upstream, termination("upstream", later), protocoltest.Create, "", 1},
		"broken rule": {nil, termination("upstream", "1.2"), termination(later, "1.2"), protocoltest.Create, "TLS version without termination at the edge", 0},

		"as they were":            {backend("PREVENT", "bkd_a", "edge"), backend("ABANDON", "bkd_a", "edge"), backend("ABANDON", later, later), protocoltest.Update, "", 0},
		"another backend":         {backend("PREVENT", "bkd_a", "edge"), backend("ABANDON", "bkd_b", "edge"), backend("ABANDON", later, later), protocoltest.Update, "cannot be replaced for backend.backend_id", 0},
		"another place, replaced": {backend("ABANDON", "bkd_a", "edge"), backend("ABANDON", "bkd_b", "upstream"), backend("ABANDON", later, later), protocoltest.Replace, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t)
			if test.has != nil {
				c.mustApply(t, protocoltest.Create, test.has)
				server.ResetRequests()
			}
			change := c.config(with(test.known, test.unknown))
			change.Known = c.config(test.known).Config
			plan, said := c.planChange(t, change)
			if actionOf(plan) != test.action {
				t.Fatalf("expected to %s, got %q\n%s", test.action, actionOf(plan), said)
			}
			said = c.carryOut(t, plan)
			wantWrites(t, server, slices.Repeat([]string{create}, test.creations)...)
			if test.refused != "" {
				wantWords(t, said, "ERROR", test.refused)
				return
			}
			c.wantNoChange(t, test.known)
			if test.has == nil {
				wantStored(t, server, c.edge.Text("id"), test.known)
			}
		})
	}
}

// A module that the answer to the creation has, or the read that completes it,
// although nobody asked for it, is the service's own until it is configured. Any
// other module that nobody configured is a difference.
func TestOwnModules(t *testing.T) {
	t.Parallel()
	backend := arguments{"backend": arguments{"backend_id": "bkd_a"}}
	termination := with(backend, arguments{"tls_termination": arguments{"enabled": false, "terminate_at": "edge", "min_version": "1.2"}})
	for name, answer := range map[string]string{
		"in the answer": `{"id":"edge_1","uri":"u","backend":{"enabled":true,"backend":{"id":"bkd_a"}},"mutual_tls":null,` +
			`"tls_termination":{"enabled":false,"terminate_at":"edge","min_version":"1.2"}}`,
		"in the read": `{"id":"edge_1"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, changing := start(t, api.AllUndocumented()...)
			server.AddTLSEdge(refapi.TLSEdge{
				ID: "edge_1", Backend: &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
				TLSTermination: &refapi.EdgeTLSTermination{Enabled: false, TerminateAt: "edge", MinVersion: "1.2"},
			})
			server.Intercept(on(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: answer}))
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

			server.ChangeTLSEdge("edge_1", func(e *refapi.TLSEdge) { e.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true} })
			c.wantRefused(t, backend, "cannot be replaced for mutual_tls")
			changing.mustApply(t, protocoltest.Update, backend)
			if e := server.TLSEdges()[0]; e.MutualTLS != nil || e.TLSTermination == nil {
				t.Errorf("the service has %+v", e)
			}

			// Once it is configured, it is as any other module.
			changing.mustApply(t, protocoltest.Update, termination)
			c.wantNoChange(t, termination)
			changing.mustApply(t, protocoltest.Update, backend)
			c.wantNoChange(t, backend)
			if e := server.TLSEdges()[0]; e.TLSTermination != nil {
				t.Errorf("the service has %+v", e)
			}
		})
	}
}

// A replacement asks for its modules anew: what the service added to the old edge
// says nothing about the new one.
func TestOwnModules_ofAReplacement(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.DeleteTLSEdge)
	server.Intercept(on(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1","uri":"u","traffic_policy":{"value":"v"}}`}))
	c.mustApply(t, protocoltest.Create, arguments{"deletion_policy": "DELETE"})
	server.Intercept(nil)
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", TrafficPolicy: &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"}})
	change := c.config(arguments{"deletion_policy": "DELETE"})
	change.Replace = true
	plan, said := c.planChange(t, change)
	if said = append(said, c.carryOut(t, plan)...); len(said) > 0 {
		t.Fatal(said)
	}
	server.ChangeTLSEdge(c.edge.Text("id"), func(e *refapi.TLSEdge) { e.TrafficPolicy = &refapi.EdgeTrafficPolicy{Enabled: true, Value: "w"} })
	c.plan(t, arguments{})
	if got := c.state()["traffic_policy"]; !reflect.DeepEqual(got, map[string]any{"enabled": true, "value": "w"}) {
		t.Errorf("state has %v", got)
	}
}
