// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// Ids follow the rule for ids in responses: they may have blanks, but no line breaks, and
// they are in Unicode's normalization form C.
func TestSchemas_ids(t *testing.T) {
	t.Parallel()
	const backend, edge, oauth = "trafficedge_failover_backend", "trafficedge_tls_edge", "trafficedge_https_edge_route_oauth"
	type object = map[string]any
	provider, app := serve(t), object{"idp_2": object{"email_domains": []string{"example.com"}}}
	for name, test := range map[string]struct {
		kind, typeName string
		with           func(id string) object
		at, says       string
	}{
		"backends": {"resource", backend, func(id string) object { return object{"backends": []string{"a", id}} }, "backends.1", "backends[1]"},
		"backend_id": {"resource", edge, func(id string) object { return object{"backend": object{"backend_id": id}} },
			"backend.backend_id", "backend.backend_id"},
		"ip_policy_ids": {"resource", edge, func(id string) object { return object{"ip_restriction": object{"ip_policy_ids": []string{id}}} },
			"ip_restriction.ip_policy_ids", "Every element of ip_restriction.ip_policy_ids"},
		"certificate_authority_ids": {"resource", edge, func(id string) object { return object{"mutual_tls": object{"certificate_authority_ids": []string{id}}} },
			"mutual_tls.certificate_authority_ids", "Every element of mutual_tls.certificate_authority_ids"},
		"edge_id": {"resource", oauth, func(id string) object { return object{"edge_id": id, "route_id": "r", "identity_provider": app} },
			"edge_id", "edge_id"},
		"route_id": {"resource", oauth, func(id string) object { return object{"edge_id": "e", "route_id": id, "identity_provider": app} },
			"route_id", "route_id"},
		"data, failover backend": {"data source", backend, func(id string) object { return object{"id": id} }, "id", "id"},
		"data, TLS edge":         {"data source", edge, func(id string) object { return object{"id": id} }, "id", "id"},
		"data, edge_id":          {"data source", oauth, func(id string) object { return object{"edge_id": id, "route_id": "r"} }, "edge_id", "edge_id"},
		"data, route_id":         {"data source", oauth, func(id string) object { return object{"edge_id": "e", "route_id": id} }, "route_id", "route_id"},
	} {
		rule := test.says + " must have only printable characters"
		for id, says := range map[string]string{
			"a": "", " b ": "", "\u00e9/..": "", "canary\n": rule, "canary\x07": rule, "canary e\u0301": rule, "": "must be ",
		} {
			valueType := provider.schemas()[test.kind][test.typeName].ValueType()
			at := map[bool]string{true: test.at}[says != ""]
			wantError(t, provider.validate(t, test.kind, test.typeName, protocoltest.Value(valueType, test.with(id))), at, says)
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// canaries returns values of a type that many rules refuse. Each text has "canary" in it, and
// each number 98765.
func canaries(t *testing.T, valueType tftypes.Type) (values []tftypes.Value) {
	t.Helper()
	texts := []string{"canary", "canary\n", " canary", "*@canary/", strings.Repeat("canary", 1000)}
	switch {
	case valueType.Is(tftypes.Number):
		for _, number := range []string{"98765.25", "-98765", "9.8765e300"} {
			value, _ := new(big.Float).SetString(number)
			values = append(values, tftypes.NewValue(valueType, value))
		}
	case valueType.Equal(tftypes.Map{ElementType: tftypes.String}):
		for _, text := range append(texts, "canary\r\nX: y") {
			values = append(values, protocoltest.Value(valueType, map[string]any{"idp_1": text, "idp_2": text, text: text, "X-CANARY": nil, "X-canary": ""}))
		}
	case valueType.Equal(tftypes.Set{ElementType: tftypes.String}), valueType.Equal(tftypes.List{ElementType: tftypes.String}):
		for _, text := range texts {
			values = append(values, protocoltest.Value(valueType, []string{text, ""}))
		}
	case valueType.Is(tftypes.String):
		for _, text := range texts {
			values = append(values, protocoltest.Value(valueType, text))
		}
	case valueType.Is(tftypes.Map{}):
		t.Errorf("add canaries of the type %s to this test", valueType)
	}
	return values
}

// configurations returns configurations that each have a canary in one attribute, and no
// value elsewhere.
func configurations(t *testing.T, object tftypes.Object) (found []tftypes.Value) {
	t.Helper()
	for name, valueType := range object.AttributeTypes {
		values := canaries(t, valueType)
		if nested, ok := valueType.(tftypes.Object); ok {
			values = configurations(t, nested)
		}
		for _, value := range values {
			found = append(found, protocoltest.Value(object, map[string]any{name: value}))
		}
	}
	return found
}

// A value that a validation refuses may be sensitive. A diagnostic describes the value, and
// neither its text nor its path shows it.
func TestSchemas_refusedValuesAreNotShown(t *testing.T) {
	t.Parallel()
	provider, refused := serve(t), map[string]bool{}
	for kind, schemas := range provider.schemas() {
		for typeName, schema := range schemas {
			for _, config := range configurations(t, schema.ValueType().(tftypes.Object)) {
				for _, diagnostic := range provider.validate(t, kind, typeName, config) {
					shown := strings.ToLower(protocoltest.Diagnostics{diagnostic}.String())
					refused[diagnostic.Summary] = true
					if strings.Contains(shown, "canary") || strings.Contains(shown, "98765") || strings.Contains(shown, "9.8765") {
						t.Errorf("%s: %.500s", typeName, shown)
					}
				}
			}
		}
	}
	if len(refused) < 15 {
		t.Errorf("the rules refused too little: %v", refused)
	}
}
