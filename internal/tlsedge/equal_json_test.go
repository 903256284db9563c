// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The same JSON, written in two ways.
const (
	compactJSON  = `{"limit":1.5e1,"names":["<a>"],"on_tcp_connect":[]}`
	indentedJSON = "{\n  \"on_tcp_connect\": [],\n  \"names\": [\"\\u003ca\\u003e\"],\n  \"limit\": 15\n}\n"
)

func withJSON(text string) string {
	text = strings.TrimSuffix(text, "\n")
	return "metadata = <<-EOT\n" + text + "\nEOT\ntraffic_policy = {\n  value = <<-EOT\n" + text + "\nEOT\n}\n"
}

// JSON written in another way is no change, neither in a plan nor in the answer
// to a creation or a read.
func TestAccResource_equalJSON(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	kept := []statecheck.StateCheck{
		expectAttribute(text(compactJSON+"\n"), "metadata"),
		expectAttribute(text(compactJSON+"\n"), "traffic_policy", "value"),
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{Config: server.Config(edge(withJSON(compactJSON))), ConfigStateChecks: kept},
			{
				Config:            server.Config(edge(withJSON(indentedJSON))),
				ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
				ConfigStateChecks: kept,
			},
			{
				PreConfig: func() {
					server.ChangeTLSEdge(server.TLSEdges()[0].ID, func(e *refapi.TLSEdge) {
						e.Metadata, e.TrafficPolicy.Value = indentedJSON, indentedJSON
					})
				},
				Config:            server.Config(edge(withJSON(compactJSON))),
				ConfigPlanChecks:  planned(plancheck.ResourceActionNoop),
				ConfigStateChecks: kept,
			},
			{
				Config:           server.Config(edge(withJSON(strings.Replace(indentedJSON, "15", "16", 1)))),
				ConfigPlanChecks: planned(plancheck.ResourceActionDestroyBeforeCreate),
			},
			{
				Config:            server.Config(edge(withJSON("{not " + compactJSON))),
				ConfigPlanChecks:  planned(plancheck.ResourceActionDestroyBeforeCreate),
				ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites(create, create, create)},
			},
		},
	})
}

// A service may answer a creation with the same JSON, written in another way.
func TestAccResource_createdWithEqualJSON(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Metadata: indentedJSON, TrafficPolicy: &refapi.EdgeTrafficPolicy{Enabled: true, Value: indentedJSON}})
	server.Intercept(on(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1","metadata":"{\"names\":[\"<a>\"],\"limit\":15.0,\"on_tcp_connect\":[]}",` +
		`"traffic_policy":{"enabled":true,"value":"{\"names\":[\"<a>\"],\"limit\":15.0,\"on_tcp_connect\":[]}"}}`}))
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, server.Config(edgeWithPolicy(withJSON(compactJSON))))
	if output := cli.MustRun(t, "apply", "-auto-approve"); strings.Contains(output, "Warning: The service") {
		t.Errorf("expected no warning, got\n%s", output)
	}
	cli.MustRun(t, "plan", "-detailed-exitcode")
}
