// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// later is a value that is known only during apply; another turn makes it
// unknown once more.
func later(name, value string, turn int) string {
	return fmt.Sprintf("resource \"terraform_data\" %q {\n  input            = %s\n  triggers_replace = [%d]\n}\n", name, value, turn)
}

func TestAccResource_unknownAtCreation(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	expected := fullAttributes()
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: server.Config(
				later("description", `"checkout"`, 0) + later("yes", `true`, 0) + later("no", `false`, 0) + later("id", `"bkd_a"`, 0) +
					later("ids", `["ca_b", "ca_a"]`, 0) + later("element", `"ipp_b"`, 0) + later("hostport", `"b.example.com:8443"`, 0) +
					later("place", `"edge"`, 0) + later("version", `"1.3"`, 0) +
					later("policy", `{ enabled = false, value = "{\"on_tcp_connect\":[]}" }`, 0) +
					`
					resource "trafficedge_tls_edge" "test" {
					  description = terraform_data.description.output
					  metadata    = "{\"owner\":\"edge\"}"
					  hostports   = ["a.example.com:443", terraform_data.hostport.output]
					  backend = {
					    enabled    = terraform_data.yes.output
					    backend_id = terraform_data.id.output
					  }
					  ip_restriction = {
					    ip_policy_ids = ["ipp_a", terraform_data.element.output]
					  }
					  mutual_tls = {
					    enabled                   = terraform_data.yes.output
					    certificate_authority_ids = terraform_data.ids.output
					  }
					  tls_termination = {
					    terminate_at = terraform_data.place.output
					    min_version  = terraform_data.version.output
					  }
					  traffic_policy  = terraform_data.policy.output
					  deletion_policy = "ABANDON"
					}
					resource "trafficedge_tls_edge" "upstream" {
					  hostports = terraform_data.hostport.output == "" ? null : [terraform_data.hostport.output]
					  mutual_tls = {
					    enabled                   = terraform_data.no.output
					    certificate_authority_ids = ["ca_a"]
					  }
					  tls_termination = {
					    terminate_at = terraform_data.place.output == "edge" ? "upstream" : "edge"
					  }
					  deletion_policy = "ABANDON"
					}
					resource "trafficedge_tls_edge" "known_upstream" {
					  mutual_tls = {
					    enabled                   = terraform_data.no.output
					    certificate_authority_ids = ["ca_a"]
					  }
					  tls_termination = {
					    terminate_at = "upstream"
					    min_version  = terraform_data.no.output ? "1.2" : null
					  }
					  traffic_policy  = terraform_data.policy.output
					  deletion_policy = "ABANDON"
					}`),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate),
				plancheck.ExpectUnknownValue(address, at("traffic_policy")),
				plancheck.ExpectUnknownValue("trafficedge_tls_edge.upstream", at("tls_termination", "min_version")),
			}},
			ConfigStateChecks: append(checks(address, expected),
				statecheck.ExpectKnownValue("trafficedge_tls_edge.upstream", at("tls_termination", "terminate_at"), text("upstream")),
				statecheck.ExpectKnownValue("trafficedge_tls_edge.upstream", at("tls_termination", "min_version"), knownvalue.Null()),
				statecheck.ExpectKnownValue("trafficedge_tls_edge.known_upstream", at("traffic_policy", "enabled"), knownvalue.Bool(false)),
				server.ExpectWrites(create, create, create)),
		}},
	})
}

// A rule that a value breaks once it is known is an error before any request.
func TestAccResource_unknownThatBreaksARule(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: server.Config(later("place", `"upstream"`, 0) + edge(`
				tls_termination = {
				  terminate_at = terraform_data.place.output
				  min_version  = "1.2"
				}`)),
			ExpectError: acctest.Message("TLS version without termination at the edge"),
		}},
	})
	if made := server.Requests(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}

func TestAccResource_unknownOnAnExistingEdge(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	config := func(policy, id, place string, turn int) string {
		return server.Config(later("id", id, turn) + later("place", place, turn) + edgeWithPolicy(fmt.Sprintf(`
			backend = {
			  backend_id = terraform_data.id.output
			}
			tls_termination = {
			  terminate_at = terraform_data.place.output
			}
			deletion_policy = %q`, policy)))
	}
	version := expectAttribute(text("1.2"), "tls_termination", "min_version")
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: config("PREVENT", `"bkd_a"`, `"edge"`, 0)},
			{
				// The values turn out as they were.
				PreConfig:         server.ResetRequests,
				Config:            config("PREVENT", `"bkd_a"`, `"edge"`, 1),
				ConfigPlanChecks:  planned(plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(), version},
			},
			{
				Config:      config("PREVENT", `"bkd_b"`, `"edge"`, 2),
				ExpectError: acctest.Message("must not be replaced for backend.backend_id"),
			},
			{
				Config:            config("ABANDON", `"bkd_a"`, `"edge"`, 3),
				ConfigPlanChecks:  planned(plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(), version, holds(server, 1)},
			},
			{
				Config:            config("ABANDON", `"bkd_b"`, `"upstream"`, 4),
				ConfigPlanChecks:  planned(plancheck.ResourceActionDestroyBeforeCreate),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(create), holds(server, 2), expectAttribute(text("bkd_b"), "backend", "backend_id")},
			},
		},
	})
}
