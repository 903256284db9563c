// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// The states of an edge as JSON documents. Attributes that a document omits are null, and
// empty values mean unset.
const (
	bare     = `{"id":"edge_1","deletion_policy":"PREVENT"}`
	imported = `{"id":"edge_1"}`
	complete = `{"id":"edge_1","uri":"u","created_at":"2026-01-02T03:04:05Z","deletion_policy":"PREVENT",` + settings + `}`
	settings = `"description":"d","metadata":"m","hostports":["a:1","b:2"],"backend":{"enabled":true,"backend_id":"bkd"},
		"ip_restriction":{"enabled":false,"ip_policy_ids":["p","q"]},"mutual_tls":{"enabled":true,"certificate_authority_ids":["c"]},
		"tls_termination":{"enabled":true,"terminate_at":"edge","min_version":"1.3"},"traffic_policy":{"enabled":false,"value":"v"}`
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

func decoded[T any](t *testing.T, text string) *T {
	t.Helper()
	value := new(T)
	if err := json.Unmarshal([]byte(text), value); err != nil {
		t.Fatal(err)
	}
	return value
}

// A request contains only the attributes that are set.
func TestModel_toAPI(t *testing.T) {
	t.Parallel()
	const upstream = `"tls_termination":{"enabled":true,"terminate_at":"upstream"}`
	const disabled = `"ip_restriction":{"enabled":false,"ip_policy_ids":[]},"mutual_tls":{"enabled":false,"certificate_authority_ids":[]}`
	for state, want := range map[string]string{
		bare: ``, complete: settings, writtenEmpty: disabled, `{"id":"edge_1",` + upstream + `}`: upstream,
	} {
		encoded, err := json.Marshal(modelOf(t, state).toAPI())
		if err != nil {
			t.Fatal(err)
		}
		if difference := cmp.Diff(*decoded[any](t, `{`+want+`}`), *decoded[any](t, string(encoded))); difference != "" {
			t.Errorf("the request differs (-want +got):\n%s", difference)
		}
	}
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
		"enabled left out stays": {
			complete, `{"id":"edge_1","ip_restriction":{"ip_policies":[{"id":"z"}]},"traffic_policy":{"value":"w"}}`,
			replaced(complete, `["p","q"]`, `["z"]`, `"value":"v"`, `"value":"w"`),
		},
		"upstream leaves out its version": {
			complete, `{"id":"edge_1","tls_termination":{"terminate_at":"upstream"}}`,
			replaced(complete, `"terminate_at":"edge","min_version":"1.3"`, `"terminate_at":"upstream","min_version":null`),
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
		if difference := cmp.Diff(modelOf(t, test.want), got); difference != "" {
			t.Errorf("%s: the state differs (-want +got):\n%s", name, difference)
		}
	}
	// If the response omits an unknown attribute, the attribute becomes unset.
	prior, want := modelOf(t, complete), modelOf(t, complete)
	prior.URI, prior.CreatedAt, prior.Hostports = types.StringUnknown(), types.StringUnknown(), types.SetUnknown(types.StringType)
	want.URI, want.CreatedAt, want.Hostports = types.StringNull(), types.StringNull(), types.SetNull(types.StringType)
	for m, version := range map[*model]types.String{&prior: types.StringUnknown(), &want: types.StringNull()} {
		termination := m.TLSTermination.Attributes()
		termination["min_version"] = version
		m.TLSTermination = types.ObjectValueMust(m.TLSTermination.AttributeTypes(t.Context()), termination)
	}
	if difference := cmp.Diff(want, fromAPI(t.Context(), prior, decoded[api.TLSEdge](t, `{"id":"edge_1"}`))); difference != "" {
		t.Errorf("the state differs (-want +got):\n%s", difference)
	}
}

// Another version of the provider may have stored the name of a module that this one lacks.
func TestModel_withoutModules(t *testing.T) {
	t.Parallel()
	got := modelOf(t, complete).withoutModules(t.Context(), []string{"later", "backend"})
	if want := modelOf(t, strings.Replace(complete, `{"enabled":true,"backend_id":"bkd"}`, "null", 1)); !cmp.Equal(want, got) {
		t.Errorf("got %+v", got)
	}
}

// The provider uses the list instead of a read only if the list contains the whole edge
// and all values equal state.
func TestModel_isListedAs(t *testing.T) {
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
		"a module of the service's": {withoutPolicy, "", "", []string{"traffic_policy"}, true},
	} {
		edge := decoded[api.TLSEdge](t, strings.Replace(completeResponse, test.old, test.new, 1))
		if got := modelOf(t, test.state).isListedAs(t.Context(), edge, test.own); got != test.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

// The settings are sent before modules are deleted. If the whole edge in the response lacks
// a module already, no deletion is sent. If nobody answers a deletion, a read that shows
// everything else confirms it. Where reads show less, a 404 of the API does.
func TestUpdate_removal(t *testing.T) {
	t.Parallel()
	const whole = `{"id":"edge_1","uri":"u","created_at":"c","description":null,"metadata":null,"hostports":[],"backend":null,` +
		`"ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`
	has := func(body string) string {
		return strings.Replace(body, `"backend":null`, `"backend":{"enabled":true,"backend":{"id":"b"}}`, 1)
	}
	removed := []string{"backend", "mutual_tls"}
	for name, test := range map[string]struct {
		patch          int    // the status of the PATCH; 0 sends none
		response, read string // the bodies of the PATCH and of reads
		deletion       int    // the status of each DELETE
		removed        []string
		fails          string
		want           string // the first letters of the request methods
	}{
		"PATCH removes them":         {200, whole, whole, 204, removed, "", "P"},
		"PATCH removes one":          {200, has(whole), whole, 204, removed, "", "PDG"},
		"PATCH without a body":       {204, "", whole, 204, removed, "", "PDDG"},
		"PATCH is refused":           {422, "", whole, 204, nil, "422", "P"},
		"only DELETE, 204":           {0, "", `{"id":"edge_1"}`, 204, removed, "", "DDG"},
		"only DELETE, 403":           {0, "", whole, 403, nil, "403", "D"},
		"202, shown":                 {0, "", whole, 202, removed, "", "DGDGG"},
		"202, left out":              {0, "", `{"id":"edge_1"}`, 202, nil, "no response says", "DG"},
		"202, still there":           {0, "", has(whole), 202, nil, "still has the module", "DGGGGG"},
		"404, shown":                 {0, "", whole, 404, removed, "", "DGDGG"},
		"404, left out":              {0, "", `{"id":"edge_1"}`, 404, removed, "", "DGDGG"},
		"404, still there":           {0, "", has(whole), 404, nil, "does not offer", "DG"},
		"404, unreadable":            {0, "", `{"id":7}`, 404, nil, "no response says", "DG"},
		"204, unreadable":            {0, "", `{"id":7}`, 204, removed, "wrong type", "DDG"},
		"PATCH, then DELETE refused": {200, has(whole), whole, 403, nil, "403", "PD"},
	} {
		requested := ""
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			requested += r.Method[:1]
			switch r.Method {
			case http.MethodDelete:
				w.WriteHeader(test.deletion)
			case http.MethodPatch:
				w.WriteHeader(test.patch)
				_, _ = io.WriteString(w, test.response)
			default:
				_, _ = io.WriteString(w, test.read)
			}
		}))
		t.Cleanup(s.Close)
		base, invalid := api.ParseBaseURL(s.URL, false)
		client, err := api.New(api.Config{
			BaseURL: base, RequestTimeout: time.Minute, MaxRetryWait: time.Millisecond, Undocumented: api.UndocumentedOperations(),
		})
		if err := errors.Join(invalid, err); err != nil {
			t.Fatal(err)
		}
		sending := update{session: session.New(client, false), id: "edge_1", removedModules: removed}
		if sending.prior = modelOf(t, `{"description":"d"}`); test.patch != 0 {
			sending.sent = []string{"description"}
		}
		updated, err := sending.session.TLSEdges.Update(t.Context(), session.Known{ID: "edge_1"}, func() (*api.TLSEdge, error) {
			return sending.send(t.Context())
		}, func(*api.TLSEdge) bool { return true })
		acted := test.patch == 200 || test.patch == 204 || test.deletion == 202 || test.removed != nil
		isAsWanted := test.fails != "" && err != nil && strings.Contains(err.Error(), test.fails) ||
			test.fails == "" && err == nil && updated.Backend.Value == nil
		if !isAsWanted || !slices.Equal(sending.gone, test.removed) || sending.acted != acted || requested != test.want {
			t.Errorf("%s: got %+v, %v after %s, expected %s", name, sending.gone, err, requested, test.want)
		}
	}
}
