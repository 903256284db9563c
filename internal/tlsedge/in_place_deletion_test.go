// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"net/http"
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

// A backend cannot be destroyed or replaced under an edge that keeps pointing to it.
// Whichever a CLI plans second gets the error. One that is gone is created again, and
// the edge that would get its new id is refused.
func TestPlan_backendLeaves(t *testing.T) {
	t.Parallel()
	const id = "fob_1"
	kept := arguments{"backend_id": id}
	unknown := arguments{"backend_id": protocoltest.Unknown{}}
	for name, test := range map[string]struct {
		policy     string
		operations []api.Undocumented
		wanted     any // the backend that the edge is to have
		passes     bool
		lost       bool // also where the backend is gone
	}{
		"kept":                     {policy: "PREVENT", wanted: kept},
		"kept, modules only":       {policy: "PREVENT", operations: []api.Undocumented{api.DeleteTLSEdgeModule}, wanted: kept},
		"unknown":                  {policy: "PREVENT", wanted: unknown, lost: true},
		"unknown as a whole":       {policy: "PREVENT", wanted: protocoltest.Unknown{}, lost: true},
		"removed in place":         {policy: "PREVENT", operations: []api.Undocumented{api.DeleteTLSEdgeModule}, wanted: nil, passes: true},
		"changed in place":         {policy: "PREVENT", operations: []api.Undocumented{api.UpdateTLSEdge}, wanted: unknown, passes: true},
		"unknown, may be replaced": {policy: "ABANDON", wanted: unknown, passes: true},
	} {
		for _, fate := range []string{"destroyed", "replaced", "gone"} {
			for _, edgeFirst := range []bool{false, true} {
				if edgeFirst && fate == "gone" {
					continue // A CLI plans the backend first.
				}
				t.Run(fmt.Sprintf("%s, %s, edge first %t", name, fate, edgeFirst), func(t *testing.T) {
					t.Parallel()
					server, c := start(t, api.AllUndocumented()...)
					server.AddFailoverBackend(refapi.FailoverBackend{ID: id, CreatedAt: "2026-01-02T03:04:05Z", Backends: []string{"a"}})
					backend := client{c.Provider, c.NewInstance("trafficedge_failover_backend")}
					backend.edge = backend.imported(t, id)
					wanted := func(backend any) arguments {
						return arguments{"deletion_policy": test.policy, "hostports": []string{"checkout:443"}, "backend": backend}
					}
					other := client{c.Provider, c.NewInstance(typeName)}
					for _, c := range []client{c, other} {
						c.mustApply(t, protocoltest.Create, wanted(kept))
					}
					if fate == "gone" {
						server.RemoveFailoverBackend(id)
					}

					planning := newClient(t, server, test.operations...).Provider
					backend.Provider, c.Provider, other.Provider = planning, planning, planning
					planBackend := func() (*protocoltest.Plan, protocoltest.Diagnostics) {
						if fate == "destroyed" {
							return backend.planChange(t, nil)
						}
						if _, err := planning.Refresh(t.Context(), backend.edge); err != nil {
							t.Fatal(err)
						}
						change := backend.config(arguments{"backends": []string{"a"}})
						change.Replace = fate == "replaced"
						return backend.planChange(t, change)
					}
					planEdge := func() (*protocoltest.Plan, protocoltest.Diagnostics) { return c.plan(t, wanted(test.wanted)) }
					first, second, passes := planBackend, planEdge, test.passes
					words := []string{"(checkout:443) would lose its backend", "PREVENT", "moved block", "in the Troubleshooting guide", `AttributeName("backend")`}
					switch {
					case edgeFirst:
						first, second = planEdge, planBackend
						words = []string{fmt.Sprintf("Failover backend %q cannot be destroyed", id), "(checkout:443) keeps pointing to it", "moved block"}
					case fate == "gone":
						passes = !test.lost
						words = []string{"(checkout:443) has lost its backend", "PREVENT", `terraform apply -refresh=false with deletion_policy = "ABANDON"`}
					}
					if plan, said := first(); plan == nil {
						t.Fatalf("expected the first plan to pass, got\n%s", said)
					}
					plan, said := second()
					if passed := plan != nil; passed != passes || len(said.Long()) > 0 {
						t.Errorf("passed: %t\n%s", passed, said)
					}
					if !passes {
						wantWords(t, said, words...)
						// One error is enough for all edges, unless each has a way out of its own.
						if plan, said := other.plan(t, wanted(test.wanted)); !edgeFirst && (plan == nil) != (fate == "gone") {
							t.Errorf("expected no more of it, got\n%s", said)
						}
					}
				})
			}
		}
	}
}
