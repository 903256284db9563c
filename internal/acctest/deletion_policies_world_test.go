// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// policyWorld is a service with one object, which belongs to the instance "a".
type policyWorld struct {
	*testing.T

	server               *acctest.Server
	provider             *protocoltest.Provider
	typeName             string
	members              map[string]*protocoltest.Instance
	stored               string         // the policy that was applied to "a"
	config               map[string]any // the configuration of "a"
	createFirst, reverse bool
	oneProcess           bool // whether the field provider serves all plans and applies; otherwise each has a new process
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

// newPolicyWorld returns a world whose object the provider has created or imported.
func newPolicyWorld(t *testing.T, typeName, policy string, created bool) *policyWorld {
	t.Helper()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	w := &policyWorld{T: t, server: server, typeName: typeName, members: map[string]*protocoltest.Instance{}, oneProcess: created}
	operations := []api.UndocumentedOperation{api.ReadRouteOAuth, api.DeleteTLSEdge, api.DeleteRouteOAuth}
	connect := func() {
		block := server.Block()
		block["undocumented_operations"] = protocoltest.Undocumented(operations...)
		block["max_retries"] = tftypes.NewValue(tftypes.Number, 0)
		w.provider = acctest.Must(protocoltest.New(t.Context(), block))(w)
	}
	connect()
	stored, id := policy, "edge_a"
	switch policy {
	case "off":
		stored = "DELETE"
	case "null", "PREVENT":
		stored = "ABANDON" // replaced in state below
	}
	w.stored, w.config = stored, map[string]any{"description": "a", "deletion_policy": stored}
	server.AddTLSEdge(refapi.TLSEdge{ID: id, CreatedAt: "2026-01-02T03:04:05Z", Description: "a"})
	if typeName == oauthType {
		id = "e/r1"
		w.config = map[string]any{
			"edge_id": "e", "route_id": "r1", "deletion_policy": stored,
			"identity_provider": map[string]any{"idp_2": map[string]any{"email_domains": []string{"example.com"}}},
		}
		addModule(server, "r1")
	}
	sent := ""
	if created && typeName == oauthType {
		sent = "on r1"
	} else {
		w.importAs("a", id)
	}
	// This apply writes private state, which must not affect later runs.
	if done := w.run(wish{name: "a", config: w.config}); len(done.planned)+len(done.applied) > 0 || w.sent() != sent {
		t.Fatalf("applying a policy reports %s%s and sends %q", done.planned, done.applied, w.sent())
	}
	if policy == "null" || policy == "PREVENT" {
		w.setPolicyInState(map[string]any{"PREVENT": "PREVENT"}[policy])
	}
	// The policy in state must take effect, so the configuration has another policy.
	w.config["deletion_policy"] = "ABANDON"
	if stored == "ABANDON" && policy == stored {
		w.config["deletion_policy"] = map[string]any{edgeType: "PREVENT", oauthType: "DISABLE"}[typeName]
	}
	if policy == "off" {
		operations = operations[:1]
		connect()
	}
	return w
}

func (w *policyWorld) setPolicyInState(policy any) {
	var state map[string]tftypes.Value
	acctest.NoError(w, w.members["a"].State.As(&state))
	state["deletion_policy"] = tftypes.NewValue(tftypes.String, policy)
	w.members["a"].State = tftypes.NewValue(w.members["a"].State.Type(), state)
}

// addModule adds an OAuth module to a route.
func addModule(server *acctest.Server, routeID string) {
	server.SetRouteOAuth("e", routeID, refapi.OAuthModule{
		Enabled: true, Provider: refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}},
	})
}

func (w *policyWorld) importAs(name, id string) {
	w.Helper()
	imported, diagnostics, err := w.provider.Import(w.Context(), w.typeName, id)
	acctest.NoError(w, err, diagnostics.Err())
	w.members[name] = imported
}

// removeObject removes the object in one of several ways and returns the result of the
// last run.
func (w *policyWorld) removeObject(way string) runResult {
	with := func(name string, value any) map[string]any {
		changed := maps.Clone(w.config)
		changed[name] = value
		return changed
	}
	changed, moved := with("description", "changed"), map[string]any(nil)
	if w.typeName == oauthType {
		changed, moved = with("cookie_prefix", "x."), with("route_id", "r2")
	}
	unknownPolicy := maps.Clone(changed)
	unknownPolicy["deletion_policy"] = protocoltest.Unknown{}
	destroy, same, other := wish{name: "a"}, wish{name: "a", config: w.config}, wish{name: "b", config: w.config}
	otherUnknown := wish{name: "b", config: with("route_id", protocoltest.Unknown{}), known: w.config}
	switch way {
	case "destroy, failed before", "keep, failed before":
		w.server.Intercept(func(r refapi.Request) *refapi.Fault {
			if r.Method == http.MethodGet {
				return nil
			}
			return &refapi.Fault{Status: http.StatusInternalServerError}
		})
		if failed := w.run(destroy); failed.applied.Err() == nil {
			w.Fatalf("expected an error, got %s", failed.applied)
		}
		w.server.Intercept(nil)
	case "rename, second half":
		if half := w.run(other); len(half.planned)+len(half.applied) > 0 {
			w.Errorf("the first half reports %s%s", half.planned, half.applied)
		}
	case "swap":
		second := maps.Clone(moved)
		second["deletion_policy"] = w.stored
		w.run(wish{name: "b", config: second})
	case "share, imported":
		w.importAs("b", "e/r1")
	case "two imports":
		w.importAs("a", "e/r1")
		w.importAs("b", "e/r1")
	case "import, destroy":
		w.importAs("a", "e/r1")
		w.setPolicyInState(w.stored)
	case "deposed copy":
		w.interruptReplacement()
	case "taint", "taint, move":
		w.members["a"].Tainted = true
	case "gone":
		w.server.RemoveTLSEdge(w.members["a"].Text("id"))
		w.server.RemoveRouteOAuth("e", "r1")
	}
	return w.run(map[string][]wish{
		"destroy":                {destroy},
		"destroy, failed before": {destroy},
		"keep, failed before":    {same},
		"change":                 {{name: "a", config: changed}},
		"change, unknown policy": {{name: "a", config: unknownPolicy, known: changed}},
		"rename":                 {destroy, other},
		"rename, second half":    {destroy, other},
		"rename, unknown":        {destroy, otherUnknown},
		"move":                   {{name: "a", config: moved}},
		"move, unknown":          {{name: "a", config: with("route_id", protocoltest.Unknown{}), known: moved}},
		"same route, unknown":    {{name: "a", config: with("route_id", protocoltest.Unknown{}), known: w.config}},
		"swap":                   {{name: "a", config: moved}, other},
		"share, imported":        {same, other},
		"two imports":            {{name: "a", config: changed}, {name: "b", config: changed}},
		"import, destroy":        {destroy},
		"deposed copy":           {{name: "a", config: w.config}, {name: "old"}},
		"store DELETE":           {{name: "a", config: with("deletion_policy", "DELETE")}},
		"share":                  {same, other},
		"share, unknown":         {{name: "a", config: changed}, otherUnknown},
		"-replace":               {{name: "a", config: w.config, replace: true}},
		"-replace, ignored move": {{name: "a", config: moved, replace: true, ignored: []string{"route_id"}}},
		"-replace, ignored unknown move": {{
			name: "a", config: with("route_id", protocoltest.Unknown{}), known: moved, replace: true, ignored: []string{"route_id"},
		}},
		"taint":       {same},
		"taint, move": {{name: "a", config: moved}},
		"gone":        {same},
	}[way]...)
}

// interruptReplacement replaces "a" with create_before_destroy, but does not destroy the
// old instance. The old instance becomes the instance "old".
func (w *policyWorld) interruptReplacement() {
	w.Helper()
	w.config = maps.Clone(w.config)
	w.config["deletion_policy"] = w.stored
	process, replaced := w.process(), w.members["a"]
	plan, diagnostics, err := process.PlanChange(w.Context(), replaced, protocoltest.Change{
		Config: process.Config(w.typeName, w.config), Replace: true, CreateFirst: true,
	})
	acctest.NoError(w, err, diagnostics.Err())
	diagnostics, err = plan.Stages(replaced)[0](w.Context(), process)
	acctest.NoError(w, err, diagnostics.Err())
	w.members["old"], replaced.Deposed = replaced.Deposed, nil
}

// run refreshes and plans. If all plans succeed, run applies them.
func (w *policyWorld) run(wishes ...wish) (done runResult) {
	w.Helper()
	w.server.ResetRequests()
	planning := w.process()
	if w.reverse {
		slices.Reverse(wishes)
	}
	plans := map[*protocoltest.Instance]*protocoltest.Plan{}
	for _, wanted := range wishes {
		instance := w.members[wanted.name]
		if instance == nil {
			instance = w.provider.NewInstance(w.typeName)
			w.members[wanted.name] = instance
		}
		acctest.Must(planning.Refresh(w.Context(), instance))(w)
		plan, diagnostics, err := w.plan(planning, instance, wanted)
		acctest.NoError(w, err)
		done.planned = append(done.planned, diagnostics...)
		plans[instance] = plan
		if wanted.config != nil {
			final := wish{name: wanted.name, config: wanted.config, ignored: wanted.ignored}
			if wanted.known != nil {
				final.config = wanted.known
			}
			done.next = append(done.next, final)
		}
	}
	if done.planned.Err() != nil {
		return done
	}
	applying := w.process()
	for _, wanted := range wishes {
		instance := w.members[wanted.name]
		for _, stage := range plans[instance].Stages(instance) {
			diagnostics := acctest.Must(stage(w.Context(), applying))(w)
			done.applied = append(done.applied, diagnostics...)
			if diagnostics.Err() != nil {
				break
			}
		}
		if bytes.Contains(instance.Private, []byte(`"plan"`)) {
			w.Errorf("a note remains in the private state of %s: %s", wanted.name, instance.Private)
		}
	}
	return done
}

// process returns the provider for one phase of a run.
func (w *policyWorld) process() *protocoltest.Provider {
	if w.oneProcess {
		return w.provider
	}
	return acctest.Must(w.provider.Again(w.Context()))(w)
}

// cleanUp destroys all instances, under the policies in their states. Two instances on
// one route do not conflict if both are destroyed.
func (w *policyWorld) cleanUp() {
	w.Helper()
	var all []wish
	want := map[string]string{}
	mayFail := false
	for name, instance := range w.members {
		if !instance.Exists() {
			continue
		}
		all = append(all, wish{name: name})
		policy, route := instance.Text("deletion_policy"), instance.Text("route_id")
		mayFail = mayFail || w.typeName == edgeType && policy != "ABANDON" || w.stored == "DELETE"
		if policy == "DISABLE" {
			want[route] = route + " off"
		}
	}
	done := w.run(all...)
	if !mayFail && (done.planned.Err() != nil || done.applied.Err() != nil) {
		w.Errorf("the clean-up reports %s%s", done.planned, done.applied)
	}
	for route, module := range want {
		if remaining := w.remaining(); !mayFail && !strings.Contains(remaining, module) {
			w.Errorf("after the clean-up, route %s has %s", route, remaining)
		}
	}
}

func (w *policyWorld) plan(
	planning *protocoltest.Provider, instance *protocoltest.Instance, wanted wish,
) (*protocoltest.Plan, protocoltest.Diagnostics, error) {
	if wanted.config == nil {
		return planning.PlanDestroy(w.Context(), instance)
	}
	change := protocoltest.Change{
		Config: planning.Config(w.typeName, wanted.config), Replace: wanted.replace, Ignored: wanted.ignored, CreateFirst: w.createFirst,
	}
	if wanted.known != nil {
		change.Known = planning.Config(w.typeName, wanted.known)
	}
	return planning.PlanChange(w.Context(), instance, change)
}

// sent returns the writes of the last run in sorted order.
func (w *policyWorld) sent() string {
	var sent []string
	for _, request := range w.server.Requests() {
		name := map[string]string{"POST": "create", "DELETE": "delete", "GET": ""}[request.Method]
		if enabled, isSent := request.Member("enabled"); isSent {
			name = map[any]string{true: "on", false: "off"}[enabled]
		}
		if parts := strings.Split(request.Path, "/"); w.typeName == oauthType && name != "" {
			name += " " + parts[5]
		}
		if name != "" {
			sent = append(sent, name)
		}
	}
	slices.Sort(sent)
	return strings.Join(sent, " ")
}

// remaining returns a description of the objects that remain on the service.
func (w *policyWorld) remaining() string {
	var found []string
	if w.typeName == edgeType {
		for _, edge := range w.server.TLSEdges() {
			found = append(found, edge.Description)
		}
		slices.Sort(found)
		return strings.Join(found, " ")
	}
	for _, id := range []string{"r1", "r2"} {
		module, there := w.server.RouteOAuth("e", id)
		switch {
		case there && module.Enabled:
			found = append(found, id+" on")
		case there && len(module.Provider.EmailDomains) > 0:
			found = append(found, id+" off")
		case id == "r1":
			found = append(found, id+" none")
		}
	}
	return strings.Join(found, " ")
}
