// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestSuccessesAreJSON(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.AddFailoverBackend(refapi.FailoverBackend{ID: "a"})
	s.AddTLSEdge(refapi.TLSEdge{ID: "e"})
	tests := []struct {
		method, path, body string
		status             int
	}{
		{"POST", "/backends/failover", creation, 201},
		{"GET", "/backends/failover", "", 200},
		{"GET", "/backends/failover/a", "", 200},
		{"PATCH", "/backends/failover/a", `{}`, 200},
		{"POST", "/edges/tls", `{}`, 201},
		{"GET", "/edges/tls/e", "", 200},
		{"PUT", oauthPath, `{"provider":{"idp_1":{}}}`, 200},
	}
	for _, test := range tests {
		t.Run(test.method+" "+test.path, func(t *testing.T) {
			t.Parallel()
			g := s.do(t, test.method, test.path, test.body).wants(t, test.status)
			if mediaType := g.header.Get("Content-Type"); mediaType != "application/json" {
				t.Errorf("Content-Type %q", mediaType)
			}
		})
	}
}

func TestNoContentHasNothing(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	s.AddFailoverBackend(refapi.FailoverBackend{ID: "a"})
	s.Answer(func(a *refapi.Answers) { a.Patch = refapi.PatchNoContent })
	for _, request := range [][2]string{{"PATCH", `{}`}, {"DELETE", ""}} {
		g := s.do(t, request[0], "/backends/failover/a", request[1]).wants(t, 204)
		for _, name := range []string{"Content-Type", "Content-Length", "Transfer-Encoding"} {
			if value, there := g.header[name]; there {
				t.Errorf("%s answers %s %q", request[0], name, value)
			}
		}
		if len(g.raw) > 0 {
			t.Errorf("%s answers %q", request[0], g.raw)
		}
	}
}
