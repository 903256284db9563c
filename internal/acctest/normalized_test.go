// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A service stores the same values in other words. The first apply creates each object once,
// without a warning, and all later plans are empty, whatever the policy of the edge.
func TestNormalized(t *testing.T) {
	t.Parallel()
	type values = map[string]any
	texts := values{"description": "two words \n", "metadata": "{\"v\": 1.50}\n"}
	edge := func(policy string) values {
		return values{
			"description": texts["description"], "metadata": texts["metadata"], "deletion_policy": policy,
			"hostports":      []string{"münchen.example.com:443", "*.münchen.example.com:443", "_X.example.com:443", "[::1]:443"},
			"traffic_policy": values{"value": "{\"t\": 0.10}\n"},
		}
	}
	rules := values{
		"email_addresses": []string{"Ann@BÜCHER.example"}, "email_domains": []string{"Bücher.example"},
		"teams": []string{"Acme/Platform"}, "organizations": []string{"Acme"},
	}
	module := with(oauthArguments(), "identity_provider", values{"idp_1": rules})
	const post, postEdge, put = "POST /backends/failover", "POST /edges/tls", "PUT /edges/https/e/routes/r1/oauth"
	for name, test := range map[string]struct {
		typeName, write string
		arguments       values
		operations      []api.UndocumentedOperation
	}{
		"backend":       {backendType, post, with(texts, "backends", []string{"x"}), nil},
		"blank":         {backendType, post, values{"backends": []string{"x"}, "description": "  "}, nil},
		"edge":          {edgeType, postEdge, edge("PREVENT"), nil},
		"edge, ABANDON": {edgeType, postEdge, edge("ABANDON"), []api.UndocumentedOperation{api.ListTLSEdges}},
		"edge, DELETE":  {edgeType, postEdge, edge("DELETE"), []api.UndocumentedOperation{api.DeleteTLSEdge, api.UpdateTLSEdge}},
		"module":        {oauthType, put, module, nil},
		"module, read":  {oauthType, put, module, []api.UndocumentedOperation{api.ReadRouteOAuth}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			server.SetResponses(func(r *refapi.Responses) { r.Rewrite = acctest.Normalized })
			resource := server.NewResource(t, test.typeName, values{"undocumented_operations": test.operations})
			resource.MustApply(protocoltest.Create, test.arguments, test.write)
			resource.MustApply(protocoltest.NoOp, test.arguments)
		})
	}
}
