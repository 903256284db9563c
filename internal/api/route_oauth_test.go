// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api_test

import (
	"io"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func replaceOn(t *testing.T, body string, module api.OAuthModuleSettings) (*service, *api.OAuthModule, error) {
	t.Helper()
	s := answering(t, body)
	response, err := s.client(t, nil).ReplaceRouteOAuth(t.Context(), "replace", "edge/1", "..", module)
	return s, response, err
}

func fullModule() api.OAuthModuleSettings {
	return api.OAuthModuleSettings{
		Enabled: new(false),
		Provider: api.OAuthProviderSettings{"idp_1": {ClientSecret: "open sesame", OAuthIdentityProvider: api.OAuthIdentityProvider{
			ClientID: "app", Scopes: []string{"read"}, EmailAddresses: []string{"a@example.com"},
			EmailDomains: []string{"example.com"}, Teams: []string{"acme/web"}, Organizations: []string{"acme"},
		}}},
		OptionsPassthrough: new(true),
		CookiePrefix:       "mine.",
		InactivityTimeout:  new(uint32(0)),
		MaximumDuration:    new(uint32(math.MaxUint32)),
		AuthCheckInterval:  new(uint32(60)),
	}
}

// The service may have its own name for an identity provider. Requests and responses then
// contain this name, because the service does not know the neutral name. The caller
// always uses the neutral name.
func TestRouteOAuth_identityProviderNames(t *testing.T) {
	t.Parallel()
	names := map[string]string{"idp_1": "alpha", "idp_2": "idp_3", "idp_3": "b-c"}
	reference := refapi.New(refapi.Options{Undocumented: true, IdentityProviderNames: names})
	var response string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if response != "" {
			_, _ = io.WriteString(w, response)
			return
		}
		reference.ServeHTTP(w, r)
	})
	client := s.client(t, func(config *api.Config) {
		config.IdentityProviderNames, config.Undocumented = names, api.UndocumentedOperations()
	})
	for name, own := range map[string]string{"idp_1": "alpha", "idp_2": "idp_3", "idp_3": "b-c", "idp_8": "idp_8"} {
		response = ""
		rules := api.OAuthIdentityProvider{EmailDomains: []string{"example.com"}}
		module := api.OAuthModuleSettings{Provider: api.OAuthProviderSettings{name: {OAuthIdentityProvider: rules}}}
		replaced, err := client.ReplaceRouteOAuth(t.Context(), "replace", "e", name, module)
		if err != nil || replaced.Provider[name] == nil || len(replaced.Provider) != 1 || !strings.Contains(s.body, `"`+own+`"`) {
			t.Errorf("%s: got %+v, %v after %s", name, replaced, err, s.body)
		}
		read, err := client.GetRouteOAuth(t.Context(), "e", name)
		if err != nil || read.Provider[name] == nil || read.Provider["alpha"] != nil {
			t.Errorf("%s: read %+v, %v", name, read, err)
		}
		if module.Provider[name] == nil {
			t.Errorf("%s: the caller's module has changed", name)
		}
	}
	// This module exists, although the client does not know the name of the identity
	// provider in the response.
	response = `{"enabled":true,"provider":{"idp_1":{"email_domains":["example.com"]},"idp_2":null}}`
	_, err := client.GetRouteOAuth(t.Context(), "e", "r")
	wantError(t, err, `identity_provider_names does not name: "idp_1"`)
	if api.IsGone(err) {
		t.Error("the module counts as gone")
	}
}

func TestReplaceRouteOAuth_unsetMembersAreLeftOut(t *testing.T) {
	t.Parallel()
	for want, module := range map[string]api.OAuthModuleSettings{
		`{"provider":{"idp_8":{}}}`: {Provider: api.OAuthProviderSettings{"idp_8": {}}},
		`{"provider":{"idp_1":{}}}`: {Provider: api.OAuthProviderSettings{"idp_1": {OAuthIdentityProvider: api.OAuthIdentityProvider{Scopes: []string{}, Teams: []string{}}}}},
		`{"enabled":false,"provider":{"idp_2":{}},"options_passthrough":false,"inactivity_timeout":0}`: {
			Enabled: new(false), OptionsPassthrough: new(false), InactivityTimeout: new(uint32(0)), Provider: api.OAuthProviderSettings{"idp_2": {}},
		},
	} {
		s, _, err := replaceOn(t, `{"enabled":true}`, module)
		if err != nil {
			t.Error(err)
		}
		s.wantOne(t, "PUT /edges/https/edge%2F1/routes/%2E%2E/oauth", want)
	}
}

func TestReplaceRouteOAuth_secretsInResponsesAreIgnored(t *testing.T) {
	t.Parallel()
	for _, secret := range []string{`"open sesame"`, `"********"`, `null`, `true`, `12345678`, `{"masked":true}`, `[]`} {
		_, response, err := replaceOn(t, `{"enabled":true,"provider":{"idp_3":{"client_id":"app","client_secret":`+secret+`}}}`, fullModule())
		if err != nil {
			t.Fatalf("%s: %v", secret, err)
		}
		if one := response.Provider["idp_3"]; one.ClientID != "app" {
			t.Errorf("%s: read %+v", secret, one)
		}
	}
}

func TestReplaceRouteOAuth_unusableResponses(t *testing.T) {
	t.Parallel()
	const anotherType = "a value of the wrong type at "
	for name, test := range map[string]struct{ body, want string }{
		"empty":        {"", "the response is not JSON"},
		"empty object": {"{}", "neither enabled nor provider"},
		"other object": {`{"status":"ok"}`, "neither enabled nor provider"},
		"negative":     {`{"enabled":true,"provider":{},"inactivity_timeout":-1}`, anotherType + `"inactivity_timeout"`},
		"33 bits":      {`{"enabled":true,"maximum_duration":4294967296}`, anotherType + `"maximum_duration"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := replaceOn(t, test.body, fullModule())
			wantError(t, err, test.want)
			if !api.MayHaveActed(err) {
				t.Error("the module counts as unchanged")
			}
		})
	}
}

// If the response to a read is null or a module without any identity provider, IsGone
// returns true for the error. For all other responses, IsGone returns false. Of all these
// responses, a replacement accepts only a module without any identity provider.
func TestGetRouteOAuth_none(t *testing.T) {
	t.Parallel()
	for body, wantGone := range map[string]bool{
		`null`: true, `{"enabled":true}`: true, `{"enabled":false,"provider":null}`: true, `{"provider":{}}`: true,
		`{"enabled":true,"provider":{"idp_1":null}}`: true,
		`{}`: false, `{"success":true}`: false, `[]`: false, `<html>`: false, `{"enabled":`: false, ``: false,
	} {
		s := answering(t, body)
		_, err := s.client(t, nil).GetRouteOAuth(t.Context(), "e", "r")
		if reads := len(s.operations()); err == nil || api.IsGone(err) != wantGone || reads != 1 {
			t.Errorf("%q: got %v after %d reads", body, err, reads)
		}
		replaced, err := s.client(t, nil).ReplaceRouteOAuth(t.Context(), "replace", "e", "r", fullModule())
		if wantModule := wantGone && body != "null"; (err == nil) != wantModule || wantModule && len(replaced.Provider) > 0 {
			t.Errorf("%q: replaced by %+v, %v", body, replaced, err)
		}
	}
}
