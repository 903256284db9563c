// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/compare"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestAccDataSource(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	same := func(name string) statecheck.StateCheck {
		return statecheck.CompareValuePairs(address, tfjsonpath.New(name),
			"data."+address, tfjsonpath.New(name), compare.ValuesSame())
	}
	config := backendConfig(full) + `data "trafficedge_failover_backend" "test" { id = trafficedge_failover_backend.test.id }`
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config:      server.Config(`data "trafficedge_failover_backend" "test" { id = "nobody" }`),
				ExpectError: acctest.Message(`Could not read failover backend "nobody"`, "404 Not Found"),
			},
			{
				Config:      server.Config(`data "trafficedge_failover_backend" "test" { id = "" }`),
				ExpectError: acctest.Message("string length must be at least 1"),
			},
			{
				Config: server.Config(config),
				ConfigStateChecks: []statecheck.StateCheck{
					same("id"), same("uri"), same("created_at"), same("description"), same("metadata"), same("backends"),
				},
			},
		},
	})
}

func TestAccListDataSource_pages(t *testing.T) {
	t.Parallel()
	for name, relative := range map[string]bool{"absolute next pages": false, "relative next pages": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{PageSize: 2})
			server.Answer(func(a *refapi.Answers) { a.RelativeNextPage = relative })
			elements := make([]knownvalue.Check, 5)
			for i := range elements {
				id := fmt.Sprintf("fob_%d", i)
				server.AddFailoverBackend(refapi.FailoverBackend{ID: id, Backends: []string{"bkd_a"}})
				elements[i] = knownvalue.ObjectPartial(map[string]knownvalue.Check{
					"id": knownvalue.StringExact(id), "description": knownvalue.Null(), "backends": ids("bkd_a"),
				})
			}
			const list = "GET /backends/failover"
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{{
					Config: acctest.Start(t, refapi.Options{}).Config(`data "trafficedge_failover_backends" "all" {}`),
					ConfigStateChecks: []statecheck.StateCheck{
						statecheck.ExpectKnownValue("data.trafficedge_failover_backends.all",
							tfjsonpath.New("failover_backends"), knownvalue.ListExact([]knownvalue.Check{})),
					},
				}, {
					Config: server.Config(`data "trafficedge_failover_backends" "all" {}`),
					ConfigStateChecks: []statecheck.StateCheck{
						statecheck.ExpectKnownValue("data.trafficedge_failover_backends.all",
							tfjsonpath.New("failover_backends"), knownvalue.ListExact(elements)),
					},
				}},
			})
			for _, request := range server.Requests() {
				if operation := request.Method + " " + request.Path; operation != list {
					t.Errorf("unexpected request %s", operation)
				}
			}
			if made := len(server.Requests()); made%3 != 0 {
				t.Errorf("expected 3 requests for each reading of 5 objects in pages of 2, got %d requests", made)
			}
		})
	}
}
