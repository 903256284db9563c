// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/compare"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestAccDataSources(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{PageSize: 2})
	same := func(name string) statecheck.StateCheck {
		return statecheck.CompareValuePairs(address, tfjsonpath.New(name),
			"data."+address, tfjsonpath.New(name), compare.ValuesSame())
	}
	// listed reads all failover backends with the data source. It checks that each read
	// of the list takes the given number of pages.
	listed := func(pages int, elements ...knownvalue.Check) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() {
				for i := range elements {
					server.AddFailoverBackend(refapi.FailoverBackend{ID: fmt.Sprintf("fob_%d", i), Backends: []string{"bkd_a"}})
				}
				server.ResetRequests()
			},
			Config: server.Config(`data "trafficedge_failover_backends" "all" {}`),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("data.trafficedge_failover_backends.all", tfjsonpath.New("failover_backends"), knownvalue.ListExact(elements)),
				server.ExpectService(func(*refapi.API) error {
					made := server.Requests()
					if len(made)%pages > 0 || slices.ContainsFunc(made, func(r refapi.Request) bool { return r.Path != "/backends/failover" }) {
						return fmt.Errorf("expected %d pages for each reading, got %v", pages, made)
					}
					return nil
				}),
			},
		}
	}
	elements := make([]knownvalue.Check, 5)
	for i := range elements {
		elements[i] = knownvalue.ObjectExact(map[string]knownvalue.Check{
			"id": knownvalue.StringExact(fmt.Sprintf("fob_%d", i)), "uri": knownvalue.StringExact(fmt.Sprintf("%s/backends/failover/fob_%d", server.URL, i)),
			"created_at": knownvalue.NotNull(), "description": knownvalue.Null(), "metadata": knownvalue.Null(), "backends": ids("bkd_a"),
		})
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			listed(1),
			listed(3, elements...),
			{
				Config:      server.Config(`data "trafficedge_failover_backend" "test" { id = "nobody" }`),
				ExpectError: acctest.Message(`Could not read failover backend "nobody"`, "404 Not Found"),
			},
			{
				Config: server.Config(backendConfig(full) + `data "trafficedge_failover_backend" "test" { id = trafficedge_failover_backend.test.id }`),
				ConfigStateChecks: []statecheck.StateCheck{
					same("id"), same("uri"), same("created_at"), same("description"), same("metadata"), same("backends"),
				},
			},
		},
	})
}

const typeName = "trafficedge_failover_backend"

func add(server *acctest.Server, count int) {
	for i := range count {
		backend := refapi.FailoverBackend{ID: fmt.Sprintf("fob_%d", i), Backends: []string{"bkd_a"}}
		if i%2 == 1 {
			backend.Description = fmt.Sprintf("number %d", i)
		}
		server.AddFailoverBackend(backend)
	}
}

// A query reads no more pages than the limit requires. Each result equals the state after
// an import of the object.
func TestList_results(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{PageSize: 2})
	add(server, 5)
	provider := impatient(t, server)
	for limit, want := range map[int64]struct{ results, pages int }{0: {5, 3}, 1: {1, 1}, 2: {2, 1}, 3: {3, 2}, 100: {5, 3}} {
		server.ResetRequests()
		results, err := provider.Query(t.Context(), typeName, limit, false)
		if err != nil || len(results) != want.results || len(server.Requests()) != want.pages || results[0].Resource != nil {
			t.Errorf("limit %d: got %v from %d pages, %v, want %+v", limit, results, len(server.Requests()), err, want)
		}
	}
	results := acctest.Must(provider.Query(t.Context(), typeName, 0, true))(t)
	for i, name := range []string{"fob_0", "number 1", "fob_2", "number 3", "fob_4"} {
		imported, shown, err := provider.ImportByIdentity(t.Context(), typeName, map[string]string{"id": fmt.Sprintf("fob_%d", i)})
		if err != nil || len(shown) > 0 || protocoltest.Diagnostics(results[i].Diagnostics).Err() != nil || results[i].DisplayName != name {
			t.Fatal(results[i], shown, err)
		}
		listed, err := results[i].Resource.Unmarshal(imported.State.Type())
		identity, otherErr := results[i].Identity.IdentityData.Unmarshal(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}})
		if err != nil || otherErr != nil || !listed.Equal(imported.State) || protocoltest.PlainObject(identity)["id"] != imported.Text("id") {
			t.Errorf("listed\n%s, %s, imported\n%s, %v, %v", listed, identity, imported.State, err, otherErr)
		}
	}
}
