// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"bytes"
	"maps"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// mode is how a tool drives the provider.
type mode struct {
	createFirst bool // create_before_destroy
	oneProcess  bool // one process serves all plans and applies; otherwise each has a new process
	reverse     bool // the last wish of a run comes first
	forgetful   bool // drops private state before each refresh and each plan
	unplanned   bool // destroys without a plan
}

// modes returns numbers whose bits are count switches. Without [acctest.All], an even number of switches is on:
// any count-1 switches still have every combination.
func modes(count int) (numbers []uint) {
	for n := range uint(1) << count {
		if acctest.All() || bits.OnesCount(n)%2 == 0 {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// world is a service, and the instances of one resource type that a tool has in state. The
// embedded resource has the provider of all instances.
type world struct {
	*acctest.Resource
	mode

	members map[string]*acctest.Resource
}

// wish is the configuration that one run applies to an instance. Without a
// configuration, the run destroys the instance.
type wish struct {
	name   string
	config map[string]any
	known  map[string]any // the configuration during apply, if config has unknown values

	replace bool
	ignored []string
}

// runResult contains the diagnostics of a run, and the wishes for a second run that must
// change nothing.
type runResult struct {
	planned, applied protocoltest.Diagnostics
	next             []wish
}

// outcome is the expected result of a run.
type outcome struct {
	planned, applied string // patterns for the summaries in the plan and in the apply; "" means no diagnostics
	sent, remaining  string // the writes, and the objects on the service after the run
}

// with returns a copy of a configuration in which one argument has another value.
func with(config map[string]any, name string, value any) map[string]any {
	changed := maps.Clone(config)
	changed[name] = value
	return changed
}

// newWorld returns a world with a provider that uses the given undocumented operations.
func newWorld(t *testing.T, typeName string, drives mode, operations ...api.UndocumentedOperation) *world {
	t.Helper()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	w := &world{mode: drives, members: map[string]*acctest.Resource{}}
	w.Resource = server.NewResource(t, typeName, map[string]any{"max_retries": 0, "undocumented_operations": operations})
	w.Forgetful, w.Provider.Shared = drives.forgetful, drives.oneProcess
	return w
}

// member returns an instance with the provider of the world.
func (w *world) member(name string) *acctest.Resource {
	if w.members[name] == nil {
		added := *w.Resource
		added.Instance = w.Provider.NewInstance(w.TypeName)
		w.members[name] = &added
	}
	w.members[name].Provider = w.Provider
	return w.members[name]
}

// run refreshes and plans. If all plans succeed, run applies them.
func (w *world) run(wishes ...wish) (done runResult) {
	w.Helper()
	w.Server.ResetRequests()
	planning := w.Process()
	planning.Shared = true
	if wishes = slices.Clone(wishes); w.reverse {
		slices.Reverse(wishes)
	}
	plans := map[string]*protocoltest.Plan{}
	for _, wanted := range wishes {
		member := w.member(wanted.name)
		member.Provider = planning
		if wanted.config == nil && w.unplanned {
			member.Refresh()
			plans[wanted.name] = &protocoltest.Plan{Action: protocoltest.Delete}
			continue
		}
		plan, diagnostics := member.Plan(protocoltest.Change{
			Config: w.Config(wanted.config), Known: w.Config(wanted.known), Replace: wanted.replace, Ignored: wanted.ignored, CreateFirst: w.createFirst,
		})
		done.planned = append(done.planned, diagnostics...)
		plans[wanted.name] = plan
		if final := wanted; wanted.config != nil {
			if final.replace = false; wanted.known != nil {
				final.config, final.known = wanted.known, nil
			}
			done.next = append(done.next, final)
		}
	}
	if done.planned.Err() != nil {
		return done
	}
	applying := w.Process()
	for _, wanted := range wishes {
		instance := w.members[wanted.name].Instance
		for _, stage := range plans[wanted.name].Stages(instance) {
			diagnostics := acctest.Must(stage(w.Context(), applying))(w)
			done.applied = append(done.applied, diagnostics...)
			if diagnostics.Err() != nil {
				break
			}
		}
		const none = `"deletion_policy":"IiI="` // "" as JSON in base64
		if bytes.Contains(instance.Private, []byte(`"deletion_policy"`)) && !bytes.Contains(instance.Private, []byte(none)) {
			w.Errorf("a note of a plan remains in the private state of %s: %s", wanted.name, instance.Private)
		}
	}
	return done
}

// check compares the result of a run with the expected outcome. An error suggests a remedy.
// After a run without errors, the next run changes nothing.
func (w *world) check(want outcome, done runResult) {
	w.Helper()
	sent := strings.Join(slices.Sorted(slices.Values(writesTo(w.Server))), " ")
	got := outcome{matching(want.planned, done.planned), matching(want.applied, done.applied), sent, w.remaining()}
	if got != want {
		w.Errorf("got %+v, want %+v: %s%s", got, want, done.planned, done.applied)
	}
	for _, diagnostic := range slices.Concat(done.planned, done.applied) {
		isError, most := diagnostic.Severity == tfprotov6.DiagnosticSeverityError, 2
		if isError {
			most = protocoltest.MaxLines - 3
		}
		if lines := protocoltest.Lines(diagnostic.Detail); lines > most && !strings.Contains(diagnostic.Detail, "import {") {
			w.Errorf("%d lines of text: %s\n%s", lines, diagnostic.Summary, diagnostic.Detail)
		}
		if isError {
			if !regexp.MustCompile(`deletion_policy = |state rm|ntaint|apply that with|undocumented_operations`).MatchString(diagnostic.Detail) {
				w.Errorf("no remedy for %s: %s", diagnostic.Summary, diagnostic.Detail)
			}
			return
		}
	}
	next := w.run(done.next...)
	if len(next.planned)+len(next.applied) > 0 || len(writesTo(w.Server)) > 0 {
		w.Errorf("the next run reports %s%sand sends %q", next.planned, next.applied, writesTo(w.Server))
	}
}

// matching returns pattern if it matches the summaries of diagnostics. The pattern "" matches
// no diagnostics.
func matching(pattern string, diagnostics protocoltest.Diagnostics) string {
	var summaries []string
	for _, diagnostic := range diagnostics {
		summaries = append(summaries, diagnostic.Summary)
	}
	all := strings.Join(summaries, "\n")
	if pattern != "" && regexp.MustCompile(pattern).MatchString(all) {
		return pattern
	}
	return all
}

// remaining returns the descriptions of the edges on the service, and the routes with a
// module, with whether the module is enabled.
func (w *world) remaining() string {
	var found []string
	for _, edge := range w.Server.TLSEdges() {
		found = append(found, edge.Description)
	}
	for _, id := range []string{"r1", "r2"} {
		if module, exists := w.Server.RouteOAuth("e", id); exists {
			found = append(found, id+map[bool]string{true: " on", false: " off"}[module.Enabled])
		}
	}
	slices.Sort(found)
	return strings.Join(found, " ")
}
