// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"strings"
	"testing"

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
// provider then reads the existing module of that route once, and warns if it differs from
// the plan. For a replacement on the same route, the provider reads nothing.
func TestModifyPlan_overwrites(t *testing.T) {
	t.Parallel()
	least := idpWith("idp_2", oneDomain)
	there := func(m refapi.IdentityProvider) *refapi.OAuthModule {
		return &refapi.OAuthModule{Enabled: true, Provider: m}
	}
	domain := []string{"example.com"}
	for name, test := range map[string]struct {
		live     *refapi.OAuthModule // the module on the second route, or nil
		from     string              // the previous route of the resource, or "" for a creation
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
		"move":          {live: there(refapi.IdentityProvider{Name: "idp_7"}), from: "route_1", gets: 1, warnings: 1},
		"-replace":      {live: there(refapi.IdentityProvider{Name: "idp_2", EmailDomains: domain}), from: "route_2", replace: true},
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
				instance.State = attributesOf(t, protocol, with(least, `"route_id":"`+test.from+`","enabled":true,"deletion_policy":"ABANDON"`))
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

// If no deletion policy is configured, the planned policy is ABANDON.
func TestModifyPlan_unconfiguredPolicy(t *testing.T) {
	t.Parallel()
	least := idpWith("idp_2", oneDomain)
	for state, action := range map[string]protocoltest.Action{
		`{}`: protocoltest.Update, // after an import
		with(least, `"enabled":true,"deletion_policy":"DISABLE"`): protocoltest.Update,
		with(least, `"enabled":true,"deletion_policy":"ABANDON"`): protocoltest.NoOp,
	} {
		module := liveOn(t, start(t))
		module.State = attributesOf(t, module.like, state)
		if _, plan := module.plan(action, with(least, `"deletion_policy":null`)); protocoltest.PlainObject(plan.After)["deletion_policy"] != "ABANDON" {
			t.Errorf("%s: planned %s", state, plan.After)
		}
	}
}

// If private state is damaged, the plan shows one error about the damage
// and no other diagnostics.
func TestModifyPlan_damagedPrivateState(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.apply(protocoltest.Create, idpWith("idp_1"))
	module.Private = []byte(`{"imported":"e30="}`)
	_, diags, err := module.like.PlanChange(t.Context(), module.Instance, module.change(idpWith("idp_2")))
	if err != nil || len(diags) != 1 || !mentions(diags, "Could not read private state") {
		t.Errorf("got %v, %s", err, diags)
	}
}
