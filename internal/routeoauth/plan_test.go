// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
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

// TestModifyPlan_unconfiguredPolicy plans ABANDON where no policy is configured. What
// means the same in state stays, so that it does not show as a change.
func TestModifyPlan_unconfiguredPolicy(t *testing.T) {
	t.Parallel()
	module := idpWith("idp_2", oneDomain)
	for state, want := range map[string]any{
		`{}`: "ABANDON", // as an import leaves it
		with(module, `"enabled":true,"deletion_policy":"DISABLE"`): "ABANDON",
		with(module, `"enabled":true,"deletion_policy":"PREVENT"`): "PREVENT",
		with(module, `"enabled":true`):                             nil,
	} {
		protocol := must(protocoltest.New(t.Context(), start(t).Block()))(t)
		instance := &protocoltest.Instance{TypeName: typeName, State: attributesOf(t, protocol, state)}
		plan, told, err := protocol.Plan(t.Context(), instance, attributesOf(t, protocol, module))
		if err != nil || plan == nil || protocoltest.PlainObject(plan.After)["deletion_policy"] != want {
			t.Errorf("%s: got %v, %s", state, err, told)
		}
	}
}
