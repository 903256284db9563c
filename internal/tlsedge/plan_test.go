// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// existing is the state of an edge that [unchanged] configures.
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

// unknown marks an element of a set as not known yet.
const unknown = "(unknown)"

// planFor plans a change to an edge in state. A nil configuration is a destroy.
func (c client) planFor(t *testing.T, state, config arguments) (*protocoltest.Plan, protocoltest.Diagnostics) {
	t.Helper()
	c.edge.State = c.Config(typeName, state)
	if config == nil {
		plan, said, err := c.PlanDestroy(t.Context(), c.edge)
		if err != nil {
			t.Fatal(err)
		}
		return plan, said
	}
	marker := protocoltest.String(unknown)
	configured, err := tftypes.Transform(c.Config(typeName, config), func(_ *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
		if v.Equal(marker) {
			return tftypes.NewValue(tftypes.String, tftypes.UnknownValue), nil
		}
		return v, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	plan, said, err := c.Plan(t.Context(), c.edge, configured)
	if err != nil {
		t.Fatal(err)
	}
	return plan, said
}

func TestPlan(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	type row struct {
		changes arguments
		differs []string // the attributes in which the edge would differ
		open    bool     // whether that depends on what is not known
	}
	backend := func(id any) arguments { return arguments{"backend": arguments{"backend_id": id}} }
	policies := func(ids ...string) arguments { return arguments{"ip_restriction": arguments{"ip_policy_ids": ids}} }
	termination := func(place, version any) arguments {
		return arguments{"tls_termination": arguments{"terminate_at": place, "min_version": version}}
	}
	for name, test := range map[string]row{
		"nothing":                       {},
		"the default, written out":      {arguments{"backend": arguments{"enabled": true, "backend_id": "bkd_a"}}, nil, false},
		"another order":                 {policies("q", "p"), nil, false},
		"the hostports it has":          {arguments{"hostports": []string{"b:2", "a:1"}}, nil, false},
		"the version it has":            {termination("edge", "1.2"), nil, false},
		"a module that does nothing":    {arguments{"mutual_tls": arguments{"enabled": false, "certificate_authority_ids": []string{}}}, nil, false},
		"no description":                {arguments{"description": nil}, []string{"description"}, false},
		"empty description":             {arguments{"description": ""}, []string{"description"}, false},
		"metadata":                      {arguments{"metadata": "n"}, []string{"metadata"}, false},
		"hostports":                     {arguments{"hostports": []string{"a:1"}}, []string{"hostports"}, false},
		"no hostports":                  {arguments{"hostports": []string{}}, []string{"hostports"}, false},
		"backend":                       {backend("bkd_b"), []string{"backend.backend_id"}, false},
		"backend disabled":              {arguments{"backend": arguments{"enabled": false, "backend_id": "bkd_a"}}, []string{"backend.enabled"}, false},
		"backend removed":               {arguments{"backend": nil}, []string{"backend"}, false},
		"policies":                      {policies("p"), []string{"ip_restriction.ip_policy_ids"}, false},
		"policies disabled and emptied": {arguments{"ip_restriction": arguments{"enabled": false, "ip_policy_ids": []string{}}}, []string{"ip_restriction"}, false},
		"module added":                  {arguments{"traffic_policy": arguments{"value": "v"}}, []string{"traffic_policy"}, false},
		"disabled module added":         {arguments{"traffic_policy": arguments{"enabled": false, "value": "v"}}, []string{"traffic_policy"}, false},
		"version":                       {termination("edge", "1.3"), []string{"tls_termination.min_version"}, false},
		"place":                         {termination("upstream", nil), []string{"tls_termination.terminate_at"}, false},
		"several":                       {with(backend("bkd_b"), arguments{"metadata": "n"}), []string{"metadata", "backend.backend_id"}, false},
		"everything": {
			arguments{
				"description": nil, "metadata": nil, "hostports": []string{}, "backend": nil, "ip_restriction": nil, "tls_termination": nil,
				"mutual_tls": arguments{"certificate_authority_ids": []string{"c"}}, "traffic_policy": arguments{"value": "v"},
			},
			[]string{"description", "metadata", "hostports", "backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"}, false,
		},
		"unknown id":                {backend(unknown), []string{"backend.backend_id"}, true},
		"unknown element":           {policies("p", unknown), []string{"ip_restriction.ip_policy_ids"}, true},
		"unknown place":             {termination(unknown, nil), []string{"tls_termination.terminate_at"}, true},
		"unknown module":            {arguments{"traffic_policy": protocoltest.Unknown{}}, []string{"traffic_policy"}, true},
		"unknown description":       {arguments{"description": unknown}, []string{"description"}, true},
		"unknown hostport":          {arguments{"hostports": []string{unknown}}, []string{"hostports"}, true},
		"unknown id and a new text": {with(backend(unknown), arguments{"metadata": "n"}), []string{"metadata"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClient(t, server, false)
			config := with(unchanged(), test.changes)
			abandoning := arguments{"deletion_policy": "ABANDON"}
			plan, said := c.planFor(t, with(existing(), abandoning), with(config, abandoning))
			if replaced := actionOf(plan) == protocoltest.Replace; replaced != (test.differs != nil) {
				t.Errorf("ABANDON: planned to %s\n%s", actionOf(plan), said)
			}
			if test.differs == nil {
				wantDiagnostics(t, said)
			} else {
				wantDiagnostics(t, said, expected{tfprotov6.DiagnosticSeverityWarning, "", []string{`"edge_1" (a:1) will be replaced and abandoned`, "keeps serving traffic", "a backend that is gone"}})
			}
			// The policy in state decides, whatever the configuration says.
			plan, said = c.planFor(t, existing(), with(config, abandoning))
			switch {
			case test.differs == nil:
				wantDiagnostics(t, said)
			case test.open:
				words := []string{`"edge_1" (a:1) may need a replacement`, test.differs[0]}
				if strings.Contains(test.differs[0], "_id") {
					words = []string{`"edge_1" (a:1) may be left serving something that is gone`, test.differs[0]}
				}
				wantDiagnostics(t, said, expected{tfprotov6.DiagnosticSeverityWarning, test.differs[0], words})
			default:
				words := append([]string{`"edge_1" (a:1) must not be replaced`, `deletion_policy = "ABANDON"`}, test.differs...)
				wantDiagnostics(t, said, expected{tfprotov6.DiagnosticSeverityError, test.differs[0], words})
			}
			if refused := plan == nil; refused != (test.differs != nil && !test.open) || actionOf(plan) == protocoltest.Replace {
				t.Errorf("PREVENT: planned to %s\n%s", actionOf(plan), said)
			}
		})
	}
	if made := server.Requests(); len(made) > 0 {
		t.Errorf("expected no request, got %v", made)
	}
}

// expected is a diagnostic: summary and detail together have the words.
type expected struct {
	severity  tfprotov6.DiagnosticSeverity
	attribute string
	words     []string
}

func wantDiagnostics(t *testing.T, said protocoltest.Diagnostics, all ...expected) {
	t.Helper()
	if len(said) != len(all) {
		t.Errorf("expected %d diagnostics, got\n%s", len(all), said)
		return
	}
	for i, one := range all {
		root, _, _ := strings.Cut(one.attribute, ".")
		on, _, _ := strings.Cut(attributeName(said[i].Attribute), ".")
		if said[i].Severity != one.severity || on != root {
			t.Errorf("expected severity %v on %q, got %v on %v", one.severity, root, said[i].Severity, said[i].Attribute)
		}
		wantWords(t, said[i:i+1], one.words...)
		for _, long := range said.Long() {
			t.Errorf("more than %d lines:\n%s", protocoltest.MaxLines, long)
		}
		for _, value := range []string{"bkd_", "a:1", "b:2", `"d"`, `"m"`} {
			if strings.Contains(said[i].Detail, value) {
				t.Errorf("a configured value is shown in\n%s", said)
			}
		}
	}
}

// A change of the policy alone makes no other attribute unknown, whatever the
// edge has.
func TestPlan_policyAlone(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{})
	upstream := arguments{"tls_termination": arguments{"terminate_at": "upstream"}}
	atEdge := arguments{"tls_termination": arguments{"terminate_at": "edge"}}
	stored := func(place string, version any) arguments {
		return arguments{"id": "edge_1", "tls_termination": arguments{"enabled": true, "terminate_at": place, "min_version": version}}
	}
	for name, test := range map[string]struct{ state, config arguments }{
		"bare":                   {arguments{"id": "edge_1"}, arguments{}},
		"upstream":               {stored("upstream", nil), upstream},
		"a version upstream":     {stored("upstream", "1.2"), upstream},
		"no version at the edge": {with(stored("edge", nil), arguments{"hostports": []string{"a:1"}}), atEdge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClient(t, server, false)
			plan, said := c.planFor(t, with(test.state, arguments{"deletion_policy": "PREVENT"}), with(test.config, arguments{"deletion_policy": "ABANDON"}))
			wantDiagnostics(t, said)
			if want := c.Config(typeName, with(test.state, arguments{"deletion_policy": "ABANDON"})); !plan.After.Equal(want) {
				t.Errorf("planned\n%s, want\n%s", plan.After, want)
			}
		})
	}
}

// An imported edge has no policy yet, and is protected.
func TestPlan_destroy(t *testing.T) {
	t.Parallel()
	c := newClient(t, acctest.Start(t, refapi.Options{}), false)
	_, said := c.planFor(t, with(existing(), arguments{"deletion_policy": nil}), nil)
	wantDiagnostics(t, said, expected{tfprotov6.DiagnosticSeverityError, "deletion_policy", []string{
		`"edge_1" (a:1) must not be destroyed`, "moved", `deletion_policy = "ABANDON"`,
	}})
}

// An apply that was not planned gets an error, not a silent change of state.
func TestApply_unplannedChange(t *testing.T) {
	t.Parallel()
	c := newClient(t, acctest.Start(t, refapi.Options{}), false)
	dynamic := func(backend string) *tfprotov6.DynamicValue {
		value, err := protocoltest.Dynamic(c.Config(typeName, with(existing(), arguments{"backend": arguments{"enabled": true, "backend_id": backend}})))
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	resp, err := c.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName: typeName, PriorState: dynamic("bkd_a"), Config: dynamic("bkd_b"), PlannedState: dynamic("bkd_b"),
	})
	if err != nil {
		t.Fatal(err)
	}
	if refused := protocoltest.Failure(resp.Diagnostics); refused == nil || !strings.Contains(refused.Error(), "backend.backend_id") {
		t.Errorf("expected an error for backend.backend_id, got %v", refused)
	}
}

// BenchmarkPlan makes all the calls of a CLI for one edge in a plan without
// changes, but has no connection to a CLI. It includes the reference API's work
// on one request.
func BenchmarkPlan(b *testing.B) {
	for name, wanted := range map[string]arguments{
		"backend only": {"backend": arguments{"backend_id": "bkd_1"}}, "every module": fullArguments(),
	} {
		b.Run(name, func(b *testing.B) {
			server := httptest.NewServer(refapi.New(refapi.Options{}))
			b.Cleanup(server.Close)
			provider, err := protocoltest.New(b.Context(), map[string]tftypes.Value{"base_url": protocoltest.String(server.URL)})
			if err != nil {
				b.Fatal(err)
			}
			edge, config := provider.NewInstance(typeName), provider.Config(typeName, wanted)
			check := func(said protocoltest.Diagnostics, err error) {
				if err != nil || len(said) > 0 {
					b.Fatal(err, said)
				}
			}
			planned, said, err := provider.Plan(b.Context(), edge, config)
			check(said, err)
			check(provider.Apply(b.Context(), edge, planned))
			b.ReportAllocs()
			for b.Loop() {
				check(provider.Refresh(b.Context(), edge))
				_, said, err := provider.Plan(b.Context(), edge, config)
				check(said, err)
			}
		})
	}
}
