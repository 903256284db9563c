// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"encoding/json"
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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// block returns a resource block. HCL accepts JSON as the value of an argument.
func block(t *testing.T, settings arguments, policy string) string {
	t.Helper()
	body := strings.Builder{}
	for name, value := range with(settings, arguments{"deletion_policy": policy}) {
		fmt.Fprintf(&body, "%s = %s\n", name, acctest.Must(json.Marshal(value))(t))
	}
	return fmt.Sprintf("resource %q \"test\" {\n%s}\n", typeName, body.String())
}

// With undocumented operations, a real CLI creates an edge without settings, imports it, adds
// settings in place, reverts drift, removes all settings, creates the edge with all settings after
// it has vanished, and deletes it in a second attempt.
func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	// Before each step, others change the edge. The service then ignores null in updates, so
	// that each removed module is deleted after the update.
	step := func(settings arguments, action plancheck.ResourceActionType, writes ...string) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() {
				for _, existing := range server.TLSEdges() {
					server.ChangeTLSEdge(existing.ID, func(e *refapi.TLSEdge) { e.Description, e.MutualTLS = "drifted", nil })
				}
			},
			Config:            server.ConfigUndocumented(block(t, settings, "DELETE")),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}},
			ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(writes...)},
		}
	}
	server.SetResponses(func(a *refapi.Responses) { a.PatchIgnoresNull = true })
	const removal = destroy + "/*"
	uri := knownvalue.StringRegexp(regexp.MustCompile("^" + server.URL + "/edges/tls/"))
	created, vanished := step(arguments{}, plancheck.ResourceActionCreate), step(fullArguments(), plancheck.ResourceActionCreate, create)
	created.ConfigStateChecks = []statecheck.StateCheck{
		server.ExpectRequests(create), statecheck.ExpectKnownValue(address, tfjsonpath.New("uri"), uri),
	}
	vanished.PreConfig = func() { server.RemoveTLSEdge(server.TLSEdges()[0].ID) }
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy: func(*terraform.State) error {
			if left := server.TLSEdges(); len(left) > 0 {
				return fmt.Errorf("the service still has %+v", left)
			}
			return server.ExpectWrites(destroy)()
		},
		Steps: []resource.TestStep{
			created,
			// The service does not store the policy, so an imported edge has the default.
			{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"}},
			step(fullArguments(), plancheck.ResourceActionUpdate, update),
			step(fullArguments(), plancheck.ResourceActionUpdate, update),
			step(arguments{"hostports": []string{}}, plancheck.ResourceActionUpdate, update, removal, removal, removal, removal),
			vanished,
			{
				PreConfig:   func() { server.Fail(http.MethodDelete, refapi.Fault{Status: http.StatusConflict}) },
				Config:      vanished.Config,
				Destroy:     true,
				ExpectError: acctest.Message("Could not delete TLS edge"),
			},
			{PreConfig: func() { server.Intercept(nil); server.ResetRequests() }, Config: vanished.Config, Destroy: true},
		},
	})
}

// A failed creation stores nothing in state, and the provider does not retry the
// creation. The next apply succeeds. A failed read does not change state, and a read of an
// edge that no longer exists removes the edge from state with a warning.
func TestResource_failures(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusInternalServerError})
	diags := c.apply(t, protocoltest.Create, fullArguments())
	if diags.Err() == nil || c.edge.Exists() || len(diags) != 1 || len(diags.Long()) > 0 {
		t.Errorf("in state: %t\n%s", c.edge.Exists(), diags)
	}
	wantWords(t, diags, "Could not tell whether the TLS edge was created", "State lacks the TLS edge")
	wantWrites(t, server, create)
	server.Intercept(nil)
	c.mustApply(t, protocoltest.Create, fullArguments())
	server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
	wantWords(t, acctest.Must(c.Refresh(t.Context(), c.edge))(t), "ERROR: Could not read TLS edge", "403 Forbidden")
	server.Intercept(nil)
	server.ChangeTLSEdge(c.edge.Text("id"), func(e *refapi.TLSEdge) { e.CreatedAt = "2026-01-02T03:04:05Z" }) // A young edge would be read again.
	c.wantNoChange(t, fullArguments())
	server.RemoveTLSEdge(c.edge.Text("id"))
	wantWords(t, acctest.Must(c.Refresh(t.Context(), c.edge))(t), "WARNING: The service has no TLS edge")
	if c.edge.Exists() {
		t.Error("the removed edge is in state")
	}
}

// If the response to a creation differs from the plan, the provider warns about each difference
// and stores the plan in state. An error would taint the edge. The next plan shows the differences.
func TestCreate_notAsPlanned(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	edge := refapi.TLSEdge{ID: "edge_1", Hostports: []string{"a.example.com:443"}, Backend: &refapi.EdgeBackend{BackendID: "bkd_a"}}
	server.AddTLSEdge(edge)
	server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1","uri":"u","created_at":"c",
		"hostports":["a.example.com:443","b.example.com:443","a.example.com:443"],"ip_restriction":null,"mutual_tls":null,"traffic_policy":null,
		"backend":{"enabled":false,"backend":{"id":"bkd_a"}},"tls_termination":null}`})
	wanted := arguments{
		"description": "wanted", "hostports": []string{"b.example.com:443", "a.example.com:443"},
		"backend": arguments{"backend_id": "bkd_a"}, "tls_termination": arguments{"terminate_at": "edge"},
	}
	diags := c.apply(t, protocoltest.Create, wanted)
	if diags.Err() != nil || len(diags) != 3 || c.edge.Text("description") != "wanted" {
		t.Fatalf("state has %v\n%s", c.state(), diags)
	}
	for i, setting := range []string{"description", "backend.enabled", "tls_termination"} {
		wantWords(t, diags[i:i+1], "The service did not apply "+setting+` of TLS edge "edge_1"`, "next plan")
	}
	c.wantRefused(t, wanted, "cannot be replaced for description, hostports, backend.enabled, tls_termination")
}

// An edge that was created and cannot be read is in state as planned.
func TestCreate_unread(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	server.SetResponses(func(a *refapi.Responses) { a.CreateIDAlone = true })
	server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
	diags := c.apply(t, protocoltest.Create, fullArguments())
	wantWords(t, diags, "Created TLS edge", "but could not read it", "403 Forbidden", "next plan")
	if diags.Err() != nil || len(diags) != 1 {
		t.Errorf("got\n%s", diags)
	}
	server.Intercept(nil)
	c.wantNoChange(t, fullArguments())
}
