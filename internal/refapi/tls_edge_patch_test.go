// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// patchable is an edge in which every member is set.
func patchable() refapi.TLSEdge {
	return refapi.TLSEdge{
		ID: "e", Description: "d", Metadata: "m", Hostports: []string{"a:1"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "b"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"p"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"c"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"},
	}
}

func TestTLSEdgePatch(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		want       map[string]string // the members that change, and what they become
	}{
		{"nothing", `{}`, nil},
		{"its id", `{"id":"e"}`, nil},
		{"null id", `{"id":null}`, nil},
		{"texts", `{"description":"D","metadata":"M"}`, map[string]string{"description": `"D"`, "metadata": `"M"`}},
		{"texts cleared", `{"description":"","metadata":null}`, map[string]string{"description": `null`, "metadata": `null`}},
		{"hostports", `{"hostports":["b:2","a:1"]}`, map[string]string{"hostports": `["b:2","a:1"]`}},
		{"hostports cleared", `{"hostports":[]}`, map[string]string{"hostports": `null`}},
		{"one module, replaced whole", `{"tls_termination":{"enabled":false,"terminate_at":"edge"}}`,
			map[string]string{"tls_termination": `{"enabled":false,"terminate_at":"edge","min_version":"1.2"}`}},
		{"modules", `{"mutual_tls":{"certificate_authority_ids":[]},"traffic_policy":{"value":"w"},"ip_restriction":{"enabled":false,"ip_policy_ids":["q"]},"backend":{"backend_id":"x"}}`,
			map[string]string{
				"mutual_tls":     `{"enabled":true,"certificate_authorities":[]}`,
				"traffic_policy": `{"enabled":true,"value":"w"}`,
				"ip_restriction": `{"enabled":false,"ip_policies":[{"id":"q","uri":"URL/ip_policies/q"}]}`,
				"backend":        `{"enabled":true,"backend":{"id":"x","uri":"URL/backends/x"}}`,
			}},
		{"modules removed", `{"backend":null,"ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`,
			map[string]string{"backend": `null`, "ip_restriction": `null`, "mutual_tls": `null`, "tls_termination": `null`, "traffic_policy": `null`}},
		{"upstream, once nothing is in its way", `{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":null,"traffic_policy":{"enabled":false,"value":"v"}}`,
			map[string]string{"tls_termination": `{"enabled":true,"terminate_at":"upstream","min_version":null}`, "mutual_tls": `null`, "traffic_policy": `{"enabled":false,"value":"v"}`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := undocumented(t)
			s.AddTLSEdge(patchable())
			want := s.do(t, "GET", "/edges/tls/e", "").wants(t, 200).body
			patched := s.do(t, "PATCH", "/edges/tls/e", test.body).wants(t, 200)
			for name, value := range test.want {
				wantJSON(t, name, patched.body[name], strings.ReplaceAll(value, "URL", s.url))
				want[name] = patched.body[name]
			}
			wantJSON(t, "the answer", any(patched.body), string(mustMarshal(t, want)))
			wantJSON(t, "GET", any(s.do(t, "GET", "/edges/tls/e", "").body), string(patched.raw))
		})
	}
}

func TestTLSEdgePatchFieldErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		want       []string
	}{
		{"another id", `{"id":"f"}`, []string{"/id"}},
		{"computed members", `{"uri":"x","created_at":"y"}`, []string{"/created_at", "/uri"}},
		{"limits", `{"description":"` + strings.Repeat("d", 256) + `","metadata":"` + strings.Repeat("m", 4097) + `"}`, []string{"/description", "/metadata"}},
		{"modules without their meaning", `{"backend":{},"traffic_policy":{"enabled":false}}`, []string{"/backend/backend_id", "/traffic_policy/value"}},
		{"upstream beside what stays", `{"tls_termination":{"terminate_at":"upstream"}}`, []string{"/mutual_tls", "/traffic_policy"}},
		{"upstream beside what is sent", `{"tls_termination":{"terminate_at":"upstream","min_version":"1.3"},"mutual_tls":{"certificate_authority_ids":[]},"traffic_policy":null}`,
			[]string{"/tls_termination/min_version", "/mutual_tls"}},
		{"unknown member", `{"deletion_policy":"PREVENT"}`, []string{"/deletion_policy"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := undocumented(t)
			s.AddTLSEdge(patchable())
			before := s.do(t, "GET", "/edges/tls/e", "")
			g := s.do(t, "PATCH", "/edges/tls/e", test.body).wants(t, 422)
			if pointers := g.pointers(t); !slices.Equal(pointers, test.want) {
				t.Errorf("errors at %q, want %q", pointers, test.want)
			}
			wantJSON(t, "the edge", any(s.do(t, "GET", "/edges/tls/e", "").body), string(before.raw))
		})
	}
}

func TestTLSEdgePatchOfNone(t *testing.T) {
	t.Parallel()
	s := undocumented(t)
	s.do(t, "PATCH", "/edges/tls/none", `{}`).wants(t, 404)
	s.do(t, "PATCH", "/edges/tls/none", `[]`).wants(t, 422)
	if n := len(s.TLSEdges()); n != 0 {
		t.Errorf("%d TLS edges", n)
	}
}

func TestTLSEdgePatchAnswersAsTheSwitchesAsk(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		change  func(*refapi.Answers)
		status  int
		changed map[string]string
	}{
		{"no content", func(a *refapi.Answers) { a.Patch = refapi.PatchNoContent }, 204, map[string]string{"description": `"D"`, "backend": `null`}},
		{"other shape", func(a *refapi.Answers) { a.Patch = refapi.PatchOtherShape }, 200, map[string]string{"description": `"D"`, "backend": `null`}},
		{"keeps a module", func(a *refapi.Answers) { a.PatchIgnores = []string{"backend"} }, 200, map[string]string{"description": `"D"`}},
		{"ignores null", func(a *refapi.Answers) { a.PatchIgnoresNull = true }, 200, map[string]string{"description": `"D"`}},
		{"defaults", func(a *refapi.Answers) { a.PatchClearsOmitted = true; a.DefaultHostports = []string{"x:1"} }, 200,
			map[string]string{"description": `"D"`, "backend": `null`, "metadata": `null`, "hostports": `["x:1"]`, "ip_restriction": `null`, "mutual_tls": `null`, "tls_termination": `null`, "traffic_policy": `null`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := undocumented(t)
			s.AddTLSEdge(patchable())
			want := maps.Clone(s.do(t, "GET", "/edges/tls/e", "").body)
			s.Answer(test.change)
			s.do(t, "PATCH", "/edges/tls/e", `{"description":"D","backend":null}`).wants(t, test.status)
			after := s.do(t, "GET", "/edges/tls/e", "").wants(t, 200)
			for name, value := range test.changed {
				wantJSON(t, name, after.body[name], value)
				want[name] = after.body[name]
			}
			wantJSON(t, "the edge", any(after.body), string(mustMarshal(t, want)))
		})
	}
}
