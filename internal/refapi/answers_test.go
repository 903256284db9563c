// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestPatchAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		form   refapi.PatchAnswer
		status int
		body   string // "" for none, "*" for the whole object
	}{
		{"whole", refapi.PatchWhole, 200, "*"},
		{"no content", refapi.PatchNoContent, 204, ""},
		{"empty", refapi.PatchEmpty, 200, ""},
		{"other shape", refapi.PatchOtherShape, 200, `{"status":"ok"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Answer(func(a *refapi.Answers) { a.Patch = test.form })
			backend := s.AddFailoverBackend(refapi.FailoverBackend{Metadata: "m"})
			g := s.do(t, "PATCH", "/backends/failover/"+backend.ID, `{"description":"d"}`).wants(t, test.status)
			want := test.body
			if want == "*" {
				want = string(s.do(t, "GET", "/backends/failover/"+backend.ID, "").raw)
			}
			if string(g.raw) != want {
				t.Errorf("body %q, want %q", g.raw, want)
			}
			wantStored(t, s, refapi.FailoverBackend{Description: "d", Metadata: "m"})
		})
	}
}

func TestPatchThatChangesLessOrMore(t *testing.T) {
	t.Parallel()
	before := refapi.FailoverBackend{Description: "d", Metadata: "m", Backends: []string{"a"}}
	const body = `{"description":"D","backends":["b"]}`
	tests := []struct {
		name   string
		change func(*refapi.Answers)
		want   refapi.FailoverBackend
	}{
		{"as asked", func(*refapi.Answers) {}, refapi.FailoverBackend{Description: "D", Metadata: "m", Backends: []string{"b"}}},
		{"ignores some", func(a *refapi.Answers) { a.PatchIgnores = []string{"description"} }, refapi.FailoverBackend{Description: "d", Metadata: "m", Backends: []string{"b"}}},
		{"ignores all", func(a *refapi.Answers) { a.PatchIgnores = []string{"backends", "metadata", "description"} }, before},
		{"clears what is left out", func(a *refapi.Answers) { a.PatchClearsOmitted = true }, refapi.FailoverBackend{Description: "D", Backends: []string{"b"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Answer(test.change)
			s.do(t, "PATCH", "/backends/failover/"+s.AddFailoverBackend(before).ID, body).wants(t, 200)
			wantStored(t, s, test.want)
		})
	}
	t.Run("clears everything", func(t *testing.T) {
		t.Parallel()
		s := start(t, refapi.Options{})
		s.Answer(func(a *refapi.Answers) { a.PatchClearsOmitted = true })
		s.do(t, "PATCH", "/backends/failover/"+s.AddFailoverBackend(before).ID, `{}`).wants(t, 200)
		wantStored(t, s, refapi.FailoverBackend{})
	})
}

func TestUnsetMembers(t *testing.T) {
	t.Parallel()
	const absent = "-"
	tests := []struct {
		name                              string
		form                              refapi.UnsetAnswer
		text, list, module, edgeBackend   string
		timer, otherProvider, lastPageURI string
	}{
		{"null", refapi.UnsetNull, `null`, `null`, `null`, `null`, `null`, `null`, `null`},
		{"empty", refapi.UnsetEmpty, `""`, `[]`, `{"enabled":false,"value":""}`, `{"enabled":false,"backend":null}`, `null`, `null`, `""`},
		{"absent", refapi.UnsetAbsent, absent, absent, absent, absent, absent, absent, absent},
		{"texts absent", refapi.UnsetTextsAbsent, absent, absent, `null`, `null`, `null`, `null`, absent},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Answer(func(a *refapi.Answers) { a.Unset = test.form })
			wantMember := func(body map[string]any, name, want string) {
				t.Helper()
				value, present := body[name]
				switch {
				case present != (want != absent):
					t.Errorf("%s is there: %t", name, present)
				case present:
					wantJSON(t, name, value, want)
				}
			}
			backend := s.do(t, "POST", "/backends/failover", `{"backends":[]}`).wants(t, 201)
			wantMember(backend.body, "description", test.text)
			wantMember(backend.body, "backends", `[]`)
			wantMember(s.do(t, "GET", "/backends/failover", "").body, "next_page_uri", test.lastPageURI)
			edge := s.do(t, "POST", "/edges/tls", `{}`).wants(t, 201)
			wantMember(edge.body, "description", test.text)
			wantMember(edge.body, "metadata", test.text)
			wantMember(edge.body, "hostports", test.list)
			wantMember(edge.body, "traffic_policy", test.module)
			wantMember(edge.body, "backend", test.edgeBackend)
			oauth := s.do(t, "PUT", oauthPath, `{"provider":{"idp_1":{}}}`).wants(t, 200)
			wantMember(oauth.body, "maximum_duration", test.timer)
			wantMember(oauth.body, "cookie_prefix", `"trafficedge."`)
			provider := oauth.body["provider"].(map[string]any)
			wantMember(provider, "idp_2", test.otherProvider)
			wantMember(provider["idp_1"].(map[string]any), "client_secret", test.text)
			wantMember(provider["idp_1"].(map[string]any), "teams", test.list)
		})
	}
}

func TestSetsInAnotherOrder(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.Answer(func(a *refapi.Answers) { a.ReverseSets = true })
	edge := s.do(t, "POST", "/edges/tls", `{"hostports":["a:1","b:2"],"ip_restriction":{"ip_policy_ids":["p","q"]}}`).wants(t, 201)
	wantJSON(t, "hostports", edge.body["hostports"], `["b:2","a:1"]`)
	wantJSON(t, "ip_policies", edge.body["ip_restriction"].(map[string]any)["ip_policies"],
		`[{"id":"q","uri":"`+s.url+`/ip_policies/q"},{"id":"p","uri":"`+s.url+`/ip_policies/p"}]`)
	if again := s.do(t, "GET", "/edges/tls/"+edge.text("id"), ""); !bytes.Equal(again.raw, edge.raw) {
		t.Errorf("the stored order was turned: %s", again.raw)
	}
	oauth := s.do(t, "PUT", oauthPath, `{"provider":{"idp_1":{"teams":["a/b","c/d"]}}}`).wants(t, 200)
	wantJSON(t, "teams", oauth.body["provider"].(map[string]any)["idp_1"].(map[string]any)["teams"], `["c/d","a/b"]`)
	backend := s.do(t, "POST", "/backends/failover", `{"backends":["a","b"]}`).wants(t, 201)
	wantJSON(t, "backends", backend.body["backends"], `["a","b"]`)
}

func TestListsOfReferences(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name            string
		form            refapi.RefListAnswer
		none, one, many string // "{" for an object, "[" for an array
	}{
		{"array", refapi.RefListArray, "[", "[", "["},
		{"single", refapi.RefListSingle, "[", "{", "["},
		{"null", refapi.RefListNull, "null", "[", "["},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Answer(func(a *refapi.Answers) { a.RefLists = test.form })
			for ids, want := range map[string]string{`[]`: test.none, `["a"]`: test.one, `["a","b"]`: test.many} {
				g := s.do(t, "POST", "/edges/tls", `{"mutual_tls":{"certificate_authority_ids":`+ids+`}}`).wants(t, 201)
				if member := `"certificate_authorities":` + want; !strings.Contains(string(g.raw), member) {
					t.Errorf("for %s there is no %s in %s", ids, member, g.raw)
				}
			}
		})
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		form    refapi.SecretAnswer
		want    any
		present bool
	}{
		{"as sent", refapi.SecretAsSent, "canary", true},
		{"masked", refapi.SecretMasked, "********", true},
		{"null", refapi.SecretNull, nil, true},
		{"absent", refapi.SecretAbsent, nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			s.Answer(func(a *refapi.Answers) { a.Secrets = test.form })
			g := s.do(t, "PUT", oauthPath, `{"provider":{"idp_5":{"client_id":"c","client_secret":"canary"}}}`).wants(t, 200)
			value, present := g.body["provider"].(map[string]any)["idp_5"].(map[string]any)["client_secret"]
			if value != test.want || present != test.present {
				t.Errorf("client_secret is %v (present: %t)", value, present)
			}
			if stored, _ := s.RouteOAuth("edge/1", "route 1"); stored.Provider.ClientSecret != "canary" {
				t.Errorf("stored secret %q", stored.Provider.ClientSecret)
			}
		})
	}
}

func TestDefaultsThatAServiceAdds(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{PageSize: 1})
	s.Answer(func(a *refapi.Answers) {
		a.UnsetTimers = new(uint32(1800))
		a.DefaultHostports = []string{"given.example.com:443"}
		a.EdgeGetMembers = []string{"uri", "id"}
		a.RelativeNextPage = true
	})
	oauth := s.do(t, "PUT", oauthPath, `{"maximum_duration":0,"provider":{"idp_1":{}}}`).wants(t, 200)
	wantJSON(t, "inactivity_timeout", oauth.body["inactivity_timeout"], `1800`)
	wantJSON(t, "maximum_duration", oauth.body["maximum_duration"], `0`)

	edge := s.do(t, "POST", "/edges/tls", `{}`).wants(t, 201)
	wantJSON(t, "hostports", edge.body["hostports"], `["given.example.com:443"]`)
	own := s.do(t, "POST", "/edges/tls", `{"hostports":["own:1"]}`).wants(t, 201)
	wantJSON(t, "hostports", own.body["hostports"], `["own:1"]`)
	read := s.do(t, "GET", "/edges/tls/"+edge.text("id"), "").wants(t, 200)
	if names := slices.Sorted(maps.Keys(read.body)); !slices.Equal(names, []string{"id", "uri"}) {
		t.Errorf("GET of the edge answers %q", names)
	}

	fill(s, 2)
	next := s.do(t, "GET", "/backends/failover", "").text("next_page_uri")
	if !strings.HasPrefix(next, "/backends/failover?") {
		t.Fatalf("next_page_uri %q", next)
	}
	if second := s.do(t, "GET", next, "").wants(t, 200); second.body["next_page_uri"] != nil {
		t.Errorf("second of two pages: %s", second.raw)
	}
}
