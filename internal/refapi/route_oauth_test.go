// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const oauthPath = "/edges/https/edge%2F1/routes/route%201/oauth"

func TestRouteOAuthIsReplacedWhole(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	full := s.do(t, "PUT", oauthPath, `{
		"enabled": false, "options_passthrough": true, "cookie_prefix": "mine.",
		"inactivity_timeout": 0, "maximum_duration": 4294967295, "auth_check_interval": 1,
		"provider": {"idp_1": {
			"client_id": "id", "client_secret": "secret", "scopes": ["s"], "email_addresses": ["a@example.com"],
			"email_domains": ["example.com"], "teams": ["org/team"], "organizations": ["org"]}}}`).wants(t, 200)
	wantJSON(t, "the whole answer", any(full.body), `{
		"enabled": false, "options_passthrough": true, "cookie_prefix": "mine.",
		"inactivity_timeout": 0, "maximum_duration": 4294967295, "auth_check_interval": 1,
		"provider": {"idp_1": {
			"client_id": "id", "client_secret": "secret", "scopes": ["s"], "email_addresses": ["a@example.com"],
			"email_domains": ["example.com"], "teams": ["org/team"], "organizations": ["org"]},
			"idp_2": null, "idp_3": null, "idp_4": null, "idp_5": null, "idp_6": null, "idp_7": null, "idp_8": null}}`)

	bare := s.do(t, "PUT", oauthPath, `{"provider":{"idp_1":null,"idp_2":{}}}`).wants(t, 200)
	wantJSON(t, "the whole answer", any(bare.body), `{
		"enabled": true, "options_passthrough": false, "cookie_prefix": "trafficedge.",
		"inactivity_timeout": null, "maximum_duration": null, "auth_check_interval": null,
		"provider": {"idp_1": null, "idp_2": {
			"client_id": null, "client_secret": null, "scopes": null, "email_addresses": null, "email_domains": null},
			"idp_3": null, "idp_4": null, "idp_5": null, "idp_6": null, "idp_7": null, "idp_8": null}}`)

	stored, there := s.RouteOAuth("edge/1", "route 1")
	if !there || stored.Provider.Name != "idp_2" || stored.Provider.ClientSecret != "" || stored.MaximumDuration != nil {
		t.Errorf("stored %+v (there: %t)", stored, there)
	}
}

func TestEveryIdentityProvider(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	for i := range 8 {
		name := fmt.Sprintf("idp_%d", i+1)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := "/edges/https/e/routes/" + name + "/oauth"
			settings := `{"client_id":"c","client_secret":"s","scopes":["a","b"],"email_addresses":["x"],"email_domains":["y"]`
			s.do(t, "PUT", path, `{"provider":{"`+name+`":`+settings+`}}}`).wants(t, 200)
			stored, _ := s.RouteOAuth("e", name)
			if stored.Provider.Name != name || stored.Provider.ClientSecret != "s" || !slices.Equal(stored.Provider.Scopes, []string{"a", "b"}) {
				t.Errorf("stored %+v", stored)
			}
		})
	}
}

func TestOnlyTheFirstIdentityProviderHasTeamsAndOrganizations(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	for i := range 8 {
		for _, member := range []string{"teams", "organizations"} {
			provider := fmt.Sprintf("idp_%d", i+1)
			t.Run(provider+" "+member, func(t *testing.T) {
				t.Parallel()
				path := "/edges/https/" + member + "/routes/" + provider + "/oauth"
				g := s.do(t, "PUT", path, `{"provider":{"`+provider+`":{"`+member+`":["a/b"]}}}`)
				if provider == "idp_1" {
					g.wants(t, 200)
					return
				}
				want := []string{"/provider/" + provider + "/" + member}
				if pointers := g.wants(t, 422).pointers(t); !slices.Equal(pointers, want) {
					t.Errorf("errors at %q, want %q", pointers, want)
				}
				if _, there := s.RouteOAuth(member, provider); there {
					t.Error("stored")
				}
			})
		}
	}
}

func TestRouteOAuthBehindTheServicesBack(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	if s.ChangeRouteOAuth("e", "r", func(*refapi.OAuthModule) {}) {
		t.Error("changed a module that was never set")
	}
	s.do(t, "PUT", "/edges/https/e/routes/r/oauth", `{"maximum_duration":5,"provider":{"idp_1":{"teams":["a/b"]}}}`).wants(t, 200)
	if !s.ChangeRouteOAuth("e", "r", func(m *refapi.OAuthModule) { m.Enabled = false }) {
		t.Error("no module to change")
	}
	copied, _ := s.RouteOAuth("e", "r")
	*copied.MaximumDuration = 6
	copied.Provider.Teams[0] = "written into"
	kept, _ := s.RouteOAuth("e", "r")
	if kept.Enabled || *kept.MaximumDuration != 5 || kept.Provider.Teams[0] != "a/b" {
		t.Errorf("kept %+v", kept)
	}
	s.Answer(func(a *refapi.Answers) { a.MergesOAuth = true })
	s.do(t, "PUT", "/edges/https/e/routes/r/oauth", `{"provider":{"idp_2":{}}}`).wants(t, 200)
	copied, _ = s.RouteOAuth("e", "r")
	copied.FormerProviders[0].Teams[0] = "written into"
	if kept, _ := s.RouteOAuth("e", "r"); kept.FormerProviders[0].Teams[0] != "a/b" || len(kept.FormerProviders) != 1 {
		t.Errorf("kept %+v", kept)
	}
}

func TestIdentityProvidersUnderTheServicesNames(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{Undocumented: true, IdentityProviderNames: map[string]string{"idp_1": "alpha", "idp_2": "be/ta"}})
	put := s.do(t, "PUT", oauthPath, `{"provider":{"alpha":{"teams":["a/b"]},"idp_3":null}}`).wants(t, 200)
	names := slices.Sorted(maps.Keys(put.body["provider"].(map[string]any)))
	if want := []string{"alpha", "be/ta", "idp_3", "idp_4", "idp_5", "idp_6", "idp_7", "idp_8"}; !slices.Equal(names, want) {
		t.Errorf("members %q", names)
	}
	wantJSON(t, "alpha", put.body["provider"].(map[string]any)["alpha"],
		`{"client_id":null,"client_secret":null,"scopes":null,"email_addresses":null,"email_domains":null,"teams":["a/b"],"organizations":null}`)
	wantJSON(t, "GET", any(s.do(t, "GET", oauthPath, "").body), string(put.raw))
	if stored, _ := s.RouteOAuth("edge/1", "route 1"); stored.Provider.Name != "idp_1" {
		t.Errorf("stored %+v", stored)
	}
	for body, want := range map[string][]string{
		`{"provider":{"idp_1":{}}}`:                                {"/provider", "/provider/idp_1"},
		`{"provider":{"alpha":{},"idp_1":null}}`:                   {"/provider/idp_1"},
		`{"provider":{"be/ta":{"client_id":"c","teams":["a/b"]}}}`: {"/provider/be~1ta/client_id", "/provider/be~1ta/teams"},
	} {
		if pointers := s.do(t, "PUT", oauthPath, body).wants(t, 422).pointers(t); !slices.Equal(pointers, want) {
			t.Errorf("%s: errors at %q, want %q", body, pointers, want)
		}
	}
}
