// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A plan warns if it creates a module without access rules, removes the last access rule, or
// disables a module. The plan of a destroy says how to turn the module off, or what a disabled one leaves. A move to
// another edge warns, too. CLIs fold the warnings of many modules into a short one: the summary is
// the same for all modules, and the detail names the module in two lines.
func TestModifyPlan_warnings(t *testing.T) {
	t.Parallel()
	const edge, route = "hed_2NmFqaVjzR7cQHc3gvP1Yd5wXkL", "rte_8QwZrTyUiOpAsDfGhJkLzXcVbNm"
	open, closed := idpWith("idp_2"), idpWith("idp_2", oneDomain)
	const on, off = `"enabled":true`, `"enabled":false`
	const anyone = "Anyone with an account at the identity provider can sign in\nidp_2 of|has no access rule"
	const opened = "OAuth module is turned off, and its route is open\nThe plan sets enabled = false for"
	const enabled = "OAuth module stays on the service, with any client secret\nTo open route|, first apply enabled = false, and idp_2 = {} to remove any secret."
	const disabled = "Disabled OAuth module stays on the service, and its route is open\nTo remove any client secret of|, first apply idp_2 = {}."
	for name, test := range map[string]struct{ state, config, words string }{
		"created":                   {"", open, anyone},
		"created disabled":          {"", with(open, off), opened},
		"created with a domain":     {"", closed, ""},
		"created with an address":   {"", idpWith("idp_2", `"email_addresses":["a@example.com"]`), ""},
		"created with a team":       {"", idpWith("idp_1", `"teams":["a/b"]`), ""},
		"created with organization": {"", idpWith("idp_1", `"organizations":["o"]`), ""},
		"enabled":                   {with(open, off), open, anyone},
		"the last rule is removed":  {with(closed, on), open, anyone},
		"unchanged":                 {with(open, on), open, ""},
		"another identity provider": {with(idpWith("idp_1"), on), open, anyone},
		"disabled":                  {with(closed, on), with(closed, off), opened},
		"disabled and emptied":      {with(closed, on), with(open, off), opened},
		"disabled already":          {with(closed, off), with(open, off), ""},
		"disabled, not applied":     {with(closed, `"enabled":null`), with(closed, off), opened},
		"moved and disabled":        {with(closed, on), with(with(closed, off), `"edge_id":"edge_2"`), enabled + "|" + opened},
		"moved, without a rule":     {with(open, on), with(open, `"edge_id":"edge_2"`), enabled + "|" + anyone},
		"-replace and disabled":     {with(closed, on), with(closed, off), opened},
		"unknown whether disabled":  {with(closed, on), closed, ""},
		"unknown, without a rule":   {with(closed, on), open, ""},
		"destroy":                   {with(closed, on), destroyed, enabled},
		"destroy, disabled":         {with(closed, off), destroyed, disabled},
		"destroy, not applied":      {with(closed, `"enabled":null`), destroyed, enabled},
		"destroy, never applied":    {`{"enabled":null}`, destroyed, strings.Replace(enabled, "idp_2", "idp_N", 1)},
		"move to another edge":      {with(closed, on), with(closed, `"edge_id":"edge_2"`), enabled},
		"move, turned off there":    {with(closed, on), with(closed, off+`,"edge_id":"edge_2"`), enabled + "|" + opened},
	} {
		onRoute := func(module string) string {
			return strings.Replace(module, "{", `{"edge_id":"`+edge+`","route_id":"`+route+`",`, 1)
		}
		module := live(t, refapi.Options{})
		if test.state != "" {
			module.State = module.attributesOf(onRoute(test.state))
		}
		change := module.change(onRoute(test.config), map[bool]string{true: "enabled"}[strings.HasPrefix(name, "unknown")])
		change.Replace = strings.HasPrefix(name, "-replace")
		_, diags := module.Plan(change)
		if len(diags) != strings.Count(test.words, "\n") || !mentions(diags, strings.Split(test.words, "|")...) {
			t.Errorf("%s: got %s", name, diags)
		}
		for _, warning := range diags {
			isNamed := mentions(diags, `"`+edge+"/"+route+`"`) && strings.Contains(warning.Detail, "/"+route+`"`)
			if strings.Contains(warning.Summary, edge) || !isNamed || protocoltest.Lines(warning.Detail) > 2 {
				t.Errorf("%s: not folded: %s", name, diags)
			}
		}
	}
}

// A plan that creates a module on a known route, or moves it there, reads the module of that
// route. It warns if that module differs from the plan.
func TestModifyPlan_overwrites(t *testing.T) {
	t.Parallel()
	const same, other = `"idp_2":{"email_domains":["example.com"]}`, `"idp_7":{}`
	for name, test := range map[string]struct {
		live    string // the member provider on the second route, or "" if there is no module
		from    string // the former route of the resource, or "" for a creation
		unknown string // the attribute that is unknown, or ""
		gets    int
		named   string // the identity provider in the warning, or "" for no warning
	}{
		"none":                      {gets: 1},
		"same":                      {live: same, gets: 1},
		"another identity provider": {live: other, gets: 1, named: "idp_7"},
		"an own app":                {live: `"idp_2":{"client_id":"app","email_domains":["example.com"]}`, gets: 1, named: "idp_2"},
		"an unnamed one beside it":  {live: same + `,"gamma":{"teams":["a/b"]}`, gets: 1, named: `"gamma"`},
		"an unnamed one alone":      {live: `"gamma":{}`, gets: 1, named: `"gamma"`},
		"unreadable":                {live: `]`, gets: 1},
		"unknown route":             {live: other, unknown: "route_id"},
		"unknown edge":              {live: other, unknown: "edge_id"},
		"unknown rule":              {live: same, unknown: "email_domains", gets: 1},
		"move":                      {live: other, from: "route_1", gets: 2, named: "idp_7"},
		"-replace":                  {live: same, from: "route_2", gets: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module, least := live(t, refapi.Options{Undocumented: true}), idpWith("idp_2", oneDomain)
			if test.from != "" {
				module.State = module.attributesOf(with(least, `"route_id":"`+test.from+`","enabled":true`))
			}
			if test.live != "" {
				module.Server.Fail(http.MethodGet, refapi.Fault{Status: http.StatusOK, Body: `{"enabled":true,"provider":{` + test.live + `}}`})
			}
			change := module.change(with(least, `"route_id":"route_2"`), test.unknown)
			change.Replace = name == "-replace"
			plan, diags, err := module.Provider.PlanChange(t.Context(), module.Instance, change)
			acctest.NoError(t, err, diags.Err())
			warnings, words := strings.Count(diags.String(), "already has an OAuth module"), "the identity provider "+test.named+" and differs"
			if isNamed := mentions(diags, words, `id = "edge_1/route_2"`); isNamed != (test.named != "") || isNamed != (warnings == 1) || warnings > 1 {
				t.Errorf("got %s", diags)
			}
			if gets := len(module.Server.Requests()); gets != test.gets {
				t.Errorf("%d reads, want %d", gets, test.gets)
			}
			if strings.Contains(plan.After.String(), `"id":tftypes.String<unknown>`) != strings.HasSuffix(test.unknown, "_id") {
				t.Errorf("planned %s", plan.After)
			}
		})
	}
}

// A CLI parses the import block in a warning, and evaluates no expression in the ids.
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
		module.Server.SetRouteOAuth(test.edge, test.route, refapi.OAuthModule{Enabled: true, Provider: refapi.IdentityProvider{Name: "idp_1"}})
		ids := fmt.Sprintf(`"edge_id":%q,"route_id":%q`, test.edge, test.route)
		_, diags := module.Plan(module.change(with(idpWith("idp_2", oneDomain), ids)))
		if !strings.Contains(diags.String(), "\nimport {\n  to = trafficedge_https_edge_route_oauth.NAME\n"+test.block+"}\n") || len(diags.Long()) > 0 {
			t.Errorf("%s: got %s", ids, diags)
		}
	}
}

// A module that cannot be read warns in every plan that the base URL has changed, until a
// PUT has set the module there. A destroy sends nothing, so it does not warn.
func TestModifyPlan_otherBaseURL(t *testing.T) {
	t.Parallel()
	module, other := live(t, refapi.Options{}), live(t, refapi.Options{})
	least, changed := idpWith("idp_2", oneDomain), idpWith("idp_1", oneDomain)
	module.apply(protocoltest.Create, least)
	there, here := module.Server.URL, other.Server.URL
	module.Provider, module.Server = other.Provider, other.Server
	warned := func(want bool, config string) {
		t.Helper()
		if _, diags := module.Plan(module.change(config)); mentions(diags, "The base_url of the provider has changed", there, here) != want {
			t.Errorf("want a warning: %t, got %s", want, diags)
		}
	}
	warned(true, changed)
	warned(false, destroyed)
	module.expectError(&refapi.Fault{Status: http.StatusForbidden}, changed, "403 Forbidden")
	warned(true, least)
	module.apply(protocoltest.Update, changed)
	warned(false, changed)
	module.Provider = module.Server.NewResource(t, typeName, map[string]any{"base_url": protocoltest.Unknown{}}).Provider
	if _, diags := module.Plan(module.change(least)); len(diags) > 0 {
		t.Errorf("with an unknown base URL, got %s", diags)
	}
}
