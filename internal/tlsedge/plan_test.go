// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// existing returns the state of an edge that matches the configuration in [unchanged].
func existing() arguments {
	return arguments{
		"id": "edge_1", "uri": "u", "description": "d", "metadata": "m", "hostports": []string{"a:1", "b:2"}, "deletion_policy": "PREVENT",
		"backend":         arguments{"enabled": true, "backend_id": "bkd_a"},
		"ip_restriction":  arguments{"enabled": true, "ip_policy_ids": []string{"p", "q"}},
		"tls_termination": arguments{"enabled": true, "terminate_at": "edge", "min_version": "1.2"},
	}
}

func unchanged() arguments {
	return arguments{
		"description": "d", "metadata": "m", "backend": arguments{"backend_id": "bkd_a"},
		"ip_restriction": arguments{"ip_policy_ids": []string{"p", "q"}}, "tls_termination": arguments{"terminate_at": "edge"},
	}
}

// planFor plans a configuration for an edge with the given state. If state is nil,
// planFor plans a new edge.
func (c client) planFor(t *testing.T, state, config arguments) (*protocoltest.Plan, protocoltest.Diagnostics) {
	t.Helper()
	if c.edge = c.NewInstance(typeName); state != nil {
		c.edge.State = c.Config(typeName, state)
	}
	return c.planChange(t, c.config(config))
}

func TestPlan(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	t.Cleanup(func() {
		if made := server.Requests(); len(made) > 0 {
			t.Errorf("expected no request, got %v", made)
		}
	})
	type row struct {
		changes arguments
		differs []string // the attributes that may change
		open    bool     // whether a value is unknown
	}
	unknown, unknownText := protocoltest.Unknown{}, tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	backend := func(id any) arguments { return arguments{"backend": arguments{"backend_id": id}} }
	policies := func(ids any) arguments { return arguments{"ip_restriction": arguments{"ip_policy_ids": ids}} }
	termination := func(place, version any) arguments {
		return arguments{"tls_termination": arguments{"terminate_at": place, "min_version": version}}
	}
	for name, test := range map[string]row{
		"nothing":                       {},
		"the default, written out":      {arguments{"backend": arguments{"enabled": true, "backend_id": "bkd_a"}}, nil, false},
		"another order":                 {policies([]string{"q", "p"}), nil, false},
		"the hostports it has":          {arguments{"hostports": []string{"b:2", "a:1"}}, nil, false},
		"a module that does nothing":    {arguments{"mutual_tls": arguments{"enabled": false, "certificate_authority_ids": []string{}}}, nil, false},
		"metadata":                      {arguments{"metadata": "n"}, []string{"metadata"}, false},
		"hostports":                     {arguments{"hostports": []string{"a:1"}}, []string{"hostports"}, false},
		"backend":                       {backend("bkd_b"), []string{"backend.backend_id"}, false},
		"policies disabled and emptied": {arguments{"ip_restriction": arguments{"enabled": false, "ip_policy_ids": []string{}}}, []string{"ip_restriction"}, false},
		"module added":                  {arguments{"traffic_policy": arguments{"value": "v"}}, []string{"traffic_policy"}, false},
		"version":                       {termination("edge", "1.3"), []string{"tls_termination.min_version"}, false},
		"place":                         {termination("upstream", nil), []string{"tls_termination.terminate_at"}, false},
		"everything": {
			arguments{
				"description": nil, "metadata": nil, "hostports": []string{}, "backend": nil, "ip_restriction": nil, "tls_termination": nil,
				"mutual_tls": arguments{"certificate_authority_ids": []string{"c"}}, "traffic_policy": arguments{"value": "v"},
			},
			[]string{"description", "metadata", "hostports", "backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"}, false,
		},
		"unknown element":           {policies([]tftypes.Value{protocoltest.String("p"), unknownText}), []string{"ip_restriction.ip_policy_ids"}, true},
		"unknown module":            {arguments{"traffic_policy": unknown}, []string{"traffic_policy"}, true},
		"module added, unknown ids": {arguments{"mutual_tls": arguments{"certificate_authority_ids": unknown}}, []string{"mutual_tls"}, true},
		"disabled one, unknown ids": {arguments{"mutual_tls": arguments{"enabled": false, "certificate_authority_ids": unknown}}, []string{"mutual_tls"}, true},
		"unknown place":             {termination(unknown, nil), []string{"tls_termination.terminate_at"}, true},
		"unknown id and a new text": {with(backend(unknown), arguments{"metadata": "n"}), []string{"metadata", "backend.backend_id"}, true},
		"unknown text":              {arguments{"description": unknown}, []string{"description"}, true},
		"case of a hostport":        {arguments{"hostports": []string{"A:1", "b:2"}}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// A replacement needs an allowing policy both in state and in the plan.
			config := with(with(unchanged(), test.changes), arguments{"deletion_policy": "ABANDON"})
			plan, diags := c.planFor(t, with(existing(), arguments{"deletion_policy": "ABANDON"}), config)
			prevented, why := c.planFor(t, existing(), config)
			if test.differs == nil {
				if actionOf(plan) == protocoltest.Replace || actionOf(prevented) != protocoltest.Update || len(diags)+len(why) > 0 {
					t.Errorf("planned to %q and %q\n%s%s", actionOf(plan), actionOf(prevented), diags, why)
				}
				return
			}
			words := []string{"cannot be replaced for " + strings.Join(test.differs, ", "), `deletion_policy = "ABANDON"`, "-target", "The deletion_policy is PREVENT"}
			wantDiagnostic(t, why, tfprotov6.DiagnosticSeverityError, test.differs[0], words...)
			if strings.Contains(why[0].Detail, "Not known yet: ") != test.open || strings.Contains(why[0].Detail, "add a second edge") != slices.Contains(test.differs, "hostports") {
				t.Errorf("got\n%s", why)
			}
			wantDiagnostic(t, diags, tfprotov6.DiagnosticSeverityWarning, "", "will be replaced and abandoned", "keeps serving traffic")
			if actionOf(plan) != protocoltest.Replace || prevented != nil {
				t.Errorf("planned to %q and %q\n%s%s", actionOf(plan), actionOf(prevented), diags, why)
			}
		})
	}
}

// A plan contains the configured values. An attribute that is not configured keeps the
// value from state, or is unknown if the service will choose a value. If TLS termination
// moves to the edge, min_version is unknown. If TLS termination moves upstream,
// min_version is null.
func TestPlan_whole(t *testing.T) {
	t.Parallel()
	later := protocoltest.Unknown{}
	termination := func(place string) arguments { return arguments{"tls_termination": arguments{"terminate_at": place}} }
	edge := func(id, place, version any) arguments {
		return arguments{"id": id, "tls_termination": arguments{"enabled": true, "terminate_at": place, "min_version": version}}
	}
	assigned := arguments{"uri": later, "created_at": later, "hostports": later}
	for name, test := range map[string]struct{ state, config, planned arguments }{
		"at the edge, created":   {nil, termination("edge"), with(assigned, edge(later, "edge", later))},
		"a version upstream":     {edge("edge_1", "upstream", "1.2"), termination("upstream"), edge("edge_1", "upstream", "1.2")},
		"no version at the edge": {edge("edge_1", "edge", nil), termination("edge"), edge("edge_1", "edge", nil)},
		"moved to the edge":      {edge("edge_1", "upstream", nil), termination("edge"), edge("edge_1", "edge", later)},
		"moved upstream, with its hostport": {
			with(edge("edge_1", "edge", "1.2"), arguments{"hostports": []string{"a:1"}}), termination("upstream"),
			with(edge("edge_1", "upstream", nil), arguments{"hostports": []string{"a:1"}}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, c := start(t, api.UpdateTLSEdge)
			policy := arguments{"deletion_policy": "ABANDON"}
			plan, diags := c.planFor(t, test.state, with(test.config, policy))
			if want := c.Config(typeName, with(test.planned, policy)); len(diags) > 0 || !plan.After.Equal(want) {
				t.Errorf("planned\n%s, want\n%s\n%s", plan.After, want, diags)
			}
		})
	}
}

// The plan of an enabled module without ids has exactly one warning, on the
// attribute for the ids.
func TestPlan_emptyProtection(t *testing.T) {
	t.Parallel()
	_, c := start(t, api.UpdateTLSEdge)
	modules := func(enabled, ids any) arguments {
		return arguments{
			"ip_restriction": arguments{"enabled": enabled, "ip_policy_ids": ids},
			"mutual_tls":     arguments{"enabled": enabled, "certificate_authority_ids": ids},
		}
	}
	none, some := []string{}, []string{"x"}
	for name, test := range map[string]struct {
		state, config arguments
		warned        int
	}{
		"created":           {nil, modules(nil, none), 2},
		"created, disabled": {nil, modules(false, none), 0},
		"created, unknown":  {nil, modules(true, protocoltest.Unknown{}), 0},
		"emptied":           {with(existing(), modules(true, some)), modules(true, none), 2},
		"enabled":           {with(existing(), modules(false, none)), modules(true, none), 2},
		"empty already":     {with(existing(), modules(true, none)), modules(true, none), 0},
	} {
		_, diags := c.planFor(t, test.state, test.config)
		if diags.Err() != nil || len(diags) != test.warned {
			t.Errorf("%s: %s", name, diags)
		}
		for _, one := range diags {
			if id, _ := one.Attribute.LastStep().(tftypes.AttributeName); !strings.HasSuffix(string(id), "_ids") {
				t.Errorf("%s: the warning is at %s", name, one.Attribute)
			}
		}
	}
}

// A replacement needs the same, allowing policy in state and in the plan, so that a policy
// that is tightened counts at once, and one that is loosened after its own apply. An edge
// that can neither be changed in place nor replaced rejects every unknown value.
func TestPlan_policies(t *testing.T) {
	t.Parallel()
	changed, unknown, module := arguments{"description": "x"}, arguments{"description": protocoltest.Unknown{}}, arguments{"backend": protocoltest.Unknown{}}
	for name, test := range map[string]struct {
		state, config any
		operations    []api.UndocumentedOperation
		changes       arguments
		action        protocoltest.Action // "" if the plan is rejected
	}{
		"kept":                      {"ABANDON", "ABANDON", nil, changed, protocoltest.Replace},
		"kept, unknown":             {"ABANDON", "ABANDON", nil, unknown, protocoltest.Replace},
		"tightened":                 {"ABANDON", "PREVENT", nil, changed, ""},
		"tightened by leaving out":  {"ABANDON", nil, nil, changed, ""},
		"loosened":                  {"PREVENT", "ABANDON", nil, changed, ""},
		"from DELETE to ABANDON":    {"DELETE", "ABANDON", []api.UndocumentedOperation{api.DeleteTLSEdge}, changed, ""},
		"from ABANDON to DELETE":    {"ABANDON", "DELETE", []api.UndocumentedOperation{api.DeleteTLSEdge}, changed, ""},
		"DELETE":                    {"DELETE", "DELETE", []api.UndocumentedOperation{api.DeleteTLSEdge}, unknown, protocoltest.Replace},
		"DELETE that is not named":  {"DELETE", "ABANDON", nil, unknown, ""},
		"unknown policy":            {"ABANDON", protocoltest.Unknown{}, nil, changed, ""},
		"only the policy":           {"ABANDON", "PREVENT", nil, nil, protocoltest.Update},
		"only an unknown policy":    {"PREVENT", protocoltest.Unknown{}, nil, nil, protocoltest.Update},
		"unknown value":             {"PREVENT", "PREVENT", nil, unknown, ""},
		"unknown module":            {"PREVENT", "PREVENT", []api.UndocumentedOperation{api.DeleteTLSEdgeModule}, module, ""},
		"unknown, changed in place": {"PREVENT", "PREVENT", []api.UndocumentedOperation{api.UpdateTLSEdge}, unknown, protocoltest.Update},
		"module removed in place":   {"ABANDON", "PREVENT", []api.UndocumentedOperation{api.DeleteTLSEdgeModule}, arguments{"ip_restriction": nil}, protocoltest.Update},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, c := start(t, test.operations...)
			policy := func(value any) arguments { return arguments{"deletion_policy": value} }
			plan, diags := c.planFor(t, with(existing(), policy(test.state)), with(with(unchanged(), test.changes), policy(test.config)))
			if got := actionOf(plan); got != test.action || (diags.Err() != nil) != (test.action == "") || len(diags.Long()) > 0 {
				t.Errorf("planned to %q, want %q\n%s", got, test.action, diags)
			}
			if tightened := test.state == "ABANDON" && test.action == ""; tightened {
				wantWords(t, diags, "The plan changes the deletion_policy, which is ABANDON in state")
			}
		})
	}
}

// The service may not show the hostports that it has chosen. They are then no change.
func TestPlan_unseenHostports(t *testing.T) {
	t.Parallel()
	_, c := start(t)
	plan, diags := c.planFor(t, with(existing(), arguments{"hostports": nil}), with(unchanged(), arguments{"deletion_policy": "ABANDON"}))
	if actionOf(plan) != protocoltest.Update || len(diags) > 0 {
		t.Errorf("planned to %q\n%s", actionOf(plan), diags)
	}
}
