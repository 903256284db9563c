// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
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
		open    bool     // whether only unknown values may differ
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
		"module added, unknown ids": {arguments{"mutual_tls": arguments{"certificate_authority_ids": unknown}}, []string{"mutual_tls"}, false},
		"disabled one, unknown ids": {arguments{"mutual_tls": arguments{"enabled": false, "certificate_authority_ids": unknown}}, []string{"mutual_tls"}, true},
		"unknown place":             {termination(unknown, nil), []string{"tls_termination.terminate_at"}, true},
		"unknown id and a new text": {with(backend(unknown), arguments{"metadata": "n"}), []string{"metadata"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// The policy in state applies, not the configured policy.
			config := with(with(unchanged(), test.changes), arguments{"deletion_policy": "ABANDON"})
			plan, diags := c.planFor(t, with(existing(), arguments{"deletion_policy": "ABANDON"}), config)
			prevented, why := c.planFor(t, existing(), config)
			switch {
			case test.differs == nil:
				if actionOf(plan) == protocoltest.Replace || actionOf(prevented) != protocoltest.Update || len(diags)+len(why) > 0 {
					t.Errorf("planned to %q and %q\n%s%s", actionOf(plan), actionOf(prevented), diags, why)
				}
				return
			case test.open:
				wantDiagnostic(t, why, tfprotov6.DiagnosticSeverityWarning, test.differs[0], "may need a replacement that is prevented", test.differs[0],
					"AFTER it destroys objects that this run replaces")
			default:
				words := append([]string{"cannot be replaced for " + test.differs[0], `deletion_policy = "ABANDON"`, "-target", "plan -refresh-only"}, test.differs...)
				wantDiagnostic(t, why, tfprotov6.DiagnosticSeverityError, test.differs[0], words...)
				if strings.Contains(why[0].Detail, `(backend_id "bkd_a")`) != (name == "backend") {
					t.Errorf("the present backend_id is named only if the change is there:\n%s", why)
				}
			}
			wantDiagnostic(t, diags, tfprotov6.DiagnosticSeverityWarning, "", "will be replaced and abandoned", "keeps serving traffic")
			if actionOf(plan) != protocoltest.Replace || (prevented == nil) == test.open || actionOf(prevented) == protocoltest.Replace {
				t.Errorf("planned to %q and %q\n%s%s", actionOf(plan), actionOf(prevented), diags, why)
			}
		})
	}
}

// wantDiagnostic expects exactly one diagnostic, which names the edge.
func wantDiagnostic(t *testing.T, diags protocoltest.Diagnostics, severity tfprotov6.DiagnosticSeverity, attribute string, words ...string) {
	t.Helper()
	root, _, _ := strings.Cut(attribute, ".")
	if len(diags) != 1 || diags[0].Severity != severity || strings.Split(attributeName(diags[0].Attribute), ".")[0] != root || len(diags.Long()) > 0 {
		t.Fatalf("expected one of severity %v on %q, not too long, got\n%s", severity, root, diags)
	}
	wantWords(t, diags, append(words, `TLS edge "edge_1" ("a:1") `)...)
	for _, value := range []string{"a:1", "b:2", `"d"`, `"m"`} {
		if strings.Contains(diags[0].Detail, value) {
			t.Errorf("a configured value is shown in\n%s", diags)
		}
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

// An unknown backend_id is rejected if the edge has a backend and cannot switch to
// another backend, and if the policy keeps the edge in state. The error does not depend
// on other objects: neither -target nor a taint or refresh of the backend affects the error.
func TestPlan_losesBackend(t *testing.T) {
	t.Parallel()
	kept, unknown := arguments{"backend_id": "bkd_a"}, arguments{"backend_id": protocoltest.Unknown{}}
	for name, test := range map[string]struct {
		policy      string
		operations  []api.UndocumentedOperation
		has, wanted any
		isRejected  bool
	}{
		"unknown id":                {"PREVENT", nil, kept, unknown, true},
		"unknown module":            {"PREVENT", nil, kept, protocoltest.Unknown{}, true},
		"modules may be deleted":    {"PREVENT", []api.UndocumentedOperation{api.DeleteTLSEdgeModule}, kept, unknown, true},
		"DELETE that is not named":  {"DELETE", nil, kept, unknown, true},
		"edges may be deleted":      {"DELETE", []api.UndocumentedOperation{api.DeleteTLSEdge}, kept, unknown, false},
		"edges may be changed":      {"PREVENT", []api.UndocumentedOperation{api.UpdateTLSEdge}, kept, unknown, false},
		"edges may leave the state": {"ABANDON", nil, kept, unknown, false},
		"known":                     {"PREVENT", nil, kept, kept, false},
		"no backend before":         {"PREVENT", nil, nil, protocoltest.Unknown{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.UndocumentedOperations()...)
			config := arguments{"deletion_policy": test.policy, "hostports": []string{"checkout:443"}, "backend": test.has}
			c.mustApply(t, protocoltest.Create, config)
			c.Provider = newClient(t, server, test.operations...).Provider
			_, diags := c.plan(t, with(config, arguments{"backend": test.wanted, "deletion_policy": "ABANDON"}))
			if (diags.Err() != nil) != test.isRejected || test.isRejected && len(diags) != 1 || len(diags.Long()) > 0 {
				t.Errorf("rejected: %t\n%s", diags.Err() != nil, diags)
			}
			if test.isRejected {
				wantWords(t, diags, `("checkout:443") would lose its backend`, `backend_id is "bkd_a"`, "moved block", "in the Troubleshooting guide", `AttributeName("backend")`)
			}
		})
	}
}
