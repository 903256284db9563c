// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestTLSEdgeModule(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, sent, shown, wrong string
		pointer                  string // of the mistake in wrong
	}{
		{"backend", `{"backend_id":"x"}`, `{"enabled":true,"backend":{"id":"x","uri":"URL/backends/x"}}`, `{"backend_id":""}`, "/backend_id"},
		{"ip_restriction", `{"enabled":false,"ip_policy_ids":["q"]}`, `{"enabled":false,"ip_policies":[{"id":"q","uri":"URL/ip_policies/q"}]}`, `{"ip_policies":[],"ip_policy_ids":[]}`, "/ip_policies"},
		{"mutual_tls", `{"certificate_authority_ids":[]}`, `{"enabled":true,"certificate_authorities":[]}`, `{}`, "/certificate_authority_ids"},
		{"tls_termination", `{"terminate_at":"edge"}`, `{"enabled":true,"terminate_at":"edge","min_version":"1.2"}`, `{"terminate_at":"upstream"}`, "/terminate_at"},
		{"traffic_policy", `{"value":"w"}`, `{"enabled":true,"value":"w"}`, `{"value":1}`, "/value"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := undocumented(t)
			s.AddTLSEdge(patchable())
			edge, path := "/edges/tls/e", "/edges/tls/e/"+test.name
			whole := s.do(t, "GET", edge, "").body
			wantJSON(t, "GET", any(s.do(t, "GET", path, "").wants(t, 200).body), string(mustMarshal(t, whole[test.name])))

			put := s.do(t, "PUT", path, test.sent).wants(t, 200)
			wantJSON(t, "PUT", any(put.body), strings.ReplaceAll(test.shown, "URL", s.url))
			whole[test.name] = put.body
			wantJSON(t, "the edge", any(s.do(t, "GET", edge, "").body), string(mustMarshal(t, whole)))
			if pointers := s.do(t, "PUT", path, test.wrong).wants(t, 422).pointers(t); !slices.Equal(pointers, []string{test.pointer}) {
				t.Errorf("errors at %q", pointers)
			}
			wantJSON(t, "GET", any(s.do(t, "GET", path, "").body), string(put.raw))

			if gone := s.do(t, "DELETE", path, "").wants(t, 204); len(gone.raw) > 0 {
				t.Errorf("DELETE answers %q", gone.raw)
			}
			whole[test.name] = nil
			wantJSON(t, "the edge", any(s.do(t, "GET", edge, "").body), string(mustMarshal(t, whole)))
			for _, path := range []string{path, "/edges/tls/none/" + test.name} {
				for _, method := range []string{"GET", "DELETE"} {
					if g := s.do(t, method, path, "").wants(t, 404); g.text("code") != "not_found" {
						t.Errorf("%s %s: code %q", method, path, g.text("code"))
					}
				}
			}
			s.do(t, "PUT", "/edges/tls/none/"+test.name, test.sent).wants(t, 404)
			s.do(t, "PUT", path, test.sent).wants(t, 200)
			if n := len(s.TLSEdges()); n != 1 {
				t.Errorf("%d TLS edges", n)
			}
		})
	}
	s := undocumented(t)
	s.AddTLSEdge(patchable())
	if g := s.do(t, "GET", "/edges/tls/e/hostports", "").wants(t, 404); g.text("code") != "unknown_path" {
		t.Errorf("code %q", g.text("code"))
	}
}

func TestTLSEdgeModulesUnderUpstream(t *testing.T) {
	t.Parallel()
	s := undocumented(t)
	s.AddTLSEdge(patchable())
	const upstream = `{"terminate_at":"upstream"}`
	patch := `{"mutual_tls":null,"traffic_policy":null,"tls_termination":` + upstream + `}`
	// A service that ignores null still sees the old modules.
	s.Answer(func(a *refapi.Answers) { a.PatchIgnoresNull = true })
	if pointers := s.do(t, "PATCH", "/edges/tls/e", patch).wants(t, 422).pointers(t); !slices.Equal(pointers, []string{"/mutual_tls", "/traffic_policy"}) {
		t.Errorf("errors at %q", pointers)
	}
	for _, module := range []string{"mutual_tls", "traffic_policy"} {
		s.do(t, "PUT", "/edges/tls/e/tls_termination", upstream).wants(t, 422)
		s.do(t, "DELETE", "/edges/tls/e/"+module, "").wants(t, 204)
	}
	s.do(t, "PATCH", "/edges/tls/e", patch).wants(t, 200)
	for path, body := range map[string]string{"mutual_tls": `{"certificate_authority_ids":[]}`, "traffic_policy": `{"enabled":true,"value":"w"}`} {
		if pointers := s.do(t, "PUT", "/edges/tls/e/"+path, body).wants(t, 422).pointers(t); !slices.Equal(pointers, []string{"/enabled"}) {
			t.Errorf("errors at %q", pointers)
		}
	}
	s.do(t, "PUT", "/edges/tls/e/traffic_policy", `{"enabled":false,"value":"w"}`).wants(t, 200)
	s.do(t, "PUT", "/edges/tls/e/backend", `{"backend_id":"y"}`).wants(t, 200)
	s.do(t, "PUT", "/edges/tls/e/tls_termination", `{"terminate_at":"edge"}`).wants(t, 200)
}

func TestTLSEdgeModuleDeletionAsTheSwitchesAsk(t *testing.T) {
	t.Parallel()
	s := undocumented(t)
	s.AddTLSEdge(patchable())
	s.Answer(func(a *refapi.Answers) { a.Delete = refapi.DeleteAccepted })
	s.do(t, "DELETE", "/edges/tls/e/backend", "").wants(t, 202)
	s.ChangeTLSEdge("e", func(e *refapi.TLSEdge) { e.Description = "meanwhile" })
	s.ActPending()
	if e := s.TLSEdges()[0]; e.Backend != nil || e.MutualTLS == nil || e.Description != "meanwhile" {
		t.Errorf("left %+v", e)
	}
	s.do(t, "DELETE", "/edges/tls/e/mutual_tls", "").wants(t, 202)
	s.RemoveTLSEdge("e")
	s.ActPending()
	if n := len(s.TLSEdges()); n != 0 {
		t.Errorf("%d TLS edges", n)
	}
}
