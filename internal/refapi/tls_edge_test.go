// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestTLSEdgeWithNothing(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	g := s.do(t, "POST", "/edges/tls", `{}`).wants(t, 201)
	for _, name := range []string{"description", "metadata", "hostports", "backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"} {
		if value, present := g.body[name]; !present || value != nil {
			t.Errorf("%s is %v (present: %t), want null", name, value, present)
		}
	}
	if g.text("id") == "" || g.text("uri") != s.url+"/edges/tls/"+g.text("id") {
		t.Errorf("created %s", g.raw)
	}
	if when, err := time.Parse(time.RFC3339, g.text("created_at")); err != nil || time.Since(when).Abs() > time.Minute {
		t.Errorf("created_at %q: %v", g.text("created_at"), err)
	}
}

func TestTLSEdgeWithEverything(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	created := s.do(t, "POST", "/edges/tls", `{
		"description": "d", "metadata": "m", "hostports": ["b.example.com:443", "[::1]:8443"],
		"backend": {"backend_id": "x/y"},
		"ip_restriction": {"enabled": false, "ip_policy_ids": ["p2", "p1"]},
		"mutual_tls": {"enabled": null, "certificate_authority_ids": []},
		"tls_termination": {"terminate_at": "edge", "min_version": "1.3"},
		"traffic_policy": {"enabled": true, "value": "v"}}`).wants(t, 201)
	wantJSON(t, "description", created.body["description"], `"d"`)
	wantJSON(t, "hostports", created.body["hostports"], `["b.example.com:443", "[::1]:8443"]`)
	wantJSON(t, "backend", created.body["backend"], `{"enabled":true,"backend":{"id":"x/y","uri":"`+s.url+`/backends/x%2Fy"}}`)
	wantJSON(t, "ip_restriction", created.body["ip_restriction"], `{"enabled":false,"ip_policies":[
		{"id":"p2","uri":"`+s.url+`/ip_policies/p2"},{"id":"p1","uri":"`+s.url+`/ip_policies/p1"}]}`)
	wantJSON(t, "mutual_tls", created.body["mutual_tls"], `{"enabled":true,"certificate_authorities":[]}`)
	wantJSON(t, "tls_termination", created.body["tls_termination"], `{"enabled":true,"terminate_at":"edge","min_version":"1.3"}`)
	wantJSON(t, "traffic_policy", created.body["traffic_policy"], `{"enabled":true,"value":"v"}`)

	read := s.do(t, "GET", "/edges/tls/"+created.text("id"), "").wants(t, 200)
	if !bytes.Equal(read.raw, created.raw) {
		t.Errorf("GET %s\nPOST %s", read.raw, created.raw)
	}
}

func TestTLSEdgeAccepts(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, member, want string }{
		{"default version at the edge", `{"tls_termination":{"terminate_at":"edge"}}`,
			"tls_termination", `{"enabled":true,"terminate_at":"edge","min_version":"1.2"}`},
		{"no version upstream", `{"tls_termination":{"terminate_at":"upstream","min_version":null}}`,
			"tls_termination", `{"enabled":true,"terminate_at":"upstream","min_version":null}`},
		{"upstream with backend", `{"tls_termination":{"terminate_at":"upstream"},"backend":{"backend_id":"b"},"ip_restriction":{"ip_policy_ids":["p"]}}`,
			"tls_termination", `{"enabled":true,"terminate_at":"upstream","min_version":null}`},
		{"upstream with disabled mutual TLS", `{"tls_termination":{"terminate_at":"upstream"},"mutual_tls":{"enabled":false,"certificate_authority_ids":[]}}`,
			"mutual_tls", `{"enabled":false,"certificate_authorities":[]}`},
		{"upstream with a disabled policy", `{"tls_termination":{"terminate_at":"upstream"},"traffic_policy":{"enabled":false,"value":"v"}}`,
			"traffic_policy", `{"enabled":false,"value":"v"}`},
		{"null modules", `{"backend":null,"tls_termination":null}`, "backend", `null`},
		{"255 bytes of description", `{"description":"` + strings.Repeat("ü", 127) + `x"}`, "description", `"` + strings.Repeat("ü", 127) + `x"`},
		{"4096 bytes of metadata", `{"metadata":"` + strings.Repeat("m", 4096) + `"}`, "metadata", `"` + strings.Repeat("m", 4096) + `"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, refapi.Options{})
			g := s.do(t, "POST", "/edges/tls", test.body).wants(t, 201)
			wantJSON(t, test.member, g.body[test.member], test.want)
		})
	}
}

func TestHostportsHaveNoFormat(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	for _, hostport := range []string{"host", "host:", ":443", "host:0", "host:65536", "host:https", "::1:443", "[::1]:8443", "a b:443", "https://host:443", "*", " "} {
		t.Run(hostport, func(t *testing.T) {
			t.Parallel()
			g := s.do(t, "POST", "/edges/tls", fmt.Sprintf(`{"hostports":[%q]}`, hostport)).wants(t, 201)
			wantJSON(t, "hostports", g.body["hostports"], fmt.Sprintf(`[%q]`, hostport))
		})
	}
	for _, element := range []string{`""`, `null`, `443`} {
		t.Run(element, func(t *testing.T) {
			t.Parallel()
			g := s.do(t, "POST", "/edges/tls", `{"hostports":["fine:443",`+element+`]}`).wants(t, 422)
			if pointers := g.pointers(t); !slices.Equal(pointers, []string{"/hostports/1"}) {
				t.Errorf("errors at %q", pointers)
			}
		})
	}
}

func TestEveryModuleIsEnabledUnlessItSaysOtherwise(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	for name, meaning := range map[string]string{
		"backend":         `"backend_id":"b"`,
		"ip_restriction":  `"ip_policy_ids":["p"]`,
		"mutual_tls":      `"certificate_authority_ids":["c"]`,
		"tls_termination": `"terminate_at":"edge"`,
		"traffic_policy":  `"value":"v"`,
	} {
		for enabled, want := range map[string]string{``: `true`, `"enabled":null,`: `true`, `"enabled":true,`: `true`, `"enabled":false,`: `false`} {
			t.Run(name+" "+enabled, func(t *testing.T) {
				t.Parallel()
				g := s.do(t, "POST", "/edges/tls", `{"`+name+`":{`+enabled+meaning+`}}`).wants(t, 201)
				wantJSON(t, "enabled", g.body[name].(map[string]any)["enabled"], want)
			})
		}
	}
}

func TestTLSEdgesBehindTheServicesBack(t *testing.T) {
	t.Parallel()
	s := start(t, refapi.Options{})
	added := s.AddTLSEdge(refapi.TLSEdge{ID: "a/b", IPRestriction: &refapi.EdgeIPRestriction{IPPolicyIDs: []string{"p"}}})
	added.IPRestriction.IPPolicyIDs[0] = "written into"
	s.TLSEdges()[0].IPRestriction.Enabled = true
	if kept := s.TLSEdges()[0].IPRestriction; kept.Enabled || kept.IPPolicyIDs[0] != "p" {
		t.Errorf("a copy reaches into the store: %+v", kept)
	}

	changed := s.ChangeTLSEdge("a/b", func(e *refapi.TLSEdge) {
		e.ID = "other"
		e.IPRestriction = nil
		e.TrafficPolicy = &refapi.EdgeTrafficPolicy{Enabled: true, Value: "drifted"}
	})
	if !changed || s.ChangeTLSEdge("none", func(*refapi.TLSEdge) {}) {
		t.Error("changing tells wrongly what was there")
	}
	g := s.do(t, "GET", "/edges/tls/a%2Fb", "").wants(t, 200)
	wantJSON(t, "id", g.body["id"], `"a/b"`)
	wantJSON(t, "ip_restriction", g.body["ip_restriction"], `null`)
	wantJSON(t, "traffic_policy", g.body["traffic_policy"], `{"enabled":true,"value":"drifted"}`)

	if !s.RemoveTLSEdge("a/b") || s.RemoveTLSEdge("a/b") {
		t.Error("removing tells wrongly what was there")
	}
	s.do(t, "GET", "/edges/tls/a%2Fb", "").wants(t, 404)
}
