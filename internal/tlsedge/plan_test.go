// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
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

// planFor plans a configuration for an edge with the given state, without a refresh. If state is
// nil, planFor plans a new edge.
func planFor(t *testing.T, edge *acctest.Resource, state, config arguments) (*protocoltest.Plan, protocoltest.Diagnostics) {
	t.Helper()
	instance := edge.Provider.NewInstance(typeName)
	if state != nil {
		instance.State = edge.Config(state)
	}
	plan, shown, err := edge.Provider.PlanChange(t.Context(), instance, protocoltest.Change{Config: edge.Config(config)})
	acctest.NoError(t, err)
	return cmp.Or(plan, &protocoltest.Plan{}), shown
}

const (
	secondEdge = "If you want another hostport, add a second edge"
	inPlace    = `. If the service changes edges, add "update_tls_edge" to undocumented_operations.`
	undo       = "same policy. If you changed nothing, undo the change elsewhere.\n"
)

// wantAll reports the expectations that do not hold.
func wantAll(t *testing.T, action protocoltest.Action, shown string, expectations map[string]bool) {
	t.Helper()
	for _, expectation := range slices.Sorted(maps.Keys(expectations)) {
		if !expectations[expectation] {
			t.Errorf("expected: %s; planned to %q\n%s", expectation, action, shown)
		}
	}
}

// Under PREVENT, a plan of a change is rejected, and the error names the changed attributes.
// Under ABANDON, the plan replaces the edge. No message shows a configured value.
func TestPlan(t *testing.T) {
	t.Parallel()
	edge := start(t)
	t.Cleanup(func() { acctest.NoError(t, edge.Server.ExpectRequests()()) })
	unknown := protocoltest.Unknown{}
	backend := func(id any) arguments { return arguments{"backend": arguments{"backend_id": id}} }
	policies := func(enabled, ids any) arguments {
		return arguments{"ip_restriction": arguments{"enabled": enabled, "ip_policy_ids": ids}}
	}
	authorities := func(enabled, ids any) arguments {
		return arguments{"mutual_tls": arguments{"enabled": enabled, "certificate_authority_ids": ids}}
	}
	termination := func(place, version any) arguments {
		return arguments{"tls_termination": arguments{"terminate_at": place, "min_version": version}}
	}
	everything := with(authorities(true, []string{"c"}), arguments{
		"description": nil, "metadata": nil, "hostports": []string{"c:3"}, "backend": nil, "ip_restriction": nil, "tls_termination": nil,
		"traffic_policy": arguments{"value": "v"},
	})
	for name, test := range map[string]struct {
		changes   arguments
		differs   string // the attributes that may change; "" if the plan changes the policy alone
		isUnknown bool
	}{
		"nothing":                       {},
		"the default, written out":      {arguments{"backend": arguments{"enabled": true, "backend_id": "bkd_a"}}, "", false},
		"a module that does nothing":    {authorities(false, []string{}), "", false},
		"hostports":                     {arguments{"hostports": []string{"a:1"}}, "hostports", false},
		"backend":                       {backend("bkd_b"), "backend.backend_id", false},
		"hostports and backend":         {with(backend("bkd_b"), arguments{"hostports": []string{"a:1"}}), "hostports, backend.backend_id", false},
		"policies disabled and emptied": {policies(false, []string{}), "ip_restriction", false},
		"version":                       {termination("edge", "1.3"), "tls_termination.min_version", false},
		"place":                         {termination("upstream", nil), "tls_termination.terminate_at", false},
		"everything": {
			everything, "description, metadata, hostports, backend, ip_restriction, mutual_tls, tls_termination, traffic_policy", false,
		},
		"everything, one text unknown": {
			with(everything, arguments{"description": unknown}),
			"description, metadata, hostports, backend, ip_restriction, mutual_tls, tls_termination, traffic_policy", true,
		},
		"everything unknown, such as from a source that is read late": {
			with(with(backend(unknown), policies(unknown, unknown)), arguments{
				"description": unknown, "metadata": unknown, "hostports": unknown, "mutual_tls": unknown, "traffic_policy": unknown,
				"tls_termination": arguments{"enabled": unknown, "terminate_at": unknown, "min_version": unknown},
			}),
			"description, metadata, hostports, backend, ip_restriction, mutual_tls, tls_termination, traffic_policy", true,
		},
		"unknown element":           {policies(nil, []any{"p", unknown}), "ip_restriction.ip_policy_ids", true},
		"unknown module":            {arguments{"traffic_policy": unknown}, "traffic_policy", true},
		"disabled one, unknown ids": {authorities(false, unknown), "mutual_tls", true},
		"unknown place":             {termination(unknown, nil), "tls_termination.terminate_at", true},
		"unknown id and a new text": {with(backend(unknown), arguments{"metadata": "n"}), "metadata, backend.backend_id", true},
		"unknown text":              {arguments{"description": unknown}, "description", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// A replacement needs an allowing policy both in state and in the plan.
			config := with(with(unchanged(), test.changes), arguments{"deletion_policy": "ABANDON"})
			plan, warned := planFor(t, edge, with(existing(), arguments{"deletion_policy": "ABANDON"}), config)
			prevented, refused := planFor(t, edge, existing(), config)
			if test.differs == "" {
				if plan.Action == protocoltest.Replace || prevented.Action != protocoltest.Update || len(warned)+len(refused) > 0 {
					t.Errorf("planned to %q and %q\n%s%s", plan.Action, prevented.Action, warned, refused)
				}
				return
			}
			wantShown(t, refused, `ERROR: TLS edge "edge_1" cannot be replaced for `+test.differs+"\n", "The deletion_policy is PREVENT",
				"plan -refresh-only shows changes made elsewhere", `deletion_policy = "ABANDON"`, "-target")
			if len(warned) == 0 {
				t.Fatal("the plan of the replacement does not warn")
			}
			warned, opened := warned[:1], warned[1:]
			wantShown(t, warned, "WARNING: TLS edge will be replaced and abandoned\n", `TLS edge "edge_1" is removed from state, and stays on the service`)
			text, at := refused.String(), attributeName(refused[0].Attribute)
			lost := regexp.MustCompile(`(ip_restriction|backend)(,|$)`).FindAllString(test.differs, -1)
			wantAll(t, plan.Action, fmt.Sprint(refused, warned, opened), map[string]bool{
				"the plan is a replacement":            plan.Action == protocoltest.Replace,
				"the error is at the first change":     strings.HasPrefix(test.differs, at),
				"the warning is at no attribute":       warned[0].Attribute == nil,
				"the warning is short":                 len(warned.Long()) == 0,
				"the error is short":                   len(refused.Long()) == 0,
				"a warning for each lost module":       test.isUnknown || len(lost) == len(opened),
				"names what is not known":              regexp.MustCompile(`Not known yet: .* Otherwise, first apply it`).MatchString(text) == test.isUnknown,
				"the way to another hostport":          strings.Contains(text, secondEdge) == (test.differs == "hostports"),
				"the way to a change in place":         test.isUnknown || strings.Contains(text, inPlace),
				"the way back from a change elsewhere": test.isUnknown || strings.Contains(text, undo),
				"shows no configured value":            !regexp.MustCompile(`a:1|b:2|"d"|"m"|bkd_`).MatchString(text + warned.String()),
			})
		})
	}
}

// An attribute that is not configured keeps the value from state, or is unknown if the service
// will choose a value. If TLS termination moves to the edge, min_version is unknown. If TLS
// termination moves upstream, min_version is null.
func TestPlan_whole(t *testing.T) {
	t.Parallel()
	later := protocoltest.Unknown{}
	termination := func(place string) arguments { return arguments{"tls_termination": arguments{"terminate_at": place}} }
	at := func(id, place, version any) arguments {
		return arguments{"id": id, "tls_termination": arguments{"enabled": true, "terminate_at": place, "min_version": version}}
	}
	edge := start(t, api.UpdateTLSEdge)
	for name, test := range map[string]struct{ state, config, planned arguments }{
		"created at the edge": {nil, termination("edge"), with(at(later, "edge", later), arguments{"uri": later, "created_at": later, "hostports": later})},
		"a version upstream":  {at("edge_1", "upstream", "1.2"), termination("upstream"), at("edge_1", "upstream", "1.2")},
		"without a version":   {at("edge_1", "edge", nil), termination("edge"), at("edge_1", "edge", nil)},
		"moved to the edge":   {at("edge_1", "upstream", nil), termination("edge"), at("edge_1", "edge", later)},
		"moved upstream, with its hostport": {
			with(at("edge_1", "edge", "1.2"), arguments{"hostports": []string{"a:1"}}), termination("upstream"),
			with(at("edge_1", "upstream", nil), arguments{"hostports": []string{"a:1"}}),
		},
	} {
		policy := arguments{"deletion_policy": "ABANDON"}
		plan, diags := planFor(t, edge, test.state, with(test.config, policy))
		if want := edge.Config(with(test.planned, policy)); len(diags) > 0 || !plan.After.Equal(want) {
			t.Errorf("%s: planned\n%s, want\n%s\n%s", name, plan.After, want, diags)
		}
	}
}

// A replacement needs the same, allowing policy in state and in the plan. If the provider can
// only delete modules, a module that is not known yet cannot change. acctest tests the policies
// with known values.
func TestPlan_policies(t *testing.T) {
	t.Parallel()
	type operations = []api.UndocumentedOperation
	tightened := []string{"The plan changes the deletion_policy, which is ABANDON in state", "the edge's present values (state show prints them)"}
	changed, removed := arguments{"description": "x"}, arguments{"ip_restriction": nil}
	unknown, module := arguments{"description": protocoltest.Unknown{}}, arguments{"backend": protocoltest.Unknown{}}
	for name, test := range map[string]struct {
		state, config any
		operations    operations
		changes       arguments
		action        protocoltest.Action // "" if the plan is rejected
		says          []string
	}{
		"tightened by leaving out":  {"ABANDON", nil, nil, changed, "", tightened},
		"unknown, and a change":     {"ABANDON", protocoltest.Unknown{}, nil, changed, "", tightened[:1]},
		"from ABANDON to DELETE":    {"ABANDON", "DELETE", operations{api.DeleteTLSEdge}, changed, "", tightened},
		"DELETE":                    {"DELETE", "DELETE", operations{api.DeleteTLSEdge}, unknown, protocoltest.Replace, nil},
		"DELETE that is not named":  {"DELETE", "ABANDON", nil, unknown, "", []string{"deletion_policy DELETE needs"}},
		"only an unknown policy":    {"PREVENT", protocoltest.Unknown{}, nil, nil, protocoltest.Update, nil},
		"unknown module":            {"PREVENT", "PREVENT", operations{api.DeleteTLSEdgeModule}, module, "", nil},
		"unknown, changed in place": {"PREVENT", "PREVENT", operations{api.UpdateTLSEdge}, unknown, protocoltest.Update, nil},
		"module removed in place":   {"ABANDON", "PREVENT", operations{api.DeleteTLSEdgeModule}, removed, protocoltest.Update, nil},
	} {
		policy := func(value any) arguments { return arguments{"deletion_policy": value} }
		config := with(with(unchanged(), test.changes), policy(test.config))
		plan, shown := planFor(t, start(t, test.operations...), with(existing(), policy(test.state)), config)
		if plan.Action != test.action || len(shown.Long()) > 0 {
			t.Errorf("%s: planned to %q, want %q\n%s", name, plan.Action, test.action, shown)
		}
		if test.action == "" {
			wantShown(t, shown, test.says...)
		}
	}
}

// Some values are unknown until the apply, at which the edge is created, and then replaced.
func TestUnknownUntilApply(t *testing.T) {
	t.Parallel()
	edge := start(t)
	apply := func(action protocoltest.Action, known, unknown arguments) {
		edge.Server.ResetRequests()
		plan, shown := edge.Plan(protocoltest.Change{Config: edge.Config(with(known, unknown)), Known: edge.Config(known)})
		if plan.Action != action {
			t.Fatalf("expected to %s, got %q\n%s", action, plan.Action, shown)
		}
		acctest.NoError(t, acctest.Must(edge.Provider.Apply(t.Context(), edge.Instance, plan))(t).Err(), edge.Server.ExpectWrites(create)())
		edge.MustApply(protocoltest.NoOp, known)
	}
	later, policy := protocoltest.Unknown{}, arguments{"deletion_policy": "ABANDON"}
	everyModule := arguments{"backend": later, "ip_restriction": later, "mutual_tls": later, "tls_termination": later, "traffic_policy": later}
	apply(protocoltest.Create, with(fullArguments(), policy), everyModule)
	members := func(id, place any) arguments {
		return with(policy, arguments{"backend": arguments{"backend_id": id}, "tls_termination": arguments{"terminate_at": place}})
	}
	apply(protocoltest.Replace, members("bkd_b", "upstream"), members(later, later))
}
