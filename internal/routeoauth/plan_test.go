// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

const (
	anyState       = `{"enabled":true,"deletion_policy":"%s","provider":{"idp_2":{"client_id":"c","client_secret":"canary","email_domains":["a"]}}}`
	importedState  = `{}`
	isOpened       = "may answer WITHOUT authentication"
	isPrevented    = "must not be destroyed"
	isKeptOnRoute  = "must not leave its route"
	isLeftAsItIs   = "leaves state as it is"
	wouldBeLeft    = "would be left open"
	everybodyGetIn = "Anyone with an account at idp_2 can sign in on route \"route_1\" of HTTPS edge \"edge_1\""
)

func stateUnder(policy string) string { return fmt.Sprintf(anyState, policy) }

func TestModifyPlan_saysWhatBecomesOfTheRoute(t *testing.T) {
	t.Parallel()
	prevented, disabled, abandoned, deleted := stateUnder("PREVENT"), stateUnder("DISABLE"), stateUnder("ABANDON"), stateUnder("DELETE")
	destroyed := func(state tftypes.Value) tftypes.Value { return tftypes.NewValue(state.Type(), nil) }
	with := func(name string, value any) func(tftypes.Value) tftypes.Value {
		return func(state tftypes.Value) tftypes.Value {
			return withAttribute(t, state, name, tftypes.NewValue(tftypes.String, value))
		}
	}
	const refused, warned = tfprotov6.DiagnosticSeverityError, tfprotov6.DiagnosticSeverityWarning
	for name, test := range map[string]struct {
		state    string
		proposed func(tftypes.Value) tftypes.Value
		want     string
		severity tfprotov6.DiagnosticSeverity
	}{
		"destroyed":                       {prevented, destroyed, isPrevented, refused},
		"destroyed and disabled":          {disabled, destroyed, isOpened, warned},
		"destroyed and deleted":           {deleted, destroyed, isOpened, warned},
		"destroyed and abandoned":         {abandoned, destroyed, isLeftAsItIs, warned},
		"destroyed after an import":       {importedState, destroyed, isPrevented, refused},
		"another edge":                    {prevented, with("edge_id", "edge_2"), isKeptOnRoute, refused},
		"another route":                   {prevented, with("route_id", "route_2"), isKeptOnRoute, refused},
		"another route, disabled":         {disabled, with("route_id", "route_2"), isOpened, warned},
		"another route, abandoned":        {abandoned, with("route_id", "route_2"), isLeftAsItIs, warned},
		"an unknown edge":                 {prevented, with("edge_id", tftypes.UnknownValue), "is not known yet", warned},
		"an unknown edge, disabled":       {disabled, with("edge_id", tftypes.UnknownValue), isOpened, warned},
		"the same":                        {prevented, with("edge_id", "edge_1"), "", 0},
		"another setting":                 {prevented, with("cookie_prefix", "x."), "", 0},
		"another policy":                  {prevented, with("deletion_policy", "ABANDON"), "", 0},
		"another setting after an import": {importedState, with("cookie_prefix", "x."), "Nothing is sent", warned},
		"another setting that is unknown": {prevented, with("cookie_prefix", tftypes.UnknownValue), "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protocol := switchedOn(t, startUndocumented(t))
			prior := attributesOf(t, protocol, test.state)
			diagnostics := plan(t, protocol, prior, test.proposed(prior))
			if test.want == "" {
				if len(diagnostics) > 0 {
					t.Errorf("expected silence, got %s", diagnostics[0].Summary)
				}
				return
			}
			if len(diagnostics) != 1 || diagnostics[0].Severity != test.severity || !strings.Contains(diagnostics[0].Summary, test.want) {
				t.Fatalf("expected %q alone, got %v", test.want, protocoltest.Diagnostics(diagnostics))
			}
			told := diagnostics[0].Summary + diagnostics[0].Detail
			if !strings.Contains(told, `"route_1"`) || !strings.Contains(told, `"edge_1"`) || strings.Contains(told, "canary") {
				t.Errorf("expected the ids of the old route and no secret in %q", told)
			}
		})
	}
}

// TestModifyPlan_wouldBeLeftOpen plans two resources of one route, of which one
// goes and the other stays. The plan fails in either order unless a request for the
// one that stays is certain.
func TestModifyPlan_wouldBeLeftOpen(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		policy  string
		change  func(tftypes.Value) tftypes.Value
		refused bool
	}{
		"nothing is sent":          {"DISABLE", func(v tftypes.Value) tftypes.Value { return v }, true},
		"nothing is sent, deleted": {"DELETE", func(v tftypes.Value) tftypes.Value { return v }, true},
		"nothing is sent, kept":    {"ABANDON", func(v tftypes.Value) tftypes.Value { return v }, false},
		"something may be sent":    {"DISABLE", func(v tftypes.Value) tftypes.Value { return withUnknown(t, v, []string{"cookie_prefix"}) }, true},
		"an access rule is unknown": {"DISABLE", func(v tftypes.Value) tftypes.Value {
			return withUnknown(t, v, []string{provider, "idp_2", "email_domains"})
		}, true},
		"the module is sent": {"DISABLE", func(v tftypes.Value) tftypes.Value {
			return withAttribute(t, v, "cookie_prefix", protocoltest.String("x."))
		}, false},
	} {
		for _, firstGoes := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, first goes %t", name, firstGoes), func(t *testing.T) {
				t.Parallel()
				protocol := switchedOn(t, startUndocumented(t))
				state := attributesOf(t, protocol, stateUnder(test.policy))
				var told protocoltest.Diagnostics
				for _, goes := range []bool{firstGoes, !firstGoes} {
					instance := &protocoltest.Instance{TypeName: typeName, State: state}
					if _, more, err := protocol.Plan(t.Context(), instance, test.change(state)); !goes {
						told = append(told, more...)
						if err != nil {
							t.Fatal(err)
						}
						continue
					}
					_, more, err := protocol.PlanDestroy(t.Context(), instance)
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

func plan(t *testing.T, protocol *protocoltest.Provider, prior, proposed tftypes.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	resp, err := protocol.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName:         typeName,
		PriorState:       dynamic(t, prior),
		ProposedNewState: dynamic(t, proposed),
		Config:           dynamic(t, proposed),
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

func withAttribute(t *testing.T, object tftypes.Value, name string, value tftypes.Value) tftypes.Value {
	t.Helper()
	at := tftypes.NewAttributePath().WithAttributeName(name)
	changed, err := tftypes.Transform(object, func(here *tftypes.AttributePath, old tftypes.Value) (tftypes.Value, error) {
		if here.Equal(at) {
			return value, nil
		}
		return old, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return changed
}
