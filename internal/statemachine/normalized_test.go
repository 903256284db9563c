// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package statemachine_test

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/idna"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// normalized is the Rewrite switch of a reference API that trims texts, decodes and encodes
// JSON again, and writes host names in ASCII and everything that ignores letter case in lower
// case. JSON numbers become floating-point numbers.
func normalized(member, text string) string {
	switch strings.ReplaceAll(strings.ToLower(member), "_", "") {
	case "description", "metadata", "value":
		var document any
		trimmed := strings.TrimSpace(text)
		if !strings.ContainsAny(trimmed[:min(len(trimmed), 1)], "[{") || json.Unmarshal([]byte(trimmed), &document) != nil {
			return trimmed
		}
		encoded, _ := json.Marshal(document)
		return string(encoded)
	case "hostports":
		colon := strings.LastIndex(text, ":")
		return ascii(text[:colon]) + text[colon:]
	case "emailaddresses", "emaildomains":
		at := strings.LastIndex(text, "@") + 1
		return text[:at] + ascii(text[at:])
	case "teams", "organizations":
		return strings.ToUpper(text)
	}
	return text
}

func ascii(host string) string {
	encoded, _ := idna.Punycode.ToASCII(strings.ToLower(host)) // "" only for a host that no test has
	return encoded
}

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
	module := values{"edge_id": "e", "route_id": "r1", "identity_provider": values{"idp_1": rules}}
	const post, postEdge, put = "POST /backends/failover", "POST /edges/tls", "PUT /edges/https/e/routes/r1/oauth"
	for name, test := range map[string]struct {
		typeName, write string
		arguments       values
		operations      []api.UndocumentedOperation
	}{
		"backend":       {failoverBackend, post, values{"backends": []string{"x"}, "description": texts["description"], "metadata": texts["metadata"]}, nil},
		"blank":         {failoverBackend, post, values{"backends": []string{"x"}, "description": "  "}, nil},
		"edge":          {tlsEdge, postEdge, edge("PREVENT"), nil},
		"edge, ABANDON": {tlsEdge, postEdge, edge("ABANDON"), []api.UndocumentedOperation{api.ListTLSEdges}},
		"edge, DELETE":  {tlsEdge, postEdge, edge("DELETE"), []api.UndocumentedOperation{api.DeleteTLSEdge, api.UpdateTLSEdge}},
		"module":        {routeOAuth, put, module, nil},
		"module, read":  {routeOAuth, put, module, []api.UndocumentedOperation{api.ReadRouteOAuth}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			server.SetResponses(func(r *refapi.Responses) { r.Rewrite = normalized })
			resource := server.NewResource(t, test.typeName, values{"undocumented_operations": test.operations})
			resource.MustApply(protocoltest.Create, test.arguments, test.write)
			resource.MustApply(protocoltest.NoOp, test.arguments)
		})
	}
}
