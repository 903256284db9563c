// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	typeName = "trafficedge_tls_edge"
	address  = typeName + ".test"

	create  = "POST /edges/tls"
	read    = "GET /edges/tls/*"
	update  = "PATCH /edges/tls/*"
	destroy = "DELETE /edges/tls/*"
)

type arguments = map[string]any

// fullArguments returns a value for every argument.
func fullArguments() arguments {
	return arguments{
		"description":     "checkout",
		"metadata":        `{"owner":"edge"}`,
		"hostports":       []string{"a.example.com:443", "b.example.com:8443"},
		"backend":         arguments{"backend_id": "bkd_a"},
		"ip_restriction":  arguments{"ip_policy_ids": []string{"ipp_a", "ipp_b"}},
		"mutual_tls":      arguments{"certificate_authority_ids": []string{"ca_a"}},
		"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.3"},
		"traffic_policy":  arguments{"value": `{"on_tcp_connect":[]}`},
	}
}

func with(base, changes arguments) arguments {
	changed := maps.Clone(base)
	maps.Copy(changed, changes)
	return changed
}

// start starts a service, and returns an edge that is not in state. The undocumented_operations
// of its provider lists the given operations. If no operations are given, the service supports
// no undocumented operation.
func start(t *testing.T, operations ...api.UndocumentedOperation) *acctest.Resource {
	t.Helper()
	return newEdge(t, acctest.Start(t, refapi.Options{Undocumented: len(operations) > 0}), operations...)
}

func newEdge(t *testing.T, server *acctest.Server, operations ...api.UndocumentedOperation) *acctest.Resource {
	t.Helper()
	return server.NewResource(t, typeName, arguments{"max_retry_wait": "1ms", "undocumented_operations": operations})
}

func stateOf(edge *acctest.Resource) map[string]any { return protocoltest.PlainObject(edge.State) }

// wantRefused refreshes an edge and expects exactly one error in the plan of a configuration.
func wantRefused(edge *acctest.Resource, config arguments, words ...string) {
	edge.Helper()
	_, shown := edge.Plan(protocoltest.Change{Config: edge.Config(config)})
	wantShown(edge.T, shown, append([]string{"ERROR: "}, words...)...)
}

// wantShown expects exactly one diagnostic, which contains the words in this order.
func wantShown(t *testing.T, shown protocoltest.Diagnostics, words ...string) {
	t.Helper()
	if len(shown) != 1 || !acctest.Message(words...).MatchString(shown.String()) {
		t.Fatalf("expected one diagnostic with %q, got\n%s", words, shown)
	}
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
		body := `deletion_policy = "DELETE"`
		for name, value := range settings { // HCL accepts JSON as the value of an argument.
			body += fmt.Sprintf("\n%s = %s", name, acctest.Must(json.Marshal(value))(t))
		}
		return resource.TestStep{
			PreConfig: func() {
				for _, existing := range server.TLSEdges() {
					server.ChangeTLSEdge(existing.ID, func(e *refapi.TLSEdge) { e.Description, e.MutualTLS = "drifted", nil })
				}
			},
			Config:            server.ConfigUndocumented(fmt.Sprintf("resource %q \"test\" {\n%s\n}\n", typeName, body)),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}},
			ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(writes...)},
		}
	}
	server.CreateOld()
	server.SetResponses(func(a *refapi.Responses) { a.PatchIgnoresNull = true })
	const removal = destroy + "/*"
	created, vanished := step(arguments{}, plancheck.ResourceActionCreate), step(fullArguments(), plancheck.ResourceActionCreate, create)
	created.ConfigStateChecks = []statecheck.StateCheck{server.ExpectRequests(create)}
	vanished.PreConfig = func() { server.RemoveTLSEdge(server.TLSEdges()[0].ID) }
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		CheckDestroy:             func(*terraform.State) error { return server.ExpectWrites(destroy)() },
		Steps: []resource.TestStep{
			created,
			// The service does not store the policy, so an imported edge has the default.
			{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"}},
			step(fullArguments(), plancheck.ResourceActionUpdate, update),
			step(fullArguments(), plancheck.ResourceActionUpdate, update),
			step(arguments{}, plancheck.ResourceActionUpdate, update, removal, removal, removal, removal),
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

// A failed creation stores nothing in state, and the provider does not retry the creation. The
// next apply succeeds. If the created edge then cannot be read, it is in state as planned. A
// failed read does not change state, and a read of an edge that no longer exists removes the
// edge from state with a warning.
func TestResource_failures(t *testing.T) {
	t.Parallel()
	edge := start(t)
	edge.Server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusInternalServerError})
	shown := edge.Apply(protocoltest.Create, fullArguments())
	wantShown(t, shown, "ERROR: Could not tell whether the TLS edge was created", "State lacks the TLS edge")
	acctest.NoError(t, edge.Server.ExpectWrites(create)())
	if edge.Exists() || len(shown.Long()) > 0 {
		t.Errorf("in state: %t\n%s", edge.Exists(), shown)
	}
	// The plan leaves the hostports and the version to the service, and no response shows them.
	wanted := with(fullArguments(), arguments{"hostports": nil, "tls_termination": arguments{"terminate_at": "edge"}})
	edge.Server.CreateOld() // A young edge would be read again.
	edge.Server.SetResponses(func(a *refapi.Responses) { a.CreateIDAlone = true })
	edge.Server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
	shown = edge.Apply(protocoltest.Create, wanted)
	wantShown(t, shown, "WARNING: Created an object, but could not read it", "read TLS edge", "403 Forbidden", "next plan")
	wantShown(t, edge.Refresh(), "ERROR: Could not read TLS edge", "403 Forbidden")
	edge.Server.Intercept(nil)
	edge.MustApply(protocoltest.NoOp, wanted)
	edge.Server.RemoveTLSEdge(edge.Text("id"))
	wantShown(t, edge.Refresh(), "WARNING: The service has no such object any more", "The TLS edge")
	if edge.Exists() {
		t.Error("the removed edge is in state")
	}
}

// If the response to a creation differs from the plan, the provider warns about each difference
// and stores the plan in state. An error would taint the edge. The next plan shows the differences.
func TestCreate_notAsPlanned(t *testing.T) {
	t.Parallel()
	edge := start(t)
	edge.Server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Hostports: []string{"a.example.com:443"}, Backend: &refapi.EdgeBackend{BackendID: "bkd_a"}})
	edge.Server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1","uri":"u","created_at":"c",
		"hostports":["a.example.com:443","b.example.com:443","a.example.com:443"],"ip_restriction":null,"mutual_tls":null,"traffic_policy":null,
		"backend":{"enabled":false,"backend":{"id":"bkd_a"}},"tls_termination":null}`})
	wanted := arguments{
		"description": "wanted", "hostports": []string{"b.example.com:443", "a.example.com:443"},
		"backend": arguments{"backend_id": "bkd_a"}, "tls_termination": arguments{"terminate_at": "edge"},
	}
	shown := edge.Apply(protocoltest.Create, wanted)
	if len(shown) != 3 || edge.Text("description") != "wanted" {
		t.Fatalf("state has %v\n%s", stateOf(edge), shown)
	}
	for i, setting := range []string{"description", "backend.enabled", "tls_termination"} {
		wantShown(t, shown[i:i+1], "WARNING: The service did not apply "+setting+"\n", `TLS edge "edge_1"`, "next plan")
	}
	wantRefused(edge, wanted, "cannot be replaced for description, hostports, backend.enabled, tls_termination")
}
