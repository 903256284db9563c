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
	const unknown = "Could not tell whether a TLS edge was created|State lacks the TLS edge"
	refused := refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/backend/backend_id","detail":"no such backend"}]}`}
	for name, test := range map[string]struct {
		fault refapi.Fault
		words string
	}{
		"refused":      {refused, "Could not create TLS edge|The service refused /backend/backend_id: no such backend"},
		"server error": {refapi.Fault{Status: 500}, unknown},
	} {
		server, c := start(t)
		server.Fail(http.MethodPost, test.fault)
		diags := c.apply(t, protocoltest.Create, fullArguments())
		if diags.Err() == nil || c.edge.Exists() || len(diags) != 1 || len(diags.Long()) > 0 {
			t.Errorf("%s: in state: %t\n%s", name, c.edge.Exists(), diags)
		}
		wantWords(t, diags, strings.Split(test.words, "|")...)
		wantWrites(t, server, create)
		server.Intercept(nil)
		c.mustApply(t, protocoltest.Create, fullArguments())
		server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
		wantWords(t, acctest.Must(c.Refresh(t.Context(), c.edge))(t), "ERROR: Could not read TLS edge", "403 Forbidden")
		server.Intercept(nil)
		c.wantNoChange(t, fullArguments())
		server.ChangeTLSEdge(c.edge.Text("id"), func(e *refapi.TLSEdge) { e.CreatedAt = "2026-01-02T03:04:05Z" }) // A young edge would be read again.
		c.wantNoChange(t, fullArguments())
		server.RemoveTLSEdge(c.edge.Text("id"))
		wantWords(t, acctest.Must(c.Refresh(t.Context(), c.edge))(t), "WARNING: The service has no TLS edge")
		if c.edge.Exists() {
			t.Error("the removed edge is in state")
		}
	}
}

// If the response to a creation differs from the plan, the provider warns about each
// difference and stores the plan in state. An error would taint the edge. The next plan
// shows the differences.
func TestCreate_notAsPlanned(t *testing.T) {
	t.Parallel()
	stored := arguments{"hostports": []string{"a.example.com:443"}, "backend": arguments{"enabled": false, "backend_id": "bkd_a"}}
	another := arguments{
		"description": "wanted", "hostports": []string{"b.example.com:443", "a.example.com:443"},
		"backend": arguments{"backend_id": "bkd_a"}, "tls_termination": arguments{"terminate_at": "edge"},
	}
	for response, test := range map[string]struct {
		wanted   arguments
		warnings []string
		next     string // in the next plan
	}{
		`{"id":"edge_1","uri":"u","created_at":"c","hostports":["a.example.com:443","b.example.com:443","a.example.com:443"],"ip_restriction":null,
			"mutual_tls":null,"traffic_policy":null,"backend":{"enabled":false,"backend":{"id":"bkd_a"}},"tls_termination":null}`: {another, []string{
			`The service did not apply description of TLS edge "edge_1"`, "did not apply backend.enabled of", "did not apply tls_termination of",
		}, "cannot be replaced for description, hostports, backend.enabled, tls_termination"},
		`{"mutual_tls":{"certificate_authorities":"-----BEGIN CERTIFICATE-----"},"id":"edge_1"}`: {stored, []string{
			`Created TLS edge "edge_1", but could not read it|403 Forbidden`,
		}, ""},
	} {
		server, c := start(t)
		edge := refapi.TLSEdge{ID: "edge_1", Hostports: []string{"a.example.com:443"}, Backend: &refapi.EdgeBackend{BackendID: "bkd_a"}}
		server.AddTLSEdge(edge)
		server.Intercept(func(r refapi.Request) *refapi.Fault {
			if r.Method == http.MethodPost {
				return &refapi.Fault{Status: http.StatusCreated, Body: response}
			}
			return &refapi.Fault{Status: http.StatusForbidden}
		})
		diags := c.apply(t, protocoltest.Create, test.wanted)
		state := c.state()
		isPlanned := state["id"] == "edge_1" && state["description"] == test.wanted["description"]
		if diags.Err() != nil || len(diags) != len(test.warnings) || !isPlanned {
			t.Fatalf("state has %v\n%s", state, diags)
		}
		for i, words := range test.warnings {
			wantWords(t, diags[i:i+1], append(strings.Split(words, "|"), "next plan")...)
		}
		wantWrites(t, server, create)
		server.Intercept(nil)
		plan, diags := c.plan(t, test.wanted)
		wantWords(t, diags, test.next)
		if (plan.Action == "") != (test.next != "") {
			t.Errorf("planned to %q\n%s", plan.Action, diags)
		}
		c.wantNoChange(t, stored)
	}
}
