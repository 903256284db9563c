// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A failed creation stores nothing in state, and the provider does not retry the
// creation. The next apply succeeds.
func TestCreate_failedAndRetried(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault refapi.Fault
		words []string
	}{
		"refused on a member": {refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/backend/backend_id","detail":"no such backend"}]}`},
			[]string{"Could not create TLS edge", "The service refused /backend/backend_id: no such backend"}},
		"server error": {refapi.Fault{Status: 500}, []string{
			"Could not tell whether a TLS edge was created", "The service may have created the edge, at", "The request was not retried",
			"import it before you apply again", "in the Troubleshooting guide",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, all := start(t, api.UndocumentedOperations()...)
			server.Fail(http.MethodPost, test.fault)
			for where, c := range map[string]client{"in the service's console": newClient(t, server), "with the data source trafficedge_tls_edges": all} {
				diags := c.apply(t, protocoltest.Create, fullArguments())
				wantWords(t, diags, test.words...)
				isUnknown := name != "refused on a member"
				if diags.Err() == nil || c.edge.Exists() || isUnknown != strings.Contains(diags.String(), "Look for it "+where) ||
					!strings.Contains(diags.String(), "import {") && len(diags.Long()) > 0 {
					t.Errorf("in state: %t\n%s", c.edge.Exists(), diags)
				}
				wantWrites(t, server, create)
			}
			server.Intercept(nil)
			all.mustApply(t, protocoltest.Create, fullArguments())
		})
	}
}

// If the response to a creation differs from the plan, the provider warns about each
// difference and stores the plan in state. An error would taint the edge. The next plan
// shows the differences.
func TestCreate_notAsPlanned(t *testing.T) {
	t.Parallel()
	stored := arguments{"hostports": []string{"a.example.com:443"}, "backend": arguments{"enabled": false, "backend_id": "bkd_a"}}
	for name, test := range map[string]struct {
		wanted   arguments
		response string
		warnings []string
		differs  []string // attributes that the next plan changes
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
			[]string{`Created TLS edge "edge_1", but could not read it|403 Forbidden`}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t)
			server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Hostports: []string{"a.example.com:443"}, Backend: &refapi.EdgeBackend{BackendID: "bkd_a"}})
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if r.Method == http.MethodPost {
					return &refapi.Fault{Status: http.StatusCreated, Body: test.response}
				}
				return &refapi.Fault{Status: http.StatusForbidden}
			})
			diags := c.apply(t, protocoltest.Create, test.wanted)
			if diags.Err() != nil || c.edge.Tainted || len(diags) != len(test.warnings) {
				t.Fatalf("tainted: %t, expected %d warnings\n%s", c.edge.Tainted, len(test.warnings), diags)
			}
			for i, words := range test.warnings {
				wantWords(t, diags[i:i+1], append(strings.Split(words, "|"), "next plan")...)
			}
			if state := c.state(); state["id"] != "edge_1" || state["description"] != test.wanted["description"] {
				t.Errorf("state has %v", state)
			}
			wantWrites(t, server, create)
			server.Intercept(nil)
			if plan, diags := c.plan(t, test.wanted); (plan == nil) != (test.differs != nil) {
				t.Errorf("planned to %q\n%s", actionOf(plan), diags)
			} else {
				wantWords(t, diags, test.differs...)
			}
			c.wantNoChange(t, stored)
		})
	}
}

// A failed read does not change state. If the edge no longer exists, a read removes the
// edge from state with a warning.
func TestRead_failed(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	c.mustApply(t, protocoltest.Create, fullArguments())
	before := c.edge.State
	server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
	diags, err := c.Refresh(t.Context(), c.edge)
	if err != nil || diags.Err() == nil || !c.edge.State.Equal(before) {
		t.Errorf("got %v, %v, and %s in state", diags, err, c.edge.State)
	}
	wantWords(t, diags, "Could not read TLS edge", "403 Forbidden")
	server.Intercept(nil)
	server.RemoveTLSEdge(c.edge.Text("id"))
	diags, err = c.Refresh(t.Context(), c.edge)
	if err != nil || diags.Err() != nil || c.edge.Exists() {
		t.Fatalf("expected the edge to leave state, got %v\n%s", err, diags)
	}
	wantWords(t, diags, "The service has no TLS edge")
	c.mustApply(t, protocoltest.Create, fullArguments())
}

// The id of an imported edge may contain any character. The imported edge has the
// default policy. The configuration then changes the policy, sets the description "",
// and omits the version that the service chose. The apply sends no write request.
func TestImport(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.UndocumentedOperations()...)
	for _, id := range []string{"a/b", "..", "ü?&#%2F", " "} {
		server.AddTLSEdge(refapi.TLSEdge{ID: id, TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.1"}})
		c.edge = c.imported(t, id)
		same, diags, err := c.ImportByIdentity(t.Context(), typeName, map[string]string{"id": id})
		if err != nil || len(diags) > 0 || c.edge.Text("id") != id || c.edge.Text("deletion_policy") != "PREVENT" || !same.State.Equal(c.edge.State) {
			t.Errorf("%q: imported %s and %s, %v\n%s", id, c.edge.State, same.State, err, diags)
		}
		configured := arguments{"description": "", "tls_termination": arguments{"terminate_at": "edge"}, "deletion_policy": "ABANDON"}
		c.mustApply(t, protocoltest.Update, configured)
		wantWrites(t, server)
		c.mustApply(t, protocoltest.Update, with(configured, arguments{"description": "other"}))
		wantWrites(t, server, update)
		c.wantNoChange(t, with(configured, arguments{"description": "other"}))
	}
	_, byID, err := c.Import(t.Context(), typeName, "")
	_, byIdentity, otherErr := c.ImportByIdentity(t.Context(), typeName, map[string]string{"id": ""})
	for _, diags := range []protocoltest.Diagnostics{byID, byIdentity} {
		if err != nil || otherErr != nil || len(diags) != 1 {
			t.Errorf("got %v, %v, %v", diags, err, otherErr)
		}
		wantWords(t, diags, "Invalid import id", "The id of a TLS edge cannot be empty")
	}
}

// A response may have no setting of the edge (interface section 4.2). Every configuration
// would then need a new edge, unless the service can change edges.
func TestImport_withoutSettings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		edge       refapi.TLSEdge
		responses  refapi.Responses
		operations []api.UndocumentedOperation
		want       string // "" if the import succeeds
	}{
		"ids alone":                 {responses: refapi.Responses{EdgeGetMembers: []string{"id", "uri"}}, want: "cannot be imported"},
		"ids alone, may be changed": {responses: refapi.Responses{EdgeGetMembers: []string{"id", "uri"}}, operations: []api.UndocumentedOperation{api.UpdateTLSEdge}},
		"unset is null":             {},
		"unset is absent": {
			edge: refapi.TLSEdge{IPRestriction: &refapi.EdgeIPRestriction{Enabled: true}}, responses: refapi.Responses{Unset: refapi.UnsetAbsent},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, test.operations...)
			server.SetResponses(func(a *refapi.Responses) { *a = test.responses })
			edge, diags, err := c.Import(t.Context(), typeName, server.AddTLSEdge(test.edge).ID)
			acctest.NoError(t, err)
			if edge.Exists() != (test.want == "") || (diags.Err() == nil) != edge.Exists() {
				t.Errorf("in state: %t\n%s", edge.Exists(), diags)
			}
			if test.want != "" {
				wantWords(t, diags, test.want, "no setting of the edge", "update_tls_edge")
			}
			wantWrites(t, server)
		})
	}
}
