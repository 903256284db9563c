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

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
			old := refapi.FailoverBackend{ID: "fob_" + name, CreatedAt: "2026-01-02T03:04:05Z", Metadata: name, Description: "a", Backends: []string{"x"}}
			o.server.AddFailoverBackend(old)
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
	case test.typeName() != oauthType:
		config["metadata"] = name
	case config["route_id"] == nil:
		config["route_id"] = name
	default:
		config["route_id"] = name + "_moved"
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
		r.MustImport("fob_" + name)
		var err error
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
		address := test.typeName() + "." + name
		config := o.config(name, func(value later) any {
			add("terraform_data", name, map[string]any{"input": value.text, "triggers_replace": value.round})
			return "${terraform_data." + name + ".output}"
		})
		if config == nil {
			continue
		}
		config["lifecycle"] = test.lifecycle
		add(test.typeName(), name, config)
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
