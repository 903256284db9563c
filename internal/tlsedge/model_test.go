// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest/schematest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// The states of an edge as JSON documents. Attributes that a document omits are null, and
// empty values mean unset.
const (
	bare     = `{"id":"edge_1","deletion_policy":"PREVENT"}`
	imported = `{"id":"edge_1"}`
	complete = `{"id":"edge_1","uri":"u","created_at":"2026-01-02T03:04:05Z","deletion_policy":"PREVENT","description":"d","metadata":"m",
		"hostports":["a:1","b:2"],"backend":{"enabled":true,"backend_id":"bkd"},
		"ip_restriction":{"enabled":false,"ip_policy_ids":["p","q"]},"mutual_tls":{"enabled":true,"certificate_authority_ids":["c"]},
		"tls_termination":{"enabled":true,"terminate_at":"edge","min_version":"1.3"},"traffic_policy":{"enabled":false,"value":"v"}}`
	meaningless = `"backend":{"enabled":true,"backend":null},"tls_termination":{"enabled":true,"terminate_at":null,"min_version":"1.2"},
		"traffic_policy":{"enabled":true,"value":" "}`
	writtenEmpty = `{"id":"edge_1","deletion_policy":"PREVENT","description":"","metadata":"","hostports":[],
		"ip_restriction":{"enabled":false,"ip_policy_ids":[]},"mutual_tls":{"enabled":false,"certificate_authority_ids":[]}}`
	completeResponse = `{"id":"edge_1","uri":"u","created_at":"2026-01-02T03:04:05Z","description":"d","metadata":"m",
		"hostports":["b:2","a:1","b:2"],"backend":{"enabled":true,"backend":{"id":"bkd","uri":"u/bkd"}},
		"ip_restriction":{"enabled":false,"ip_policies":[{"id":"q","uri":"u/q"},{"id":"p"},{"id":"q"}]},
		"mutual_tls":{"enabled":true,"certificate_authorities":{"id":"c","uri":"u/c"}},
		"tls_termination":{"enabled":true,"terminate_at":"edge","min_version":"1.3"},"traffic_policy":{"enabled":false,"value":"v"}}`
)

// modelOf parses a state from JSON.
func modelOf(t *testing.T, text string) model {
	t.Helper()
	var described resource.SchemaResponse
	NewResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
	of := described.Schema.Type().TerraformType(t.Context())
	raw, err := tftypes.ValueFromJSON([]byte(text), of) //nolint:staticcheck // there is no other way to read JSON
	var diags diag.Diagnostics
	m := attribute.Model[model](t.Context(), tfsdk.State{Schema: described.Schema, Raw: raw}.Get, &diags)
	if err != nil || diags.HasError() {
		t.Fatal(err, diags)
	}
	return m
}

// Each module of the API has an attribute. This test is not parallel, so that it names a forgotten
// module before other tests dereference nil.
//
//nolint:paralleltest // See above.
func TestModuleOf(t *testing.T) {
	for _, name := range api.EdgeModules() {
		if moduleOf(&edge{}, name) == nil {
			t.Errorf("moduleOf has no attribute for %s", name)
		}
		if essential(name) == "" {
			t.Errorf("essential has no attribute for %s", name)
		}
	}
}

func TestModel_settings(t *testing.T) {
	t.Parallel()
	schematest.WantSettings(t, NewResource(), model{}.settings(), "deletion_policy")
}

func decoded[T any](t *testing.T, text string) *T {
	t.Helper()
	value := new(T)
	if err := json.Unmarshal([]byte(text), value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestModel_fromAPI(t *testing.T) {
	t.Parallel()
	replaced := func(text string, changes ...string) string { return strings.NewReplacer(changes...).Replace(text) }
	added := func(module string) string { return replaced(bare, `"PREVENT"`, `"PREVENT",`+module) }
	for name, test := range map[string]struct{ prior, response, want string }{
		"imported, everything":     {imported, completeResponse, complete},
		"a policy stays":           {replaced(bare, "PREVENT", "ABANDON"), completeResponse, replaced(complete, "PREVENT", "ABANDON")},
		"nothing keeps everything": {complete, `{"id":"edge_1"}`, complete},
		"empty modules keep all":   {complete, `{"id":"edge_1","backend":{},"ip_restriction":{},"mutual_tls":{},"tls_termination":{},"traffic_policy":{}}`, complete},
		"null clears": {
			complete,
			`{"id":"edge_1","uri":null,"created_at":null,"description":null,"metadata":null,"hostports":null,"backend":null,
			  "ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`,
			bare,
		},
		"disabled and empty clears": {
			complete,
			`{"id":"edge_1","uri":"","created_at":"","description":"","metadata":"","hostports":[],"backend":{"enabled":false,"backend":null},
			  "ip_restriction":{"enabled":false,"ip_policies":[]},"mutual_tls":{"enabled":false,"certificate_authorities":null},
			  "tls_termination":{"enabled":false,"terminate_at":"","min_version":null},"traffic_policy":{"enabled":false,"value":""}}`,
			bare,
		},
		"what says nothing stays as written": {
			writtenEmpty,
			`{"id":"edge_1","description":null,"metadata":null,"hostports":null,"ip_restriction":null,"mutual_tls":{"enabled":false,"certificate_authorities":[]}}`,
			writtenEmpty,
		},
		"equal JSON stays as written": {
			replaced(complete, `"m"`, `"{\"n\": 1.0}"`, `"v"`, `"[1.0]"`), replaced(completeResponse, `"m"`, `"{\"n\":1}"`, `"v"`, `"[ 1 ]"`),
			replaced(complete, `"m"`, `"{\"n\": 1.0}"`, `"v"`, `"[1.0]"`),
		},
		"enabled left out stays": {
			complete, `{"id":"edge_1","ip_restriction":{"ip_policies":[{"id":"z"}]},"traffic_policy":{"value":"w"}}`,
			replaced(complete, `["p","q"]`, `["z"]`, `"value":"v"`, `"value":"w"`),
		},
		"upstream leaves out its version": {
			complete, `{"id":"edge_1","tls_termination":{"terminate_at":"upstream"}}`,
			replaced(complete, `"terminate_at":"edge","min_version":"1.3"`, `"terminate_at":"upstream","min_version":null`),
		},
		"upstream already, it keeps its version": {
			replaced(complete, `"edge","min`, `"upstream","min`), `{"id":"edge_1","tls_termination":{"terminate_at":"upstream"}}`,
			replaced(complete, `"edge","min`, `"upstream","min`),
		},
		"enabled left out or null of a new module is true": {
			bare, `{"id":"edge_1","backend":{"backend":{"id":"b"}},"traffic_policy":{"enabled":null,"value":"w"}}`,
			added(`"backend":{"enabled":true,"backend_id":"b"},"traffic_policy":{"enabled":true,"value":"w"}`),
		},
		"without its meaning, a module is unset": {bare, `{"id":"edge_1",` + meaningless + `}`, bare},
		"null for its meaning clears a module": {
			complete, `{"id":"edge_1",` + meaningless + `}`,
			replaced(complete, `{"enabled":true,"backend_id":"bkd"}`, "null", `{"enabled":true,"terminate_at":"edge","min_version":"1.3"}`, "null",
				`{"enabled":false,"value":"v"}`, "null"),
		},
		"enabled and empty is a module": {
			bare, `{"id":"edge_1","ip_restriction":{"enabled":true,"ip_policies":null}}`,
			added(`"ip_restriction":{"enabled":true,"ip_policy_ids":[]}`),
		},
	} {
		got := fromAPI(t.Context(), modelOf(t, test.prior), decoded[api.TLSEdge](t, test.response))
		if difference := cmp.Diff(modelOf(t, test.want), got, cmp.AllowUnexported(model{})); difference != "" {
			t.Errorf("%s: the state differs (-want +got):\n%s", name, difference)
		}
	}
}

// A data source shows references in place of the ids.
func TestDataSources(t *testing.T) {
	t.Parallel()
	of := schema.NestedAttributeObject{Attributes: dataSourceAttributes(t.Context())}.Type().TerraformType(t.Context())
	for response, want := range map[string]string{
		`{"id":"edge_1"}`: `{"id":"edge_1"}`,
		completeResponse: `{"id":"edge_1","uri":"u","created_at":"2026-01-02T03:04:05Z","description":"d","metadata":"m","hostports":["a:1","b:2"],
			"backend":{"enabled":true,"backend":{"id":"bkd","uri":"u/bkd"}},
			"ip_restriction":{"enabled":false,"ip_policies":[{"id":"q","uri":"u/q"},{"id":"p","uri":null},{"id":"q","uri":null}]},
			"mutual_tls":{"enabled":true,"certificate_authorities":[{"id":"c","uri":"u/c"}]},
			"tls_termination":{"enabled":true,"terminate_at":"edge","min_version":"1.3"},"traffic_policy":{"enabled":false,"value":"v"}}`,
	} {
		wanted, err := tftypes.ValueFromJSON([]byte(want), of) //nolint:staticcheck // there is no other way to read JSON
		shown := tfsdk.State{Schema: schema.Schema{Attributes: dataSourceAttributes(t.Context())}}
		diags := shown.Set(t.Context(), Kind().Values(t.Context(), decoded[api.TLSEdge](t, response)))
		if err != nil || diags.HasError() || !shown.Raw.Equal(wanted) {
			t.Errorf("got\n%s, want\n%s\n%v, %v", shown.Raw, wanted, diags, err)
		}
	}
}

// The provider uses the list instead of a read only if the list contains the whole edge
// and all values equal state. Another version of the provider may have stored the name of a
// module that this version lacks.
func TestModel_isConfirmedBy(t *testing.T) {
	t.Parallel()
	without := func(members string) string { return strings.Replace(complete, members, "", 1) }
	withoutPolicy := without(`,"traffic_policy":{"enabled":false,"value":"v"}`)
	for name, test := range map[string]struct {
		state    string
		old, new string // the response has the text new in place of the text old
		own      []string
		want     bool
	}{
		"equal":                     {complete, "", "", nil, true},
		"another value":             {complete, `"m"`, `"n"`, nil, false},
		"without description":       {without(`"description":"d",`), `"description"`, `"other"`, nil, false},
		"without metadata":          {without(`"metadata":"m",`), `"metadata"`, `"other"`, nil, false},
		"without hostports":         {without(`"hostports":["a:1","b:2"],`), `"hostports"`, `"other"`, nil, false},
		"state without uri":         {without(`"uri":"u",`), "", "", nil, false},
		"a module more":             {withoutPolicy, "", "", nil, false},
		"a module of the service's": {withoutPolicy, "", "", []string{"later", "traffic_policy"}, true},
		"which it lacks":            {withoutPolicy, `"traffic_policy":{"enabled":false,"value":"v"}`, `"traffic_policy":null`, []string{"traffic_policy"}, false},
	} {
		edge := decoded[api.TLSEdge](t, strings.Replace(completeResponse, test.old, test.new, 1))
		if got := modelOf(t, test.state).isConfirmedBy(t.Context(), edge, test.own); got != test.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}
