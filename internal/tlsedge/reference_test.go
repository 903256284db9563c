// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const backendType = "trafficedge_failover_backend"

// A backend must not be destroyed or replaced under an edge that keeps pointing to
// it. Whichever a CLI plans second gets the error.
func TestPlan_backendLeaves(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		policy     string
		operations []api.Undocumented
		wanted     func(id string) any // the backend_id that the edge is to have
		passes     bool
	}{
		"kept":                     {policy: "PREVENT", wanted: func(id string) any { return id }},
		"unknown":                  {policy: "PREVENT", wanted: func(string) any { return protocoltest.Unknown{} }},
		"kept, modules only":       {policy: "PREVENT", operations: []api.Undocumented{api.DeleteTLSEdgeModule}, wanted: func(id string) any { return id }},
		"changed in place":         {policy: "PREVENT", operations: []api.Undocumented{api.UpdateTLSEdge}, wanted: func(string) any { return protocoltest.Unknown{} }, passes: true},
		"unknown, may be replaced": {policy: "ABANDON", wanted: func(string) any { return protocoltest.Unknown{} }, passes: true},
	} {
		for _, replaced := range []bool{false, true} {
			for _, edgeFirst := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, replaced %t, edge first %t", name, replaced, edgeFirst), func(t *testing.T) {
					t.Parallel()
					server := acctest.Start(t, refapi.Options{Undocumented: true})
					creating := newClientWith(t, server)
					backend := creating.NewInstance(backendType)
					config := creating.Config(backendType, arguments{"backends": []string{"a"}})
					apply(t, creating, backend, config)
					id := backend.Text("id")
					if edgeFirst {
						// An import leaves what a creation does.
						imported, said, err := creating.Import(t.Context(), backendType, id)
						if err != nil || len(said) > 0 {
							t.Fatal(err, said)
						}
						backend = imported
					}
					wanted := func(id any) arguments {
						return arguments{"deletion_policy": test.policy, "hostports": []string{"checkout:443"}, "backend": arguments{"backend_id": id}}
					}
					creating.mustApply(t, protocoltest.Create, wanted(id))

					c := newClientWith(t, server, test.operations...)
					c.edge = creating.edge
					planBackend := func() (plan *protocoltest.Plan, said protocoltest.Diagnostics) {
						var err error
						if replaced {
							plan, said, err = c.PlanChange(t.Context(), backend, protocoltest.Change{Config: config, Replace: true})
						} else {
							plan, said, err = c.PlanDestroy(t.Context(), backend)
						}
						if err != nil {
							t.Fatal(err)
						}
						return plan, said
					}
					planEdge := func() (*protocoltest.Plan, protocoltest.Diagnostics) { return c.plan(t, wanted(test.wanted(id))) }
					first, second := planBackend, planEdge
					words := []string{"(checkout:443) would lose its backend", "PREVENT", "moved block", `AttributeName("backend")`}
					if edgeFirst {
						first, second = planEdge, planBackend
						words = []string{fmt.Sprintf("Failover backend %q must not be destroyed", id), "(checkout:443) keeps pointing to it", "moved block"}
					}
					if plan, said := first(); plan == nil {
						t.Fatalf("expected the first plan to pass, got\n%s", said)
					}
					plan, said := second()
					if passed := plan != nil; passed != test.passes {
						t.Errorf("passed: %t\n%s", passed, said)
					}
					if !test.passes {
						wantWords(t, said, words...)
					}
					if long := said.Long(); len(long) > 0 {
						t.Errorf("too long: %q", long)
					}
				})
			}
		}
	}
}

func apply(t *testing.T, c client, instance *protocoltest.Instance, config tftypes.Value) {
	t.Helper()
	plan, said, err := c.Plan(t.Context(), instance, config)
	if err != nil || plan == nil {
		t.Fatal(err, said)
	}
	if said, err := c.Apply(t.Context(), instance, plan); err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
}

// A failover backend behind ten edges is renamed without a moved block, or replaced.
func TestAccResource_backendLeaves(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	cli := acctest.BuildProvider(t).NewCLI(t)
	config := func(name string) string {
		return fmt.Sprintf(`
			resource "trafficedge_failover_backend" %[1]q {
			  backends = ["a"]
			}
			resource "trafficedge_tls_edge" "test" {
			  count = 10
			  description = "number ${count.index}"
			  backend = {
			    backend_id = trafficedge_failover_backend.%[1]s.id
			  }
			}
			`, name)
	}
	cli.Configure(t, server.Config(config("old")))
	cli.MustRun(t, "apply", "-auto-approve")
	refused := func(args ...string) {
		t.Helper()
		output, err := cli.Run(t, args...)
		if err == nil || strings.Count(output, "Error: ") != 1 || !acctest.Message("moved block", "in the Troubleshooting guide").MatchString(output) {
			t.Errorf("expected one error, got\n%s", output)
		}

		wantWrites(t, server)
	}
	server.ResetRequests()
	refused("plan", "-replace=trafficedge_failover_backend.old")
	cli.Configure(t, server.Config(config("new")))
	refused("apply", "-auto-approve")
	moved := "moved {\n  from = trafficedge_failover_backend.old\n  to   = trafficedge_failover_backend.new\n}\n"
	cli.Configure(t, server.Config(config("new")+moved))
	cli.MustRun(t, "apply", "-auto-approve")
	wantWrites(t, server)
	// Where edges change in place, they get the new backend.
	cli.Configure(t, server.ConfigUndocumented(config("newer")))
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "plan", "-detailed-exitcode")
	for _, edge := range server.TLSEdges() {
		if edge.Backend.BackendID != server.FailoverBackends()[0].ID {
			t.Errorf("%s points to %s", edge.ID, edge.Backend.BackendID)
		}
	}
}
