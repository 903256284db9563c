// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"math"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The service may have its own name for an identity provider. Requests and responses then
// contain this name, because the service does not know the neutral name. The caller
// always uses the neutral name.
func TestRouteOAuth_identityProviderNames(t *testing.T) {
	t.Parallel()
	names := map[string]string{"idp_1": "alpha", "idp_2": "idp_3", "idp_3": "b-c"}
	reference := refapi.New(refapi.Options{Undocumented: true, IdentityProviderNames: names})
	for name, own := range map[string]string{"idp_1": "alpha", "idp_2": "idp_3", "idp_3": "b-c", "idp_8": "idp_8"} {
		s := serve(t, Config{IdentityProviderNames: names}, handledBy(reference))
		rules := OAuthIdentityProvider{EmailDomains: []string{"example.com"}}
		module := OAuthModuleSettings{Provider: OAuthProviderSettings{name: {OAuthIdentityProvider: rules}}}
		replaced, err := s.ReplaceRouteOAuth(t.Context(), "replace", "e", name, module)
		if err != nil || replaced.Provider[name] == nil || len(replaced.Provider) != 1 || !strings.Contains(s.requests[0], `"`+own+`"`) {
			t.Errorf("%s: got %+v, %v after %s", name, replaced, err, s.requests)
		}
		read, err := s.GetRouteOAuth(t.Context(), "e", name)
		if err != nil || read.Provider[name] == nil || read.Provider["alpha"] != nil {
			t.Errorf("%s: read %+v, %v", name, read, err)
		}
		if module.Provider[name] == nil {
			t.Errorf("%s: the caller's module has changed", name)
		}
	}
}

// A response may have members of provider that identity_provider_names does not name. They
// count if something is set in them, or if no other member says that the module exists. The
// names are fit to be shown.
func TestRouteOAuth_unnamedMembers(t *testing.T) {
	t.Parallel()
	for members, want := range map[string]string{
		`"alpha":{}`:              ``,
		`"alpha":{},"gamma":null`: ``,
		`"alpha":{},"gamma":{}`:   ``,
		`"alpha":{},"gamma":{"client_id":"","teams":[]}`:             ``,
		`"alpha":{},"gamma":{"a":null,"b":false,"c":0,"d":{"e":[]}}`: ``,
		`"alpha":{},"gamma":{"email_domains":["example.com"]}`:       `"gamma"`,
		`"alpha":{},"gamma":{"client_id":"app"}`:                     `"gamma"`,
		`"alpha":{},"gamma":{"tenant":{"id":"t"}}`:                   `"gamma"`,
		`"alpha":{},"gamma":{"level":1}`:                             `"gamma"`,
		`"alpha":{},"idp_2":{"teams":["a/b"]}`:                       ``,
		`"alpha":{},"idp_1":{"teams":["a/b"]}`:                       `"idp_1"`,
		`"alpha":{},"zeta":{"a":true},"beta":{"a":true}`:             `"beta" "zeta"`,
		`"alpha":{},"a\u001b[31m\nb":{"teams":["a/b"]}`:              `"a\x1b[31m\nb"`,
		`"alpha":{},"canary":{"teams":["a/b"]}`:                      `"(redacted)"`,
		`"gamma":{}`:                                                 `"gamma"`,
		`"gamma":{},"delta":{}`:                                      `"delta" "gamma"`,
		`"gamma":{},"idp_2":null`:                                    `"gamma"`,
	} {
		s := serve(t, Config{Token: "canary", IdentityProviderNames: map[string]string{"idp_1": "alpha"}}, always(200, `{"enabled":true,"provider":{`+members+`}}`))
		replaced, replaceErr := s.ReplaceRouteOAuth(t.Context(), "replace", "e", "r", OAuthModuleSettings{})
		read, readErr := s.GetRouteOAuth(t.Context(), "e", "r")
		if replaceErr != nil || readErr != nil {
			t.Fatalf("%s: got %v, %v", members, replaceErr, readErr)
		}
		if replaced.Unnamed != want || read.Unnamed != want || (read.Provider["idp_1"] != nil) != strings.Contains(members, "alpha") {
			t.Errorf("%s: got %+v and %+v, want %q", members, replaced, read, want)
		}
	}
}

func TestReplaceRouteOAuth_unsetMembersAreLeftOut(t *testing.T) {
	t.Parallel()
	for want, module := range map[string]OAuthModuleSettings{
		`{"provider":{"idp_8":{}}}`: {Provider: OAuthProviderSettings{"idp_8": {}}},
		`{"provider":{"idp_1":{}}}`: {
			Provider: OAuthProviderSettings{"idp_1": {OAuthIdentityProvider: OAuthIdentityProvider{Scopes: []string{}, Teams: []string{}}}},
		},
		`{"enabled":false,"provider":{"idp_2":{}},"options_passthrough":false,"inactivity_timeout":0}`: {
			Enabled: new(false), OptionsPassthrough: new(false), InactivityTimeout: new(uint32(0)), Provider: OAuthProviderSettings{"idp_2": {}},
		},
	} {
		s := serve(t, Config{}, always(200, `{"enabled":true}`))
		wantError(t, errorOf(s.ReplaceRouteOAuth(t.Context(), "replace", "edge/1", "..", module)), "")
		if want = "PUT /edges/https/edge%2F1/routes/%2E%2E/oauth " + want; s.requests[0] != want {
			t.Errorf("sent %q, want %q", s.requests, want)
		}
	}
}

func TestReplaceRouteOAuth_secretsInResponsesAreIgnored(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{`"open sesame"`, `"********"`, `null`, `true`, `12345678`, `{"masked":true}`, `[]`} {
		s := serve(t, Config{}, always(200, `{"enabled":true,"provider":{"idp_3":{"client_id":"app","client_secret":`+secret+`}}}`))
		replaced, err := s.ReplaceRouteOAuth(t.Context(), "replace", "e", "r", OAuthModuleSettings{})
		if err != nil || replaced.Provider["idp_3"].ClientID != "app" {
			t.Errorf("%s: got %+v, %v", secret, replaced, err)
		}
	}
}

// A route has no module if the response to a read is null or a module without any identity
// provider. A replacement accepts only a module. After any other response with a success
// status, the module may have changed.
func TestRouteOAuth_responses(t *testing.T) {
	t.Parallel()
	const notJSON, wrongType, noModule = "the response is not JSON", "a value of the wrong type at ", "neither enabled nor provider"
	for body, test := range map[string]struct {
		isGone bool
		want   string // error of the replacement
	}{
		`null`:                              {true, noModule},
		`{"enabled":true}`:                  {true, ""},
		`{"enabled":false,"provider":null}`: {true, ""},
		`{"provider":{}}`:                   {true, ""},
		`{"enabled":true,"provider":{"idp_1":null}}`: {true, ""},
		`{}`:               {false, noModule},
		`{"success":true}`: {false, noModule},
		`[]`:               {false, wrongType},
		`{"enabled":`:      {false, notJSON},
		``:                 {false, "the response is empty"},
		`{"enabled":true,"provider":{},"inactivity_timeout":-1}`: {false, wrongType + `"/inactivity_timeout"`},
		`{"enabled":true,"maximum_duration":4294967296}`:         {false, wrongType + `"/maximum_duration"`},
		`{"enabled":true,"auth_check_interval":"600"}`:           {false, wrongType + `"/auth_check_interval"`},
	} {
		s := serve(t, Config{MaxRetries: 2}, always(200, body))
		if err := errorOf(s.GetRouteOAuth(t.Context(), "e", "r")); err == nil || IsGone(err) != test.isGone || len(s.requests) != 1 {
			t.Errorf("%q: got %v after %q", body, err, s.requests)
		}
		replaced, err := s.ReplaceRouteOAuth(t.Context(), "replace", "e", "r", OAuthModuleSettings{})
		wantError(t, err, test.want, body)
		if err == nil && len(replaced.Provider) > 0 || err != nil && !MayHaveActed(err) {
			t.Errorf("%q: replaced by %+v, %v", body, replaced, err)
		}
	}
}

// JSON has many forms of one whole number. Numbers have the precision of a float64, which RFC
// 8259, section 6, expects of parsers.
func TestSeconds(t *testing.T) {
	t.Parallel()
	const invalid = -1
	for form, want := range map[string]int64{
		"600": 600, "600.0": 600, "6e2": 600, "6.0E+2": 600, "60000e-02": 600, "0.6e3": 600, "0": 0, "-0.0": 0, "0e9": 0, "4294967295.0": math.MaxUint32,
		"600.0000000000000000001": 600, "1e-999999999": 0, "0." + strings.Repeat("0", 1<<10): 0, "600.5": invalid, "-1": invalid, "-1e0": invalid, "4294967296e0": invalid, "1e-1": invalid, "1e400": invalid,
		"1e999999999": invalid, `"6e2"`: invalid, "true": invalid, "{}": invalid,
	} {
		var module OAuthModule
		err := json.Unmarshal([]byte(`{"inactivity_timeout":`+form+`}`), &module)
		if got := int64(module.InactivityTimeout.OrZero()); (err != nil) != (want == invalid) || err == nil && got != want {
			t.Errorf("%.40s: got %d, %v", form, got, err)
		}
	}
}
