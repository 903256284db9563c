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
		"own app":                      {`{"provider":{"idp_2":{"client_id":"canary","client_secret":"canary","scopes":["canary"]}}}`, nil},
		"empty is unset":               {`{"provider":{"idp_2":{"client_id":"","client_secret":"","scopes":[]}},"cookie_prefix":""}`, nil},
		"secret alone":                 {`{"provider":{"idp_2":{"client_secret":"canary"}}}`, nil},
		"teams":                        {`{"provider":{"idp_1":{"teams":["a/b","c/d"],"organizations":["a"]}}}`, nil},
		"no provider":                  {`{}`, []string{provider}},
		"none in the provider":         {`{"provider":{}}`, []string{provider}},
		"two providers":                {`{"provider":{"idp_1":{},"idp_8":{}}}`, []string{provider}},
		"three providers":              {`{"provider":{"idp_3":{},"idp_4":{},"idp_5":{}}}`, []string{provider}},
		"client id alone":              {`{"provider":{"idp_2":{"client_id":"canary"}}}`, []string{idp2 + "client_id"}},
		"client id with an empty one":  {`{"provider":{"idp_2":{"client_id":"canary","client_secret":""}}}`, []string{idp2 + "client_id"}},
		"scopes of the managed app":    {`{"provider":{"idp_2":{"scopes":["canary"]}}}`, []string{idp2 + "scopes"}},
		"scopes with a secret alone":   {`{"provider":{"idp_2":{"client_secret":"canary","scopes":["canary"]}}}`, []string{idp2 + "scopes"}},
		"scopes with a client id":      {`{"provider":{"idp_2":{"client_id":"canary","scopes":["canary"]}}}`, []string{idp2 + "client_id", idp2 + "scopes"}},
		"team without a slash":         {`{"provider":{"idp_1":{"teams":["canary"]}}}`, []string{idp1 + "teams"}},
		"team without a team":          {`{"provider":{"idp_1":{"teams":["canary/"]}}}`, []string{idp1 + "teams"}},
		"team without an organization": {`{"provider":{"idp_1":{"teams":["/canary"]}}}`, []string{idp1 + "teams"}},
		"team with three parts":        {`{"provider":{"idp_1":{"teams":["x/y","canary/b/c"]}}}`, []string{idp1 + "teams"}},
		"slash alone":                  {`{"provider":{"idp_1":{"teams":["/"]}}}`, []string{idp1 + "teams"}},
		"teams elsewhere":              {`{"provider":{"idp_2":{"teams":["a/b"]}}}`, []string{idp2 + "teams"}},
		"organizations elsewhere":      {`{"provider":{"idp_2":{"organizations":["canary"],"email_domains":["b"]}}}`, []string{idp2 + "organizations"}},
		"empty elements": {
			`{"provider":{"idp_1":{"email_addresses":[""],"email_domains":["canary",""],"teams":[""],"organizations":[""]}}}`,
			[]string{idp1 + "email_addresses", idp1 + "email_domains", idp1 + "organizations", idp1 + "teams"},
		},
		"null elements": {
			`{"provider":{"idp_1":{"email_addresses":[null],"email_domains":["a",null],"teams":[null],"organizations":[null]}}}`,
			[]string{idp1 + "email_addresses", idp1 + "email_domains", idp1 + "organizations", idp1 + "teams"},
		},
		"empty scope":       {`{"provider":{"idp_2":{"client_id":"canary","client_secret":"canary","scopes":[""]}}}`, []string{idp2 + "scopes"}},
		"timers at the end": {`{"provider":{"idp_2":{}},"inactivity_timeout":0,"maximum_duration":4294967295,"auth_check_interval":0}`, nil},
		"timers out of range": {
			`{"provider":{"idp_2":{}},"inactivity_timeout":-1,"maximum_duration":4294967296,"auth_check_interval":1.5}`,
			[]string{"auth_check_interval", "inactivity_timeout", "maximum_duration"},
		},
	}
}

// TestRules_validatedBeforeAnyRequest breaks rules, and sends the same modules to the
// service too, which complains about the same attributes.
func TestRules_validatedBeforeAnyRequest(t *testing.T) {
	t.Parallel()
	for name, test := range rules() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requests, reference := 0, refapi.New(refapi.Options{})
			swapped := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests++
				r.Body = io.NopCloser(strings.NewReader(test.module))
				reference.ServeHTTP(w, r)
			}))
			t.Cleanup(swapped.Close)
			protocol := configured(t, swapped.URL)
			if got := refused(validate(t, protocol, attributesOf(t, protocol, test.module))); !slices.Equal(got, test.refused) || requests > 0 {
				t.Errorf("refused at %q after %d requests, want %q", got, requests, test.refused)
			}
			planned := `{"enabled":true,"provider":{"idp_1":{}}}`
			if len(test.refused) == 0 {
				planned = `{"enabled":true,` + strings.TrimPrefix(test.module, "{")
			}
			if got := refused(create(t, protocol, attributesOf(t, protocol, planned))); !slices.Equal(got, test.refused) {
				t.Errorf("the service refused at %q, want %q", got, test.refused)
			}
		})
	}
}

// TestRules_ofTheProvider breaks rules that the service does not know.
func TestRules_ofTheProvider(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	secret, writeOnly, version := []string{idp2 + "client_secret"}, []string{idp2 + "client_secret_wo"}, []string{idp2 + "client_secret_wo_version"}
	addresses, domains := []string{idp2 + "email_addresses"}, []string{idp2 + "email_domains"}
	const wo, versioned = `"client_secret_wo":"canary"`, `"client_secret_wo":"canary","client_secret_wo_version":"1"`
	for settings, test := range map[string]struct{ refused, warned []string }{
		`"client_id":"c",` + versioned + `,"scopes":["x"]`:           {},
		`"client_id":"c",` + wo:                                      {nil, writeOnly},
		`"client_id":"c",` + versioned + `,"client_secret":"canary"`: {writeOnly, nil},
		`"client_id":"c",` + versioned + `,"client_secret":""`:       {},
		`"client_id":"canary","client_secret_wo":""`:                 {[]string{idp2 + "client_id"}, nil},
		wo + `,"scopes":["canary"]`:                                  {[]string{idp2 + "scopes"}, writeOnly},
		wo:                                                           {nil, writeOnly},
		`"client_secret":"canary"`:                                   {nil, secret},
		`"client_secret_wo_version":"1"`:                             {nil, version},
		`"client_id":"c","client_secret":"s","client_secret_wo_version":"1"`:                            {nil, version},
		`"email_addresses":["a@example.com"],"email_domains":["example.com"]`:                           {},
		`"email_addresses":["canary"]`:                                                                  {nil, addresses},
		`"email_addresses":["a@example.com","b","c"]`:                                                   {nil, addresses},
		`"email_addresses":["*@example.com"]`:                                                           {nil, addresses},
		`"email_addresses":[""]`:                                                                        {addresses, nil},
		`"email_domains":["@example.com"]`:                                                              {nil, domains},
		`"email_domains":["canary@example.com"]`:                                                        {nil, domains},
		`"email_domains":["*.example.com"]`:                                                             {nil, domains},
		`"email_domains":["*"],"email_addresses":["*"]`:                                                 {nil, []string{addresses[0], domains[0]}},
		`"email_domains":["a"]}},"deletion_policy":"canary","provider":{"idp_2":{"email_domains":["a"]`: {[]string{deletionPolicy}, domains[:0]},
	} {
		diagnostics := validate(t, protocol, attributesOf(t, protocol, idpWith("idp_2", settings)))
		if got := refused(diagnostics); !slices.Equal(got, test.refused) {
			t.Errorf("%s: refused at %q, want %q", settings, got, test.refused)
		}
		if got := attributes(diagnostics, tfprotov6.DiagnosticSeverityWarning); !slices.Equal(got, test.warned) {
			t.Errorf("%s: warned at %q, want %q", settings, got, test.warned)
		}
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
	return moduleOf(t, protocol.Schemas.ResourceSchemas[typeName], module)
}

func moduleOf(t *testing.T, schema *tfprotov6.Schema, module string) tftypes.Value {
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
	value, err := tftypes.ValueFromJSON(renamed, schema.ValueType())
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

// validate returns what a rule says: in few lines, and without any value, which a
// configuration may call sensitive.
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
	told := protocoltest.Diagnostics(resp.Diagnostics)
	if long := told.Long(); len(long) > 0 || strings.Contains(told.String(), "canary") {
		t.Errorf("too long, or with a value: %s", told)
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
