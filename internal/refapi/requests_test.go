// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestBodiesRefusedAsAWhole(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	const isJSON, fine = "application/json", `{"backends":[]}`
	spaces := strings.Repeat(" ", 1<<20-len(fine))
	for name, test := range map[string]struct {
		contentType, body string
		status            int
		code              string
	}{
		"fine":          {isJSON, fine, 201, ""},
		"no type":       {"", fine, 415, "unsupported_media_type"},
		"form":          {"application/x-www-form-urlencoded", fine, 415, "unsupported_media_type"},
		"nothing":       {isJSON, "", 400, "malformed_json"},
		"two documents": {isJSON, fine + fine, 400, "malformed_json"},
		"not UTF-8":     {isJSON, "{\"backends\":[\"\xff\"]}", 400, "malformed_json"},
		"very deep":     {isJSON, strings.Repeat("[", 100_000), 400, "malformed_json"},
		"list":          {isJSON, `[]`, 422, "invalid_fields"},
		"null":          {isJSON, `null`, 422, "invalid_fields"},
		"largest":       {isJSON, fine + spaces, 201, ""},
		"too large":     {isJSON, fine + spaces + " ", 413, "body_too_large"},
	} {
		if g := s.do(t, "POST", "/backends/failover", test.body, "Content-Type", test.contentType); g.status != test.status || g.text("code") != test.code {
			t.Errorf("%s: got %d %q, want %d %q", name, g.status, g.text("code"), test.status, test.code)
		}
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{Token: "right"})
	for authorization, status := range map[string]int{
		"": 401, "Bearer wrong": 401, "Bearer rightly": 401, "Basic right": 401, "right": 401,
		"Bearer right": 200, "bearer right": 200, "Bearer right ": 200, // net/http removes the space at the end
	} {
		g := s.do(t, "GET", "/backends/failover", "", "Authorization", authorization)
		if asked := g.header.Get("WWW-Authenticate"); g.status != status || (asked != "") != (status == 401) {
			t.Errorf("%q: got %d, WWW-Authenticate %q", authorization, g.status, asked)
		}
	}
	// Without the token, the response for an unknown path does not reveal that
	// the path is unknown.
	s.run(t, `GET /nowhere -> 401 code="unauthorized"`)
}

func TestAnyIDSurvivesThePath(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	ids := []string{"a/b", "..", ".", "%2F", "a b", `"quoted"`, "line\nbreak", "q?x=1#y", "ü", "a+b", ";", strings.Repeat("x", 10_000)}
	for _, id := range ids {
		s.AddFailoverBackend(refapi.FailoverBackend{ID: id, Description: "I am " + id})
	}
	for _, id := range ids {
		t.Run(id[:min(len(id), 20)], func(t *testing.T) {
			t.Parallel()
			g := s.do(t, "GET", "/backends/failover/"+url.PathEscape(id), "").wants(t, 200)
			if g.text("id") != id || g.text("description") != "I am "+id {
				t.Errorf("got %s", g.raw)
			}
		})
	}
}

func TestPages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		count, pageSize int
		want            []int
	}{
		{0, 2, []int{0}}, {2, 2, []int{2}}, {5, 2, []int{2, 2, 1}}, {101, 0, []int{100, 1}},
	} {
		s := start(t, refapi.Options{PageSize: test.pageSize})
		var want, got []string
		for i := range test.count {
			want = append(want, s.AddFailoverBackend(refapi.FailoverBackend{ID: fmt.Sprintf("b%04d", i)}).ID)
		}
		var sizes []int
		next := s.url + "/backends/failover?limit=3&unknown=%00"
		for next != "" {
			page := s.do(t, "GET", strings.TrimPrefix(next, s.url), "").wants(t, 200)
			elements := page.body["backends"].([]any)
			for _, element := range elements {
				got = append(got, element.(map[string]any)["id"].(string))
			}
			sizes, next = append(sizes, len(elements)), page.text("next_page_uri")
		}
		if !slices.Equal(got, want) || !slices.Equal(sizes, test.want) {
			t.Errorf("%d by %d: got pages of %v with %v", test.count, test.pageSize, sizes, got)
		}
	}
}

func TestIdentityProvidersUnderTheServicesNames(t *testing.T) {
	t.Parallel()
	names := map[string]string{"idp_1": "alpha", "idp_2": "be/ta"}
	s := start(t, refapi.Options{Undocumented: true, IdentityProviderNames: names})
	names["idp_1"] = "written into"
	s.run(t, `
		PUT /edges/https/e/routes/r/oauth {"provider":{"alpha":{"teams":["a/b"]},"idp_3":null}} -> 200 provider={"alpha":{"client_id":null,"client_secret":null,"scopes":null,"email_addresses":null,"email_domains":null,"teams":["a/b"],"organizations":null},"be/ta":null,"idp_3":null,"idp_4":null,"idp_5":null,"idp_6":null,"idp_7":null,"idp_8":null}
		GET /edges/https/e/routes/r/oauth -> 200 same
		PUT /edges/https/e/routes/r/oauth {"provider":{"idp_1":{}}} -> 422 /provider /provider/idp_1
		PUT /edges/https/e/routes/r/oauth {"provider":{"alpha":{},"idp_1":null}} -> 422 /provider/idp_1
		PUT /edges/https/e/routes/r/oauth {"provider":{"be/ta":{"client_id":"c","teams":["a/b"]}}} -> 422 /provider/be~1ta/client_id /provider/be~1ta/teams`)
	if stored, _ := s.RouteOAuth("e", "r"); stored.Provider.Name != "idp_1" {
		t.Errorf("stored %+v", stored)
	}
}

// ask calls the API without a network, because the fake clock of synctest does not
// advance while a goroutine waits for a network.
func ask(t *testing.T, api *refapi.API, method, path, body string) got {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	api.ServeHTTP(w, r)
	return read(t, w.Result())
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		api := refapi.New(refapi.Options{Token: "t", RateLimit: refapi.RateLimit{Requests: 3, Window: time.Minute}})
		hooked := 0
		api.Intercept(func(refapi.Request) *refapi.Fault { hooked++; return nil })
		begin := time.Now()
		steps := []struct {
			second, status int
		}{
			// Requests with an invalid token also count toward the rate limit.
			{0, 401}, {20, 401}, {20, 401}, {20, 429}, {59, 429},
			// The limit applies to every period of one minute. Rejected
			// requests do not count toward the limit.
			{60, 401}, {61, 429}, {79, 429}, {80, 401}, {80, 401}, {81, 429}, {120, 401}, {120, 429},
		}
		seen := map[string]bool{}
		for _, step := range steps {
			time.Sleep(time.Until(begin.Add(time.Duration(step.second) * time.Second)))
			g := ask(t, api, "GET", "/backends/failover", "")
			g.wantForm(t, "GET", seen)
			if g.status != step.status || g.status == 429 && (g.text("code") != "rate_limited" || g.header.Get("Retry-After") != "") {
				t.Errorf("after %d s: %d, want %d: %v %s", step.second, g.status, step.status, g.header, g.raw)
			}
		}
		requests := api.Requests()
		if len(requests) != len(steps) || requests[3].Status != 429 || hooked != 7 {
			t.Errorf("%d requests logged, %d passed to the hook", len(requests), hooked)
		}
	})
}

// TestFieldErrors shows that the response to an invalid request lists all
// mistakes and that the request does not change the store.
func TestFieldErrors(t *testing.T) {
	t.Parallel()
	const oauth = "PUT /edges/https/e/routes/r/oauth "
	d, m := strings.Repeat("ü", 128), strings.Repeat("m", 4097)
	for name, script := range map[string]string{
		"failover backends": `
			POST /backends/failover {} -> 422 /backends
			POST /backends/failover {"backends":null} -> 422 /backends
			POST /backends/failover {"backends":["a","",null,1]} -> 422 /backends/1 /backends/2 /backends/3
			POST /backends/failover {"backends":[],"description":1,"metadata":{}} -> 422 /description /metadata
			POST /backends/failover {"backends":[],"a/b~c":1} -> 422 /a~1b~0c
			POST /backends/failover {"backends":[],"id":"x","uri":"y"} -> 422 /id /uri
			POST /backends/failover {"backends":[],"description":"a","description":"a"} -> 422 /description
			PATCH /backends/failover/a {"id":"other"} -> 422 /id
			PATCH /backends/failover/a {"backends":null} -> 422 /backends`,
		"edges": `
			POST /edges/tls {"description":"` + d + `"} -> 422 /description
			POST /edges/tls {"metadata":"` + m + `"} -> 422 /metadata
			POST /edges/tls {"backend":{},"ip_restriction":{},"mutual_tls":{},"tls_termination":{},"traffic_policy":{}} -> 422 /backend/backend_id /ip_restriction/ip_policy_ids /mutual_tls/certificate_authority_ids /tls_termination/terminate_at /traffic_policy/value
			POST /edges/tls {"backend":{"backend_id":""},"tls_termination":{"terminate_at":""},"traffic_policy":{"value":""}} -> 422 /backend/backend_id /tls_termination/terminate_at /traffic_policy/value
			POST /edges/tls {"ip_restriction":{"ip_policy_ids":["a",""]},"mutual_tls":{"certificate_authority_ids":[null]}} -> 422 /ip_restriction/ip_policy_ids/1 /mutual_tls/certificate_authority_ids/0
			POST /edges/tls {"tls_termination":{"terminate_at":"Edge"}} -> 422 /tls_termination/terminate_at
			POST /edges/tls {"tls_termination":{"terminate_at":"upstream","min_version":"1.2"}} -> 422 /tls_termination/min_version
			POST /edges/tls {"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"certificate_authority_ids":["a"]},"traffic_policy":{"enabled":true,"value":"v"}} -> 422 /mutual_tls /traffic_policy
			POST /edges/tls {"backend":{"backend_id":"b","backend":{"id":"b"}},"id":"x"} -> 422 /id /backend/backend
			POST /edges/tls {"backend":"b","ip_restriction":[],"mutual_tls":{"enabled":"yes","certificate_authority_ids":{}},"hostports":"a:1","description":false} -> 422 /description /hostports /backend /ip_restriction /mutual_tls/enabled /mutual_tls/certificate_authority_ids
			POST /edges/tls {"hostports":["fine:443",null,443]} -> 422 /hostports/1 /hostports/2
			PATCH /edges/tls/e {"id":"f"} -> 422 /id
			PATCH /edges/tls/e {"tls_termination":{"terminate_at":"upstream"}} -> 422 /mutual_tls /traffic_policy
			PATCH /edges/tls/e {"deletion_policy":"PREVENT"} -> 422 /deletion_policy`,
		"modules of routes": `
			` + oauth + `{} -> 422 /provider
			` + oauth + `{"provider":{"idp_1":null}} -> 422 /provider
			` + oauth + `{"provider":{"idp_1":{},"idp_8":{}}} -> 422 /provider
			` + oauth + `{"provider":{"idp_9":{}}} -> 422 /provider /provider/idp_9
			` + oauth + `{"provider":{"idp_2":{"client_id":"c"}}} -> 422 /provider/idp_2/client_id
			` + oauth + `{"provider":{"idp_2":{"scopes":["s"]}}} -> 422 /provider/idp_2/scopes
			` + oauth + `{"provider":{"idp_2":{"client_id":"c","scopes":["s"]}}} -> 422 /provider/idp_2/client_id /provider/idp_2/scopes
			` + oauth + `{"provider":{"idp_1":{"email_addresses":[""],"email_domains":[null],"teams":[""],"organizations":["o",""]}}} -> 422 /provider/idp_1/email_addresses/0 /provider/idp_1/email_domains/0 /provider/idp_1/teams/0 /provider/idp_1/organizations/1
			` + oauth + `{"provider":{"idp_1":{"teams":["a/b","a","a/","/b","a/b/c","/"]}}} -> 422 /provider/idp_1/teams/1 /provider/idp_1/teams/2 /provider/idp_1/teams/3 /provider/idp_1/teams/4 /provider/idp_1/teams/5
			` + oauth + `{"inactivity_timeout":-1,"maximum_duration":4294967296,"auth_check_interval":1.5,"provider":{"idp_2":{}}} -> 422 /inactivity_timeout /maximum_duration /auth_check_interval
			` + oauth + `{"enabled":1,"options_passthrough":"true","cookie_prefix":[],"provider":{"idp_2":{"client_secret":1,"scopes":"s"}}} -> 422 /enabled /options_passthrough /cookie_prefix /provider/idp_2/client_secret /provider/idp_2/scopes
			` + oauth + `{"provider":{"idp_1":true}} -> 422 /provider/idp_1
			` + oauth + `{"timeout":1,"provider":{"idp_2":{"secret":"x"}}} -> 422 /timeout /provider/idp_2/secret`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{Undocumented: true})
			s.AddFailoverBackend(refapi.FailoverBackend{ID: "a", Description: "d", Metadata: "m", Backends: []string{"a"}})
			s.AddTLSEdge(patchable())
			backends, edges := s.FailoverBackends(), s.TLSEdges()
			s.run(t, script)
			if _, there := s.RouteOAuth("e", "r"); there || !reflect.DeepEqual(backends, s.FailoverBackends()) || !reflect.DeepEqual(edges, s.TLSEdges()) {
				t.Error("the store acted on a refused request")
			}
		})
	}
}
