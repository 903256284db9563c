// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
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
	for name, test := range map[string]struct{ module, refused string }{
		"managed app":                {`{"provider":{"idp_2":{}}}`, ""},
		"own app":                    {`{"provider":{"idp_2":{"client_id":"canary","client_secret":"canary","scopes":["canary"]}}}`, ""},
		"empty is unset":             {`{"provider":{"idp_2":{"client_id":"","client_secret":"","scopes":[]}},"cookie_prefix":""}`, ""},
		"no provider":                {`{}`, provider},
		"two providers":              {`{"provider":{"idp_1":{},"idp_8":{}}}`, provider},
		"client id alone":            {`{"provider":{"idp_2":{"client_id":"canary"}}}`, idp2 + "client_id"},
		"scopes with a secret alone": {`{"provider":{"idp_2":{"client_secret":"canary","scopes":["canary"]}}}`, idp2 + "scopes"},
		"team without a team":        {`{"provider":{"idp_1":{"teams":["canary/"]}}}`, idp1 + "teams"},
		"team with three parts":      {`{"provider":{"idp_1":{"teams":["x/y","canary/b/c"]}}}`, idp1 + "teams"},
		"null elements": {
			`{"provider":{"idp_1":{"email_addresses":[null],"email_domains":["a",null],"teams":[null],"organizations":[null]}}}`,
			idp1 + "email_addresses " + idp1 + "email_domains " + idp1 + "organizations " + idp1 + "teams",
		},
		"timers at the end": {`{"provider":{"idp_2":{}},"inactivity_timeout":0,"maximum_duration":4294967295,"auth_check_interval":0}`, ""},
		"timers out of range": {
			`{"provider":{"idp_2":{}},"inactivity_timeout":-1,"maximum_duration":4294967296,"auth_check_interval":1.5}`,
			"auth_check_interval inactivity_timeout maximum_duration",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := refused(validate(t, test.module)); got != test.refused {
				t.Errorf("refused at %s, want %s", got, test.refused)
			}
			request := httptest.NewRequest(http.MethodPut, "/edges/https/e/routes/r/oauth", strings.NewReader(test.module))
			request.Header.Set("Content-Type", "application/json")
			response := httptest.NewRecorder()
			reference.ServeHTTP(response, request)
			if want := map[bool]int{true: http.StatusOK, false: http.StatusUnprocessableEntity}[test.refused == ""]; response.Code != want {
				t.Errorf("the reference API responds %d, %s", response.Code, response.Body)
			}
		})
	}
}

func TestRules_ofTheProvider(t *testing.T) {
	t.Parallel()
	const wo, versioned = `"client_secret_wo":"canary"`, `"client_secret_wo":"canary","client_secret_wo_version":"1"`
	const noTeams, noOrganizations = `"teams":["canary/a"]`, `"organizations":["canary"]`
	for module, test := range map[string]struct{ refused, warned, words string }{
		// CLIs silently drop an unknown name such as alpha.
		`{"provider":{}}`: {refused: provider, words: "set identity_provider_names in the provider block"},
		idpWith("idp_2", `"client_id":"c"`, versioned, `"scopes":["x"]`):             {},
		idpWith("idp_2", `"client_id":"c"`, wo):                                      {warned: idp2 + "client_secret_wo"},
		idpWith("idp_2", `"client_id":"c"`, versioned, `"client_secret":"canary"`):   {refused: idp2 + "client_secret_wo"},
		idpWith("idp_2", `"client_secret":"canary"`):                                 {warned: idp2 + "client_secret"},
		idpWith("idp_2", `"client_secret_wo_version":"1"`):                           {warned: idp2 + "client_secret_wo_version"},
		idpWith("idp_2", `"email_addresses":["a@example.com"]`, oneDomain):           {},
		idpWith("idp_2", `"email_addresses":["canary"]`):                             {warned: idp2 + "email_addresses"},
		idpWith("idp_2", `"email_addresses":["canary@a.org "]`):                      {refused: idp2 + "email_addresses", words: "trimspace()"},
		idpWith("idp_2", `"email_domains":["*.example.com"]`):                        {warned: idp2 + "email_domains"},
		idpWith("idp_2", `"client_id":"c"`, `"scopes":["x"]`):                        {refused: idp2 + "client_id"},
		idpWith("idp_2", `"email_domains":["@example.com"]`):                         {warned: idp2 + "email_domains"},
		idpWith("idp_2", `"email_domains":["a.org"," canary.org"]`):                  {refused: idp2 + "email_domains"},
		idpWith("idp_1", `"teams":["acme/canary "]`):                                 {refused: idp1 + "teams"},
		idpWith("idp_1", `"organizations":["\u00a0canary"]`):                         {refused: idp1 + "organizations"},
		idpWith("idp_1", `"client_id":"c","client_secret":"canary","scopes":[" s"]`): {},
		// If the schema lacked these attributes, a CLI would drop them, and everybody could sign in.
		idpWith("idp_2", `"teams":[],"organizations":null`): {},
		idpWith("idp_2", noTeams):                           {refused: idp2 + "teams", words: "only idp_1 has"},
		idpWith("idp_8", noOrganizations):                   {refused: provider + ".idp_8.organizations", words: "only idp_1 has"},
	} {
		diags := validate(t, module)
		if got := refused(diags); got != test.refused || !mentions(diags, test.words) {
			t.Errorf("%s: refused at %s, want %s: %s", module, got, test.refused, diags)
		}
		if got := attributes(diags, tfprotov6.DiagnosticSeverityWarning); got != test.warned {
			t.Errorf("%s: warned at %s, want %s", module, got, test.warned)
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
		{"client_secret_wo", idpWith("idp_2", `"client_id":"c","client_secret_wo_version":"1"`)},
		{"client_secret_wo_version", idpWith("idp_2", `"client_id":"c","client_secret_wo":"s"`)},
		{"email_addresses", `{"provider":{"idp_2":{}}}`},
		{"client_secret_wo_version", `{"provider":{"idp_2":{"email_domains":["a"]}}}`},
	} {
		if diags := validate(t, test.module, test.unknown); len(diags) > 0 {
			t.Errorf("%s: not silent: %s", test.unknown, diags)
		}
	}
}

// A write-only attribute is null in state. If it were sensitive, CLIs would also compare the
// sensitivity of the null value, and show a change at random.
func TestSchema_writeOnlySecretIsNotSensitive(t *testing.T) {
	t.Parallel()
	schema := live(t, refapi.Options{}).Provider.Schemas.ResourceSchemas[typeName].Block.Attributes
	at := slices.IndexFunc(schema, func(a *tfprotov6.SchemaAttribute) bool { return a.Name == provider })
	for _, idp := range schema[at].NestedType.Attributes {
		for _, member := range idp.NestedType.Attributes {
			if member.Sensitive != (member.Name == "client_secret") || member.WriteOnly != (member.Name == "client_secret_wo") {
				t.Errorf("%s.%s: write-only %t, sensitive %t", idp.Name, member.Name, member.WriteOnly, member.Sensitive)
			}
		}
	}
}

// validate validates a module in which the named attributes are unknown. Each diagnostic is
// short and contains no configured values, because values may be sensitive.
func validate(t *testing.T, module string, unknown ...string) protocoltest.Diagnostics {
	t.Helper()
	oauth := live(t, refapi.Options{})
	diags := acctest.Must(oauth.Provider.Validate(t.Context(), typeName, oauth.attributesOf(module, unknown...)))(t)
	if long := diags.Long(); len(long) > 0 || strings.Contains(diags.String(), "canary") {
		t.Errorf("too long, or with a value: %s", diags)
	}
	return diags
}

func refused(diags []*tfprotov6.Diagnostic) string {
	return attributes(diags, tfprotov6.DiagnosticSeverityError)
}

// attributes returns the sorted paths of all diagnostics with the given severity, without the
// elements of sets.
func attributes(diags []*tfprotov6.Diagnostic, severity tfprotov6.DiagnosticSeverity) string {
	var paths []string
	for _, diagnostic := range diags {
		var steps []string
		for _, step := range diagnostic.Attribute.Steps() {
			if name, ok := step.(tftypes.AttributeName); ok {
				steps = append(steps, string(name))
			}
		}
		if diagnostic.Severity == severity {
			paths = append(paths, strings.Join(steps, "."))
		}
	}
	slices.Sort(paths)
	return strings.Join(slices.Compact(paths), " ")
}
