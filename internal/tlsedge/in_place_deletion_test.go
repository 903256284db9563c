// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// While an edge keeps pointing to a backend, a plan can update the backend, but cannot
// destroy or replace the backend. The error is on the edge or on the backend, depending
// on which object the CLI plans second. If a backend no longer exists, the plan creates a
// new backend and rejects an edge that would need the new id.
func TestPlan_backendLeaves(t *testing.T) {
	t.Parallel()
	const id = "fob_1"
	kept, unknown := arguments{"backend_id": id}, arguments{"backend_id": protocoltest.Unknown{}}
	for name, test := range map[string]struct {
		policy     string
		operations []api.Undocumented
		wanted     any  // the planned backend of the edge
		leaves     bool // whether a plan that destroys the backend is rejected
		gone       bool // whether the plan is rejected if the backend no longer exists
	}{
		"kept":                     {"PREVENT", nil, kept, true, false},
		"unknown":                  {"PREVENT", nil, unknown, true, true},
		"module unknown":           {"PREVENT", nil, protocoltest.Unknown{}, true, true},
		"removed in place":         {"PREVENT", []api.Undocumented{api.DeleteTLSEdgeModule}, nil, false, false},
		"changed in place":         {"PREVENT", []api.Undocumented{api.UpdateTLSEdge}, unknown, false, false},
		"unknown, may be replaced": {"ABANDON", nil, unknown, false, false},
	} {
		for _, fate := range []string{"destroyed", "replaced", "updated", "gone", "destroyed, edge first"} {
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
					_, diags := c.plan(t, with(wanted, arguments{"backend": test.wanted}))
					return diags
				}
				planBackend := func() protocoltest.Diagnostics {
					if diags, err := c.Refresh(t.Context(), backend.edge); err != nil || diags.Err() != nil {
						t.Fatal(err, diags)
					}
					var change *protocoltest.Change
					if !strings.HasPrefix(fate, "destroyed") {
						change = backend.config(arguments{"backends": []string{"b"}})
						change.Replace = fate == "replaced"
					}
					_, diags := backend.planChange(t, change)
					return diags
				}
				refused, words := test.leaves, []string{`("checkout:443") would lose its backend`, "moved block", "in the Troubleshooting guide", `AttributeName("backend")`}
				first, second := planBackend, planEdge
				switch {
				case fate == "updated":
					refused = false
				case fate == "gone":
					refused, words = test.gone, []string{`("checkout:443") has lost its backend`, `terraform apply -refresh=false with deletion_policy = "ABANDON"`}
				case strings.HasSuffix(fate, "edge first"):
					first, second = planEdge, planBackend
					words = []string{`Failover backend "fob_1" cannot be destroyed`, `("checkout:443") keeps pointing to it`, "moved block"}
				}
				if diags := first(); diags.Err() != nil {
					t.Fatalf("expected the first plan to pass, got\n%s", diags)
				}
				diags := second()
				if (diags.Err() != nil) != refused || refused && len(diags) != 1 || len(diags.Long()) > 0 {
					t.Errorf("refused: %t\n%s", diags.Err() != nil, diags)
				}
				if refused {
					wantWords(t, diags, words...)
				}
			})
		}
	}
}
