// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The provider makes every change in place with exactly one update request.
func TestInPlace_everyChange(t *testing.T) {
	t.Parallel()
	edgeTermination := arguments{"tls_termination": arguments{"terminate_at": "edge"}}
	open := with(fullArguments(), with(edgeTermination, arguments{"mutual_tls": nil, "traffic_policy": nil}))
	upstream := with(open, arguments{"tls_termination": arguments{"terminate_at": "upstream"}})
	for name, test := range map[string]struct{ from, change, stored arguments }{
		"every value": {change: arguments{
			"description": "other", "metadata": "other", "hostports": []string{"c.example.com:443"}, "backend": arguments{"backend_id": "bkd_b"},
			"ip_restriction": arguments{"ip_policy_ids": []string{"ipp_a"}}, "mutual_tls": arguments{"certificate_authority_ids": []string{"ca_b"}},
			"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.2"}, "traffic_policy": arguments{"value": "other"},
		}},
		"hostports kept": {change: arguments{"hostports": nil, "description": "x"}, stored: arguments{"hostports": fullArguments()["hostports"]}},
		"version kept":   {change: with(edgeTermination, arguments{"description": "x"}), stored: arguments{"tls_termination": fullArguments()["tls_termination"]}},
		"to upstream":    {from: open, change: upstream},
		"from upstream":  {from: upstream, change: open},
		"nothing": {change: arguments{
			"description": nil, "metadata": nil, "hostports": []string{}, "backend": nil, "ip_restriction": nil, "mutual_tls": nil, "tls_termination": nil, "traffic_policy": nil,
		}},
		"everything": {from: arguments{}, change: fullArguments()},
	} {
		if test.from == nil {
			test.from = fullArguments()
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.UpdateTLSEdge)
			wanted := with(test.from, test.change)
			c.mustApply(t, protocoltest.Create, test.from)
			server.ResetRequests()
			c.mustApply(t, protocoltest.Update, wanted)
			acctest.NoError(t, server.ExpectRequestsNow(read, update))
			c.wantNoChange(t, wanted)
			wantStored(t, server, c.edge.Text("id"), with(wanted, test.stored))
		})
	}
}

// If the service does not apply a setting, the update returns an error on the attribute.
// If the service does not remove a module, the update returns an error on the module.
// State contains the values of the service.
func TestInPlace_notApplied(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		operations []api.UndocumentedOperation
		words      []string
	}{
		"description": {nil, []string{"The service did not apply description of TLS edge", `AttributeName("description")`}},
		"backend":     {nil, []string{"The service did not remove backend of TLS edge", `add "delete_tls_edge_module"`, `AttributeName("backend")`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, append(test.operations, api.UpdateTLSEdge)...)
			server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = []string{name} })
			server.Fail(http.MethodDelete, refapi.Fault{Status: http.StatusNoContent})
			c.mustApply(t, protocoltest.Create, fullArguments())
			before := c.edge.State
			diags := c.apply(t, protocoltest.Update, with(fullArguments(), arguments{name: nil}))
			if len(diags) != 1 || diags.Err() == nil {
				t.Fatalf("expected one error, got\n%s", diags)
			}
			wantWords(t, diags, test.words...)
			if !c.edge.State.Equal(before) {
				t.Errorf("state has\n%v, want\n%v", c.edge.State, before)
			}
			server.Intercept(nil)
			server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = nil })
			c.mustApply(t, protocoltest.Update, with(fullArguments(), arguments{name: nil}))
		})
	}
}

// Protection is added before it is taken away: the settings are sent first, and then each
// module that the service still has is deleted with a separate request. If a request fails,
// state loses only the modules that the edge certainly lacks, and the error names them.
func TestInPlace_removalFails(t *testing.T) {
	t.Parallel()
	wanted := with(fullArguments(), arguments{"mutual_tls": nil, "traffic_policy": nil, "description": "new", "ip_restriction": arguments{"ip_policy_ids": []string{"ipp_new"}}})
	for name, test := range map[string]struct {
		at     string // the request that fails
		fault  refapi.Fault
		left   []string // modules that remain in state
		writes string   // the first letters of the methods
		words  []string
	}{
		"first removal": {"DELETE mutual_tls", refapi.Fault{Status: 409}, []string{"mutual_tls", "traffic_policy"}, "PD", []string{"Could not delete mutual_tls of TLS edge", "409 Conflict"}},
		"not offered":   {"DELETE mutual_tls", refapi.Fault{Status: 405}, []string{"mutual_tls", "traffic_policy"}, "PD", []string{`Remove "delete_tls_edge_module" from`}},
		"second removal": {"DELETE traffic_policy", refapi.Fault{Status: 409}, []string{"traffic_policy"}, "PDD",
			[]string{"Could not delete traffic_policy of TLS edge", "The edge no longer has mutual_tls."}},
		"update": {"PATCH", refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/backend/backend_id","detail":"no such backend"}]}`}, []string{"mutual_tls", "traffic_policy"}, "P",
			[]string{"Could not update TLS edge", "no such backend", "apply the removal and the other changes one after the other"}},
		"accepted, not done": {"DELETE traffic_policy", refapi.Fault{Status: 200, Body: `{}`}, []string{"traffic_policy"}, "PDD",
			[]string{"Could not delete traffic_policy", "still has the module", "The edge no longer has mutual_tls."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.UndocumentedOperations()...)
			server.SetResponses(func(a *refapi.Responses) { a.PatchIgnoresNull = true })
			c.mustApply(t, protocoltest.Create, fullArguments())
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if method, module, _ := strings.Cut(test.at, " "); r.Method != method || !strings.HasSuffix(r.Path, module) {
					return nil
				}
				return &test.fault
			})
			server.ResetRequests()
			diags := c.apply(t, protocoltest.Update, wanted)
			wantWords(t, diags, append(test.words, "ERROR")...)
			var writes strings.Builder
			for _, request := range server.Requests() {
				writes.WriteString(strings.TrimPrefix(request.Method, http.MethodGet)[:min(1, len(strings.TrimPrefix(request.Method, http.MethodGet)))])
			}
			if writes.String() != test.writes {
				t.Errorf("sent %s, want %s", writes.String(), test.writes)
			}
			state := c.state()
			for _, module := range []string{"mutual_tls", "traffic_policy"} {
				if got, want := state[module] != nil, slices.Contains(test.left, module); got != want {
					t.Errorf("%s is in state: %t", module, got)
				}
			}
			server.Intercept(nil)
			c.mustApply(t, protocoltest.Update, wanted)
			c.wantNoChange(t, wanted)
			wantStored(t, server, c.edge.Text("id"), wanted)
		})
	}
}

// An update leaves out what neither state nor plan has. The service may have chosen it, and
// does not show it.
func TestInPlace_unseen(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.UpdateTLSEdge)
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge_1", Description: "d", Metadata: "theirs", Hostports: []string{"theirs:443"}, IPRestriction: &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"theirs"}},
	})
	server.SetResponses(func(a *refapi.Responses) {
		a.EdgeGetMembers = []string{"id", "uri", "created_at", "description", "backend"}
	})
	c.edge = c.imported(t, "edge_1")
	server.ResetRequests()
	c.mustApply(t, protocoltest.Update, arguments{"description": "new", "mutual_tls": arguments{"certificate_authority_ids": []string{"ca_a"}}})
	for _, request := range server.Requests() {
		for _, name := range []string{"metadata", "hostports", "ip_restriction", "tls_termination", "traffic_policy"} {
			if _, sent := request.Member(name); sent {
				t.Errorf("%s is in %s", name, request.Body)
			}
		}
	}
	if e := server.TLSEdges()[0]; e.Description != "new" || e.Metadata != "theirs" || len(e.Hostports) != 1 || e.IPRestriction == nil || e.MutualTLS == nil {
		t.Errorf("the service has %+v", e)
	}
	if state := c.state(); state["metadata"] != nil || state["hostports"] != nil || state["ip_restriction"] != nil || state["mutual_tls"] == nil {
		t.Errorf("state has %v", state)
	}
}

// If a change only removes modules, the provider sends deletions and no update. It repeats
// the read while its result is outdated.
func TestInPlace_removalAlone(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.DeleteTLSEdgeModule)
	c.mustApply(t, protocoltest.Create, fullArguments())
	bare := with(fullArguments(), arguments{"mutual_tls": nil, "backend": nil})
	last := ""
	server.Intercept(func(r refapi.Request) (fault *refapi.Fault) {
		if last == http.MethodDelete && r.Method == http.MethodGet {
			fault = &refapi.Fault{Status: http.StatusOK, Body: `{"id":"` + c.edge.Text("id") + `","mutual_tls":{"enabled":true}}`}
		}
		last = r.Method
		return fault
	})
	c.mustApply(t, protocoltest.Update, bare)
	wantWrites(t, server, create, destroy+"/backend", destroy+"/mutual_tls")
	c.wantRefused(t, with(bare, arguments{"traffic_policy": nil, "description": "other"}), "cannot be replaced for description")
}

// The provider plans no change if a user adds or removes undocumented_operations.
func TestInPlace_switched(t *testing.T) {
	t.Parallel()
	server, on := start(t, api.UndocumentedOperations()...)
	on.mustApply(t, protocoltest.Create, fullArguments())
	off := newClient(t, server)
	off.edge = on.edge
	off.wantNoChange(t, fullArguments())
	changed := with(fullArguments(), arguments{"description": "other"})
	off.wantRefused(t, changed, "cannot be replaced for description", "The deletion_policy is PREVENT.")
	deletable := newClient(t, server, api.DeleteTLSEdge)
	deletable.edge = deletable.imported(t, on.edge.Text("id"))
	deletable.mustApply(t, protocoltest.Update, with(fullArguments(), arguments{"deletion_policy": "DELETE"}))
	off.edge = deletable.edge
	off.wantRefused(t, with(changed, arguments{"deletion_policy": "PREVENT"}), "The deletion_policy is DELETE, which needs")
	off.edge = on.edge
	plan, _ := on.plan(t, changed)
	// The service changes created_at after the plan. State must keep the planned value,
	// or a CLI reports a provider bug.
	server.ChangeTLSEdge(on.edge.Text("id"), func(e *refapi.TLSEdge) { e.CreatedAt = "2030-01-02T03:04:05Z" })
	if diags := on.applyPlan(t, plan); len(diags) > 0 {
		t.Errorf("expected no diagnostics, got\n%s", diags)
	}
	off.wantNoChange(t, changed)
	wantWrites(t, server, create, update)

	// The provider makes a plan with undocumented_operations. A provider without
	// undocumented_operations cannot apply this plan.
	plan, _ = on.plan(t, fullArguments())
	if diags := off.applyPlan(t, plan); diags.Err() == nil {
		t.Error("expected the plan to be refused")
	}
	wantWrites(t, server)
}
