// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"net/url"
	"strings"
	"testing"

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
