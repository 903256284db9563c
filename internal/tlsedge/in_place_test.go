// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"path"
	"reflect"
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The provider makes every change in place with exactly one update request. An edge keeps what
// the configuration leaves to the service.
func TestInPlace_everyChange(t *testing.T) {
	t.Parallel()
	edgeTermination := arguments{"tls_termination": arguments{"terminate_at": "edge"}}
	open := with(fullArguments(), with(edgeTermination, arguments{"mutual_tls": nil, "traffic_policy": nil}))
	upstream := with(open, arguments{"tls_termination": arguments{"terminate_at": "upstream"}})
	for name, test := range map[string]struct {
		from, change arguments
		kept         string // attribute
	}{
		"every value": {from: fullArguments(), change: arguments{
			"description": "other", "metadata": "other", "hostports": []string{"c.example.com:443"}, "backend": arguments{"backend_id": "bkd_b"},
			"ip_restriction": arguments{"ip_policy_ids": []string{"ipp_a"}}, "mutual_tls": arguments{"certificate_authority_ids": []string{"ca_b"}},
			"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.2"}, "traffic_policy": arguments{"value": "other"},
		}},
		"hostports":     {fullArguments(), arguments{"hostports": nil, "description": "x"}, "hostports"},
		"version":       {fullArguments(), with(edgeTermination, arguments{"description": "x"}), "tls_termination"},
		"to upstream":   {from: open, change: upstream},
		"from upstream": {from: upstream, change: open},
		"nothing": {from: fullArguments(), change: arguments{
			"description": nil, "metadata": nil, "hostports": []string{},
			"backend": nil, "ip_restriction": nil, "mutual_tls": nil, "tls_termination": nil, "traffic_policy": nil,
		}},
		"everything": {from: arguments{}, change: fullArguments()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.UpdateTLSEdge)
			wanted := with(test.from, test.change)
			c.mustApply(t, protocoltest.Create, test.from)
			created := c.state()
			server.ResetRequests()
			c.mustApply(t, protocoltest.Update, wanted)
			acctest.NoError(t, server.ExpectRequests(read, update)())
			c.wantNoChange(t, wanted)
			if changed := c.state(); !reflect.DeepEqual(changed[test.kept], created[test.kept]) {
				t.Errorf("%s was %v, and is %v", test.kept, created[test.kept], changed[test.kept])
			}
		})
	}
}

// If the service does not apply a setting, or does not remove a module, the update returns
// an error on the attribute. State contains the values of the service.
func TestInPlace_notApplied(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{
		"description": {"ERROR: The service did not apply description of TLS edge", `AttributeName("description")`},
		"backend":     {"ERROR: The service did not remove backend of TLS edge", `add "delete_tls_edge_module"`, `AttributeName("backend")`},
	} {
		server, c := start(t, api.UpdateTLSEdge)
		server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = []string{name} })
		c.mustApply(t, protocoltest.Create, fullArguments())
		before := c.edge.State
		diags := c.apply(t, protocoltest.Update, with(fullArguments(), arguments{name: nil}))
		wantWords(t, diags, words...)
		if len(diags) != 1 || !c.edge.State.Equal(before) {
			t.Errorf("state has\n%v, want\n%v\n%s", c.edge.State, before, diags)
		}
		server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = nil })
		c.mustApply(t, protocoltest.Update, with(fullArguments(), arguments{name: nil}))
	}
}

// If a request fails, state loses only the modules that the edge certainly lacks, and the
// error names them. The same apply can then succeed.
func TestInPlace_removalFails(t *testing.T) {
	t.Parallel()
	const first, second = destroy + "/mutual_tls", destroy + "/traffic_policy"
	wanted := with(fullArguments(), arguments{
		"mutual_tls": nil, "traffic_policy": nil, "description": "new", "ip_restriction": arguments{"ip_policy_ids": []string{"ipp_new"}},
	})
	for failing, test := range map[string]struct {
		status int
		left   []string // modules that remain in state
		writes []string
		words  []string
	}{
		update: {422, []string{"mutual_tls", "traffic_policy"}, []string{update}, []string{
			"ERROR: Could not update TLS edge", "apply the removal and the other changes one after the other",
		}},
		second: {409, []string{"traffic_policy"}, []string{update, first, second, second, second}, []string{
			"ERROR: Could not delete traffic_policy of TLS edge", "409 Conflict", "The edge no longer has mutual_tls.",
		}},
	} {
		server, c := start(t, api.UndocumentedOperations()...)
		server.SetResponses(func(a *refapi.Responses) { a.PatchIgnoresNull = true })
		c.mustApply(t, protocoltest.Create, fullArguments())
		server.Intercept(func(r refapi.Request) *refapi.Fault {
			if matched, _ := path.Match(failing, r.Method+" "+r.Path); !matched {
				return nil
			}
			return &refapi.Fault{Status: test.status}
		})
		server.ResetRequests()
		diags := c.apply(t, protocoltest.Update, wanted)
		wantWrites(t, server, test.writes...)
		state, left := c.state(), []string{"mutual_tls", "traffic_policy"}
		left = slices.DeleteFunc(left, func(module string) bool { return state[module] == nil })
		wantWords(t, diags, test.words...)
		if !slices.Equal(left, test.left) {
			t.Errorf("after %s, state has %v", failing, left)
		}
		server.Intercept(nil)
		c.mustApply(t, protocoltest.Update, wanted)
		c.wantNoChange(t, wanted)
	}
}

// An update leaves out what neither state nor plan has. The service may have chosen it, and
// does not show it.
func TestInPlace_unseen(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.UpdateTLSEdge)
	before := server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge_1", Description: "d", Metadata: "theirs", Hostports: []string{"theirs:443"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"theirs"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: "theirs"},
	})
	server.SetResponses(func(a *refapi.Responses) {
		a.EdgeGetMembers = []string{"id", "uri", "created_at", "description", "backend"}
	})
	c.edge = c.imported(t, "edge_1")
	wanted := arguments{"description": "new", "mutual_tls": arguments{"certificate_authority_ids": []string{"ca_a"}}}
	c.mustApply(t, protocoltest.Update, wanted)
	before.Description, before.MutualTLS = "new", &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_a"}}
	if after := server.TLSEdges(); !reflect.DeepEqual(after, []refapi.TLSEdge{before}) {
		t.Errorf("the service has %+v, want %+v", after, before)
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

// The provider plans no change if a user adds or removes undocumented_operations. A provider
// without an operation refuses to apply a plan that needs it.
func TestInPlace_switched(t *testing.T) {
	t.Parallel()
	server, on := start(t, api.UndocumentedOperations()...)
	on.mustApply(t, protocoltest.Create, fullArguments())
	off := newClient(t, server)
	off.edge = on.edge
	changed := with(fullArguments(), arguments{"description": "other"})
	off.wantNoChange(t, fullArguments())
	off.wantRefused(t, changed, "cannot be replaced for description", "The deletion_policy is PREVENT.")
	plan, _ := on.plan(t, changed)
	// The service changes created_at after the plan. State must keep the planned value,
	// or a CLI reports a provider bug.
	server.ChangeTLSEdge(on.edge.Text("id"), func(e *refapi.TLSEdge) { e.CreatedAt = "2030-01-02T03:04:05Z" })
	acctest.NoError(t, acctest.Must(on.Apply(t.Context(), on.edge, plan))(t).Err())
	off.wantNoChange(t, changed)
	wantWrites(t, server, create, update)

	plan, _ = on.plan(t, fullArguments())
	if diags := acctest.Must(off.Apply(t.Context(), off.edge, plan))(t); diags.Err() == nil {
		t.Error("expected the plan to be refused")
	}
	wantWrites(t, server)
}
