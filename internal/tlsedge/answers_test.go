// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"reflect"
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
				c := newClient(t, server, false)
				c.mustApply(t, protocoltest.Create, wanted)
				created := protocoltest.PlainObject(c.edge.State)
				c.wantNoChange(t, wanted)
				if read := protocoltest.PlainObject(c.edge.State); !reflect.DeepEqual(read, created) {
					t.Errorf("read\n%v, created\n%v", read, created)
				}
			}
		})
	}
}

// The service's choices stay, also when they were configured for a while or when
// a later read leaves them out.
func TestAnswers_servicesChoice(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	server.Answer(func(a *refapi.Answers) { a.DefaultHostports = []string{"chosen.example.com:443"} })
	c := newClient(t, server, false)
	atEdge := arguments{"tls_termination": arguments{"terminate_at": "edge"}}
	plan, _ := c.plan(t, atEdge)
	want := with(atEdge, arguments{
		"id": protocoltest.Unknown{}, "uri": protocoltest.Unknown{}, "created_at": protocoltest.Unknown{}, "deletion_policy": "PREVENT",
		"hostports":       protocoltest.Unknown{},
		"tls_termination": arguments{"enabled": true, "terminate_at": "edge", "min_version": protocoltest.Unknown{}},
	})
	if !plan.After.Equal(c.Config(typeName, want)) {
		t.Errorf("planned %s, want %v", plan.After, want)
	}
	c.mustApply(t, protocoltest.Create, atEdge)
	state := protocoltest.PlainObject(c.edge.State)
	chosen := arguments{"hostports": []string{"chosen.example.com:443"}, "tls_termination": arguments{"terminate_at": "edge", "min_version": "1.2"}}
	c.wantNoChange(t, chosen)
	c.wantNoChange(t, atEdge)
	server.Answer(func(a *refapi.Answers) { a.EdgeGetMembers = []string{"id"} })
	c.mustApply(t, protocoltest.Update, with(atEdge, arguments{"deletion_policy": "ABANDON"}))
	if got, want := protocoltest.PlainObject(c.edge.State), with(state, arguments{"deletion_policy": "ABANDON"}); !reflect.DeepEqual(got, want) {
		t.Errorf("state has\n%v, want\n%v", got, want)
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
	server := acctest.Start(t, refapi.Options{})
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Metadata: indentedJSON, TrafficPolicy: &refapi.EdgeTrafficPolicy{Enabled: true, Value: indentedJSON}})
	server.Intercept(on(http.MethodPost, refapi.Fault{
		Status: http.StatusCreated, Body: `{"id":"edge_1","metadata":` + answeredJSON + `,"traffic_policy":{"enabled":true,"value":` + answeredJSON + `}}`,
	}))
	c := newClient(t, server, false)
	written := func(text string) arguments {
		return arguments{"metadata": text, "traffic_policy": arguments{"value": text}}
	}
	c.mustApply(t, protocoltest.Create, written(compactJSON))
	for _, same := range []string{compactJSON, indentedJSON} {
		c.wantNoChange(t, written(same))
		state := protocoltest.PlainObject(c.edge.State)
		if policy := (map[string]any{"enabled": true, "value": compactJSON}); state["metadata"] != compactJSON || !reflect.DeepEqual(state["traffic_policy"], policy) {
			t.Errorf("state has %v", state)
		}
	}
	for _, other := range []string{strings.Replace(indentedJSON, "15", "16", 1), "{not " + compactJSON} {
		plan, said := c.plan(t, written(other))
		if plan != nil {
			t.Errorf("expected an error, got %q", plan.Action)
		}
		wantWords(t, said, "must not be replaced for metadata", "traffic_policy.value")
	}
}

// Values may be known only during apply. A rule that they break then is an error
// before any request.
func TestCreate_unknownUntilApply(t *testing.T) {
	t.Parallel()
	later, atEdge := protocoltest.Unknown{}, fullArguments()
	upstream := arguments{
		"mutual_tls":      arguments{"enabled": false, "certificate_authority_ids": []string{"c"}},
		"tls_termination": arguments{"terminate_at": "upstream"},
	}
	for name, test := range map[string]struct {
		known, unknown arguments
		refused        string
	}{
		"texts":       {atEdge, arguments{"description": later, "metadata": later, "hostports": later}, ""},
		"modules":     {atEdge, arguments{"backend": later, "ip_restriction": later, "mutual_tls": later, "tls_termination": later, "traffic_policy": later}, ""},
		"ids":         {atEdge, arguments{"backend": arguments{"backend_id": later}, "ip_restriction": arguments{"ip_policy_ids": later}, "mutual_tls": arguments{"certificate_authority_ids": later}}, ""},
		"enabled":     {upstream, arguments{"mutual_tls": arguments{"enabled": later, "certificate_authority_ids": []string{"c"}}}, ""},
		"values":      {atEdge, arguments{"tls_termination": arguments{"terminate_at": later, "min_version": later}, "traffic_policy": arguments{"value": later}}, ""},
		"to upstream": {upstream, arguments{"tls_termination": arguments{"terminate_at": later}}, ""},
		"no version":  {upstream, arguments{"tls_termination": arguments{"terminate_at": "upstream", "min_version": later}}, ""},
		"broken rule": {
			arguments{"tls_termination": arguments{"terminate_at": "upstream", "min_version": "1.2"}},
			arguments{"tls_termination": arguments{"terminate_at": later, "min_version": "1.2"}},
			"TLS version without termination at the edge",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			c := newClient(t, server, false)
			said := c.applyKnown(t, protocoltest.Create, with(test.known, test.unknown), test.known)
			if test.refused != "" {
				wantWords(t, said, test.refused)
				wantWrites(t, server)
				return
			}
			c.wantNoChange(t, test.known)
			wantStored(t, server, c.edge.Text("id"), test.known)
		})
	}
}

// Values that are not known yet decide at apply whether an edge has to be replaced.
func TestUpdate_unknownUntilApply(t *testing.T) {
	t.Parallel()
	of := func(policy string, id, place any) arguments {
		return arguments{"deletion_policy": policy, "backend": arguments{"backend_id": id}, "tls_termination": arguments{"terminate_at": place}}
	}
	for name, test := range map[string]struct {
		has, id, place string
		action         protocoltest.Action
		refused        string
		writes         []string
	}{
		"as they were":            {"PREVENT", "bkd_a", "edge", protocoltest.Update, "", []string{create}},
		"another backend":         {"PREVENT", "bkd_b", "edge", protocoltest.Update, "must not be replaced for backend.backend_id", []string{create}},
		"another place, replaced": {"ABANDON", "bkd_b", "upstream", protocoltest.Replace, "", []string{create, create}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			c := newClient(t, server, false)
			c.mustApply(t, protocoltest.Create, of(test.has, "bkd_a", "edge"))
			known := of("ABANDON", test.id, test.place)
			said := c.applyKnown(t, test.action, of("ABANDON", protocoltest.Unknown{}, protocoltest.Unknown{}), known)
			wantWrites(t, server, test.writes...)
			if refused := test.refused != ""; refused != (said.Err() != nil) {
				t.Errorf("got\n%s", said)
			} else if !refused {
				c.wantNoChange(t, known)
			}
			wantWords(t, said, test.refused)
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
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			change := func(change func(*refapi.TLSEdge)) { server.ChangeTLSEdge("edge_1", change) }
			server.AddTLSEdge(refapi.TLSEdge{
				ID: "edge_1", Backend: &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
				TLSTermination: &refapi.EdgeTLSTermination{Enabled: false, TerminateAt: "edge", MinVersion: "1.2"},
			})
			server.Intercept(on(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: answer}))
			c, changing := newClient(t, server, false), newClient(t, server, true)
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

			change(func(e *refapi.TLSEdge) { e.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true} })
			plan, said := c.plan(t, backend)
			if plan != nil {
				t.Errorf("expected an error, got %q", plan.Action)
			}
			wantWords(t, said, "must not be replaced for mutual_tls")
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
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	server.Intercept(on(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1","uri":"u","traffic_policy":{"value":"v"}}`}))
	c := newClientWith(t, server, api.DeleteTLSEdge)
	c.mustApply(t, protocoltest.Create, arguments{"deletion_policy": "DELETE"})
	server.Intercept(nil)
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", TrafficPolicy: &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"}})
	plan, said, err := c.PlanChange(t.Context(), c.edge, protocoltest.Change{Config: c.Config(typeName, arguments{"deletion_policy": "DELETE"}), Replace: true})
	if err != nil || plan == nil {
		t.Fatal(err, said)
	}
	if said, err := c.Apply(t.Context(), c.edge, plan); err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
	server.ChangeTLSEdge(c.edge.Text("id"), func(e *refapi.TLSEdge) { e.TrafficPolicy = &refapi.EdgeTrafficPolicy{Enabled: true, Value: "w"} })
	if said, err := c.Refresh(t.Context(), c.edge); err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
	if got := protocoltest.PlainObject(c.edge.State)["traffic_policy"]; !reflect.DeepEqual(got, map[string]any{"enabled": true, "value": "w"}) {
		t.Errorf("state has %v", got)
	}
}
