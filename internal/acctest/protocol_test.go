// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

const backendType = "trafficedge_failover_backend"

// planned is a case in which package protocoltest must plan and send the same as a real CLI. The
// first run creates an object, the second applies another configuration, the third applies it
// again, the fourth only plans, and the last destroys the object.
type planned struct {
	first, second map[string]any // nil means without the resource
	want          string         // the actions of the first, second and third run

	lifecycle map[string]any
	replace   bool   // the second run has -replace
	taint     bool   // before the second run
	others    string // what happens on the service before the second run: "change" or "remove"
	fails     string // the run and the method of a request that fails, such as "2 POST"
	acts      bool   // the service acts although the request fails
	imports   bool   // the first run imports an object, which is not young

	refused map[string]any // a configuration of which the fourth run rejects the plan, with -replace
}

func (p planned) typeName() string {
	switch {
	case p.first["edge_id"] != nil:
		return oauthType
	case p.first["deletion_policy"] != nil:
		return edgeType
	}
	return backendType
}

// later is a text that is unknown in the plan that creates or changes it.
type later struct {
	text  string
	round int // another round makes the same text unknown again
}

func plannedCases() map[string]planned {
	type lifecycle = map[string]any
	ignoring := func(names ...string) lifecycle { return lifecycle{"ignore_changes": names} }
	firstNew := lifecycle{"create_before_destroy": true}
	backend := func(description any) map[string]any {
		return map[string]any{"backends": []string{"x"}, "description": description}
	}
	edge := func(description any, id string) map[string]any {
		return map[string]any{"description": description, "deletion_policy": "DELETE", "backend": map[string]any{"backend_id": id}}
	}
	module := func(prefix any, domain string) map[string]any {
		idp := map[string]any{"idp_2": map[string]any{"email_domains": []string{domain}}}
		return map[string]any{"edge_id": "e", "cookie_prefix": prefix, "identity_provider": idp}
	}
	// A module is on the route with the name of its case, unless it moves.
	moved := with(module("p.", "a.org"), "route_id", "moved")
	b, e, m := backend("a"), edge("a", "x"), module("p.", "a.org")
	return map[string]planned{
		"same":                  {first: b, second: b, want: "create/no-op/no-op"},
		"update":                {first: b, second: backend("b"), want: "create/update/no-op"},
		"unset":                 {first: b, second: backend(nil), want: "create/update/no-op"},
		"drift":                 {first: b, second: b, others: "change", want: "create/update/no-op"},
		"gone":                  {first: b, second: b, imports: true, others: "remove", want: "no-op/create/no-op"},
		"forced":                {first: b, second: b, replace: true, want: "create/replace/no-op"},
		"forced-first":          {first: b, second: b, replace: true, lifecycle: firstNew, want: "create/replace/no-op"},
		"refused":               {first: b, second: b, fails: "1 POST", want: "create/create/no-op"},
		"refused-update":        {first: b, second: backend("b"), fails: "2 PATCH", want: "create/update/update"},
		"imported":              {first: b, second: b, imports: true, want: "no-op/no-op/no-op"},
		"imported-changed":      {first: backend("b"), second: b, imports: true, want: "update/update/no-op"},
		"unknown":               {first: backend(later{"a", 1}), second: backend(later{"b", 2}), want: "create/update/no-op"},
		"unknown-same":          {first: backend(later{"a", 1}), second: backend(later{"a", 2}), want: "create/update/no-op"},
		"removed":               {first: b, want: "create/delete/no-op"},
		"ignored":               {first: b, second: backend("b"), lifecycle: ignoring("description"), want: "create/no-op/no-op"},
		"edge":                  {first: e, second: edge("b", "x"), want: "create/replace/no-op"},
		"edge-first":            {first: e, second: edge("b", "x"), lifecycle: firstNew, want: "create/replace/no-op"},
		"edge-policy":           {first: with(e, "deletion_policy", "ABANDON"), second: e, want: "create/update/no-op"},
		"edge-refused-plan":     {first: e, second: e, refused: with(e, "deletion_policy", "ABANDON"), want: "create/no-op/no-op"},
		"edge-unknown":          {first: e, second: edge(later{"b", 1}, "x"), want: "create/replace/no-op"},
		"edge-unknown-same":     {first: e, second: edge(later{"a", 1}, "x"), want: "create/replace/no-op"},
		"edge-ignored-part":     {first: e, second: edge("a", "y"), lifecycle: ignoring("backend.backend_id"), want: "create/no-op/no-op"},
		"edge-ignored-replaced": {first: e, second: edge("b", "y"), lifecycle: ignoring("description"), want: "create/replace/no-op"},
		"edge-refused":          {first: e, second: edge("b", "x"), fails: "2 POST", want: "create/replace/create"},
		"edge-refused-first":    {first: e, second: edge("b", "x"), fails: "2 POST", lifecycle: firstNew, want: "create/replace/replace"},
		"edge-undeletable":      {first: e, second: edge("b", "x"), fails: "2 DELETE", want: "create/replace/replace"},
		"edge-tainted":          {first: e, second: e, taint: true, want: "create/replace/no-op"},
		"edge-forced":           {first: e, second: edge("b", "x"), replace: true, lifecycle: ignoring("description"), want: "create/replace/no-op"},
		"module-moved":          {first: m, second: moved, want: "create/replace/no-op"},
		"module-ignored-all":    {first: m, second: module("q.", "b.org"), lifecycle: lifecycle{"ignore_changes": "all"}, want: "create/no-op/no-op"},
		"module-ignored-part":   {first: m, second: module("q.", "b.org"), lifecycle: ignoring("identity_provider.idp_2.email_domains"), want: "create/update/no-op"},
		"module-lost":           {first: m, second: m, fails: "1 PUT", acts: true, want: "create/replace/no-op"},
		"module-lost-update":    {first: m, second: module("q.", "a.org"), fails: "2 PUT", acts: true, want: "create/update/update"},
	}
}

// In each case, package protocoltest plans the same actions, sends the same requests and shows
// the same errors as a real CLI, which has all cases in one configuration.
func TestAccProtocol(t *testing.T) {
	t.Parallel()
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Configure(t, "")
	cases := plannedCases()
	viaCLI, simulated := observe(t, cases), observe(t, cases)
	instances := map[string]*acctest.Resource{}
	for name, test := range cases {
		instances[name] = simulated.server.NewResource(t, test.typeName(), simulated.block())
	}
	for run := range 5 {
		viaCLI.begin(run + 1)
		actions, failures := viaCLI.runCLI(t, cli)
		simulated.begin(run + 1)
		var simulatedFailures []string
		for _, name := range slices.Sorted(maps.Keys(cases)) {
			action, diagnostics := simulated.runProtocol(instances[name], name)
			for _, diagnostic := range diagnostics {
				if diagnostic.Severity == tfprotov6.DiagnosticSeverityError {
					simulatedFailures = append(simulatedFailures, diagnostic.Summary)
				}
			}
			got, want := simulated.outcome(name, action), viaCLI.outcome(name, actions[name])
			if expected := strings.Split(cases[name].want, "/"); got != want || run < len(expected) && action != expected[run] {
				t.Errorf("%s, run %d: want %s, protocoltest has\n%s\nthe CLI has\n%s", name, run+1, expected, got, want)
			}
		}
		if got, want := simulated.sorted(simulatedFailures), viaCLI.sorted(failures); got != want {
			t.Errorf("run %d: protocoltest shows\n%s\nthe CLI shows\n%s", run+1, got, want)
		}
	}
}
