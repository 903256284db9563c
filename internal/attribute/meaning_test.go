// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

// Every text and every collection of texts of a resource either has a row in the table of
// meanings, or counts exactly and is in this list: ids, secrets, and exact words. If not only equal texts mean the same, the schema keeps the value in state, so that a plan
// shows no change either. Data sources only show values, so their schemas need no rows.
func TestMeanings(t *testing.T) {
	t.Parallel()
	exact := strings.Fields(`id uri edge_id route_id deletion_policy cookie_prefix backends backend.backend_id ip_restriction.ip_policy_ids
		mutual_tls.certificate_authority_ids tls_termination.terminate_at tls_termination.min_version`)
	for i := range 8 {
		for _, name := range []string{"client_id", "client_secret", "client_secret_wo", "client_secret_wo_version", "scopes"} {
			exact = append(exact, fmt.Sprintf("identity_provider.idp_%d.%s", i+1, name))
		}
	}
	for _, newResource := range provider.New("test").Resources(t.Context()) {
		var described resource.SchemaResponse
		newResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
		for name, member := range described.Schema.Attributes {
			checkMeaning(t, exact, path.Root(name), member)
		}
	}
}

func checkMeaning(t *testing.T, exact []string, at path.Path, described schema.Attribute) {
	t.Helper()
	var keeps bool
	switch described := described.(type) {
	case schema.BoolAttribute, schema.NumberAttribute:
		return
	case schema.SingleNestedAttribute:
		for name, member := range described.Attributes {
			checkMeaning(t, exact, at.AtName(name), member)
		}
		return
	case schema.StringAttribute:
		keeps = slices.ContainsFunc(described.PlanModifiers, isKeepSame)
	case schema.SetAttribute:
		keeps = slices.ContainsFunc(described.PlanModifiers, isKeepSame)
	case schema.ListAttribute, schema.MapAttribute:
	default:
		t.Errorf("%s: add a case for %T to this test", at, described)
		return
	}
	isConfigured := described.IsRequired() || described.IsOptional()
	switch {
	case attribute.IsExact(at.String()) != slices.Contains(exact, at.String()):
		t.Errorf("%s: add the name either to the table of Forms, or to the list of exact texts", at)
	case isConfigured && !attribute.IsExact(at.String()) && !keeps:
		t.Errorf("%s: add the plan modifier KeepSame to the schema", at)
	}
}

func isKeepSame[T any](modifier T) bool { return any(modifier) == any(attribute.KeepSame()) }

// Each row compares two texts, or two sets with one element each.
func TestSame(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		at, a, b string
		want     bool
	}{
		{"metadata", "", "", true},
		{"metadata", "plain", "plain", true},
		{"metadata", "plain", "Plain", false},
		{"metadata", "two words \n", "two words", true},
		{"metadata", " two words", "two  words", false},
		{"metadata", " \n", "", true},
		{"description", "\tx\r\n", "x", true},
		{"description", `{"owner": "web"}`, `{"owner":"web"}`, true},
		{"traffic_policy.value", "\n \n  a:\n  - b\n\n", "  a:\n  - b", true},
		{"traffic_policy.value", "  a:\n  - b", "a:\n  - b", false},
		{"traffic_policy.value", " \n [1] \n", "[1.0]", true},
		{"traffic_policy.value", "\n \n", "", true},
		{"description", "a\r\nb", "a\nb", true},
		{"metadata", "\r\na\r\n\r\nb", "a\n\nb", true},
		{"metadata", "a\rb", "a\nb", false},
		{"metadata", "a\r\nb", "a b", false},
		{"traffic_policy.value", "\r\na: 1\r\n  b: 2\r\n", "a: 1\n  b: 2\n", true},
		{"traffic_policy.value", "a: 1\r\n", "a: 1\\r\\n", false},
		{"description", "Zu\u0308rich", "Z\u00fcrich", true},
		{"metadata", "\u212b", "\u00c5", true},
		{"traffic_policy.value", "a: u\u0308", "a: \u00fc", true},
		{"description", "Zurich", "Z\u00fcrich", false},
		{"description", "\ufb01", "fi", false},
		{"id", "a ", "a", false},
		{"id", "u\u0308", "\u00fc", false},
		{"tls_termination.min_version", "1.10", "1.1", false},
		{"cookie_prefix", `[1]`, `[ 1 ]`, false},

		{"metadata", `{"a":1,"b":[true,null]}`, "{\n  \"b\": [true, null],\n  \"a\": 1\n}\n", true},
		{"metadata", `{"a":1}`, `{"a":2}`, false},
		{"metadata", `{"a":null}`, `{}`, false},
		{"metadata", `[1,2]`, `[2,1]`, false},
		{"metadata", `["<a&b>"]`, `["\u003ca\u0026b\u003e"]`, true},
		{"metadata", `{"a":1,"a":2}`, `{"a":2}`, false},
		{"metadata", `{"a":1,"a":2}`, `{ "a":1, "a":2 }`, false},
		{"metadata", `[{"b":{"a":1,"a":2}}]`, `[{"b":{"a":2}}]`, false},
		{"metadata", `[{"a":1},{"a":1}]`, `[{"a":1}, {"a":1}]`, true},
		{"metadata", `{"a":["a","a"],"b":{"a":1}}`, `{"b":{"a":1},"a":["a","a"]}`, true},
		{"metadata", "{\"a\":1,\r\n\"b\":2}\r\n", `{"b":2,"a":1}`, true},
		{"metadata", "{\"a\":1,\r\n\"a\":2}", "{\"a\":1,\n\"a\":2}", true},
		{"metadata", `["\r\n"]`, `["\n"]`, false},
		{"metadata", "[\"u\u0308\"]", "[\"\u00fc\"]", false},
		{"metadata", `["u\u0308"]`, `["\u00fc"]`, false},
		{"metadata", "{\"u\u0308\":1,\"\u00fc\":2}", "{\"\u00fc\":1,\"\u00fc\":2}", false},
		{"metadata", "{\"a\":1,\"a\":2,\"u\u0308\":3}", "{\"a\":1,\"a\":2,\"\u00fc\":3}", false},
		{"metadata", "{a: u\u0308}", "{a: \u00fc}", true},
		{"metadata", `["\ud800"]`, `["\udfff"]`, false},
		{"metadata", `["\ud800"]`, `[ "\ud800" ]`, false},
		{"metadata", `["\ud83d\ude00"]`, `["😀"]`, true},
		{"metadata", `["\\ud83d\ude00"]`, `["\\ud83d\udfff"]`, false},
		{"metadata", `["\\ud83d", 1]`, `["\\ud83d",1]`, true},
		{"metadata", `{"a":1}`, `{"a":1}{"a":1}`, false},
		{"metadata", `{"a":1}`, `{"a":1`, false},
		{"metadata", `"a\u0062"`, `"ab"`, false},
		{"metadata", "1.10", "1.1", false},
		{"metadata", " 1.10\n", "1.10", true},
		{"metadata", strings.Repeat("[", 100_000), strings.Repeat("[", 100_001), false},

		{"metadata", `[1.50]`, `[1.5]`, true},
		{"metadata", `{"v": 1e3, "d": [2.50, -0.0]}`, `{"v":1000,"d":[2.5,0]}`, true},
		{"metadata", `[0.10, 100, 1E+2]`, `[1e-1, 1e2, 0.1e3]`, true},
		{"metadata", `[12345678901234567890]`, `[12345678901234567891]`, false},
		{"metadata", `[9007199254740993]`, `[9007199254740992]`, false},
		{"metadata", `[-1]`, `[1]`, false},
		{"metadata", `[10]`, `[1]`, false},
		{"metadata", `[0.01]`, `[0.1]`, false},
		{"metadata", `[0e999999999999]`, `[0]`, true},
		{"metadata", `[ 1e999999999 ]`, `[10e999999998]`, true},
		// Fractions that are integers beyond 2^53, and exponents beyond a double, are not tested: RFC 8785
		// takes them for doubles.

		{"hostports", "Edge.example.com:443", "edge.EXAMPLE.com:443", true},
		{"hostports", "münchen.example.com:443", "xn--mnchen-3ya.example.com:443", true},
		{"hostports", "xn--a-.com:443", "a.com:443", false},
		{"hostports", "\u212aelvin.example:443", "kelvin.example:443", false},
		{"identity_provider.idp_1.email_domains", "\u0130bm.com", "ibm.com", false},
		{"identity_provider.idp_1.email_domains", "\u0130bm.com", "\u0130bm.com", true},
		{"identity_provider.idp_1.email_domains", "a\u037eb.com", "a;b.com", false},
		{"identity_provider.idp_1.email_addresses", "\u0130an@example.com", "ian@example.com", false},
		{"identity_provider.idp_1.email_addresses", "MÜLLER@example.com", "müller@example.com", true},
		{"identity_provider.idp_1.teams", "\u212aite/a", "kite/a", false},
		{"identity_provider.idp_1.organizations", "\u0130bm", "ibm", false},
		{"hostports", "*.MÜNCHEN.example.com:443", "*.xn--mnchen-3ya.example.com:443", true},
		{"hostports", "_x.example.com:443", "_X.example.com:443", true},
		{"hostports", "[::1]:443", "[::1]:443", true},
		{"hostports", "[2001:DB8::1]:443", "[2001:db8::1]:443", true},
		{"hostports", "[2001:0db8:0:0::0001]:443", "[2001:db8::1]:443", true},
		{"hostports", "[2001:DB8:0:0:0:0:0:1]:443", "[2001:db8::1]:443", true},
		{"hostports", "[::ffff:192.0.2.1]:443", "[::FFFF:C000:0201]:443", true},
		{"hostports", "[::ffff:192.0.2.1]:443", "192.0.2.1:443", false},
		{"hostports", "[2001:db8::1]:443", "[2001:db8::1]:8443", false},
		{"hostports", "[2001:db8::1]:443", "[2001:db8::1:443]", false},
		{"hostports", "[2001:db8::1]:443", "2001:db8::1:443", false},
		{"hostports", "[fe80::1%eth0]:443", "[fe80::1%eth1]:443", false},
		{"hostports", "192.0.2.1:443", "192.0.2.1:443", true},
		{"hostports", "edge.example.com.:443", "Edge.example.com:443", true},
		{"hostports", "edge.example.com.", "edge.example.com", true},
		{"hostports", "edge.example.com..:443", "edge.example.com:443", false},
		{"identity_provider.idp_1.email_domains", "example.com.", "example.com", true},
		{"hostports", "edge.example.com:443", "edge.example.com:8443", false},
		{"hostports", "edge.example.com:443", "edge.example.com", false},
		{"hostports", "edge.BÜCHER:443", "edge.xn--bcher-kva:443", true},
		{"hostports", "Edge.example.com", "edge.example.com", true},
		{"hostports", "edge.example.com", "www.example.com", false},
		{"hostports", "[::1]:443", "[::2]:443", false},
		{"hostports", "ed\u00adge.example.com:443", "edge.example.com:443", false},
		{"hostports", "MU\u0308NCHEN.example.com:443", "xn--mnchen-3ya.example.com:443", true},
		{"identity_provider.idp_1.email_domains", "example\u200b.com", "example.com", false},
		{"hostports", "faß.example.com:443", "fass.example.com:443", false},
		{"identity_provider.idp_1.email_domains", "BÜCHER.example", "xn--bcher-kva.example", true},
		{"identity_provider.idp_8.email_domains", "a.example", "b.example", false},
		{"identity_provider.idp_2.email_addresses", "ann@BÜCHER.example", "ann@xn--bcher-kva.example", true},
		{"identity_provider.idp_2.email_addresses", "Ann@a.example", "ann@A.example.", true},
		{"identity_provider.idp_2.email_addresses", "ann@a.example", "anna@a.example", false},
		{"identity_provider.idp_2.email_addresses", "a.nn@a.example", "ann@a.example", false},
		{"hostports", strings.Repeat("x", 1025) + ":443", strings.Repeat("X", 1025) + ":443", false},
		{"hostports", strings.Repeat("x", 1024) + ":443", strings.Repeat("X", 1024) + ":443", true},
		{"identity_provider.idp_1.teams", "Acme/Platform", "acme/platform", true},
		{"identity_provider.idp_1.organizations", "Acme", "acme", true},
		{"identity_provider.idp_1.scopes", "Read", "read", false},
		{"ip_restriction.ip_policy_ids", "a", "A", false},

		{"created_at", "2026-01-31T12:34:56Z", "2026-01-31T12:34:56.999Z", true},
		{"created_at", "2026-01-31T12:34:56Z", "2026-01-31T12:34:57Z", false},
		{"created_at", "yesterday", "Yesterday", false},
	} {
		for name, of := range map[string]func(string) attr.Value{
			"texts": func(text string) attr.Value { return types.StringValue(text) },
			"sets":  func(text string) attr.Value { return set(text) },
		} {
			if name == "sets" && (test.at == "created_at" || test.a == "" || test.b == "") {
				continue
			}
			got, back := attribute.Same(test.at, of(test.a), of(test.b)), attribute.Same(test.at, of(test.b), of(test.a))
			if got != test.want || back != test.want {
				t.Errorf("%s %s, %.40q and %.40q: got %t and %t", name, test.at, test.a, test.b, got, back)
			}
		}
	}
}

func TestKeepSame(t *testing.T) {
	t.Parallel()
	text, unknown := types.StringValue, types.SetUnknown(types.StringType)
	for _, test := range []struct{ state, plan, want types.String }{
		{text(`[1]`), text(`[ 1.0 ]`), text(`[1]`)},
		{text(`a`), text(`b`), text(`b`)},
		{types.StringNull(), text(``), text(``)},
		{text(``), types.StringUnknown(), types.StringUnknown()},
	} {
		req, resp := planmodifier.StringRequest{Path: path.Root("metadata"), StateValue: test.state, PlanValue: test.plan}, planmodifier.StringResponse{PlanValue: test.plan}
		attribute.KeepSame().PlanModifyString(t.Context(), req, &resp)
		if !resp.PlanValue.Equal(test.want) {
			t.Errorf("%s, planned as %s: got %s", test.state, test.plan, resp.PlanValue)
		}
	}
	for _, test := range []struct{ state, plan, want types.Set }{
		{set("a:1", "b:1"), set("B:1", "A:1"), set("a:1", "b:1")},
		{set("a:1"), set("A:1", "b:1"), set("A:1", "b:1")},
		{types.SetNull(types.StringType), set(), set()},
		{set("a:1"), unknown, unknown},
	} {
		req, resp := planmodifier.SetRequest{Path: path.Root("hostports"), StateValue: test.state, PlanValue: test.plan}, planmodifier.SetResponse{PlanValue: test.plan}
		attribute.KeepSame().PlanModifySet(t.Context(), req, &resp)
		if !resp.PlanValue.Equal(test.want) {
			t.Errorf("%s, planned as %s: got %s", test.state, test.plan, resp.PlanValue)
		}
	}
}
