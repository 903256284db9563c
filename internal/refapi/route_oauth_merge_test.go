// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
