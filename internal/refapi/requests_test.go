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
	for name, script := range readScripts(t, "field_errors.txt") {
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
