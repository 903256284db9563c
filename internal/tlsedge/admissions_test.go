// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// A plan warns once, on the attribute, about each module that keeps fewer clients out than
// before, whether the edge is changed in place or replaced. Summaries are the same for all edges.
// A refused plan shows only its error. An unknown value and a destroy cause no warning.
func TestPlan_admissions(t *testing.T) {
	t.Parallel()
	const emptied, off = "Enabled module without ids", "_ is removed or disabled"
	modules := func(enabled, ids any) arguments {
		return arguments{
			"ip_restriction": arguments{"enabled": enabled, "ip_policy_ids": ids},
			"mutual_tls":     arguments{"enabled": enabled, "certificate_authority_ids": ids},
		}
	}
	served := arguments{"backend_id": "bkd_a"}
	none, some, later := []string{}, []string{"x"}, protocoltest.Unknown{}
	absent, unknown := arguments{"ip_restriction": nil, "mutual_tls": nil}, arguments{"ip_restriction": later, "mutual_tls": later}
	for name, test := range map[string]struct {
		state, config arguments
		warning       string // about both modules
	}{
		"created":                   {nil, modules(nil, none), emptied},
		"created, disabled":         {nil, modules(false, none), ""},
		"created, unknown":          {nil, modules(true, later), ""},
		"created without":           {nil, absent, ""},
		"unchanged":                 {modules(true, some), modules(nil, some), ""},
		"other ids":                 {modules(true, some), modules(true, []string{"y"}), ""},
		"emptied":                   {modules(true, some), modules(true, none), emptied},
		"enabled":                   {modules(false, none), modules(true, none), emptied},
		"empty already":             {modules(true, none), modules(true, none), ""},
		"disabled":                  {modules(true, some), modules(false, some), off},
		"disabled and emptied":      {modules(true, some), modules(false, none), off},
		"disabled, unknown ids":     {modules(true, some), modules(false, later), off},
		"disabled, empty before":    {modules(true, none), modules(false, none), off},
		"disabled already":          {modules(false, some), modules(false, some), ""},
		"removed":                   {modules(true, some), absent, off},
		"removed, empty before":     {modules(true, none), absent, off},
		"removed, disabled before":  {modules(false, some), absent, ""},
		"unknown module":            {modules(true, some), unknown, ""},
		"unknown ids":               {modules(true, some), modules(true, later), ""},
		"unknown whether enabled":   {modules(true, some), modules(later, some), ""},
		"unknown and empty":         {modules(true, some), modules(later, none), ""},
		"without modules, as state": {absent, absent, ""},
	} {
		inPlace, replaced := start(t, api.UpdateTLSEdge), start(t)
		for way, edge := range map[string]*acctest.Resource{
			"in place": inPlace, "replaced": replaced, "-replace": inPlace, "refused": replaced, "destroyed": inPlace,
		} {
			policy, want := arguments{"deletion_policy": "ABANDON"}, strings.Trim(test.warning+"\n"+test.warning, "\n")
			change := protocoltest.Change{Config: edge.Config(with(with(policy, arguments{"description": "new", "backend": served}), test.config)), Replace: way == "-replace"}
			edge.Instance = edge.Provider.NewInstance(typeName)
			if test.state != nil {
				edge.State = edge.Config(with(with(existing(), test.state), policy))
				switch way {
				case "refused":
					change.Config, want = edge.Config(with(arguments{"description": "new", "backend": served}, test.config)), "TLS edge cannot be replaced"
				case "destroyed":
					change.Config, want = tftypes.Value{}, ""
				}
			}
			_, diags, err := edge.Provider.PlanChange(t.Context(), edge.Instance, change)
			acctest.NoError(t, err)
			var got []string
			for _, diagnostic := range diags {
				at := attributeName(diagnostic.Attribute)
				module, _, _ := strings.Cut(at, ".")
				summary := strings.Replace(diagnostic.Summary, module+" of a TLS edge", "_", 1)
				switch {
				case strings.HasSuffix(summary, "abandoned"):
					continue
				case way == "refused" && test.state != nil:
					summary, _, _ = strings.Cut(strings.Replace(summary, ` "edge_1"`, "", 1), " for ")
				case !acctest.Message(at + " of TLS edge").MatchString(diagnostic.Detail), protocoltest.Lines(diagnostic.Detail) > 2,
					strings.Contains(diagnostic.Detail, `"edge_1"`) != (test.state != nil):
					t.Errorf("%s, %s: got %s", name, way, diags)
				}
				got = append(got, summary)
			}
			if strings.Join(got, "\n") != want {
				t.Errorf("%s, %s: got %q, want %q", name, way, got, want)
			}
		}
	}
}

// An edge without a backend serves nothing. One that is replaced or created without it served nothing
// before.
func TestPlan_servesNothing(t *testing.T) {
	t.Parallel()
	edge := start(t, api.UpdateTLSEdge)
	off := arguments{"enabled": false, "backend_id": "bkd_a"}
	for name, test := range map[string]struct {
		state, config arguments
		warns         bool
	}{
		"removed":          {existing(), with(unchanged(), arguments{"backend": nil}), true},
		"disabled":         {existing(), with(unchanged(), arguments{"backend": off}), true},
		"another":          {existing(), with(unchanged(), arguments{"backend": arguments{"backend_id": "bkd_b"}}), false},
		"unknown":          {existing(), with(unchanged(), arguments{"backend": protocoltest.Unknown{}}), false},
		"disabled already": {with(existing(), arguments{"backend": off}), with(unchanged(), arguments{"backend": nil}), false},
		"created":          {nil, arguments{"description": "d"}, false},
	} {
		_, diags := planFor(t, edge, test.state, test.config)
		const want = "WARNING: backend of a TLS edge is removed or disabled\nWithout backend, TLS edge \"edge_1\" serves nothing after the apply."
		if warns := strings.Contains(diags.String(), want); warns != test.warns || len(diags) > 1 || len(diags.Long()) > 0 {
			t.Errorf("%s: got %s", name, diags)
		}
	}
}
