// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

const (
	anyState       = `{"enabled":true,"deletion_policy":"%s","provider":{"idp_2":{"client_id":"c","client_secret":"canary","email_domains":["a"]}}}`
	isOpened       = "may answer WITHOUT authentication"
	isPrevented    = "must not be destroyed"
	isKeptOnRoute  = "must not leave its route"
	isLeftAsItIs   = "leaves state as it is"
	wouldBeLeft    = "would be left open"
	everybodyGetIn = "Anyone with an account at idp_2 can sign in on route \"route_1\" of HTTPS edge \"edge_1\""
)

func stateUnder(policy string) string { return fmt.Sprintf(anyState, policy) }

// changed returns the configuration of a state with one more member, or with an
// attribute that is unknown, which is given by its path with dots.
func changed(t *testing.T, protocol *protocoltest.Provider, state, change string) tftypes.Value {
	t.Helper()
	switch {
	case strings.Contains(change, ":"):
		return attributesOf(t, protocol, with(state, change))
	case change == "":
		return attributesOf(t, protocol, state)
	}
	return withUnknown(t, attributesOf(t, protocol, state), strings.Split(change, "."))
}

func TestModifyPlan_saysWhatBecomesOfTheRoute(t *testing.T) {
	t.Parallel()
	const (
		prevent, disable, abandon = "PREVENT", "DISABLE", "ABANDON"
		refused, warned           = tfprotov6.DiagnosticSeverityError, tfprotov6.DiagnosticSeverityWarning
		anotherRoute              = `"route_id":"route_2"`
	)
	for name, test := range map[string]struct {
		policy, change string // nothing changes where the resource is destroyed
		want           string
		severity       tfprotov6.DiagnosticSeverity
	}{
		"destroyed":                       {prevent, "", isPrevented, refused},
		"destroyed and disabled":          {disable, "", isOpened, warned},
		"destroyed and deleted":           {"DELETE", "", isOpened, warned},
		"destroyed and abandoned":         {abandon, "", isLeftAsItIs, warned},
		"another edge":                    {prevent, `"edge_id":"edge_2"`, isKeptOnRoute, refused},
		"another route":                   {prevent, anotherRoute, isKeptOnRoute, refused},
		"another route, disabled":         {disable, anotherRoute, isOpened, warned},
		"another route, abandoned":        {abandon, anotherRoute, isLeftAsItIs, warned},
		"an unknown edge":                 {prevent, "edge_id", "is not known yet", warned},
		"an unknown edge, disabled":       {disable, "edge_id", isOpened, warned},
		"the same":                        {prevent, `"edge_id":"edge_1"`, "", 0},
		"another setting":                 {prevent, `"cookie_prefix":"x."`, "", 0},
		"another policy":                  {prevent, `"deletion_policy":"ABANDON"`, "", 0},
		"another setting that is unknown": {prevent, "cookie_prefix", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protocol := switchedOn(t, startUndocumented(t))
			state := stateUnder(test.policy)
			instance := &protocoltest.Instance{TypeName: typeName, State: attributesOf(t, protocol, state)}
			_, told, err := protocol.Plan(t.Context(), instance, changed(t, protocol, state, test.change))
			if test.change == "" {
				_, told, err = again(t, protocol).PlanDestroy(t.Context(), instance)
			}
			if err != nil || test.want == "" && len(told) > 0 {
				t.Fatalf("expected silence, got %v, %s", err, told)
			}
			if test.want == "" {
				return
			}
			if len(told) != 1 || told[0].Severity != test.severity || !strings.Contains(told[0].Summary, test.want) {
				t.Fatalf("expected %q alone, got %s", test.want, told)
			}
			text := told[0].Summary + told[0].Detail
			for _, word := range []string{`"route_1"`, `"edge_1"`, "deletion_policy is " + test.policy} {
				if !strings.Contains(text, word) || strings.Contains(text, "canary") {
					t.Errorf("expected %q and no secret in %q", word, text)
				}
			}
		})
	}
}

// TestModifyPlan_wouldBeLeftOpen plans two resources of one route, of which one
// goes and the other stays. The plan fails in either order unless a request for the
// one that stays is certain.
func TestModifyPlan_wouldBeLeftOpen(t *testing.T) {
	t.Parallel()
	const created = "created"
	for name, test := range map[string]struct {
		policy, change string
		refused        bool
	}{
		"nothing is sent":           {"DISABLE", "", true},
		"nothing is sent, deleted":  {"DELETE", "", true},
		"nothing is sent, kept":     {"ABANDON", "", false},
		"something may be sent":     {"DISABLE", "cookie_prefix", true},
		"an access rule is unknown": {"DISABLE", "identity_provider.idp_2.email_domains", true},
		"the module is sent":        {"DISABLE", `"cookie_prefix":"x."`, false},
		"it is created":             {"DISABLE", created, false},
	} {
		for _, firstGoes := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, first goes %t", name, firstGoes), func(t *testing.T) {
				t.Parallel()
				protocol := switchedOn(t, startUndocumented(t))
				state := stateUnder(test.policy)
				instance := &protocoltest.Instance{TypeName: typeName, State: attributesOf(t, protocol, state)}
				var told protocoltest.Diagnostics
				for _, goes := range []bool{firstGoes, !firstGoes} {
					planned := func() (*protocoltest.Plan, protocoltest.Diagnostics, error) {
						if test.change == created {
							return protocol.Plan(t.Context(), protocol.NewInstance(typeName), instance.State)
						}
						return protocol.Plan(t.Context(), instance, changed(t, protocol, state, test.change))
					}
					if goes {
						planned = func() (*protocoltest.Plan, protocoltest.Diagnostics, error) {
							return protocol.PlanDestroy(t.Context(), instance)
						}
					}
					_, more, err := planned()
					if told = append(told, more...); err != nil {
						t.Fatal(err)
					}
				}
				if (told.Err() != nil) != test.refused || test.refused && !mentions(told, wouldBeLeft) {
					t.Errorf("got %s", told)
				}
			})
		}
	}
}

// TestModifyPlan_shared plans and applies two resources of one route in one run: the
// plan of the second one warns, and its apply fails.
func TestModifyPlan_shared(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	planning, applying := module.like, again(t, module.like)
	instances := []*protocoltest.Instance{planning.NewInstance(typeName), planning.NewInstance(typeName)}
	for i, instance := range instances {
		plan, told, err := planning.PlanChange(t.Context(), instance, module.change(idpWith("idp_2", oneDomain)))
		if err != nil || mentions(told, `Two resources have route "route_1" of HTTPS edge "edge_1"`) != (i == 1) {
			t.Fatalf("planning: got %v, %s", err, told)
		}
		told, err = plan.Stages(instance)[0](t.Context(), applying)
		if got := attributes(told, tfprotov6.DiagnosticSeverityError); err != nil || (i == 0) != (len(told) == 0) ||
			i == 1 && (!mentions(told, `Two resources set the OAuth module of route "route_1"`) || !slices.Equal(got, []string{"route_id"})) {
			t.Errorf("applying: got %v, %s", err, told)
		}
	}
	if err := module.server.ExpectWritesNow(put); err != nil {
		t.Error(err)
	}
}

// TestModifyPlan_ignoredMove replaces a resource on request while ignore_changes
// hides the route that is configured. The creation alone learns of it, and a CLI
// shows no warning of a creation in a replacement.
func TestModifyPlan_ignoredMove(t *testing.T) {
	t.Parallel()
	for policy, refused := range map[string]bool{"PREVENT": true, "DISABLE": true, "DELETE": true, "ABANDON": false} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			module := liveUndocumented(t, startUndocumented(t))
			one := with(idpWith("idp_2", oneDomain), fmt.Sprintf(`"deletion_policy":%q`, policy))
			module.applies(protocoltest.Create, one)
			module.ignored = []string{"route_id"}
			module.plans(protocoltest.NoOp, with(one, `"route_id":"route_2"`))
			change := module.change(with(one, `"route_id":"route_2"`))
			change.Replace = true
			_, told, err := module.run().PlanChange(t.Context(), module.Instance, change)
			if err != nil || (told.Err() != nil) != refused || refused && !mentions(told, isKeptOnRoute, "ignore_changes") {
				t.Errorf("got %v, %s", err, told)
			}
			// On its own route the module is replaced once, whatever the policy is.
			change = module.change(one)
			change.Replace = true
			module.requests([]string{put}, func() {
				run := module.run()
				plan, told, err := run.PlanChange(t.Context(), module.Instance, change)
				if err != nil || told.Err() != nil || plan.Action != protocoltest.Replace {
					t.Fatalf("got %v, %s", err, told)
				}
				if told, err = run.Apply(t.Context(), module.Instance, plan); err != nil || len(told) > 0 {
					t.Errorf("got %v, %s", err, told)
				}
			})
		})
	}
}

// TestDelete_notAnnounced destroys what a plan has not seen: the CLI plans a tainted
// resource as a mere creation.
func TestDelete_notAnnounced(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"PREVENT", "DISABLE"} {
		module := liveOn(t, start(t))
		one := with(idpWith("idp_2", oneDomain), fmt.Sprintf(`"deletion_policy":%q`, policy))
		module.applies(protocoltest.Create, one)
		module.Tainted = true
		module.requests(nil, func() { module.fails(with(one, `"route_id":"route_2"`), isPrevented, "tainted") })
		module.replaces(one, put)
		// With create_before_destroy, the apply plans the destruction after the creation.
		module.requests([]string{put}, func() {
			run, next := again(t, module.like), module.like.NewInstance(typeName)
			created, told, err := module.like.PlanChange(t.Context(), next, module.change(one))
			if err != nil || len(told) > 0 {
				t.Fatalf("got %v, %s", err, told)
			}
			if told, err := created.Stages(next)[0](t.Context(), run); err != nil || len(told) > 0 {
				t.Fatalf("got %v, %s", err, told)
			}
			destroyed, told, err := run.PlanDestroy(t.Context(), module.Instance)
			if err != nil || len(told) > 0 {
				t.Fatalf("got %v, %s", err, told)
			}
			if told, err := destroyed.Stages(module.Instance)[0](t.Context(), run); err != nil || len(told) > 0 {
				t.Errorf("got %v, %s", err, told)
			}
		})
	}
}

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
				module.appliesOnly(protocoltest.Create, test.before)
			}
			_, told, err := module.run().PlanChange(t.Context(), module.Instance, module.change(test.after))
			if err != nil || mentions(told, everybodyGetIn) != test.warned || !test.warned && len(told) > 0 {
				t.Errorf("got %v, %s", err, told)
			}
		})
	}
}
