// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
			module := liveOn(t, start(t))
			if test.before != "" {
				module.apply(protocoltest.Create, test.before)
			}
			_, diags, err := module.run().PlanChange(t.Context(), module.Instance, module.change(test.after))
			if err != nil || mentions(diags, "Anyone with an account at idp_2 can sign in") != test.warned || !test.warned && len(diags) > 0 {
				t.Errorf("got %v, %s", err, diags)
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
	there := func(m refapi.IdentityProvider) *refapi.OAuthModule {
		return &refapi.OAuthModule{Enabled: true, Provider: m}
	}
	domain := []string{"example.com"}
	for name, test := range map[string]struct {
		live     *refapi.OAuthModule // the module on the second route, or nil
		from     string              // the former route of the resource, or "" for a creation
		replace  bool
		unknown  string // the attribute that is unknown, or ""
		unset    bool   // whether undocumented_operations lacks read_route_oauth
		fails    bool
		gets     int
		warnings int
	}{
		"none":                      {gets: 1},
		"same":                      {live: there(refapi.IdentityProvider{Name: "idp_2", EmailDomains: domain}), gets: 1},
		"another identity provider": {live: there(refapi.IdentityProvider{Name: "idp_7"}), gets: 1, warnings: 1},
		"an own app": {
			live: there(refapi.IdentityProvider{Name: "idp_2", EmailDomains: domain, ClientID: "app", ClientSecret: "s"}), gets: 1, warnings: 1,
		},
		"unreadable":    {live: there(refapi.IdentityProvider{Name: "idp_7"}), fails: true, gets: 1},
		"unknown route": {live: there(refapi.IdentityProvider{Name: "idp_7"}), unknown: "route_id"},
		"unknown edge":  {live: there(refapi.IdentityProvider{Name: "idp_7"}), unknown: "edge_id"},
		"unknown rule":  {live: there(refapi.IdentityProvider{Name: "idp_2", EmailDomains: domain}), unknown: idp2 + "email_domains", gets: 1},
		"not named":     {live: there(refapi.IdentityProvider{Name: "idp_7"}), unset: true},
		"move":          {live: there(refapi.IdentityProvider{Name: "idp_7"}), from: "route_1", gets: 2, warnings: 1},
		"-replace":      {live: there(refapi.IdentityProvider{Name: "idp_2", EmailDomains: domain}), from: "route_2", replace: true, gets: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			protocol := switchedOn(t, server)
			if test.unset {
				protocol = configured(t, server.URL)
			}
			instance := protocol.NewInstance(typeName)
			if test.from != "" {
				instance.State = attributesOf(t, protocol, with(least, `"route_id":"`+test.from+`","enabled":true`))
			}
			if test.live != nil {
				server.SetRouteOAuth("edge_1", "route_2", *test.live)
			}
			if test.fails {
				only(server, http.MethodGet, refapi.Fault{Status: http.StatusForbidden})
			}
			change := protocoltest.Change{Config: attributesOf(t, protocol, with(least, `"route_id":"route_2"`)), Replace: test.replace}
			if test.unknown != "" {
				change.Config = withUnknown(t, change.Config, test.unknown)
			}
			plan, diags, err := protocol.PlanChange(t.Context(), instance, change)
			text, block := diags.String(), `id = "edge_1/route_2"`
			if err != nil || diags.Err() != nil || strings.Count(text, "already has an OAuth module") != test.warnings ||
				strings.Contains(text, block) != (test.warnings > 0) || test.warnings > 0 && !strings.Contains(text, "the identity provider "+test.live.Provider.Name) {
				t.Errorf("%v, %s", err, text)
			}
			if gets := len(server.Requests()); gets != test.gets {
				t.Errorf("%d reads, want %d", gets, test.gets)
			}
			if strings.Contains(plan.After.String(), `"id":tftypes.String<unknown>`) != strings.HasSuffix(test.unknown, "_id") {
				t.Errorf("planned %s", plan.After)
			}
		})
	}
}

// The plan of a destroy, and of a move for the old route, warns that the module stays on
// the service. No other plan does.
func TestModifyPlan_stays(t *testing.T) {
	t.Parallel()
	least := idpWith("idp_2", oneDomain)
	applied := with(least, `"enabled":true`)
	const enabled, disabled = "If no other resource sets it, first apply enabled = false (opens the route) and idp_2 = {}", "It stays disabled, so the route is open. If no other resource"
	for name, test := range map[string]struct {
		state, config string
		unknown       string // the attribute that is unknown, or ""
		words         string // words of the warning, or "" for none
	}{
		"destroy":                  {applied, destroyed, "", enabled},
		"destroy, disabled":        {with(least, `"enabled":false`), destroyed, "", disabled},
		"destroy, not applied":     {with(least, `"enabled":null`), destroyed, "", enabled},
		"destroy, never applied":   {`{"enabled":null}`, destroyed, "", "enabled = false (opens the route) and idp_N = {}"},
		"move":                     {applied, with(least, `"route_id":"route_2"`), "", enabled},
		"move to another edge":     {applied, with(least, `"edge_id":"edge_2"`), "", enabled},
		"move to an unknown route": {applied, least, "route_id", enabled},
		"change":                   {applied, with(least, `"cookie_prefix":"x."`), "", ""},
		"none":                     {applied, least, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			module.State = attributesOf(t, module.like, with(test.state, `"id":"edge_1/route_1"`))
			var diags protocoltest.Diagnostics
			var err error
			if test.config == destroyed {
				_, diags, err = module.like.PlanDestroy(t.Context(), module.Instance)
			} else {
				change := protocoltest.Change{Config: attributesOf(t, module.like, test.config)}
				if test.unknown != "" {
					change.Config = withUnknown(t, change.Config, test.unknown)
				}
				_, diags, err = module.like.PlanChange(t.Context(), module.Instance, change)
			}
			if err != nil || len(diags) > 1 || diags.Err() != nil || (len(diags) == 1) != (test.words != "") ||
				test.words != "" && !mentions(diags, `The OAuth module of route "route_1" of HTTPS edge "edge_1" stays on the service`, test.words) {
				t.Errorf("got %v, %s", err, diags)
			}
			for _, one := range diags {
				if lines := protocoltest.Lines("", "", one.Detail) - 2; lines > 2 {
					t.Errorf("%d lines: %s", lines, one.Detail)
				}
			}
			acctest.NoError(t, module.server.ExpectRequestsNow())
		})
	}
}

// A module that cannot be read warns in every plan that the base URL has changed, until a
// PUT has set the module there. A destroy sends nothing, so it does not warn.
func TestModifyPlan_otherBaseURL(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	least := idpWith("idp_2", oneDomain)
	module.apply(protocoltest.Create, least)
	there, other := module.server.URL, start(t)
	module.like, module.server = configured(t, other.URL), other
	warned := func(want bool, config string) {
		t.Helper()
		_, diags, err := module.tryPlan(module.run(), config)
		if err != nil || mentions(diags, "The base_url of the provider has changed", there, other.URL) != want {
			t.Errorf("want a warning: %t, got %v, %s", want, err, diags)
		}
	}
	warned(true, least)
	warned(true, idpWith("idp_1", oneDomain))
	warned(false, destroyed)
	module.withFault(refapi.Fault{Status: http.StatusForbidden}, func() { module.expectError(idpWith("idp_1", oneDomain), "403 Forbidden") })
	warned(true, least)
	module.apply(protocoltest.Update, idpWith("idp_1", oneDomain))
	warned(false, idpWith("idp_1", oneDomain))
}
