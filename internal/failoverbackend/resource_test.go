// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend_test

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	address = "trafficedge_failover_backend.test"

	create = "POST /backends/failover"
	read   = "GET /backends/failover/*"
	update = "PATCH /backends/failover/*"
	remove = "DELETE /backends/failover/*"
)

func backendConfig(arguments string) string {
	return fmt.Sprintf("resource \"trafficedge_failover_backend\" \"test\" {\n%s\n}\n", arguments)
}

const (
	minimal = `backends = ["bkd_a", "bkd_b"]`
	full    = `backends    = ["bkd_a", "bkd_b"]
	           description = "primary, then standby"
	           metadata    = "{\"owner\":\"edge\"}"`
)

func expectAttribute(name string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(name), value)
}

func planned(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

func ids(ids ...string) knownvalue.Check {
	elements := make([]knownvalue.Check, len(ids))
	for i, id := range ids {
		elements[i] = knownvalue.StringExact(id)
	}
	return knownvalue.ListExact(elements)
}

func TestAccResource_minimal(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps: []resource.TestStep{
			{
				Config:           server.Config(backendConfig(minimal)),
				ConfigPlanChecks: planned(plancheck.ResourceActionCreate),
				ConfigStateChecks: []statecheck.StateCheck{
					server.ExpectRequests(create),
					expectAttribute("id", knownvalue.NotNull()),
					expectAttribute("uri", knownvalue.StringRegexp(regexp.MustCompile("^"+server.URL+"/backends/failover/"))),
					expectAttribute("created_at", knownvalue.NotNull()),
					expectAttribute("description", knownvalue.Null()),
					expectAttribute("metadata", knownvalue.Null()),
					expectAttribute("backends", ids("bkd_a", "bkd_b")),
				},
			},
			{ResourceName: address, ImportState: true, ImportStateVerify: true},
		},
	})
}

func TestAccResource_update(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	step := func(arguments string, action plancheck.ResourceActionType, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{
			Config:            server.Config(backendConfig(arguments)),
			ConfigPlanChecks:  planned(action),
			ConfigStateChecks: checks,
		}
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps: []resource.TestStep{
			step(full, plancheck.ResourceActionCreate,
				server.ExpectRequests(create),
				expectAttribute("description", knownvalue.StringExact("primary, then standby")),
				expectAttribute("metadata", knownvalue.StringExact(`{"owner":"edge"}`))),
			step(`backends = ["bkd_b", "bkd_a"]
			      description = "primary, then standby"
			      metadata = "{\"owner\":\"edge\"}"`, plancheck.ResourceActionUpdate,
				server.ExpectWrites(update),
				expectAttribute("backends", ids("bkd_b", "bkd_a"))),
			step(`backends = ["bkd_b", "bkd_a"]
			      metadata = "{\"owner\":\"edge\"}"`, plancheck.ResourceActionUpdate,
				server.ExpectWrites(update),
				expectAttribute("description", knownvalue.Null()),
				server.ExpectService(holds(func(b refapi.FailoverBackend) bool { return b.Description == "" && b.Metadata != "" }))),
			step(`backends = ["bkd_b", "bkd_a"]`, plancheck.ResourceActionUpdate,
				server.ExpectWrites(update),
				expectAttribute("metadata", knownvalue.Null()),
				server.ExpectService(holds(func(b refapi.FailoverBackend) bool { return b.Metadata == "" }))),
			step(`backends = []
			      description = ""`, plancheck.ResourceActionUpdate,
				server.ExpectWrites(update),
				expectAttribute("description", knownvalue.StringExact("")),
				expectAttribute("backends", ids())),
			step(`backends = []
			      description = ""`, plancheck.ResourceActionNoop,
				server.ExpectWrites()),
		},
	})
}

// holds checks the one failover backend that the service has.
func holds(expected func(refapi.FailoverBackend) bool) func(*refapi.API) error {
	return func(api *refapi.API) error {
		if all := api.FailoverBackends(); len(all) != 1 || !expected(all[0]) {
			return fmt.Errorf("the service holds %+v", all)
		}
		return nil
	}
}

func TestAccResource_driftAndVanished(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	only := func() string { return server.FailoverBackends()[0].ID }
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             server.CheckNoFailoverBackend,
		Steps: []resource.TestStep{
			{Config: server.Config(backendConfig(full))},
			{
				PreConfig: func() {
					server.ChangeFailoverBackend(only(), func(b *refapi.FailoverBackend) {
						b.Description = "changed elsewhere"
						slices.Reverse(b.Backends)
					})
				},
				Config:           server.Config(backendConfig(full)),
				ConfigPlanChecks: planned(plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{
					expectAttribute("description", knownvalue.StringExact("primary, then standby")),
					expectAttribute("backends", ids("bkd_a", "bkd_b")),
				},
			},
			{
				PreConfig:        func() { server.RemoveFailoverBackend(only()) },
				Config:           server.Config(backendConfig(full)),
				ConfigPlanChecks: planned(plancheck.ResourceActionCreate),
			},
		},
	})
}
