// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

const (
	disabledState  = `{"enabled":true,"deletion_policy":"DISABLE","provider":{"idp_2":{"client_id":"c","client_secret":"canary","email_domains":["a"]}}}`
	abandonedState = `{"enabled":true,"deletion_policy":"ABANDON","provider":{"idp_2":{"client_id":"c","client_secret":"canary","email_domains":["a"]}}}`
	importedState  = `{}`
)

func TestModifyPlan_saysWhatBecomesOfTheRoute(t *testing.T) {
	t.Parallel()
	destroyed := func(state tftypes.Value) tftypes.Value { return tftypes.NewValue(state.Type(), nil) }
	with := func(name string, value any) func(tftypes.Value) tftypes.Value {
		return func(state tftypes.Value) tftypes.Value {
			return withAttribute(t, state, name, tftypes.NewValue(tftypes.String, value))
		}
	}
	const open, kept, refusal = "will answer WITHOUT authentication", "will stay as it is", "cannot be disabled yet"
	for name, test := range map[string]struct {
		state    string
		proposed func(tftypes.Value) tftypes.Value
		want     string
		severity tfprotov6.DiagnosticSeverity
	}{
		"destroyed":                        {disabledState, destroyed, open, tfprotov6.DiagnosticSeverityWarning},
		"destroyed and abandoned":          {abandonedState, destroyed, kept, tfprotov6.DiagnosticSeverityWarning},
		"destroyed after an import":        {importedState, destroyed, refusal, tfprotov6.DiagnosticSeverityError},
		"another edge":                     {disabledState, with("edge_id", "edge_2"), open, tfprotov6.DiagnosticSeverityWarning},
		"another route":                    {disabledState, with("route_id", "route_2"), open, tfprotov6.DiagnosticSeverityWarning},
		"another route, abandoned":         {abandonedState, with("route_id", "route_2"), kept, tfprotov6.DiagnosticSeverityWarning},
		"an edge that is not known yet":    {disabledState, with("edge_id", tftypes.UnknownValue), open, tfprotov6.DiagnosticSeverityWarning},
		"another route after an import":    {importedState, with("route_id", "route_2"), refusal, tfprotov6.DiagnosticSeverityError},
		"the same":                         {disabledState, with("edge_id", "edge_1"), "", 0},
		"another setting":                  {disabledState, with("cookie_prefix", "x."), "", 0},
		"another policy":                   {disabledState, with("deletion_policy", "ABANDON"), "", 0},
		"another setting after an import":  {importedState, with("cookie_prefix", "x."), "Nothing is sent", tfprotov6.DiagnosticSeverityWarning},
		"another setting that is unknown":  {disabledState, with("cookie_prefix", tftypes.UnknownValue), "", 0},
		"another setting, to be abandoned": {abandonedState, with("cookie_prefix", "x."), "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protocol := configured(t, "http://127.0.0.1:1")
			prior := attributesOf(t, protocol, test.state)
			diagnostics := plan(t, protocol, prior, test.proposed(prior))
			if test.want == "" {
				if len(diagnostics) > 0 {
					t.Errorf("expected silence, got %s", diagnostics[0].Summary)
				}
				return
			}
			if len(diagnostics) != 1 || diagnostics[0].Severity != test.severity || !strings.Contains(diagnostics[0].Summary, test.want) {
				t.Fatalf("expected %q alone, got %v", test.want, diagnostics)
			}
			told := diagnostics[0].Summary + diagnostics[0].Detail
			if !strings.Contains(told, `"route_1"`) || !strings.Contains(told, `"edge_1"`) || strings.Contains(told, "canary") {
				t.Errorf("expected the ids of the old route and no secret in %q", told)
			}
		})
	}
}

// TestModifyPlan_keeperComesLate plans a destruction before anything is known of
// the resource that keeps the route. That one's module must be sent, and where
// nothing can make a plan send it, the plan fails.
func TestModifyPlan_keeperComesLate(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	state := attributesOf(t, protocol, disabledState)
	gone := &protocoltest.Instance{TypeName: typeName, State: state}
	_, told, err := protocol.PlanDestroy(atOnce(t), gone)
	if err != nil || !strings.Contains(told.String(), "will answer WITHOUT authentication") {
		t.Fatalf("got %v, %s", err, told)
	}
	keeper := &protocoltest.Instance{TypeName: typeName, State: state}
	if _, told, err := protocol.Plan(t.Context(), keeper, state); err != nil || !strings.Contains(told.String(), "would be left open") || told.Err() == nil {
		t.Errorf("not refreshed: got %v, %s", err, told)
	}
	// What is unknown may turn out as it is in state, and then nothing is sent.
	for _, name := range []string{"auth_check_interval", "cookie_prefix", "identity_provider.idp_2.email_domains"} {
		open := withUnknown(t, state, strings.Split(name, "."))
		if _, told, err := protocol.Plan(t.Context(), keeper, open); err != nil || !strings.Contains(told.String(), "would be left open") {
			t.Errorf("not refreshed, %s unknown: got %v, %s", name, err, told)
		}
	}
	if told, err := protocol.Refresh(t.Context(), keeper); err != nil || len(told) > 0 {
		t.Fatalf("got %v, %s", err, told)
	}
	planned, told, err := protocol.Plan(t.Context(), keeper, state)
	if err != nil || !strings.Contains(told.String(), "stays with this resource") || told.Err() != nil {
		t.Fatalf("refreshed: got %v, %s", err, told)
	}
	if planned.Action != protocoltest.Update {
		t.Errorf("the plan is to %s", planned.Action)
	}
}

func TestModifyPlan_silentAtCreation(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	proposed := attributesOf(t, protocol, disabledState)
	if diagnostics := plan(t, protocol, tftypes.NewValue(proposed.Type(), nil), proposed); len(diagnostics) > 0 {
		t.Errorf("expected silence, got %s", diagnostics[0].Summary)
	}
}

func plan(t *testing.T, protocol *protocoltest.Provider, prior, proposed tftypes.Value) []*tfprotov6.Diagnostic {
	t.Helper()
	resp, err := protocol.PlanResourceChange(atOnce(t), &tfprotov6.PlanResourceChangeRequest{
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
