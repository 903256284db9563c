// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// A plan that certainly removes or disables a protecting module warns once for each, in two
// lines, whether it updates or replaces the edge. A rejected plan only has its error.
func TestPlan_admitsMore(t *testing.T) {
	t.Parallel()
	unknown := protocoltest.Unknown{}
	policies := func(enabled, ids any) arguments {
		return arguments{"ip_restriction": arguments{"enabled": enabled, "ip_policy_ids": ids}}
	}
	authorities := func(enabled any) arguments {
		return arguments{"mutual_tls": arguments{"enabled": enabled, "certificate_authority_ids": []string{"c"}}}
	}
	some, upstream := []string{"p", "q"}, arguments{"tls_termination": arguments{"terminate_at": "upstream"}}
	for name, test := range map[string]struct {
		state, config arguments
		warned        string
	}{
		"unchanged":          {nil, nil, ""},
		"removed":            {nil, arguments{"ip_restriction": nil}, "ip_restriction"},
		"disabled":           {nil, policies(false, some), "ip_restriction"},
		"and emptied":        {nil, policies(false, []string{}), "ip_restriction"},
		"disabled already":   {policies(false, some), policies(false, []string{"r"}), ""},
		"other ids":          {nil, policies(true, []string{"p"}), ""},
		"both":               {authorities(true), arguments{"ip_restriction": nil, "mutual_tls": nil}, "ip_restriction mutual_tls"},
		"with termination":   {authorities(true), with(upstream, authorities(false)), "mutual_tls"},
		"an unknown module":  {nil, arguments{"ip_restriction": unknown}, ""},
		"unknown, disabled":  {nil, policies(false, unknown), "ip_restriction"},
		"an unknown enabled": {nil, policies(unknown, some), ""},
		"another module":     {nil, arguments{"backend": nil}, ""},
	} {
		for policy, operations := range map[string][]api.UndocumentedOperation{"PREVENT": {api.UpdateTLSEdge}, "ABANDON": nil} {
			given := arguments{"deletion_policy": policy}
			state, config := with(with(existing(), test.state), given), with(with(with(unchanged(), test.state), test.config), given)
			plan, shown := planFor(t, start(t, operations...), state, config)
			var warned []string
			for _, warning := range shown {
				if warning.Summary == admitsMore && strings.Contains(warning.Detail, ` of TLS edge "edge_1".`) && protocoltest.Lines(warning.Detail) <= 2 {
					warned = append(warned, attributeName(warning.Attribute))
				}
			}
			if strings.Join(warned, " ") != test.warned || shown.Err() != nil || test.warned != "" && plan.Action == protocoltest.NoOp {
				t.Errorf("%s, %s: planned to %q, %s", name, policy, plan.Action, shown)
			}
		}
	}
	_, shown := planFor(t, start(t), existing(), with(unchanged(), arguments{"ip_restriction": nil}))
	wantShown(t, shown, "cannot be replaced for ip_restriction")
}
