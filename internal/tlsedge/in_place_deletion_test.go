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

// A destroy that is not confirmed leaves the edge in state, and succeeds when it is
// tried again.
func TestDelete_failedAndRetried(t *testing.T) {
	t.Parallel()
	for words, answer := range map[string]func(*acctest.Server){
		"still has the object": func(server *acctest.Server) {
			server.Answer(func(a *refapi.Answers) { a.Delete = refapi.DeleteNotDone })
		},
		"does not offer this operation": func(server *acctest.Server) {
			server.Intercept(on(http.MethodDelete, refapi.Fault{Status: 404, Body: `<h1>Not here</h1>`}))
		},
		"in use": func(server *acctest.Server) {
			server.Intercept(on(http.MethodDelete, refapi.Fault{Status: 409, Body: `{"detail":"in use"}`}))
		},
	} {
		t.Run(words, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.AllUndocumented()...)
			c.mustApply(t, protocoltest.Create, with(fullArguments(), arguments{"deletion_policy": "DELETE"}))
			answer(server)
			said := c.destroy(t)
			wantWords(t, said, words, "Could not delete TLS edge")
			if !c.edge.Exists() || said.Err() == nil {
				t.Fatalf("expected an error, and the edge in state, got\n%s", said)
			}
			server.Intercept(nil)
			server.Answer(func(a *refapi.Answers) { a.Delete = refapi.DeleteShown })
			if said := c.destroy(t); len(said) > 0 || c.edge.Exists() || len(server.TLSEdges()) > 0 {
				t.Errorf("in state: %t, on the service: %v\n%s", c.edge.Exists(), server.TLSEdges(), said)
			}
		})
	}
}

// A backend cannot be destroyed or replaced under an edge that keeps pointing to it.
// Whichever a CLI plans second gets the error. One that is gone is created again, and
// the edge that would get its new id is refused.
func TestPlan_backendLeaves(t *testing.T) {
	t.Parallel()
	const id = "fob_1"
	kept, unknown := arguments{"backend_id": id}, arguments{"backend_id": protocoltest.Unknown{}}
	for name, test := range map[string]struct {
		policy     string
		operations []api.Undocumented
		wanted     any  // the backend that the edge is to have
		leaves     bool // the edge is refused where the backend leaves
		gone       bool // and where it is gone
	}{
		"kept":                     {"PREVENT", nil, kept, true, false},
		"kept, modules only":       {"PREVENT", []api.Undocumented{api.DeleteTLSEdgeModule}, kept, true, false},
		"unknown":                  {"PREVENT", nil, unknown, true, true},
		"unknown as a whole":       {"PREVENT", nil, protocoltest.Unknown{}, true, true},
		"removed in place":         {"PREVENT", []api.Undocumented{api.DeleteTLSEdgeModule}, nil, false, false},
		"changed in place":         {"PREVENT", []api.Undocumented{api.UpdateTLSEdge}, unknown, false, false},
		"unknown, may be replaced": {"ABANDON", nil, unknown, false, false},
	} {
		for _, fate := range []string{"destroyed", "replaced", "gone", "destroyed, edge first", "replaced, edge first"} {
			t.Run(name+", "+fate, func(t *testing.T) {
				t.Parallel()
				server, c := start(t, api.AllUndocumented()...)
				server.AddFailoverBackend(refapi.FailoverBackend{ID: id, CreatedAt: "2026-01-02T03:04:05Z", Backends: []string{"a"}})
				backend := client{c.Provider, c.NewInstance("trafficedge_failover_backend")}
				backend.edge = backend.imported(t, id)
				wanted := arguments{"deletion_policy": test.policy, "hostports": []string{"checkout:443"}, "backend": kept}
				c.mustApply(t, protocoltest.Create, wanted)
				if fate == "gone" {
					server.RemoveFailoverBackend(id)
				}

				c.Provider = newClient(t, server, test.operations...).Provider
				backend.Provider = c.Provider
				planEdge := func() protocoltest.Diagnostics {
					_, said := c.plan(t, with(wanted, arguments{"backend": test.wanted}))
					return said
				}
				planBackend := func() protocoltest.Diagnostics {
					if said, err := c.Refresh(t.Context(), backend.edge); err != nil || said.Err() != nil {
						t.Fatal(err, said)
					}
					change := backend.config(arguments{"backends": []string{"a"}})
					if change.Replace = strings.HasPrefix(fate, "replaced"); strings.HasPrefix(fate, "destroyed") {
						change = nil
					}
					_, said := backend.planChange(t, change)
					return said
				}
				refused, words := test.leaves, []string{`("checkout:443") would lose its backend`, "moved block", "in the Troubleshooting guide", `AttributeName("backend")`}
				first, second := planBackend, planEdge
				switch {
				case fate == "gone":
					refused, words = test.gone, []string{`("checkout:443") has lost its backend`, `terraform apply -refresh=false with deletion_policy = "ABANDON"`}
				case strings.HasSuffix(fate, "edge first"):
					first, second = planEdge, planBackend
					words = []string{`Failover backend "fob_1" cannot be destroyed`, `("checkout:443") keeps pointing to it`, "moved block"}
				}
				if said := first(); said.Err() != nil {
					t.Fatalf("expected the first plan to pass, got\n%s", said)
				}
				said := second()
				if (said.Err() != nil) != refused || len(said.Long()) > 0 {
					t.Errorf("refused: %t\n%s", said.Err() != nil, said)
				}
				if refused {
					wantWords(t, said, words...)
				}
			})
		}
	}
}
