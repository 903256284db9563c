// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const deleting = "deletion_policy = \"DELETE\"\n"

// An edge lives its whole life on a real CLI with the setting on: it is created,
// changed in place up and down, imported, drifts, and is deleted.
func TestAccInPlace_ladder(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	config := func(arguments string) string {
		return server.ConfigUndocumented(edgeWithPolicy(arguments + "\n" + deleting))
	}
	changed := func(arguments string, expected []expectation) resource.TestStep {
		return resource.TestStep{
			PreConfig:        server.ResetRequests,
			Config:           config(arguments),
			ConfigPlanChecks: planned(plancheck.ResourceActionUpdate),
			ConfigStateChecks: append([]statecheck.StateCheck{
				server.ExpectWrites(update), holds(server, 1),
			}, checks(address, expected)...),
		}
	}
	other := strings.NewReplacer("checkout", "payment", "bkd_a", "bkd_b", `"ipp_a", "ipp_b"`, `"ipp_c"`, "1.3", "1.2").Replace(full)
	drifted := changed(other, []expectation{expect(text("payment"), "description")})
	drifted.PreConfig = func() {
		server.ChangeTLSEdge(server.TLSEdges()[0].ID, func(e *refapi.TLSEdge) { e.Description, e.MutualTLS = "drifted", nil })
		server.ResetRequests()
	}
	bare := changed("hostports = []", minimalAttributes()[:2])
	bare.ConfigStateChecks[0] = server.ExpectWrites(destroy+"/*", destroy+"/*", destroy+"/*", destroy+"/*", destroy+"/*", update)
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
			changed(full, fullAttributes()),
			changed(other, []expectation{expect(text("payment"), "description"), expect(text("bkd_b"), "backend", "backend_id")}),
			drifted,
			{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"}},
			{
				PreConfig:         server.ResetRequests,
				Config:            config(other),
				ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectRequests(read)},
			},
			bare,
		},
	})
}
