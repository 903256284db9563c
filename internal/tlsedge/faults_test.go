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
	const unknown = "Could not tell whether a TLS edge was created|The service may have created the edge, at|The request was not retried|" +
		"import it before you apply again|in the Troubleshooting guide|Look for it "
	refused := refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/backend/backend_id","detail":"no such backend"}]}`}
	for name, test := range map[string]struct {
		fault      refapi.Fault
		operations []api.UndocumentedOperation
		words      string
	}{
		"refused":              {refused, nil, "Could not create TLS edge|The service refused /backend/backend_id: no such backend"},
		"server error":         {refapi.Fault{Status: 500}, nil, unknown + "in the service's console"},
		"server error, listed": {refapi.Fault{Status: 500}, api.UndocumentedOperations(), unknown + "with the data source trafficedge_tls_edges"},
	} {
		server, c := start(t, test.operations...)
		server.Fail(http.MethodPost, test.fault)
		diags := c.apply(t, protocoltest.Create, fullArguments())
		if diags.Err() == nil || c.edge.Exists() || len(diags) != 1 || len(diags.Long()) > 0 {
			t.Errorf("%s: in state: %t\n%s", name, c.edge.Exists(), diags)
		}
		wantWords(t, diags, strings.Split(test.words, "|")...)
		wantWrites(t, server, create)
		server.Intercept(nil)
		c.mustApply(t, protocoltest.Create, fullArguments())
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
			plan, diags := c.plan(t, test.wanted)
			if wantWords(t, diags, test.differs...); (plan.Action == "") != (test.differs != nil) {
				t.Errorf("planned to %q\n%s", plan.Action, diags)
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
	wantWords(t, acctest.Must(c.Refresh(t.Context(), c.edge))(t), "ERROR: Could not read TLS edge", "403 Forbidden")
	if !c.edge.State.Equal(before) {
		t.Errorf("state has %s", c.edge.State)
	}
	server.Intercept(nil)
	server.RemoveTLSEdge(c.edge.Text("id"))
	wantWords(t, acctest.Must(c.Refresh(t.Context(), c.edge))(t), "WARNING: The service has no TLS edge")
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
	acctest.NoError(t, err, otherErr)
	for _, diags := range []protocoltest.Diagnostics{byID, byIdentity} {
		if wantWords(t, diags, "ERROR: Invalid import id", "The id of a TLS edge cannot be empty"); len(diags) != 1 {
			t.Errorf("expected one error, got\n%s", diags)
		}
	}
}

// A response may have no setting of the edge (interface section 4.2). Every configuration
// would then need a new edge, unless the service can change edges.
func TestImport_withoutSettings(t *testing.T) {
	t.Parallel()
	idsAlone := refapi.Responses{EdgeGetMembers: []string{"id", "uri"}}
	for name, test := range map[string]struct {
		setting    *refapi.EdgeIPRestriction
		responses  refapi.Responses
		operations []api.UndocumentedOperation
		isRefused  bool
	}{
		"ids alone":                 {nil, idsAlone, nil, true},
		"ids alone, may be changed": {nil, idsAlone, []api.UndocumentedOperation{api.UpdateTLSEdge}, false},
		"unset is null":             {nil, refapi.Responses{}, nil, false},
		"unset is absent":           {&refapi.EdgeIPRestriction{Enabled: true}, refapi.Responses{Unset: refapi.UnsetAbsent}, nil, false},
	} {
		server, c := start(t, test.operations...)
		server.SetResponses(func(a *refapi.Responses) { *a = test.responses })
		edge, diags, err := c.Import(t.Context(), typeName, server.AddTLSEdge(refapi.TLSEdge{IPRestriction: test.setting}).ID)
		acctest.NoError(t, err)
		if edge.Exists() == test.isRefused || (diags.Err() != nil) != test.isRefused {
			t.Errorf("%s: in state: %t\n%s", name, edge.Exists(), diags)
		}
		if test.isRefused {
			wantWords(t, diags, "cannot be imported", "no setting of the edge", "update_tls_edge")
		}
		wantWrites(t, server)
	}
}
