// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	longEdge  = "hed_2NmFqaVjzR7cQHc3gvP1Yd5wXkL"
	longRoute = "rte_8QwZrTyUiOpAsDfGhJkLzXcVbNm"
	longIDs   = `"edge_id":"` + longEdge + `","route_id":"` + longRoute + `"`
)

// wantFoldable fails if CLIs do not show the warnings of many modules as one short warning:
// the summary is the same for all modules, and the detail names the module in two lines.
func wantFoldable(t *testing.T, diags protocoltest.Diagnostics) {
	t.Helper()
	for _, one := range diags {
		isNamed := strings.Contains(one.Detail, `"`+longEdge+"/"+longRoute+`"`)
		if strings.Contains(one.Summary, longEdge) || !isNamed || protocoltest.Lines(one.Detail) > 2 {
			t.Errorf("not folded: %s", diags)
		}
	}
}

// TestModifyPlan_everybodyGetsIn expects one warning about a module without
// access rules. The warning is in the plan that creates the module, or in the
// plan that removes the last access rule.
func TestModifyPlan_everybodyGetsIn(t *testing.T) {
	t.Parallel()
	open, closed := idpWith("idp_2"), idpWith("idp_2", oneDomain)
	for name, test := range map[string]struct {
		before, after string
		warned        bool
	}{
		"created":                   {"", open, true},
		"created disabled":          {"", with(open, `"enabled":false`), false},
		"created with a rule":       {"", closed, false},
		"enabled":                   {with(open, `"enabled":false`), open, true},
		"the last rule is removed":  {closed, open, true},
		"unchanged":                 {open, open, false},
		"another identity provider": {idpWith("idp_1"), open, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := live(t, refapi.Options{})
			if test.before != "" {
				module.apply(protocoltest.Create, test.before)
			} else {
				_, diags := module.tryPlan(with(test.after, longIDs))
				wantFoldable(t, diags)
			}
			_, diags := module.tryPlan(test.after)
			if mentions(diags, "Anyone with an account at idp_2 can sign in\n") != test.warned || !test.warned && len(diags) > 0 {
				t.Errorf("got %s", diags)
			}
		})
	}
}

// A plan may create a module on a known route, or move a module to a known route. The
// provider then reads the existing module of that route, and warns if it differs from
// the plan.
func TestModifyPlan_overwrites(t *testing.T) {
	t.Parallel()
	least := idpWith("idp_2", oneDomain)
	other := refapi.IdentityProvider{Name: "idp_7"}
	same := refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}}
	ownApp := refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}, ClientID: "app", ClientSecret: "s"}
	for name, test := range map[string]struct {
		live     refapi.IdentityProvider // of the module on the second route, if there is one
		unnamed  string                  // members of provider in the response that have no name
		from     string                  // the former route of the resource, or "" for a creation
		replace  bool
		unknown  string // the attribute that is unknown, or ""
		fails    bool
		gets     int
		warnings int
	}{
		"none":                      {gets: 1},
		"same":                      {live: same, gets: 1},
		"another identity provider": {live: other, gets: 1, warnings: 1},
		"an own app":                {live: ownApp, gets: 1, warnings: 1},
		"an unnamed one beside it":  {live: same, unnamed: `"idp_2":{"email_domains":["example.com"]},"gamma":{"teams":["a/b"]}`, gets: 1, warnings: 1},
		"an unnamed one alone":      {unnamed: `"gamma":{}`, gets: 1, warnings: 1},
		"unreadable":                {live: other, fails: true, gets: 1},
		"unknown route":             {live: other, unknown: "route_id"},
		"unknown edge":              {live: other, unknown: "edge_id"},
		"unknown rule":              {live: same, unknown: "email_domains", gets: 1},
		"move":                      {live: other, from: "route_1", gets: 2, warnings: 1},
		"-replace":                  {live: same, from: "route_2", replace: true, gets: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := live(t, refapi.Options{Undocumented: true})
			if test.from != "" {
				module.State = module.attributesOf(with(least, `"route_id":"`+test.from+`","enabled":true`))
			}
			if test.live.Name != "" {
				module.server.SetRouteOAuth("edge_1", "route_2", refapi.OAuthModule{Enabled: true, Provider: test.live})
			}
			if test.fails {
				module.server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
			}
			if test.unnamed != "" {
				module.server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusOK, Body: `{"enabled":true,"provider":{` + test.unnamed + `}}`})
			}
			config := withUnknown(t, module.attributesOf(with(least, `"route_id":"route_2"`)), test.unknown)
			plan, diags, err := module.like.PlanChange(t.Context(), module.Instance, protocoltest.Change{Config: config, Replace: test.replace})
			acctest.NoError(t, err, diags.Err())
			warnings := strings.Count(diags.String(), "already has an OAuth module")
			names := mentions(diags, "the identity provider "+test.live.Name, `id = "edge_1/route_2"`)
			if test.unnamed != "" {
				names = mentions(diags, `the identity provider "gamma" and differs`, `id = "edge_1/route_2"`)
			}
			if warnings != test.warnings || names != (warnings > 0) {
				t.Errorf("got %s", diags)
			}
			if gets := len(module.server.Requests()); gets != test.gets {
				t.Errorf("%d reads, want %d", gets, test.gets)
			}
			if strings.Contains(plan.After.String(), `"id":tftypes.String<unknown>`) != strings.HasSuffix(test.unknown, "_id") {
				t.Errorf("planned %s", plan.After)
			}
		})
	}
}

// The import block in a warning is a valid configuration, whatever characters the ids have. A
// CLI does not evaluate expressions in the ids.
func TestModifyPlan_importBlock(t *testing.T) {
	t.Parallel()
	const byID, byIdentity = "  id = %s\n", "  identity = { edge_id = %s, route_id = %s }\n"
	for _, test := range []struct{ edge, route, block string }{
		{"e", "r1", fmt.Sprintf(byID, `"e/r1"`)},
		{"e/1", "r1", fmt.Sprintf(byIdentity, `"e/1"`, `"r1"`)},
		{"e", "r/1", fmt.Sprintf(byIdentity, `"e"`, `"r/1"`)},
		{`a"b\c`, "%{if true}", fmt.Sprintf(byID, `"a\"b\\c/%%{if true}"`)},
		{`${file("/x")}`, "r", fmt.Sprintf(byIdentity, `"$${file(\"/x\")}"`, `"r"`)},
	} {
		module := live(t, refapi.Options{Undocumented: true})
		module.server.SetRouteOAuth(test.edge, test.route, refapi.OAuthModule{Enabled: true, Provider: refapi.IdentityProvider{Name: "idp_1"}})
		ids := fmt.Sprintf(`"edge_id":%q,"route_id":%q`, test.edge, test.route)
		_, diags := module.tryPlan(with(idpWith("idp_2", oneDomain), ids))
		if !strings.Contains(diags.String(), "\nimport {\n  to = trafficedge_https_edge_route_oauth.NAME\n"+test.block+"}\n") || len(diags.Long()) > 0 {
			t.Errorf("%s: got %s", ids, diags)
		}
	}
}

// The plan of a destroy says how to turn the module off, or what a disabled one leaves. A
// move to another edge warns, too.
func TestModifyPlan_stays(t *testing.T) {
	t.Parallel()
	least := idpWith("idp_2", oneDomain)
	const enabled = "OAuth module stays on the service, with its secret\nIf no other resource sets|, first apply enabled = false (opens the route) and idp_2 = {}."
	const disabled = "Disabled OAuth module stays on the service, and its route is open\nIf no other resource sets|, first apply idp_2 = {} to remove any client secret."
	for name, test := range map[string]struct{ state, config, words string }{
		"destroy":                {with(least, `"enabled":true`), destroyed, enabled},
		"destroy, disabled":      {with(least, `"enabled":false`), destroyed, disabled},
		"destroy, not applied":   {with(least, `"enabled":null`), destroyed, enabled},
		"destroy, never applied": {`{"enabled":null}`, destroyed, strings.Replace(enabled, "idp_2", "idp_N", 1)},
		"move to another edge":   {with(least, `"enabled":true`), with(least, `"edge_id":"edge_2"`), enabled},
	} {
		module := live(t, refapi.Options{})
		module.State = module.attributesOf(with(test.state, longIDs+`,"id":"`+longEdge+"/"+longRoute+`"`))
		_, diags := module.tryPlan(test.config)
		if len(diags) != 1 || !mentions(diags, strings.Split(test.words, "|")...) {
			t.Errorf("%s: got %s", name, diags)
		}
		wantFoldable(t, diags)
	}
}

// A module that cannot be read warns in every plan that the base URL has changed, until a
// PUT has set the module there. A destroy sends nothing, so it does not warn.
func TestModifyPlan_otherBaseURL(t *testing.T) {
	t.Parallel()
	module, other := live(t, refapi.Options{}), live(t, refapi.Options{})
	least, changed := idpWith("idp_2", oneDomain), idpWith("idp_1", oneDomain)
	module.apply(protocoltest.Create, least)
	there, here := module.server.URL, other.server.URL
	module.like, module.server = other.like, other.server
	warned := func(want bool, config string) {
		t.Helper()
		if _, diags := module.tryPlan(config); mentions(diags, "The base_url of the provider has changed", there, here) != want {
			t.Errorf("want a warning: %t, got %s", want, diags)
		}
	}
	warned(true, least)
	warned(true, changed)
	warned(false, destroyed)
	module.expectError(&refapi.Fault{Status: http.StatusForbidden}, changed, "403 Forbidden")
	warned(true, least)
	module.apply(protocoltest.Update, changed)
	warned(false, changed)
	module.like = acctest.Must(protocoltest.New(t.Context(), map[string]any{"base_url": protocoltest.Unknown{}}))(t)
	if _, diags := module.tryPlan(least); len(diags) > 0 {
		t.Errorf("with an unknown base URL, got %s", diags)
	}
}

// If ignore_changes keeps an old client secret in a plan, and the plan shows the write-only
// secret of the same app, the plan fails, even if nothing else changes. A destroy succeeds.
func TestModifyPlan_hiddenSecret(t *testing.T) {
	t.Parallel()
	const writeOnly = `"client_id":"app","client_secret_wo":"canary"`
	old, both := plain("first", "example.com"), []string{idp2 + "client_secret_wo"}
	for name, test := range map[string]struct {
		config, ignored string
		refused         []string
	}{
		"the secret":              {idpWith("idp_2", writeOnly, oneDomain), provider + ".idp_2.client_secret", both},
		"the secret, unknown new": {idpWith("idp_2", writeOnly, oneDomain), provider + ".idp_2.client_secret", nil},
		"another app":             {idpWith("idp_2", strings.Replace(writeOnly, "app", "new", 1), oneDomain), provider + ".idp_2.client_secret", both},
		"another provider":        {idpWith("idp_3", writeOnly, oneDomain), provider + ".idp_2.client_secret", nil},
		"everything":              {idpWith("idp_2", writeOnly, oneDomain), provider, nil},
		"nothing":                 {idpWith("idp_2", writeOnly, oneDomain), "edge_id", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := live(t, refapi.Options{})
			module.apply(protocoltest.Create, idpWith("idp_2", old))
			config := module.attributesOf(test.config)
			if strings.HasSuffix(name, "unknown new") {
				config = withUnknown(t, config, "client_secret_wo")
			}
			change := protocoltest.Change{Config: config, Ignored: []string{test.ignored}}
			_, diags, err := module.like.PlanChange(t.Context(), module.Instance, change)
			acctest.NoError(t, err)
			if got := refused(diags); !slices.Equal(got, test.refused) || len(diags.Long()) > 0 || strings.Contains(diags.String(), "canary") {
				t.Errorf("refused at %q, %s", got, diags)
			}
			module.destroy()
		})
	}
}
