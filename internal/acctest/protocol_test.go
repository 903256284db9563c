// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const backendType = "trafficedge_failover_backend"

// planned is a case in which package protocoltest must plan and send the same as a real CLI. The
// first run creates an object, the second applies another configuration, the third applies it
// again, the fourth only plans, and the last destroys the object.
type planned struct {
	typeName      string
	first, second map[string]any // nil means without the resource
	want          string         // the actions of the first, second and third run

	lifecycle map[string]any
	replace   bool   // the second run has -replace
	taint     bool   // before the second run
	others    string // what happens on the service before the second run: "change" or "remove"
	fails     string // the run and the method of a request that fails, such as "2 POST"
	acts      bool   // the service acts although the request fails
	imports   bool   // the first run imports an object

	refused map[string]any // a configuration of which the fourth run rejects the plan, with -replace
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
		"same":              {typeName: backendType, first: b, second: b, want: "create no-op no-op"},
		"update":            {typeName: backendType, first: b, second: backend("b"), want: "create update no-op"},
		"unset":             {typeName: backendType, first: b, second: backend(nil), want: "create update no-op"},
		"drift":             {typeName: backendType, first: b, second: b, others: "change", want: "create update no-op"},
		"gone":              {typeName: backendType, first: b, second: b, others: "remove", want: "create create no-op"},
		"forced":            {typeName: backendType, first: b, second: b, replace: true, want: "create replace no-op"},
		"forced-first":      {typeName: backendType, first: b, second: b, replace: true, lifecycle: firstNew, want: "create replace no-op"},
		"refused":           {typeName: backendType, first: b, second: b, fails: "1 POST", want: "create create no-op"},
		"refused-update":    {typeName: backendType, first: b, second: backend("b"), fails: "2 PATCH", want: "create update update"},
		"imported":          {typeName: backendType, first: b, second: b, imports: true, want: "no-op no-op no-op"},
		"imported-changed":  {typeName: backendType, first: backend("b"), second: b, imports: true, want: "update update no-op"},
		"unknown":           {typeName: backendType, first: backend(later{"a", 1}), second: backend(later{"b", 2}), want: "create update no-op"},
		"unknown-same":      {typeName: backendType, first: backend(later{"a", 1}), second: backend(later{"a", 2}), want: "create update no-op"},
		"removed":           {typeName: backendType, first: b, want: "create delete no-op"},
		"ignored":           {typeName: backendType, first: b, second: backend("b"), lifecycle: ignoring("description"), want: "create no-op no-op"},
		"edge":              {typeName: edgeType, first: e, second: edge("b", "x"), want: "create replace no-op"},
		"edge-first":        {typeName: edgeType, first: e, second: edge("b", "x"), lifecycle: firstNew, want: "create replace no-op"},
		"edge-policy":       {typeName: edgeType, first: with(e, "deletion_policy", "ABANDON"), second: e, want: "create update no-op"},
		"edge-refused-plan": {typeName: edgeType, first: e, second: e, refused: with(e, "deletion_policy", "ABANDON"), want: "create no-op no-op"},
		"edge-unknown":      {typeName: edgeType, first: e, second: edge(later{"b", 1}, "x"), want: "create replace no-op"},
		"edge-unknown-same": {typeName: edgeType, first: e, second: edge(later{"a", 1}, "x"), want: "create replace no-op"},
		"edge-ignored-part": {
			typeName: edgeType, first: e, second: edge("a", "y"), lifecycle: ignoring("backend.backend_id"), want: "create no-op no-op",
		},
		"edge-ignored-replaced": { // the new edge has the ignored value
			typeName: edgeType, first: e, second: edge("b", "y"), lifecycle: ignoring("description"), want: "create replace no-op",
		},
		"edge-refused":       {typeName: edgeType, first: e, second: edge("b", "x"), fails: "2 POST", want: "create replace create"},
		"edge-refused-first": {typeName: edgeType, first: e, second: edge("b", "x"), fails: "2 POST", lifecycle: firstNew, want: "create replace replace"},
		"edge-undeletable":   {typeName: edgeType, first: e, second: edge("b", "x"), fails: "2 DELETE", want: "create replace replace"},
		"edge-tainted":       {typeName: edgeType, first: e, second: e, taint: true, want: "create replace no-op"},
		"edge-forced": {
			typeName: edgeType, first: e, second: edge("b", "x"), replace: true, lifecycle: ignoring("description"), want: "create replace no-op",
		},
		"module-moved":       {typeName: oauthType, first: m, second: moved, want: "create replace no-op"},
		"module-ignored-all": {typeName: oauthType, first: m, second: module("q.", "b.org"), lifecycle: lifecycle{"ignore_changes": "all"}, want: "create no-op no-op"},
		"module-ignored-part": {
			typeName: oauthType, first: m, second: module("q.", "b.org"), lifecycle: ignoring("identity_provider.idp_2.email_domains"), want: "create update no-op",
		},
		"module-lost": {typeName: oauthType, first: m, second: m, fails: "1 PUT", acts: true, want: "create replace no-op"},
		"module-lost-update": {
			typeName: oauthType, first: m, second: module("q.", "a.org"), fails: "2 PUT", acts: true, want: "create update update",
		},
	}
}

// In each case, package protocoltest plans the same actions, sends the same requests and shows
// the same errors as a real CLI, which has all cases in one configuration.
func TestAccProtocol(t *testing.T) {
	t.Parallel()
	cli := acctest.BuildProvider(t).NewCLI(t)
	if !cli.AtLeast(t, "1.5.0") {
		t.Skip("import blocks need a CLI of 1.5")
	}
	cli.Setenv("TF_LOG", "")
	cli.Configure(t, "")
	cases := plannedCases()
	real, simulated := observe(t, cases), observe(t, cases)
	instances := map[string]*acctest.Resource{}
	for name, test := range cases {
		instances[name] = simulated.server.NewResource(t, test.typeName, simulated.block())
	}
	for run := range 5 {
		real.begin(run + 1)
		actions, failures := real.runCLI(t, cli)
		simulated.begin(run + 1)
		var simulatedFailures []string
		for _, name := range slices.Sorted(maps.Keys(cases)) {
			action, diagnostics := simulated.runProtocol(instances[name], name)
			for _, diagnostic := range diagnostics {
				if diagnostic.Severity == tfprotov6.DiagnosticSeverityError {
					simulatedFailures = append(simulatedFailures, diagnostic.Summary)
				}
			}
			got, want := simulated.outcome(name, action), real.outcome(name, actions[name])
			if expected := strings.Fields(cases[name].want); got != want || run < len(expected) && action != expected[run] {
				t.Errorf("%s, run %d: want %s, protocoltest has\n%s\nthe CLI has\n%s", name, run+1, expected, got, want)
			}
		}
		if got, want := simulated.sorted(simulatedFailures), real.sorted(failures); got != want {
			t.Errorf("run %d: protocoltest shows\n%s\nthe CLI shows\n%s", run+1, got, want)
		}
	}
}

// observed is a service, and what a tool does with the resources of all cases.
type observed struct {
	cases  map[string]planned
	server *acctest.Server
	run    int
	names  map[string]string // the cases by the ids of their objects
}

func observe(t *testing.T, cases map[string]planned) *observed {
	t.Helper()
	o := &observed{cases: cases, server: acctest.Start(t, refapi.Options{Undocumented: true}), names: map[string]string{}}
	for name, test := range cases {
		if test.imports {
			o.server.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_" + name, Metadata: name, Description: "a", Backends: []string{"x"}})
		}
	}
	return o
}

func (o *observed) block() map[string]any {
	return map[string]any{
		"base_url": o.server.URL, "max_retries": 0, "requests_per_minute": 100_000, "refresh_from_list": false,
		"undocumented_operations": []string{"delete_tls_edge", "read_route_oauth"},
	}
}

// begin prepares the service for a run.
func (o *observed) begin(run int) {
	o.run = run
	o.note()
	for id, name := range o.names {
		switch others := o.cases[name].others; {
		case run == 2 && others == "change":
			o.server.ChangeFailoverBackend(id, func(b *refapi.FailoverBackend) { b.Description = "theirs" })
		case run == 2 && others == "remove":
			o.server.RemoveFailoverBackend(id)
		}
	}
	o.server.ResetRequests()
	names := maps.Clone(o.names)
	o.server.Intercept(func(r refapi.Request) *refapi.Fault {
		switch test := o.cases[caseOf(r, names)]; {
		case test.fails != fmt.Sprintf("%d %s", run, r.Method):
			return nil
		case test.acts:
			return &refapi.Fault{Status: http.StatusBadGateway, AfterActing: true}
		}
		return &refapi.Fault{Status: http.StatusUnprocessableEntity}
	})
}

// note stores which objects belong to which cases.
func (o *observed) note() {
	for _, backend := range o.server.FailoverBackends() {
		o.names[backend.ID] = backend.Metadata
	}
	for _, edge := range o.server.TLSEdges() {
		o.names[edge.ID] = edge.Metadata
	}
}

// caseOf returns the case to which a request belongs.
func caseOf(r refapi.Request, names map[string]string) string {
	if name, isCreation := r.Member("metadata"); isCreation && r.Method == http.MethodPost {
		return fmt.Sprint(name)
	}
	if id := path.Base(r.Path); id != "oauth" {
		return names[id]
	}
	name, _, _ := strings.Cut(path.Base(path.Dir(r.Path)), "_")
	return name
}

// outcome describes what a run did in a case.
func (o *observed) outcome(name, action string) string {
	o.note()
	lines := []string{action}
	for _, r := range o.server.Requests() {
		if caseOf(r, o.names) == name {
			lines = append(lines, o.named(r.Method+" "+r.Path+" "+string(r.Body)))
		}
	}
	return strings.Join(lines, "\n")
}

// named replaces ids, which differ between services, by the names of their cases.
func (o *observed) named(text string) string {
	for id, name := range o.names {
		text = strings.ReplaceAll(text, id, name)
	}
	return text
}

func (o *observed) sorted(lines []string) string {
	slices.Sort(lines)
	return o.named(strings.Join(lines, "\n"))
}

// config returns the configuration of a case in this run, or nil if the run has no resource. The
// function convert returns the value for a [later].
func (o *observed) config(name string, convert func(later) any) map[string]any {
	test := o.cases[name]
	chosen := []map[string]any{test.first, test.second, test.second, test.second, nil}[o.run-1]
	if o.run == 4 && test.refused != nil {
		chosen = test.refused
	}
	if chosen == nil {
		return nil
	}
	config := maps.Clone(chosen)
	switch {
	case test.typeName != oauthType:
		config["metadata"] = name
	case config["route_id"] == nil:
		config["route_id"] = name
	default:
		config["route_id"] = name + "_" + config["route_id"].(string)
	}
	for argument, value := range config {
		if unknown, isUnknown := value.(later); isUnknown {
			config[argument] = convert(unknown)
		}
	}
	return config
}

// replaces reports whether this run has -replace for a case.
func (o *observed) replaces(name string) bool {
	return o.run == 2 && o.cases[name].replace || o.run == 4 && o.cases[name].refused != nil
}

// runProtocol runs a case, and returns the action and the diagnostics.
func (o *observed) runProtocol(r *acctest.Resource, name string) (string, protocoltest.Diagnostics) {
	r.Helper()
	test := o.cases[name]
	known := o.config(name, func(value later) any { return value.text })
	change := protocoltest.Change{Config: r.Config(known), Known: r.Config(known), Replace: o.replaces(name)}
	change.CreateFirst = test.lifecycle["create_before_destroy"] != nil
	switch ignored := test.lifecycle["ignore_changes"].(type) {
	case string:
		change.Ignored = []string{ignored}
	case []string:
		change.Ignored = ignored
	}
	if o.run < 3 { // the third run has the values of the second
		change.Config = r.Config(o.config(name, func(later) any { return protocoltest.Unknown{} }))
	}
	var plan *protocoltest.Plan
	var diagnostics protocoltest.Diagnostics
	switch {
	case known == nil && !r.Exists():
		return string(protocoltest.NoOp), nil
	case o.run == 1 && test.imports:
		imported, read, err := r.Process().Import(r.Context(), r.TypeName, "fob_"+name)
		acctest.NoError(r, err, read.Err())
		r.Instance = imported
		plan, diagnostics, err = r.Process().PlanChange(r.Context(), r.Instance, change)
		acctest.NoError(r, err)
	default:
		r.Tainted = r.Tainted || test.taint && o.run == 2
		plan, diagnostics = r.Plan(change)
	}
	if plan.Action == "" || o.run == 4 {
		return string(protocoltest.NoOp), diagnostics
	}
	return string(plan.Action), append(diagnostics, acctest.Must(r.Provider.Apply(r.Context(), r.Instance, plan))(r)...)
}

// runCLI runs all cases with a CLI, and returns the actions and the summaries of errors.
func (o *observed) runCLI(t *testing.T, cli *acctest.CLI) (actions map[string]string, failures []string) {
	t.Helper()
	resources, imports := map[string]map[string]any{}, []any{}
	add := func(typeName, name string, config any) {
		if resources[typeName] == nil {
			resources[typeName] = map[string]any{}
		}
		resources[typeName][name] = config
	}
	actions = map[string]string{}
	args := []string{"apply", "-auto-approve", "-json"}
	if o.run == 4 {
		args = []string{"plan", "-json"}
	}
	for name, test := range o.cases {
		actions[name] = string(protocoltest.NoOp)
		address := test.typeName + "." + name
		config := o.config(name, func(value later) any {
			add("terraform_data", name, map[string]any{"input": value.text, "triggers_replace": value.round})
			return "${terraform_data." + name + ".output}"
		})
		if config == nil {
			continue
		}
		config["lifecycle"] = test.lifecycle
		add(test.typeName, name, config)
		if o.run == 1 && test.imports {
			imports = append(imports, map[string]any{"to": address, "id": "fob_" + name})
		}
		if o.run == 2 && test.taint {
			cli.MustRun(t, "taint", address)
		}
		if o.replaces(name) {
			args = append(args, "-replace="+address)
		}
	}
	document := map[string]any{"provider": map[string]any{"trafficedge": o.block()}, "import": imports}
	if len(resources) > 0 {
		document["resource"] = resources
	}
	acctest.NoError(t, cli.Write("cases.tf.json", string(acctest.Must(json.Marshal(document))(t))))
	output, _ := cli.Run(t, args...) // some cases fail
	for line := range strings.SplitSeq(output, "\n") {
		var message struct {
			Type   string
			Change struct {
				Action   string
				Resource struct {
					Name string `json:"resource_name"`
				}
			}
			Diagnostic struct{ Severity, Summary string }
		}
		if json.Unmarshal([]byte(line), &message) != nil {
			continue
		}
		if message.Type == "planned_change" && message.Change.Action != "noop" && message.Change.Action != "import" && o.run != 4 {
			actions[message.Change.Resource.Name] = message.Change.Action
		}
		if message.Diagnostic.Severity == "error" {
			failures = append(failures, message.Diagnostic.Summary)
		}
	}
	return actions, failures
}
