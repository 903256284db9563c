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

func TestRouteOAuthAccepts(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	for _, settings := range []string{
		`{}`,
		`{"client_id":"","client_secret":""}`,
		`{"client_id":null,"client_secret":null,"scopes":null}`,
		`{"client_secret":"alone"}`,
		`{"scopes":[]}`,
		`{"email_addresses":[],"email_domains":["d"]}`,
	} {
		t.Run(settings, func(t *testing.T) {
			t.Parallel()
			s.do(t, "PUT", oauthPath, `{"provider":{"idp_3":`+settings+`}}`).wants(t, 200)
		})
	}
}

func TestRouteOAuthFieldErrors(t *testing.T) {
	t.Parallel()
	const provider = `"provider":{"idp_2":{}}`
	tests := []struct {
		name, body string
		want       []string
	}{
		{"no provider", `{}`, []string{"/provider"}},
		{"null provider", `{"provider":null}`, []string{"/provider"}},
		{"none in the provider", `{"provider":{"idp_1":null}}`, []string{"/provider"}},
		{"two", `{"provider":{"idp_1":{},"idp_8":{}}}`, []string{"/provider"}},
		{"one that is unknown", `{"provider":{"idp_9":{}}}`, []string{"/provider", "/provider/idp_9"}},
		{"client id alone", `{"provider":{"idp_2":{"client_id":"c"}}}`, []string{"/provider/idp_2/client_id"}},
		{"client id with an empty secret", `{"provider":{"idp_2":{"client_id":"c","client_secret":""}}}`, []string{"/provider/idp_2/client_id"}},
		{"scopes of the managed app", `{"provider":{"idp_2":{"scopes":["s"]}}}`, []string{"/provider/idp_2/scopes"}},
		{"scopes with a secret alone", `{"provider":{"idp_2":{"client_secret":"x","scopes":["s"]}}}`, []string{"/provider/idp_2/scopes"}},
		{"scopes with a client id alone", `{"provider":{"idp_2":{"client_id":"c","scopes":["s"]}}}`, []string{"/provider/idp_2/client_id", "/provider/idp_2/scopes"}},
		{"empty and null elements", `{"provider":{"idp_1":{"email_addresses":[""],"email_domains":[null],"teams":[""],"organizations":["o",""]}}}`,
			[]string{"/provider/idp_1/email_addresses/0", "/provider/idp_1/email_domains/0", "/provider/idp_1/teams/0", "/provider/idp_1/organizations/1"}},
		{"teams", `{"provider":{"idp_1":{"teams":["a/b","a","a/","/b","a/b/c","/"]}}}`,
			[]string{"/provider/idp_1/teams/1", "/provider/idp_1/teams/2", "/provider/idp_1/teams/3", "/provider/idp_1/teams/4", "/provider/idp_1/teams/5"}},
		{"timers out of range", `{"inactivity_timeout":-1,"maximum_duration":4294967296,"auth_check_interval":1.5,` + provider + `}`,
			[]string{"/inactivity_timeout", "/maximum_duration", "/auth_check_interval"}},
		{"timers in other notations", `{"inactivity_timeout":"1","maximum_duration":1e3,"auth_check_interval":1.0,` + provider + `}`,
			[]string{"/inactivity_timeout", "/maximum_duration", "/auth_check_interval"}},
		{"types", `{"enabled":1,"options_passthrough":"true","cookie_prefix":[],"provider":{"idp_2":{"client_secret":1,"scopes":"s"}}}`,
			[]string{"/enabled", "/options_passthrough", "/cookie_prefix", "/provider/idp_2/client_secret", "/provider/idp_2/scopes"}},
		{"provider of another type", `{"provider":"idp_1"}`, []string{"/provider"}},
		{"identity provider of another type", `{"provider":{"idp_1":true}}`, []string{"/provider/idp_1"}},
		{"unknown members", `{"timeout":1,"provider":{"idp_2":{"secret":"x"}}}`, []string{"/timeout", "/provider/idp_2/secret"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			g := s.do(t, "PUT", oauthPath, test.body).wants(t, 422)
			if pointers := g.pointers(t); !slices.Equal(pointers, test.want) {
				t.Errorf("errors at %q, want %q", pointers, test.want)
			}
			if _, there := s.RouteOAuth("edge/1", "route 1"); there {
				t.Error("a refused module was stored")
			}
		})
	}
}

func TestIdentityProvidersWithoutAManagedApp(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{IdentityProviderNames: map[string]string{"idp_7": "eta"}})
	s.Answer(func(a *refapi.Answers) { a.NoManagedApp = []string{"idp_7"} })
	for _, settings := range []string{`{}`, `{"client_id":""}`, `{"email_domains":["example.com"]}`} {
		g := s.do(t, "PUT", oauthPath, `{"enabled":false,"provider":{"eta":`+settings+`}}`).wants(t, 422)
		if pointers := g.pointers(t); !slices.Equal(pointers, []string{"/provider/eta/client_id"}) {
			t.Errorf("%s: errors at %q", settings, pointers)
		}
	}
	s.do(t, "PUT", oauthPath, `{"provider":{"eta":{"client_id":"c","client_secret":"s"}}}`).wants(t, 200)
	s.do(t, "PUT", oauthPath, `{"provider":{"idp_1":{}}}`).wants(t, 200)
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

func TestRouteOAuthThatMerges(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.Answer(func(a *refapi.Answers) { a.MergesOAuth = true })
	s.do(t, "PUT", oauthPath, `{"cookie_prefix":"mine.","maximum_duration":5,"options_passthrough":true,"provider":{"idp_1":{
		"client_id":"c","client_secret":"s","scopes":["a"],"email_addresses":["x","y"],"email_domains":["d"],"teams":["a/b"],"organizations":["o"]}}}`).wants(t, 200)

	reduced := s.do(t, "PUT", oauthPath, `{"enabled":false,"provider":{"idp_1":{"email_addresses":["z","y"],"teams":[],"organizations":null}}}`).wants(t, 200)
	wantJSON(t, "the whole answer", any(reduced.body), `{
		"enabled": false, "options_passthrough": false, "cookie_prefix": "mine.",
		"inactivity_timeout": null, "maximum_duration": 5, "auth_check_interval": null,
		"provider": {"idp_1": {
			"client_id": "c", "client_secret": "s", "scopes": ["a"], "email_addresses": ["x","y","z"],
			"email_domains": ["d"], "teams": ["a/b"], "organizations": ["o"]},
			"idp_2": null, "idp_3": null, "idp_4": null, "idp_5": null, "idp_6": null, "idp_7": null, "idp_8": null}}`)

	other := s.do(t, "PUT", oauthPath, `{"maximum_duration":6,"provider":{"idp_2":{"email_domains":["e"]}}}`).wants(t, 200)
	wantJSON(t, "maximum_duration", other.body["maximum_duration"], `6`)
	shown := other.body["provider"].(map[string]any)
	wantJSON(t, "the former identity provider", shown["idp_1"], `{
		"client_id": "c", "client_secret": "s", "scopes": ["a"], "email_addresses": ["x","y","z"],
		"email_domains": ["d"], "teams": ["a/b"], "organizations": ["o"]}`)
	wantJSON(t, "the new identity provider", shown["idp_2"], `{
		"client_id": null, "client_secret": null, "scopes": null, "email_addresses": null, "email_domains": ["e"]}`)
	stored, _ := s.RouteOAuth("edge/1", "route 1")
	if stored.Provider.Name != "idp_2" || len(stored.FormerProviders) != 1 || stored.FormerProviders[0].Name != "idp_1" {
		t.Errorf("stored %+v", stored)
	}
	stored.FormerProviders[0].Teams[0] = "written into"
	if kept, _ := s.RouteOAuth("edge/1", "route 1"); kept.FormerProviders[0].Teams[0] != "a/b" {
		t.Error("a copy reaches into the store")
	}

	back := s.do(t, "PUT", oauthPath, `{"provider":{"idp_1":{}}}`).wants(t, 200).body["provider"].(map[string]any)
	wantJSON(t, "the first identity provider's domains", back["idp_1"].(map[string]any)["email_domains"], `["d"]`)
	wantJSON(t, "the second identity provider's domains", back["idp_2"].(map[string]any)["email_domains"], `["e"]`)

	s.Answer(func(a *refapi.Answers) { a.MergesOAuth = false })
	replaced := s.do(t, "PUT", oauthPath, `{"provider":{"idp_3":{}}}`).wants(t, 200)
	for _, name := range []string{"idp_1", "idp_2"} {
		wantJSON(t, name, replaced.body["provider"].(map[string]any)[name], `null`)
	}
}

func TestRouteOAuthThatStaysEnabled(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.Answer(func(a *refapi.Answers) { a.IgnoresDisable = true })
	g := s.do(t, "PUT", oauthPath, `{"enabled":false,"provider":{"idp_1":{}}}`).wants(t, 200)
	wantJSON(t, "enabled", g.body["enabled"], `true`)
	if stored, _ := s.RouteOAuth("edge/1", "route 1"); !stored.Enabled {
		t.Error("stored as disabled")
	}
}
