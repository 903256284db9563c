// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// Ids follow the rule for ids in responses: they may have blanks, but no line breaks, and
// they are in Unicode's normalization form C.
func TestIDs(t *testing.T) {
	t.Parallel()
	const backend, edge, oauth = "trafficedge_failover_backend", "trafficedge_tls_edge", "trafficedge_https_edge_route_oauth"
	provider := serve(t)
	app := map[string]any{"idp_2": map[string]any{"email_domains": []string{"example.com"}}}
	module := func(member string, id any) map[string]any { return map[string]any{member: id} }
	resource := func(typeName string, config func(id string) map[string]any) func(string) protocoltest.Diagnostics {
		return func(id string) protocoltest.Diagnostics {
			return acctest.Must(provider.Validate(t.Context(), typeName, provider.Config(typeName, config(id))))(t)
		}
	}
	dataSource := func(typeName string, config func(id string) map[string]any) func(string) protocoltest.Diagnostics {
		return func(id string) protocoltest.Diagnostics {
			value := protocoltest.Value(provider.Schemas.DataSourceSchemas[typeName].ValueType(), config(id))
			return acctest.Must(provider.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{
				TypeName: typeName, Config: protocoltest.Dynamic(value),
			}))(t).Diagnostics
		}
	}
	byID := func(id string) map[string]any { return map[string]any{"id": id} }
	onEdge := func(id string) map[string]any { return map[string]any{"edge_id": id, "route_id": "r"} }
	onRoute := func(id string) map[string]any { return map[string]any{"edge_id": "e", "route_id": id} }
	withApp := func(ids func(string) map[string]any) func(string) map[string]any {
		return func(id string) map[string]any {
			config := ids(id)
			config["identity_provider"] = app
			return config
		}
	}
	for name, test := range map[string]struct {
		validate func(id string) protocoltest.Diagnostics
		at, says string
	}{
		"backends": {resource(backend, func(id string) map[string]any { return map[string]any{"backends": []string{"a", id}} }),
			"backends.1", "backends[1] "},
		"backend_id": {resource(edge, func(id string) map[string]any { return map[string]any{"backend": module("backend_id", id)} }),
			"backend.backend_id", "backend.backend_id "},
		"ip_policy_ids": {resource(edge, func(id string) map[string]any {
			return map[string]any{"ip_restriction": module("ip_policy_ids", []string{id})}
		}), "ip_restriction.ip_policy_ids", "Every element of ip_restriction.ip_policy_ids "},
		"certificate_authority_ids": {resource(edge, func(id string) map[string]any {
			return map[string]any{"mutual_tls": module("certificate_authority_ids", []string{id})}
		}), "mutual_tls.certificate_authority_ids", "Every element of mutual_tls.certificate_authority_ids "},
		"edge_id":                {resource(oauth, withApp(onEdge)), "edge_id", "edge_id "},
		"route_id":               {resource(oauth, withApp(onRoute)), "route_id", "route_id "},
		"data, failover backend": {dataSource(backend, byID), "id", "id "},
		"data, TLS edge":         {dataSource(edge, byID), "id", "id "},
		"data, edge_id":          {dataSource(oauth, onEdge), "edge_id", "edge_id "},
		"data, route_id":         {dataSource(oauth, onRoute), "route_id", "route_id "},
	} {
		for id, isRight := range map[string]bool{"a": true, " b ": true, "\u00e9/..": true, "canary\n": false, "canary\x07": false, "canary e\u0301": false} {
			if isRight {
				wantError(t, test.validate(id), "", "")
				continue
			}
			wantError(t, test.validate(id), test.at, test.says+"must have only printable characters")
		}
		wantError(t, test.validate(""), test.at, "must be ")
		if t.Failed() {
			t.Fatal(name)
		}
	}
}
