// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// document is an edge as JSON has it.
type document map[string]any

func parse(t *testing.T, text string) document {
	t.Helper()
	var parsed document
	if err := json.Unmarshal([]byte(text), &parsed); err != nil {
		t.Fatal(err)
	}
	return parsed
}

// proposed returns the plan that a CLI proposes: the configuration, with state
// for the computed attributes that it leaves null.
func (d document) proposed(state document) document {
	merged := maps.Clone(d)
	for name, value := range state {
		inState, _ := value.(map[string]any)
		inConfig, _ := d[name].(map[string]any)
		computed := slices.Contains([]string{
			"id", "uri", "created_at", "hostports", "deletion_policy", "enabled", "min_version",
			"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy",
		}, name)
		switch {
		case inState != nil && inConfig != nil:
			merged[name] = map[string]any(document(inConfig).proposed(inState))
		case computed && merged[name] == nil:
			merged[name] = value
		}
	}
	return merged
}

// unknown marks a value as not known yet in a document.
const unknown = "(unknown)"

func (d document) dynamic(t *testing.T, schema *tfprotov6.Schema) *tfprotov6.DynamicValue {
	t.Helper()
	value := tftypes.NewValue(schema.ValueType(), nil)
	if d != nil {
		encoded, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		if value, err = tftypes.ValueFromJSON(encoded, schema.ValueType()); err != nil { //nolint:staticcheck // there is no other way to read JSON
			t.Fatal(err)
		}
		marker := tftypes.NewValue(tftypes.String, unknown)
		value, err = tftypes.Transform(value, func(_ *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
			if v.Equal(marker) {
				return tftypes.NewValue(tftypes.String, tftypes.UnknownValue), nil
			}
			return v, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	dynamic, err := protocoltest.Dynamic(value)
	if err != nil {
		t.Fatal(err)
	}
	return dynamic
}

// planFor asks for a plan as a CLI does. It counts every module in state as
// configured; a nil configuration is a destroy.
func planFor(t *testing.T, protocol *protocoltest.Provider, state, config document) *tfprotov6.PlanResourceChangeResponse {
	t.Helper()
	schema := protocol.Schemas.ResourceSchemas[typeName]
	var proposed document
	if config != nil {
		proposed = config.proposed(state)
	}
	private, err := json.Marshal(map[string][]byte{"configured_modules": []byte(`["backend","ip_restriction","tls_termination"]`)})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := protocol.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: typeName, PriorState: state.dynamic(t, schema), Config: config.dynamic(t, schema), ProposedNewState: proposed.dynamic(t, schema),
		PriorPrivate: private,
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

const existing = `{"id":"edge_1","uri":"u","created_at":null,"description":"d","metadata":"m","hostports":["a:1","b:2"],
	"backend":{"enabled":true,"backend_id":"bkd_a"},"ip_restriction":{"enabled":true,"ip_policy_ids":["p","q"]},
	"mutual_tls":null,"tls_termination":{"enabled":true,"terminate_at":"edge","min_version":"1.2"},"traffic_policy":null}`

func TestPlan(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const unchanged = `{"description":"d","metadata":"m","backend":{"backend_id":"bkd_a"},"ip_restriction":{"ip_policy_ids":["p","q"]},` +
		`"tls_termination":{"terminate_at":"edge"}}`
	for name, test := range map[string]struct {
		replace [2]string // in the configuration, the first by the second
		changes []string  // what asks for a replacement
		open    bool      // whether that depends on what is not known
	}{
		"nothing":                       {},
		"the default, written out":      {[2]string{`"backend_id"`, `"enabled":true,"backend_id"`}, nil, false},
		"another order":                 {[2]string{`["p","q"]`, `["q","p"]`}, nil, false},
		"the hostports it has":          {[2]string{`{"description"`, `{"hostports":["b:2","a:1"],"description"`}, nil, false},
		"the version it has":            {[2]string{`"edge"}`, `"edge","min_version":"1.2"}`}, nil, false},
		"a module that does nothing":    {[2]string{`{"description"`, `{"mutual_tls":{"enabled":false,"certificate_authority_ids":[]},"description"`}, nil, false},
		"no description":                {[2]string{`"description":"d",`, ``}, []string{"description"}, false},
		"empty description":             {[2]string{`"description":"d",`, `"description":"",`}, []string{"description"}, false},
		"metadata":                      {[2]string{`"m"`, `"n"`}, []string{"metadata"}, false},
		"hostports":                     {[2]string{`{"description"`, `{"hostports":["a:1"],"description"`}, []string{"hostports"}, false},
		"no hostports":                  {[2]string{`{"description"`, `{"hostports":[],"description"`}, []string{"hostports"}, false},
		"backend":                       {[2]string{`"bkd_a"`, `"bkd_b"`}, []string{"backend.backend_id"}, false},
		"backend disabled":              {[2]string{`"backend_id"`, `"enabled":false,"backend_id"`}, []string{"backend.enabled"}, false},
		"backend removed":               {[2]string{`"backend":{"backend_id":"bkd_a"},`, ``}, []string{"backend"}, false},
		"policies":                      {[2]string{`["p","q"]`, `["p"]`}, []string{"ip_restriction.ip_policy_ids"}, false},
		"policies disabled and emptied": {[2]string{`"ip_policy_ids":["p","q"]`, `"enabled":false,"ip_policy_ids":[]`}, []string{"ip_restriction"}, false},
		"module added":                  {[2]string{`{"description"`, `{"traffic_policy":{"value":"v"},"description"`}, []string{"traffic_policy"}, false},
		"disabled module added":         {[2]string{`{"description"`, `{"traffic_policy":{"enabled":false,"value":"v"},"description"`}, []string{"traffic_policy"}, false},
		"version":                       {[2]string{`"edge"}`, `"edge","min_version":"1.3"}`}, []string{"tls_termination.min_version"}, false},
		"place":                         {[2]string{`"edge"}`, `"upstream"}`}, []string{"tls_termination.terminate_at"}, false},
		"unknown id":                    {[2]string{`"bkd_a"`, `"` + unknown + `"`}, []string{"backend.backend_id"}, true},
		"unknown element":               {[2]string{`["p","q"]`, `["p","` + unknown + `"]`}, []string{"ip_restriction.ip_policy_ids"}, true},
		"unknown place":                 {[2]string{`"edge"}`, `"` + unknown + `"}`}, []string{"tls_termination.terminate_at"}, true},
		"unknown description":           {[2]string{`"description":"d",`, `"description":"` + unknown + `",`}, []string{"description"}, true},
		"unknown hostport":              {[2]string{`{"description"`, `{"hostports":["` + unknown + `"],"description"`}, []string{"hostports"}, true},
		"unknown id and a new text":     {[2]string{`"m","backend":{"backend_id":"bkd_a"}`, `"n","backend":{"backend_id":"` + unknown + `"}`}, []string{"backend.backend_id", "metadata"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := parse(t, strings.Replace(unchanged, test.replace[0], test.replace[1], 1))
			state := parse(t, existing)

			state["deletion_policy"], config["deletion_policy"] = "ABANDON", "ABANDON"
			wantReplacement(t, planFor(t, protocol, state, config), test.changes)

			// The policy in state decides, whatever the configuration says.
			state["deletion_policy"] = "PREVENT"
			wantPrevention(t, planFor(t, protocol, state, config), test.changes, test.open)
		})
	}
	if made := server.Requests(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}

func wantReplacement(t *testing.T, resp *tfprotov6.PlanResourceChangeResponse, changes []string) {
	t.Helper()
	var replaces []string
	for _, at := range resp.RequiresReplace {
		replaces = append(replaces, attributeName(at))
	}
	slices.Sort(replaces)
	if !slices.Equal(replaces, changes) {
		t.Errorf("ABANDON: expected a replacement for %q, got %q", changes, replaces)
	}
	if len(changes) == 0 {
		wantDiagnostics(t, resp.Diagnostics)
		return
	}
	wantDiagnostics(t, resp.Diagnostics, said{tfprotov6.DiagnosticSeverityWarning, "", []string{`"edge_1" will be replaced and abandoned`, `"edge_1" goes on serving`}})
}

func wantPrevention(t *testing.T, resp *tfprotov6.PlanResourceChangeResponse, changes []string, open bool) {
	t.Helper()
	if len(resp.RequiresReplace) > 0 {
		t.Errorf("PREVENT: expected no replacement, got one for %v", resp.RequiresReplace)
	}
	switch {
	case len(changes) == 0:
		wantDiagnostics(t, resp.Diagnostics)
	case open:
		words := []string{`"edge_1" may need a replacement`, changes[0]}
		if strings.Contains(changes[0], "_id") {
			words = []string{`"edge_1" may be left serving something that is gone`, changes[0], "BEFORE", `deletion_policy = "ABANDON"`, "create_before_destroy"}
		}
		wantDiagnostics(t, resp.Diagnostics, said{tfprotov6.DiagnosticSeverityWarning, changes[0], words})
	default:
		settled := changes[len(changes)-1]
		wantDiagnostics(t, resp.Diagnostics, said{tfprotov6.DiagnosticSeverityError, settled, []string{
			`"edge_1" must not be replaced`, settled, "neither update nor delete", `deletion_policy = "ABANDON"`, "terraform state show", "terraform state rm", "removed {", "destroy = false",
		}})
	}
}

// said is an expected diagnostic: summary and detail together have the words.
type said struct {
	severity  tfprotov6.DiagnosticSeverity
	attribute string
	words     []string
}

func wantDiagnostics(t *testing.T, diagnostics []*tfprotov6.Diagnostic, expected ...said) {
	t.Helper()
	if len(diagnostics) != len(expected) {
		t.Errorf("expected %d diagnostics, got %+v", len(expected), diagnostics)
		return
	}
	for i, one := range expected {
		text := diagnostics[i].Summary + "\n" + diagnostics[i].Detail
		if diagnostics[i].Severity != one.severity || attributeName(diagnostics[i].Attribute) != one.attribute {
			t.Errorf("expected severity %v on %q, got %v on %v", one.severity, one.attribute, diagnostics[i].Severity, diagnostics[i].Attribute)
		}
		for _, value := range []string{"bkd_", "a:1", "b:2", `"d"`, `"m"`} {
			if strings.Contains(text, value) {
				t.Errorf("a configured value is shown in\n%s", text)
			}
		}
		for _, word := range one.words {
			if !strings.Contains(text, word) {
				t.Errorf("expected %q in\n%s", word, text)
			}
		}
	}
}

// A change of the policy alone makes no other attribute unknown, whatever the
// edge has.
func TestPlan_policyAlone(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ state, config string }{
		"bare":     {`{"id":"edge_1"}`, `{}`},
		"upstream": {`{"id":"edge_1","tls_termination":{"enabled":true,"terminate_at":"upstream"}}`, `{"tls_termination":{"terminate_at":"upstream"}}`},
		"a version upstream": {
			`{"id":"edge_1","tls_termination":{"enabled":true,"terminate_at":"upstream","min_version":"1.2"}}`, `{"tls_termination":{"terminate_at":"upstream"}}`,
		},
		"no version at the edge": {
			`{"id":"edge_1","hostports":["a:1"],"tls_termination":{"enabled":true,"terminate_at":"edge"}}`, `{"tls_termination":{"terminate_at":"edge"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state, config := parse(t, test.state), parse(t, test.config)
			state["deletion_policy"], config["deletion_policy"] = "PREVENT", "ABANDON"
			resp := planFor(t, protocol, state, config)
			wantDiagnostics(t, resp.Diagnostics)
			schema := protocol.Schemas.ResourceSchemas[typeName]
			planned, err := resp.PlannedState.Unmarshal(schema.ValueType())
			if err != nil {
				t.Fatal(err)
			}
			state["deletion_policy"] = "ABANDON"
			want, err := state.dynamic(t, schema).Unmarshal(schema.ValueType())
			if err != nil {
				t.Fatal(err)
			}
			if !planned.Equal(want) {
				t.Errorf("planned\n%s, want\n%s", planned, want)
			}
		})
	}
}

func TestPlan_destroy(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	state := parse(t, existing)
	refused := said{tfprotov6.DiagnosticSeverityError, "deletion_policy", []string{
		`"edge_1" must not be destroyed`, "neither update nor delete", "moved {", `deletion_policy = "ABANDON"`, "create_before_destroy",
		"terraform state rm", "removed {", "destroy = false",
	}}
	for _, policy := range []any{nil, "PREVENT"} {
		state["deletion_policy"] = policy
		wantDiagnostics(t, planFor(t, protocol, state, nil).Diagnostics, refused)
	}
	state["deletion_policy"] = "ABANDON"
	wantDiagnostics(t, planFor(t, protocol, state, nil).Diagnostics,
		said{tfprotov6.DiagnosticSeverityWarning, "", []string{`"edge_1" will be abandoned`, `"edge_1" goes on serving`}})
}

// An apply that was not planned gets an error, not a silent change of state.
func TestApply_unplannedChange(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	protocol, err := server.Protocol(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	schema := protocol.Schemas.ResourceSchemas[typeName]
	state, changed := parse(t, existing), parse(t, strings.Replace(existing, "bkd_a", "bkd_b", 1))
	state["deletion_policy"], changed["deletion_policy"] = "ABANDON", "ABANDON"
	resp, err := protocol.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: state.dynamic(t, schema), Config: changed.dynamic(t, schema), PlannedState: changed.dynamic(t, schema),
	})
	if err != nil {
		t.Fatal(err)
	}
	if refused := protocoltest.Failure(resp.Diagnostics); refused == nil || !strings.Contains(refused.Error(), "backend.backend_id") {
		t.Errorf("expected an error for backend.backend_id, got %v", refused)
	}
}
