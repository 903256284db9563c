// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func on(method string, fault refapi.Fault) refapi.Hook {
	return func(r refapi.Request) *refapi.Fault {
		if r.Method != method {
			return nil
		}
		return &fault
	}
}

// A creation without an id in its answer leaves nothing in state, is not sent
// again, and succeeds when it is applied again.
func TestCreate_failedAndRetried(t *testing.T) {
	t.Parallel()
	unknown := func(words ...string) []string {
		return append(words, "Could not tell whether a TLS edge was created", "It may exist all the same, created at", "Nothing was sent again",
			"and import it before you apply again", "in the Troubleshooting guide")
	}
	for name, test := range map[string]struct {
		fault refapi.Fault
		words []string
		made  int
	}{
		"refused on a member": {refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/backend/backend_id","detail":"no such backend"}]}`},
			[]string{"Could not create TLS edge", "no such backend", `AttributeName("backend").AttributeName("backend_id")`}, 0},
		"server error":                 {refapi.Fault{Status: 500}, unknown(), 0},
		"connection lost after acting": {refapi.Fault{Drop: true, AfterActing: true}, unknown(), 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, all := start(t, api.AllUndocumented()...)
			server.Intercept(on(http.MethodPost, test.fault))
			for where, c := range map[string]client{"in the service's console": newClient(t, server), "with the data source trafficedge_tls_edges": all} {
				said := c.apply(t, protocoltest.Create, fullArguments())
				wantWords(t, said, test.words...)
				isUnknown := name != "refused on a member"
				if said.Err() == nil || c.edge.Exists() || isUnknown != strings.Contains(said.String(), "Look for it "+where) ||
					!strings.Contains(said.String(), "import {") && len(said.Long()) > 0 {
					t.Errorf("in state: %t\n%s", c.edge.Exists(), said)
				}
				wantWrites(t, server, create)
			}
			server.Intercept(nil)
			all.mustApply(t, protocoltest.Create, fullArguments())
			if held := len(server.TLSEdges()); held != 2*test.made+1 {
				t.Errorf("the service has %d edges", held)
			}
		})
	}
}

// A creation whose answer differs from the plan is a warning and leaves the plan
// in state: an error would taint the edge. The next plan shows the differences.
func TestCreate_notAsPlanned(t *testing.T) {
	t.Parallel()
	stored := arguments{"hostports": []string{"a.example.com:443"}, "backend": arguments{"enabled": false, "backend_id": "bkd_a"}}
	for name, test := range map[string]struct {
		wanted   arguments
		answer   string
		warnings []string
		differs  []string // what the next plan shows
	}{
		"another value": {
			arguments{
				"description": "wanted", "hostports": []string{"b.example.com:443", "a.example.com:443"},
				"backend": arguments{"backend_id": "bkd_a"}, "tls_termination": arguments{"terminate_at": "edge"},
			},
			`{"id":"edge_1","uri":"u","description":null,"hostports":["a.example.com:443","b.example.com:443","a.example.com:443"],
				"backend":{"enabled":false,"backend":{"id":"bkd_a"}},"tls_termination":null}`,
			[]string{`The service did not apply description of TLS edge "edge_1"`, "did not apply backend.enabled of", "did not apply tls_termination of"},
			[]string{"cannot be replaced for description", "hostports", "backend.enabled", "tls_termination"},
		},
		"unreadable but for its id": {
			stored, `{"mutual_tls":{"certificate_authorities":"-----BEGIN CERTIFICATE-----"},"id":"edge_1"}`,
			[]string{`Created TLS edge "edge_1" ("a.example.com:443"), but could not read it|403 Forbidden`}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t)
			server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Hostports: []string{"a.example.com:443"}, Backend: &refapi.EdgeBackend{BackendID: "bkd_a"}})
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if r.Method == http.MethodPost {
					return &refapi.Fault{Status: http.StatusCreated, Body: test.answer}
				}
				return &refapi.Fault{Status: http.StatusForbidden}
			})
			said := c.apply(t, protocoltest.Create, test.wanted)
			if said.Err() != nil || c.edge.Tainted || len(said) != len(test.warnings) {
				t.Fatalf("tainted: %t, expected %d warnings\n%s", c.edge.Tainted, len(test.warnings), said)
			}
			for i, words := range test.warnings {
				wantWords(t, said[i:i+1], append(strings.Split(words, "|"), "next plan")...)
			}
			if state := c.state(); state["id"] != "edge_1" || state["description"] != test.wanted["description"] {
				t.Errorf("state has %v", state)
			}
			wantWrites(t, server, create)
			server.Intercept(nil)
			if plan, said := c.plan(t, test.wanted); (plan == nil) != (test.differs != nil) {
				t.Errorf("planned to %q\n%s", actionOf(plan), said)
			} else {
				wantWords(t, said, test.differs...)
			}
			c.wantNoChange(t, stored)
		})
	}
}

// A failed read leaves state as it is. Only the service's own word that the edge
// is gone removes it, with a warning.
func TestRead_failed(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	c.mustApply(t, protocoltest.Create, fullArguments())
	before := c.edge.State
	for words, fault := range map[string]refapi.Fault{
		"not a TLS edge": {Status: 200, Body: `{}`},
		"another object": {Status: 200, Body: `{"id":"other","uri":"x"}`},
		"base_url":       {Status: 404, Header: http.Header{"Content-Type": {"text/html"}}, Body: `<h1>Not here</h1>`},
		"403 Forbidden":  {Status: 403, Body: `{"detail":"no"}`},
	} {
		server.Intercept(on(http.MethodGet, fault))
		said, err := c.Refresh(t.Context(), c.edge)
		if err != nil || said.Err() == nil || !c.edge.State.Equal(before) {
			t.Errorf("got %v, %v, and %s in state", said, err, c.edge.State)
		}
		wantWords(t, said, "Could not read TLS edge", words)
	}
	server.Intercept(nil)
	server.RemoveTLSEdge(c.edge.Text("id"))
	said, err := c.Refresh(t.Context(), c.edge)
	if err != nil || said.Err() != nil || c.edge.Exists() {
		t.Fatalf("expected the edge to leave state, got %v\n%s", err, said)
	}
	wantWords(t, said, "The service has no TLS edge")
	c.mustApply(t, protocoltest.Create, fullArguments())
}

// An id may hold anything, and reaches the service as it is. An imported edge has
// the default policy. Neither that, nor the version that the service chose, nor a
// description of "" asks for a request.
func TestImport(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.AllUndocumented()...)
	for _, id := range []string{"a/b", "..", "ü?&#%2F", " "} {
		server.AddTLSEdge(refapi.TLSEdge{ID: id, TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.1"}})
		c.edge = c.imported(t, id)
		same, said, err := c.ImportByIdentity(t.Context(), typeName, map[string]string{"id": id})
		if err != nil || len(said) > 0 || c.edge.Text("id") != id || c.edge.Text("deletion_policy") != "PREVENT" || !same.State.Equal(c.edge.State) {
			t.Errorf("%q: imported %s and %s, %v\n%s", id, c.edge.State, same.State, err, said)
		}
		configured := arguments{"description": "", "tls_termination": arguments{"terminate_at": "edge"}, "deletion_policy": "ABANDON"}
		c.mustApply(t, protocoltest.Update, configured)
		wantWrites(t, server)
		c.mustApply(t, protocoltest.Update, with(configured, arguments{"description": "other"}))
		wantWrites(t, server, update)
		c.wantNoChange(t, with(configured, arguments{"description": "other"}))
	}
	_, said, err := c.Import(t.Context(), typeName, "")
	if err != nil {
		t.Error(err)
	}
	wantWords(t, said, "Invalid import id", "Expected the id of a TLS edge")
}
