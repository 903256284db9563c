// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// rule is one OAuth module, as it would be sent, and the attributes on which it
// is refused.
type rule struct {
	module  string
	refused []string
}

const (
	provider = `identity_provider`
	idp1     = `identity_provider.idp_1.`
	idp2     = `identity_provider.idp_2.`
)

// rules returns the rules that both the provider and the service know.
func rules() map[string]rule {
	return map[string]rule{
		"managed app":                  {`{"provider":{"idp_2":{}}}`, nil},
		"own app":                      {`{"provider":{"idp_2":{"client_id":"c","client_secret":"s","scopes":["x"]}}}`, nil},
		"empty is unset":               {`{"provider":{"idp_2":{"client_id":"","client_secret":"","scopes":[]}},"cookie_prefix":""}`, nil},
		"secret alone":                 {`{"provider":{"idp_2":{"client_secret":"s"}}}`, nil},
		"teams":                        {`{"provider":{"idp_1":{"teams":["a/b","c/d"],"organizations":["a"]}}}`, nil},
		"no provider":                  {`{}`, []string{provider}},
		"none in the provider":         {`{"provider":{}}`, []string{provider}},
		"two providers":                {`{"provider":{"idp_1":{},"idp_8":{}}}`, []string{provider}},
		"three providers":              {`{"provider":{"idp_3":{},"idp_4":{},"idp_5":{}}}`, []string{provider}},
		"client id alone":              {`{"provider":{"idp_2":{"client_id":"c"}}}`, []string{idp2 + "client_id"}},
		"client id with an empty one":  {`{"provider":{"idp_2":{"client_id":"c","client_secret":""}}}`, []string{idp2 + "client_id"}},
		"scopes of the managed app":    {`{"provider":{"idp_2":{"scopes":["x"]}}}`, []string{idp2 + "scopes"}},
		"scopes with a secret alone":   {`{"provider":{"idp_2":{"client_secret":"s","scopes":["x"]}}}`, []string{idp2 + "scopes"}},
		"scopes with a client id":      {`{"provider":{"idp_2":{"client_id":"c","scopes":["x"]}}}`, []string{idp2 + "client_id", idp2 + "scopes"}},
		"team without a slash":         {`{"provider":{"idp_1":{"teams":["a"]}}}`, []string{idp1 + "teams"}},
		"team without a team":          {`{"provider":{"idp_1":{"teams":["a/"]}}}`, []string{idp1 + "teams"}},
		"team without an organization": {`{"provider":{"idp_1":{"teams":["/b"]}}}`, []string{idp1 + "teams"}},
		"team with three parts":        {`{"provider":{"idp_1":{"teams":["x/y","a/b/c"]}}}`, []string{idp1 + "teams"}},
		"slash alone":                  {`{"provider":{"idp_1":{"teams":["/"]}}}`, []string{idp1 + "teams"}},
		"teams elsewhere":              {`{"provider":{"idp_2":{"teams":["a/b"]}}}`, []string{idp2 + "teams"}},
		"organizations elsewhere":      {`{"provider":{"idp_2":{"organizations":["a"],"email_domains":["b"]}}}`, []string{idp2 + "organizations"}},
		"empty elements": {
			`{"provider":{"idp_1":{"email_addresses":[""],"email_domains":["a",""],"teams":[""],"organizations":[""]}}}`,
			[]string{idp1 + "email_addresses", idp1 + "email_domains", idp1 + "organizations", idp1 + "teams"},
		},
		"null elements": {
			`{"provider":{"idp_1":{"email_addresses":[null],"email_domains":["a",null],"teams":[null],"organizations":[null]}}}`,
			[]string{idp1 + "email_addresses", idp1 + "email_domains", idp1 + "organizations", idp1 + "teams"},
		},
		"empty scope":       {`{"provider":{"idp_2":{"client_id":"c","client_secret":"s","scopes":[""]}}}`, []string{idp2 + "scopes"}},
		"timers at the end": {`{"provider":{"idp_2":{}},"inactivity_timeout":0,"maximum_duration":4294967295,"auth_check_interval":0}`, nil},
		"negative timers": {
			`{"provider":{"idp_2":{}},"inactivity_timeout":-1,"maximum_duration":-1,"auth_check_interval":-1}`,
			[]string{"auth_check_interval", "inactivity_timeout", "maximum_duration"},
		},
		"timers of more than 32 bits": {
			`{"provider":{"idp_2":{}},"inactivity_timeout":4294967296,"maximum_duration":4294967296,"auth_check_interval":18446744073709551616}`,
			[]string{"auth_check_interval", "inactivity_timeout", "maximum_duration"},
		},
		"timers with a fraction": {
			`{"provider":{"idp_2":{}},"inactivity_timeout":1.5,"maximum_duration":0.1,"auth_check_interval":1.5}`,
			[]string{"auth_check_interval", "inactivity_timeout", "maximum_duration"},
		},
	}
}

func TestRules_validatedBeforeAnyRequest(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	protocol := configured(t, server.URL)
	for name, test := range rules() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := refused(validate(t, protocol, attributesOf(t, protocol, test.module)))
			if !slices.Equal(got, test.refused) {
				t.Errorf("refused at %q, want %q", got, test.refused)
			}
		})
	}
	t.Cleanup(func() {
		if made := server.Requests(); len(made) > 0 {
			t.Errorf("expected no request, got %v", made)
		}
	})
}

// TestRules_refusedByTheService sends modules that the provider would have
// refused, and expects the service's complaints on the same attributes.
func TestRules_refusedByTheService(t *testing.T) {
	t.Parallel()
	for name, test := range rules() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reference := refapi.New(refapi.Options{})
			swapped := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				r.Body = io.NopCloser(strings.NewReader(test.module))
				reference.ServeHTTP(w, r)
			}))
			t.Cleanup(swapped.Close)
			protocol := configured(t, swapped.URL)
			planned := `{"enabled":true,"provider":{"idp_1":{}}}`
			if len(test.refused) == 0 {
				planned = `{"enabled":true,` + strings.TrimPrefix(test.module, "{")
			}
			got := refused(create(t, protocol, attributesOf(t, protocol, planned)))
			if !slices.Equal(got, test.refused) {
				t.Errorf("refused at %q, want %q", got, test.refused)
			}
		})
	}
}

// TestRules_unknownValues makes every attribute unknown, one by one, in modules
// that are wrong without it.
func TestRules_unknownValues(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	for name, test := range map[string]struct {
		module  string
		unknown []string
	}{
		"provider":              {`{"provider":{}}`, []string{provider}},
		"one of the providers":  {`{"provider":{}}`, []string{provider, "idp_7"}},
		"the second provider":   {`{"provider":{"idp_1":{"email_domains":["a"]}}}`, []string{provider, "idp_2"}},
		"client id":             {`{"provider":{"idp_2":{"client_secret":"s","scopes":["x"],"email_domains":["a"]}}}`, []string{provider, "idp_2", "client_id"}},
		"secret":                {`{"provider":{"idp_2":{"client_id":"c","scopes":["x"],"email_domains":["a"]}}}`, []string{provider, "idp_2", "client_secret"}},
		"write-only secret":     {`{"provider":{"idp_2":{"client_id":"c","scopes":["x"],"email_domains":["a"]}}}`, []string{provider, "idp_2", "client_secret_wo"}},
		"one form of two":       {`{"provider":{"idp_2":{"client_id":"c","client_secret":"s","email_domains":["a"]}}}`, []string{provider, "idp_2", "client_secret_wo"}},
		"scopes":                {`{"provider":{"idp_2":{"email_domains":["a"]}}}`, []string{provider, "idp_2", "scopes"}},
		"access rule":           {`{"provider":{"idp_2":{}}}`, []string{provider, "idp_2", "email_addresses"}},
		"teams":                 {`{"provider":{"idp_1":{}}}`, []string{provider, "idp_1", "teams"}},
		"enabled":               {`{"provider":{"idp_2":{}}}`, []string{"enabled"}},
		"timer":                 {`{"provider":{"idp_2":{"email_domains":["a"]}}}`, []string{"maximum_duration"}},
		"version of the secret": {`{"provider":{"idp_2":{"email_domains":["a"]}}}`, []string{provider, "idp_2", "client_secret_wo_version"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := withUnknown(t, attributesOf(t, protocol, test.module), test.unknown)
			for _, diagnostic := range validate(t, protocol, config) {
				t.Errorf("not silent: %s at %s", diagnostic.Summary, diagnostic.Attribute)
			}
		})
	}
}

func TestRules_writeOnlySecret(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	for name, test := range map[string]struct {
		settings        string
		refused, warned []string
	}{
		"own app":                 {`{"client_id":"c","client_secret_wo":"s","client_secret_wo_version":"1","scopes":["x"],"email_domains":["a"]}`, nil, nil},
		"without a version":       {`{"client_id":"c","client_secret_wo":"s","email_domains":["a"]}`, nil, []string{idp2 + "client_secret_wo"}},
		"both forms":              {`{"client_id":"c","client_secret_wo":"s","client_secret_wo_version":"1","client_secret":"t","email_domains":["a"]}`, []string{idp2 + "client_secret_wo"}, nil},
		"both forms, one empty":   {`{"client_id":"c","client_secret_wo":"s","client_secret_wo_version":"1","client_secret":"","email_domains":["a"]}`, nil, nil},
		"empty":                   {`{"client_id":"c","client_secret_wo":"","email_domains":["a"]}`, []string{idp2 + "client_id"}, nil},
		"scopes without client":   {`{"client_secret_wo":"s","scopes":["x"],"email_domains":["a"]}`, []string{idp2 + "scopes"}, []string{idp2 + "client_secret_wo"}},
		"without a client id":     {`{"client_secret_wo":"s","email_domains":["a"]}`, nil, []string{idp2 + "client_secret_wo"}},
		"stored, no client id":    {`{"client_secret":"s","email_domains":["a"]}`, nil, []string{idp2 + "client_secret"}},
		"version alone":           {`{"client_secret_wo_version":"1","email_domains":["a"]}`, nil, []string{idp2 + "client_secret_wo_version"}},
		"version of a stored one": {`{"client_id":"c","client_secret":"s","client_secret_wo_version":"1","email_domains":["a"]}`, nil, []string{idp2 + "client_secret_wo_version"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diagnostics := validate(t, protocol, attributesOf(t, protocol, `{"provider":{"idp_2":`+test.settings+`}}`))
			if got := refused(diagnostics); !slices.Equal(got, test.refused) {
				t.Errorf("refused at %q, want %q", got, test.refused)
			}
			if got := attributes(diagnostics, tfprotov6.DiagnosticSeverityWarning); !slices.Equal(got, test.warned) {
				t.Errorf("warned at %q, want %q", got, test.warned)
			}
			for _, diagnostic := range diagnostics {
				if strings.Contains(diagnostic.Detail, `"s"`) || strings.Contains(diagnostic.Detail, `"t"`) {
					t.Errorf("shows the secret: %s", diagnostic.Detail)
				}
			}
		})
	}
}

// TestRules_accessRules warns of rules that match nobody, or everybody.
func TestRules_accessRules(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	addresses, domains := []string{idp2 + "email_addresses"}, []string{idp2 + "email_domains"}
	for settings, warned := range map[string][]string{
		`"email_addresses":["a@example.com"],"email_domains":["example.com"]`: nil,
		`"email_addresses":["example.com"]`:                                   addresses,
		`"email_addresses":["a@example.com","b","c"]`:                         addresses,
		`"email_addresses":["*@example.com"]`:                                 addresses,
		`"email_addresses":[""]`:                                              nil,
		`"email_domains":["@example.com"]`:                                    domains,
		`"email_domains":["a@example.com"]`:                                   domains,
		`"email_domains":["*.example.com"]`:                                   domains,
		`"email_domains":["*"],"email_addresses":["*"]`:                       {addresses[0], domains[0]},
	} {
		diagnostics := validate(t, protocol, attributesOf(t, protocol, idpWith("idp_2", settings)))
		if got := attributes(diagnostics, tfprotov6.DiagnosticSeverityWarning); !slices.Equal(got, warned) {
			t.Errorf("%s: warned at %q, want %q", settings, got, warned)
		}
	}
}

const typeName = "trafficedge_https_edge_route_oauth"

func configured(t *testing.T, url string) *protocoltest.Provider {
	t.Helper()
	protocol, err := protocoltest.New(t.Context(), map[string]tftypes.Value{"base_url": protocoltest.String(url)})
	if err != nil {
		t.Fatal(err)
	}
	return protocol
}

// attributesOf returns the configuration of a module that is given as it would
// be sent. Without ids it is on the first route of the first edge.
func attributesOf(t *testing.T, protocol *protocoltest.Provider, module string) tftypes.Value {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(module), &members); err != nil {
		t.Fatal(err)
	}
	if one, ok := members["provider"]; ok {
		members[provider] = one
		delete(members, "provider")
	}
	for name, id := range map[string]string{"edge_id": `"edge_1"`, "route_id": `"route_1"`} {
		if _, given := members[name]; !given {
			members[name] = json.RawMessage(id)
		}
	}
	renamed, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	//nolint:staticcheck // deprecated for providers, and just right for a test that has JSON
	value, err := tftypes.ValueFromJSON(renamed, protocol.Schemas.ResourceSchemas[typeName].ValueType())
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func withUnknown(t *testing.T, config tftypes.Value, names []string) tftypes.Value {
	t.Helper()
	at := tftypes.NewAttributePath()
	for _, name := range names {
		at = at.WithAttributeName(name)
	}
	config, err := tftypes.Transform(config, func(here *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		if here.Equal(at) {
			return tftypes.NewValue(value.Type(), tftypes.UnknownValue), nil
		}
		return value, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return config
}

func validate(t *testing.T, protocol *protocoltest.Provider, config tftypes.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	resp, err := protocol.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName:           typeName,
		Config:             dynamic(t, config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if long := protocoltest.Diagnostics(resp.Diagnostics).Long(); len(long) > 0 {
		t.Errorf("too long: %q", long)
	}
	return resp.Diagnostics
}

func create(t *testing.T, protocol *protocoltest.Provider, planned tftypes.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	resp, err := protocol.ApplyResourceChange(context.WithoutCancel(t.Context()), &tfprotov6.ApplyResourceChangeRequest{
		TypeName:     typeName,
		PriorState:   dynamic(t, tftypes.NewValue(planned.Type(), nil)),
		PlannedState: dynamic(t, planned),
		Config:       dynamic(t, planned),
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

func dynamic(t *testing.T, value tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	encoded, err := protocoltest.Dynamic(value)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func refused(diagnostics []*tfprotov6.Diagnostic) []string {
	return attributes(diagnostics, tfprotov6.DiagnosticSeverityError)
}

// attributes lists the attributes that diagnostics are on. An element of a set
// counts as the set: the service names elements by their position.
func attributes(diagnostics []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity) []string {
	var names []string
	for _, diagnostic := range diagnostics {
		if diagnostic.Severity != severity {
			continue
		}
		var steps []string
		for _, step := range diagnostic.Attribute.Steps() {
			if name, ok := step.(tftypes.AttributeName); ok {
				steps = append(steps, string(name))
			}
		}
		names = append(names, strings.Join(steps, "."))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
