// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
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

// TestRules_ofTheService breaks rules that both the provider and the service check. The
// reference API rejects the same modules.
func TestRules_ofTheService(t *testing.T) {
	t.Parallel()
	reference := refapi.New(refapi.Options{})
	for name, test := range map[string]struct {
		module  string
		refused []string
	}{
		"managed app":                {`{"provider":{"idp_2":{}}}`, nil},
		"own app":                    {`{"provider":{"idp_2":{"client_id":"canary","client_secret":"canary","scopes":["canary"]}}}`, nil},
		"empty is unset":             {`{"provider":{"idp_2":{"client_id":"","client_secret":"","scopes":[]}},"cookie_prefix":""}`, nil},
		"no provider":                {`{}`, []string{provider}},
		"two providers":              {`{"provider":{"idp_1":{},"idp_8":{}}}`, []string{provider}},
		"client id alone":            {`{"provider":{"idp_2":{"client_id":"canary"}}}`, []string{idp2 + "client_id"}},
		"scopes with a secret alone": {`{"provider":{"idp_2":{"client_secret":"canary","scopes":["canary"]}}}`, []string{idp2 + "scopes"}},
		"team without a team":        {`{"provider":{"idp_1":{"teams":["canary/"]}}}`, []string{idp1 + "teams"}},
		"team with three parts":      {`{"provider":{"idp_1":{"teams":["x/y","canary/b/c"]}}}`, []string{idp1 + "teams"}},
		"null elements": {
			`{"provider":{"idp_1":{"email_addresses":[null],"email_domains":["a",null],"teams":[null],"organizations":[null]}}}`,
			[]string{idp1 + "email_addresses", idp1 + "email_domains", idp1 + "organizations", idp1 + "teams"},
		},
		"timers at the end": {`{"provider":{"idp_2":{}},"inactivity_timeout":0,"maximum_duration":4294967295,"auth_check_interval":0}`, nil},
		"timers out of range": {
			`{"provider":{"idp_2":{}},"inactivity_timeout":-1,"maximum_duration":4294967296,"auth_check_interval":1.5}`,
			[]string{"auth_check_interval", "inactivity_timeout", "maximum_duration"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := refused(validate(t, test.module)); !slices.Equal(got, test.refused) {
				t.Errorf("refused at %q, want %q", got, test.refused)
			}
			request := httptest.NewRequest(http.MethodPut, "/edges/https/e/routes/r/oauth", strings.NewReader(test.module))
			request.Header.Set("Content-Type", "application/json")
			response := httptest.NewRecorder()
			reference.ServeHTTP(response, request)
			if want := map[bool]int{true: http.StatusOK, false: http.StatusUnprocessableEntity}[test.refused == nil]; response.Code != want {
				t.Errorf("the reference API responds %d, %s", response.Code, response.Body)
			}
		})
	}
}

func TestRules_ofTheProvider(t *testing.T) {
	t.Parallel()
	secret, writeOnly, version := []string{idp2 + "client_secret"}, []string{idp2 + "client_secret_wo"}, []string{idp2 + "client_secret_wo_version"}
	addresses, domains := []string{idp2 + "email_addresses"}, []string{idp2 + "email_domains"}
	const wo, versioned = `"client_secret_wo":"canary"`, `"client_secret_wo":"canary","client_secret_wo_version":"1"`
	for settings, test := range map[string]struct{ refused, warned []string }{
		`"client_id":"c",` + versioned + `,"scopes":["x"]`:                    {},
		`"client_id":"c",` + wo:                                               {nil, writeOnly},
		`"client_id":"c",` + versioned + `,"client_secret":"canary"`:          {writeOnly, nil},
		`"client_secret":"canary"`:                                            {nil, secret},
		`"client_secret_wo_version":"1"`:                                      {nil, version},
		`"email_addresses":["a@example.com"],"email_domains":["example.com"]`: {},
		`"email_addresses":["canary"]`:                                        {nil, addresses},
		`"email_addresses":["a@example.com","b","c"]`:                         {nil, addresses},
		`"email_domains":["@example.com"]`:                                    {nil, domains},
		`"email_domains":["a.org"," canary.org"]`:                             {domains, nil},
		`"email_domains":["canary.org\n"]`:                                    {domains, nil},
		`"email_domains":[" "]`:                                               {domains, nil},
		`"email_addresses":["canary@a.org "]`:                                 {addresses, nil},
	} {
		diagnostics := validate(t, idpWith("idp_2", settings))
		if got := refused(diagnostics); !slices.Equal(got, test.refused) {
			t.Errorf("%s: refused at %q, want %q", settings, got, test.refused)
		}
		if got := attributes(diagnostics, tfprotov6.DiagnosticSeverityWarning); !slices.Equal(got, test.warned) {
			t.Errorf("%s: warned at %q, want %q", settings, got, test.warned)
		}
	}
	spaced := idpWith("idp_1", `"teams":["acme/canary "],"organizations":["\u00a0canary"],"scopes":[" s "],"client_id":"c","client_secret":"canary"`)
	if got, diags := refused(validate(t, spaced)), validate(t, spaced); !slices.Equal(got, []string{idp1 + "organizations", idp1 + "teams"}) || !mentions(diags, "trimspace()") {
		t.Errorf("refused at %q, %s", got, diags)
	}
	// CLIs silently drop an unknown name such as alpha.
	if diags := validate(t, `{"provider":{}}`); len(diags) != 1 || !mentions(diags, "set identity_provider_names in the provider block") {
		t.Errorf("got %s", diags)
	}
}

// TestRules_teamsElsewhere sets teams and organizations on all identity providers
// but idp_1. Validation must reject them. If the schema lacked these attributes, a
// CLI would drop them, and everybody could sign in.
func TestRules_teamsElsewhere(t *testing.T) {
	t.Parallel()
	for i := range 7 {
		name := fmt.Sprintf("idp_%d", i+2)
		for rule, isRefused := range map[string]bool{
			`"teams":[]`: false, `"organizations":null`: false, `"teams":["canary/a"]`: true, `"organizations":["canary"]`: true,
		} {
			diags := validate(t, idpWith(name, rule))
			if (diags.Err() != nil) != isRefused || isRefused && (len(diags) != 1 || !mentions(diags, "only idp_1 has")) {
				t.Errorf("%s with %s: got %s", name, rule, diags)
			}
		}
	}
}

// TestSchema_writeOnlySecretIsNotSensitive protects the exit code of `plan -refresh-only
// -detailed-exitcode`. A write-only attribute is null in state. If this attribute were sensitive,
// CLIs would also compare the sensitivity of the null value, and show a change at random.
func TestSchema_writeOnlySecretIsNotSensitive(t *testing.T) {
	t.Parallel()
	attributes := configured(t, "http://127.0.0.1:1").Schemas.ResourceSchemas[typeName].Block.Attributes
	at := slices.IndexFunc(attributes, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == provider })
	for _, idp := range attributes[at].NestedType.Attributes {
		for _, member := range idp.NestedType.Attributes {
			if member.Sensitive != (member.Name == "client_secret") || member.WriteOnly != (member.Name == "client_secret_wo") {
				t.Errorf("%s.%s: write-only %t, sensitive %t", idp.Name, member.Name, member.WriteOnly, member.Sensitive)
			}
		}
	}
}

// The provider reports nothing while an unknown value may still satisfy the rule.
func TestRules_unknownValues(t *testing.T) {
	t.Parallel()
	const ownAppOnly = `{"provider":{"idp_2":{"client_id":"c","scopes":["x"],"email_domains":["a"]}}}`
	for _, test := range []struct{ unknown, module string }{
		{provider, `{"provider":{}}`},
		{"idp_2", `{"provider":{"idp_1":{"email_domains":["a"]}}}`},
		{"client_secret", ownAppOnly},
		{"client_secret_wo", ownAppOnly},
		{"client_secret_wo", `{"provider":{"idp_1":{"client_id":"c","client_secret":"s","email_domains":["a"]}}}`},
		{"email_addresses", `{"provider":{"idp_2":{}}}`},
		{"*", `{"provider":{"idp_1":{"teams":["a"]}}}`},
		{"maximum_duration", `{"provider":{"idp_2":{"email_domains":["a"]}}}`},
		{"client_secret_wo_version", `{"provider":{"idp_2":{"email_domains":["a"]}}}`},
	} {
		if diags := validate(t, test.module, test.unknown); len(diags) > 0 {
			t.Errorf("%s: not silent: %s", test.unknown, diags)
		}
	}
}

// validate validates a module in which the named attributes are unknown. Each diagnostic is
// short and contains no configured values, because values may be sensitive.
func validate(t *testing.T, module string, unknown ...string) protocoltest.Diagnostics {
	t.Helper()
	protocol := configured(t, "http://127.0.0.1:1")
	config := attributesOf(t, protocol.Schemas.ResourceSchemas[typeName], module)
	for _, name := range unknown {
		config = withUnknown(t, config, name)
	}
	resp := acctest.Must(protocol.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: typeName, Config: protocoltest.Dynamic(config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	}))(t)
	diags := protocoltest.Diagnostics(resp.Diagnostics)
	if long := diags.Long(); len(long) > 0 || strings.Contains(diags.String(), "canary") {
		t.Errorf("too long, or with a value: %s", diags)
	}
	return diags
}

func refused(diags []*tfprotov6.Diagnostic) []string {
	return attributes(diags, tfprotov6.DiagnosticSeverityError)
}

// attributes returns the names of the attributes of all diagnostics with the given severity,
// without the elements of sets.
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
