// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestModifyPlan_everybodyGetsIn warns once of a module without access rules: in the
// plan that makes it so.
func TestModifyPlan_everybodyGetsIn(t *testing.T) {
	t.Parallel()
	open, closed := idpWith("idp_2"), idpWith("idp_2", oneDomain)
	for name, test := range map[string]struct {
		before, after string
		warned        bool
	}{
		"created":                   {"", open, true},
		"created with empty rules":  {"", idpWith("idp_2", `"email_addresses":[],"email_domains":[]`), true},
		"created with an app":       {"", idpWith("idp_2", ownApp), true},
		"created disabled":          {"", with(open, `"enabled":false`), false},
		"created with a rule":       {"", closed, false},
		"created with an address":   {"", idpWith("idp_2", `"email_addresses":["a@example.com"]`), false},
		"created with a team":       {"", idpWith("idp_1", `"teams":["a/b"]`), false},
		"created with a whole org":  {"", idpWith("idp_1", `"organizations":["a"]`), false},
		"enabled":                   {with(open, `"enabled":false`), open, true},
		"the last rule is removed":  {closed, open, true},
		"unchanged":                 {open, open, false},
		"changed in something else": {open, with(open, `"cookie_prefix":"x."`), false},
		"a rule is added":           {open, closed, false},
		"another identity provider": {idpWith("idp_1"), open, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			if test.before != "" {
				module.applies(protocoltest.Create, test.before)
			}
			_, told, err := module.run().PlanChange(t.Context(), module.Instance, module.change(test.after))
			if err != nil || mentions(told, `Anyone with an account at idp_2 can sign in on route "route_1" of HTTPS edge "edge_1"`) != test.warned || !test.warned && len(told) > 0 {
				t.Errorf("got %v, %s", err, told)
			}
		})
	}
}

// The first planning of a creation or a move on a known route reads the module there
// once, and warns if it differs. A replacement on its own route reads nothing.
func TestModifyPlan_overwrites(t *testing.T) {
	t.Parallel()
	least := idpWith("idp_2", oneDomain)
	there := func(m refapi.IdentityProvider) *refapi.OAuthModule {
		return &refapi.OAuthModule{Enabled: true, Provider: m}
	}
	domain := []string{"example.com"}
	for name, test := range map[string]struct {
		live     *refapi.OAuthModule // on the second route
		from     string              // the route of the resource, "" for a creation
		replace  bool
		unknown  bool
		unset    bool // read_route_oauth is not named
		fails    bool
		gets     int
		warnings int
	}{
		"none":                      {gets: 1},
		"same":                      {live: there(refapi.IdentityProvider{Name: "idp_2", EmailDomains: domain}), gets: 1},
		"another identity provider": {live: there(refapi.IdentityProvider{Name: "idp_7"}), gets: 1, warnings: 1},
		"another access rule":       {live: there(refapi.IdentityProvider{Name: "idp_2"}), gets: 1, warnings: 1},
		"an own app": {
			live: there(refapi.IdentityProvider{Name: "idp_2", EmailDomains: domain, ClientID: "app", ClientSecret: "s"}), gets: 1, warnings: 1,
		},
		"unreadable":    {live: there(refapi.IdentityProvider{Name: "idp_7"}), fails: true, gets: 1},
		"unknown route": {live: there(refapi.IdentityProvider{Name: "idp_7"}), unknown: true},
		"not named":     {live: there(refapi.IdentityProvider{Name: "idp_7"}), unset: true},
		"move":          {live: there(refapi.IdentityProvider{Name: "idp_7"}), from: "route_1", gets: 1, warnings: 1},
		"unknown move":  {live: there(refapi.IdentityProvider{Name: "idp_7"}), from: "route_1", unknown: true},
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
			if test.replace {
				change.Config = attributesOf(t, protocol, with(least, `"route_id":"route_2","cookie_prefix":"new"`))
			}
			if test.unknown {
				change.Config = withUnknown(t, change.Config, "route_id")
			}
			plan, told, err := protocol.PlanChange(t.Context(), instance, change)
			text, block := told.String(), `id = "edge_1/route_2"`
			if err != nil || told.Err() != nil || strings.Count(text, "already has an OAuth module") != test.warnings ||
				strings.Contains(text, block) != (test.warnings > 0) || test.warnings > 0 && !strings.Contains(text, "is "+test.live.Provider.Name) {
				t.Errorf("%v, %s", err, text)
			}
			if test.replace {
				if told, err = protocol.Apply(t.Context(), instance, plan); err != nil || len(told) > 0 {
					t.Errorf("applying: %v, %s", err, told)
				}
			}
			gets := 0
			for _, request := range server.Requests() {
				if request.Method == http.MethodGet {
					gets++
				}
			}
			if gets != test.gets {
				t.Errorf("%d reads, want %d", gets, test.gets)
			}
		})
	}
}

// A state of an earlier version has no id. It plans empty and may be updated, and a
// refresh adds the id, be it by a request or not.
func TestID(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	least := idpWith("idp_2", oneDomain)
	for name, protocol := range map[string]*protocoltest.Provider{"read": switchedOn(t, server), "not read": configured(t, server.URL)} {
		unknown := withUnknown(t, attributesOf(t, protocol, least), "route_id")
		instance := protocol.NewInstance(typeName)
		if plan, told, err := protocol.Plan(t.Context(), instance, unknown); err != nil || told.Err() != nil || idOf(plan).IsKnown() {
			t.Fatalf("%s: %v, %s, planned %v", name, err, told, plan)
		}
		plan := func(action protocoltest.Action, id string, config tftypes.Value) {
			t.Helper()
			protocol = again(t, protocol)
			plan, told, err := protocol.Plan(t.Context(), instance, config)
			if err != nil || told.Err() != nil || plan.Action != action || idOf(plan).Equal(protocoltest.String(id)) != (id != "") {
				t.Fatalf("%s: %v, %s, planned %v", name, err, told, plan)
			}
			if told, err = protocol.Apply(t.Context(), instance, plan); err != nil || told.Err() != nil {
				t.Fatalf("%s: %v, %s", name, err, told)
			}
		}
		plan(protocoltest.Create, "edge_1/route_1", attributesOf(t, protocol, least))
		plan(protocoltest.Replace, "edge_1/route_2", attributesOf(t, protocol, with(least, `"route_id":"route_2"`)))
		instance = protocol.NewInstance(typeName)
		instance.State = attributesOf(t, protocol, with(least, `"enabled":true,"deletion_policy":"ABANDON"`))
		plan(protocoltest.NoOp, "", attributesOf(t, protocol, least))
		plan(protocoltest.Update, "", attributesOf(t, protocol, with(least, `"cookie_prefix":"mine."`)))
		if told, err := protocol.Refresh(t.Context(), instance); err != nil || told.Err() != nil || instance.Text("id") != "edge_1/route_1" {
			t.Errorf("%s: %v, %s, read %s", name, err, told, instance.State)
		}
	}
}

func idOf(plan *protocoltest.Plan) tftypes.Value {
	var attributes map[string]tftypes.Value
	_ = plan.After.As(&attributes) // an object
	return attributes["id"]
}
