// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	address = "trafficedge_tls_edge.test"

	create = "POST /edges/tls"
	read   = "GET /edges/tls/*"
)

// Arguments of an edge, without deletion_policy.
const (
	minimal = ``
	full    = `
		description = "checkout"
		metadata    = "{\"owner\":\"edge\"}"
		hostports   = ["a.example.com:443", "b.example.com:8443"]
		backend = {
		  backend_id = "bkd_a"
		}
		ip_restriction = {
		  ip_policy_ids = ["ipp_a", "ipp_b"]
		}
		mutual_tls = {
		  certificate_authority_ids = ["ca_a", "ca_b"]
		}
		tls_termination = {
		  terminate_at = "edge"
		  min_version  = "1.3"
		}
		traffic_policy = {
		  enabled = false
		  value   = "{\"on_tcp_connect\":[]}"
		}`
)

func edge(arguments, policy string) string {
	return fmt.Sprintf("resource \"trafficedge_tls_edge\" \"test\" {\n%s\ndeletion_policy = %q\n}\n", arguments, policy)
}

func planned(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	for name, arguments := range map[string]string{"minimal": minimal, "full": full} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{})
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{
					{
						Config:           server.Config(edge(arguments, "ABANDON")),
						ConfigPlanChecks: planned(plancheck.ResourceActionCreate),
						ConfigStateChecks: []statecheck.StateCheck{
							server.ExpectRequests(create),
							statecheck.ExpectKnownValue(address, tfjsonpath.New("uri"), knownvalue.StringRegexp(regexp.MustCompile("^"+server.URL+"/edges/tls/"))),
						},
					},
					// The service does not store the deletion policy, so an imported edge
					// has the default policy.
					{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"}},
					{
						PreConfig:         server.ResetRequests,
						Config:            server.Config(edge(arguments, "ABANDON")),
						ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
						ConfigStateChecks: []statecheck.StateCheck{server.ExpectRequests(read)},
					},
				},
			})
			wantWrites(t, server)
			if left := len(server.TLSEdges()); left != 1 {
				t.Errorf("expected the edge to be left on the service, got %d edges", left)
			}
		})
	}
}

// With undocumented operations, a real CLI creates an edge, adds and removes settings
// in place, imports the edge, detects drift, and deletes the edge.
func TestAccInPlace_ladder(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	config := func(arguments string) string { return server.ConfigUndocumented(edge(arguments, "DELETE")) }
	changed := func(arguments string, writes ...string) resource.TestStep {
		return resource.TestStep{
			PreConfig:         server.ResetRequests,
			Config:            config(arguments),
			ConfigPlanChecks:  planned(plancheck.ResourceActionUpdate),
			ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(writes...)},
		}
	}
	other := strings.NewReplacer("checkout", "payment", "bkd_a", "bkd_b", `"ipp_a", "ipp_b"`, `"ipp_c"`, "1.3", "1.2").Replace(full)
	drifted := changed(other, update)
	drifted.PreConfig = func() {
		server.ChangeTLSEdge(server.TLSEdges()[0].ID, func(e *refapi.TLSEdge) { e.Description, e.MutualTLS = "drifted", nil })
		server.ResetRequests()
	}
	vanished := changed(minimal, create)
	vanished.PreConfig = func() { server.RemoveTLSEdge(server.TLSEdges()[0].ID); server.ResetRequests() }
	vanished.ConfigPlanChecks = planned(plancheck.ResourceActionCreate)
	// The service ignores null, so that each module is deleted after the update.
	removal := destroy + "/*"
	emptied := changed("hostports = []", update, removal, removal, removal, removal, removal)
	emptied.PreConfig = func() {
		server.SetResponses(func(a *refapi.Responses) { a.PatchIgnoresNull = true })
		server.ResetRequests()
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy: func(*terraform.State) error {
			if left := server.TLSEdges(); len(left) > 0 {
				return fmt.Errorf("the service still has %+v", left)
			}
			return server.ExpectWritesNow(destroy)
		},
		Steps: []resource.TestStep{
			{Config: config(minimal), ConfigPlanChecks: planned(plancheck.ResourceActionCreate), ConfigStateChecks: []statecheck.StateCheck{server.ExpectRequests(create)}},
			changed(full, update),
			changed(other, update),
			drifted,
			{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"}},
			{
				PreConfig:         server.ResetRequests,
				Config:            config(other),
				ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectRequests(read)},
			},
			emptied,
			vanished,
			{
				PreConfig: func() { server.Fail(http.MethodDelete, refapi.Fault{Status: http.StatusConflict}) },
				Config:    config(minimal), Destroy: true, ExpectError: acctest.Message("Could not delete TLS edge"),
			},
			{PreConfig: func() { server.Intercept(nil); server.ResetRequests() }, Config: config(minimal), Destroy: true},
		},
	})
}
