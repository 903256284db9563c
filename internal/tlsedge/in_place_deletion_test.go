// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func withPolicy(policy string) arguments {
	return with(fullArguments(), arguments{"deletion_policy": policy})
}

// A destroy that fails leaves the edge in state, and succeeds when it is tried
// again, also if the edge has vanished meanwhile.
func TestDelete_failedAndRetried(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault    refapi.Fault
		answer   refapi.DeleteAnswer
		words    []string // nil where the destroy succeeds
		vanishes bool
	}{
		"refused":           {fault: refapi.Fault{Status: 409, Body: `{"detail":"in use"}`}, words: []string{"in use", "409 Conflict"}},
		"refused, vanishes": {fault: refapi.Fault{Status: 403}, words: []string{"403 Forbidden"}, vanishes: true},
		"not done":          {answer: refapi.DeleteNotDone, words: []string{"still has the object"}},
		"accepted":          {answer: refapi.DeleteAccepted, words: []string{"still has the object"}},
		"shown":             {answer: refapi.DeleteShown},
		"not offered":       {fault: refapi.Fault{Status: 404, Body: `<h1>Not here</h1>`}, words: []string{"does not offer this operation", `Remove "delete_tls_edge" from`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.AllUndocumented()...)
			c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
			server.Answer(func(a *refapi.Answers) { a.Delete = test.answer })
			if test.fault.Status != 0 {
				server.Intercept(on(http.MethodDelete, test.fault))
			}
			if test.words != nil {
				said := c.destroy(t)
				wantWords(t, said, append(test.words, "Could not delete TLS edge")...)
				if !c.edge.Exists() || said.Err() == nil {
					t.Fatalf("expected an error, and the edge in state, got\n%s", said)
				}
				server.ActPending()
				server.Intercept(nil)
				server.Answer(func(a *refapi.Answers) { a.Delete = refapi.DeleteNoContent })
			}
			if test.vanishes {
				server.RemoveTLSEdge(c.edge.Text("id"))
			}
			if said := c.destroy(t); len(said) > 0 || c.edge.Exists() || len(server.TLSEdges()) > 0 {
				t.Errorf("in state: %t, on the service: %v\n%s", c.edge.Exists(), server.TLSEdges(), said)
			}
		})
	}
}

// The policy in state decides whatever the way in which an edge is to go, and
// needs its operation. A warning comes once: in the plan where that can tell.
func TestDelete_policies(t *testing.T) {
	t.Parallel()
	prevented, onPolicy := []string{"is PREVENT", `deletion_policy = "DELETE"`}, `AttributeName("deletion_policy")`
	for name, test := range map[string]struct {
		policy     string
		operations []api.Undocumented
		refused    []string // nil where the edge may go
	}{
		"PREVENT":     {"PREVENT", []api.Undocumented{api.DeleteTLSEdge}, prevented},
		"ABANDON":     {"ABANDON", []api.Undocumented{api.DeleteTLSEdge}, nil},
		"DELETE":      {"DELETE", []api.Undocumented{api.DeleteTLSEdge}, nil},
		"DELETE, off": {"DELETE", nil, []string{"is DELETE", "delete_tls_edge", `deletion_policy = "ABANDON"`}},
	} {
		for way, words := range map[string]struct {
			refused []string
			warned  string
		}{
			"destroyed":            {[]string{"must not be destroyed", "only renamed, add a moved block", "its replacement may exist already", onPolicy}, "will be abandoned"},
			"changed":              {[]string{"must not be replaced for description", "configure what it has", `AttributeName("description")`}, "will be replaced and abandoned"},
			"replaced on request":  {[]string{"must not be replaced", "-replace names it, or its replace_triggered_by does", onPolicy}, "was abandoned"},
			"replaced for a taint": {[]string{"must not be destroyed", "terraform untaint", "its replacement may exist already", onPolicy}, "was abandoned"},
		} {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				server, creating := start(t, api.AllUndocumented()...)
				creating.mustApply(t, protocoltest.Create, withPolicy(test.policy))
				c := newClient(t, server, test.operations...)
				c.edge = creating.edge
				c.edge.Tainted = way == "replaced for a taint"
				change, writes := c.config(withPolicy("PREVENT")), []string{create, destroy, create}
				change.Replace = way == "replaced on request"
				switch way {
				case "changed":
					change = c.config(with(withPolicy("PREVENT"), arguments{"description": "other"}))
				case "destroyed":
					change, writes = nil, writes[:2]
				}
				plan, said := c.planChange(t, change)
				if plan != nil {
					said = append(said, c.carryOut(t, plan)...)
				}
				switch {
				case test.refused != nil:
					if writes = writes[:1]; len(said) != 1 || (plan != nil) != c.edge.Tainted {
						t.Errorf("expected one error, in the plan if it can tell, got\n%s", said)
					}
					wantWords(t, said, append(test.refused, words.refused...)...)
				case test.policy == "ABANDON":
					writes = slices.DeleteFunc(writes, func(request string) bool { return request == destroy })
					wantWords(t, said, words.warned)
					if len(said) != 1 || said.Err() != nil {
						t.Errorf("expected one warning, got\n%s", said)
					}
				case len(said) > 0:
					t.Errorf("expected no diagnostics, got\n%s", said)
				}
				wantWrites(t, server, writes...)
			})
		}
	}
}

// Without its operation, DELETE is an error in every plan that would store it.
func TestDelete_notOffered(t *testing.T) {
	t.Parallel()
	server, on := start(t, api.AllUndocumented()...)
	off := newClient(t, server, api.UpdateTLSEdge)
	wantRefused := func(wanted arguments) {
		t.Helper()
		off.wantRefused(t, wanted, `add "delete_tls_edge"`, `AttributeName("deletion_policy")`)
	}
	wantRefused(withPolicy("DELETE"))
	on.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
	off.edge = on.edge
	wantRefused(withPolicy("DELETE"))
	wantRefused(with(withPolicy("DELETE"), arguments{"description": "other"}))
	off.mustApply(t, protocoltest.Update, withPolicy("PREVENT"))
	wantRefused(withPolicy("DELETE"))
	wantWrites(t, server, create)
}

// A backend must not be destroyed or replaced under an edge that keeps pointing to
// it. Whichever a CLI plans second gets the error.
func TestPlan_backendLeaves(t *testing.T) {
	t.Parallel()
	same := func(kept arguments) any { return kept }
	unknown := func(arguments) any { return arguments{"backend_id": protocoltest.Unknown{}} }
	for name, test := range map[string]struct {
		policy     string
		operations []api.Undocumented
		wanted     func(kept arguments) any // the backend that the edge is to have
		passes     bool
	}{
		"kept":                     {policy: "PREVENT", wanted: same},
		"kept, modules only":       {policy: "PREVENT", operations: []api.Undocumented{api.DeleteTLSEdgeModule}, wanted: same},
		"unknown":                  {policy: "PREVENT", wanted: unknown},
		"unknown as a whole":       {policy: "PREVENT", wanted: func(arguments) any { return protocoltest.Unknown{} }},
		"removed in place":         {policy: "PREVENT", operations: []api.Undocumented{api.DeleteTLSEdgeModule}, wanted: func(arguments) any { return nil }, passes: true},
		"changed in place":         {policy: "PREVENT", operations: []api.Undocumented{api.UpdateTLSEdge}, wanted: unknown, passes: true},
		"unknown, may be replaced": {policy: "ABANDON", wanted: unknown, passes: true},
	} {
		for _, replaced := range []bool{false, true} {
			for _, edgeFirst := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, replaced %t, edge first %t", name, replaced, edgeFirst), func(t *testing.T) {
					t.Parallel()
					server, c := start(t, api.AllUndocumented()...)
					backend := client{c.Provider, c.NewInstance("trafficedge_failover_backend")}
					config := arguments{"backends": []string{"a"}}
					backend.mustApply(t, protocoltest.Create, config)
					id := backend.edge.Text("id")
					if edgeFirst {
						// An import leaves what a creation does.
						backend.edge = backend.imported(t, id)
					}
					kept := arguments{"backend_id": id}
					wanted := func(backend any) arguments {
						return arguments{"deletion_policy": test.policy, "hostports": []string{"checkout:443"}, "backend": backend}
					}
					other := client{c.Provider, c.NewInstance(typeName)}
					for _, c := range []client{c, other} {
						c.mustApply(t, protocoltest.Create, wanted(kept))
					}

					planning := newClient(t, server, test.operations...).Provider
					backend.Provider, c.Provider, other.Provider = planning, planning, planning
					planBackend := func() (*protocoltest.Plan, protocoltest.Diagnostics) {
						change := backend.config(config)
						if change.Replace = replaced; !replaced {
							change = nil
						}
						return backend.planChange(t, change)
					}
					planEdge := func() (*protocoltest.Plan, protocoltest.Diagnostics) { return c.plan(t, wanted(test.wanted(kept))) }
					first, second := planBackend, planEdge
					words := []string{"(checkout:443) would lose its backend", "PREVENT", "moved block", "in the Troubleshooting guide", `AttributeName("backend")`}
					if edgeFirst {
						first, second = planEdge, planBackend
						words = []string{fmt.Sprintf("Failover backend %q must not be destroyed", id), "(checkout:443) keeps pointing to it", "moved block"}
					}
					if plan, said := first(); plan == nil {
						t.Fatalf("expected the first plan to pass, got\n%s", said)
					}
					plan, said := second()
					if passed := plan != nil; passed != test.passes || len(said.Long()) > 0 {
						t.Errorf("passed: %t\n%s", passed, said)
					}
					if !test.passes {
						wantWords(t, said, words...)
						// One error is enough for all edges.
						if plan, said := other.plan(t, wanted(test.wanted(kept))); !edgeFirst && (plan == nil || len(said) > 0) {
							t.Errorf("expected no more of it, got\n%s", said)
						}
					}
				})
			}
		}
	}
}
