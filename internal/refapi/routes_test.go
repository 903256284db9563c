// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestRefusedBeforeAnythingIsRead(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	tests := []struct {
		name, method, path string
		status             int
		code, allow        string
	}{
		{"unknown path", "GET", "/backends", 404, "unknown_path", ""},
		{"root", "GET", "/", 404, "unknown_path", ""},
		{"trailing slash", "GET", "/backends/failover/", 404, "unknown_path", ""},
		{"doubled slash", "GET", "//backends/failover", 404, "unknown_path", ""},
		{"PUT of a failover backend", "PUT", "/backends/failover/x", 405, "method_not_allowed", "DELETE, GET, PATCH"},
		{"DELETE of the list", "DELETE", "/backends/failover", 405, "method_not_allowed", "GET, POST"},
		{"list of TLS edges", "GET", "/edges/tls", 405, "method_not_allowed", "POST"},
		{"PATCH of a TLS edge", "PATCH", "/edges/tls/x", 405, "method_not_allowed", "GET"},
		{"DELETE of a TLS edge", "DELETE", "/edges/tls/x", 405, "method_not_allowed", "GET"},
		{"GET of an OAuth module", "GET", "/edges/https/e/routes/r/oauth", 405, "method_not_allowed", "PUT"},
		{"DELETE of an OAuth module", "DELETE", "/edges/https/e/routes/r/oauth", 405, "method_not_allowed", "PUT"},
		{"OAuth module without a route id", "PUT", "/edges/https/e/routes//oauth", 404, "unknown_path", ""},
		{"unknown failover backend", "GET", "/backends/failover/none", 404, "not_found", ""},
		{"DELETE of an unknown failover backend", "DELETE", "/backends/failover/none", 404, "not_found", ""},
		{"unknown TLS edge", "GET", "/edges/tls/none", 404, "not_found", ""},
		{"cursor that is none", "GET", "/backends/failover?cursor=-1", 400, "invalid_cursor", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := s.do(t, test.method, test.path, "").wants(t, test.status)
			if g.text("code") != test.code {
				t.Errorf("code %q, want %q", g.text("code"), test.code)
			}
			if allow := g.header.Get("Allow"); allow != test.allow {
				t.Errorf("Allow %q, want %q", allow, test.allow)
			}
			if mediaType := g.header.Get("Content-Type"); mediaType != "application/problem+json" {
				t.Errorf("Content-Type %q", mediaType)
			}
			if id := g.text("request_id"); id == "" || id != g.header.Get("X-Request-Id") {
				t.Errorf("request_id %q, X-Request-Id %q", id, g.header.Get("X-Request-Id"))
			}
			// The same, in the members that other services of this family use.
			if g.body["status_code"] != float64(test.status) || g.text("error_code") != test.code || g.text("msg") != g.text("detail") {
				t.Errorf("without status_code, error_code or msg: %s", g.raw)
			}
			if g.text("type") == "" || g.text("title") != http.StatusText(test.status) || g.text("detail") == "" || g.body["status"] != float64(test.status) {
				t.Errorf("incomplete problem %s", g.raw)
			}
		})
	}
}

func TestBodiesRefusedAsAWhole(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	const fine = `{"backends":[]}`
	tests := []struct {
		name, contentType, body string
		status                  int
		code                    string
	}{
		{"fine", "application/json", fine, 201, ""},
		{"fine with a charset", "application/json; charset=utf-8", fine, 201, ""},
		{"no type", "", fine, 415, "unsupported_media_type"},
		{"form", "application/x-www-form-urlencoded", fine, 415, "unsupported_media_type"},
		{"type that is none", "json/", fine, 415, "unsupported_media_type"},
		{"nothing", "application/json", "", 400, "malformed_json"},
		{"half", "application/json", `{"backends":[`, 400, "malformed_json"},
		{"two documents", "application/json", fine + fine, 400, "malformed_json"},
		{"missing comma", "application/json", `{"backends":["a" "b"]}`, 400, "malformed_json"},
		{"not UTF-8", "application/json", "{\"backends\":[\"\xff\"]}", 400, "malformed_json"},
		{"very deep", "application/json", strings.Repeat("[", 100_000), 400, "malformed_json"},
		{"list", "application/json", `[]`, 422, "invalid_fields"},
		{"null", "application/json", `null`, 422, "invalid_fields"},
		{"largest", "application/json", fine + strings.Repeat(" ", 1<<20-len(fine)), 201, ""},
		{"too large", "application/json", fine + strings.Repeat(" ", 1<<20-len(fine)+1), 413, "body_too_large"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			request := s.request(t, "POST", "/backends/failover", test.body)
			request.Header.Set("Content-Type", test.contentType)
			response, err := s.client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			if g := read(t, response).wants(t, test.status); g.text("code") != test.code {
				t.Errorf("code %q, want %q", g.text("code"), test.code)
			}
		})
	}
}

func TestToken(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{Token: "right"})
	tests := []struct {
		authorization string
		status        int
	}{
		{"", 401},
		{"Bearer wrong", 401},
		{"Bearer right ", 200}, // net/http trims header values
		{"Bearer rightly", 401},
		{"Basic right", 401},
		{"right", 401},
		{"Bearer right", 200},
		{"bearer right", 200},
	}
	for _, test := range tests {
		t.Run(test.authorization, func(t *testing.T) {
			t.Parallel()
			request := s.request(t, "GET", "/backends/failover", "")
			request.Header.Set("Authorization", test.authorization)
			response, err := s.client.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			g := read(t, response).wants(t, test.status)
			if asked := g.header.Get("WWW-Authenticate"); (asked != "") != (test.status == 401) {
				t.Errorf("WWW-Authenticate %q", asked)
			}
		})
	}
	// A client without the token does not learn which paths exist.
	s.do(t, "GET", "/nowhere", "").wants(t, 401)
}

func TestEveryAnswerHasItsOwnRequestID(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.AddFailoverBackend(refapi.FailoverBackend{ID: "a"})
	seen := map[string]bool{}
	for _, g := range []got{
		s.do(t, "GET", "/backends/failover", ""),
		s.do(t, "GET", "/backends/failover", ""),
		s.do(t, "DELETE", "/backends/failover/a", ""),
		s.do(t, "GET", "/nowhere", ""),
	} {
		id := g.header.Get("X-Request-Id")
		if id == "" || seen[id] {
			t.Errorf("request id %q is empty or not new", id)
		}
		seen[id] = true
	}
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
			// The uri must lead back here, also after a client has resolved it.
			base, _ := url.Parse(s.url)
			resolved, err := base.Parse(g.text("uri"))
			if err != nil {
				t.Fatal(err)
			}
			again := s.do(t, "GET", strings.TrimPrefix(resolved.String(), s.url), "").wants(t, 200)
			if again.text("id") != id {
				t.Errorf("uri %q leads to %q", g.text("uri"), again.text("id"))
			}
		})
	}
}

func TestURIsCarryWhereTheRequestWent(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{PageSize: 1})
	api.AddFailoverBackend(refapi.FailoverBackend{ID: "a"})
	api.AddFailoverBackend(refapi.FailoverBackend{ID: "b"})
	plain := httptest.NewServer(http.StripPrefix("/some%20thing/v1", api))
	t.Cleanup(plain.Close)
	secure := httptest.NewTLSServer(api)
	t.Cleanup(secure.Close)
	for _, test := range []struct {
		base   string
		client *http.Client
	}{
		{plain.URL + "/some%2520thing/v1", plain.Client()},
		{secure.URL, secure.Client()},
	} {
		s := &service{API: api, url: test.base, client: test.client}
		g := s.do(t, "GET", "/backends/failover", "").wants(t, 200)
		for _, name := range []string{"uri", "next_page_uri"} {
			if !strings.HasPrefix(g.text(name), test.base+"/backends/failover") {
				t.Errorf("%s is %q, want it under %q", name, g.text(name), test.base)
			}
		}
	}
}
