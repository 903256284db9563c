// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	edgeType  = "trafficedge_tls_edge"
	oauthType = "trafficedge_https_edge_route_oauth"
)

// policyRow is a way in which the object "a" may go. A way that ends in "!" is that
// with create_before_destroy, where it differs.
type policyRow struct {
	way              string
	planned, applied string // patterns of the one summary, or "" where there is none
	sent, left       string // a pattern of the writes, and what the service has then
}

// policyRows has the rows of each policy in state, "off" being DELETE without its
// operation.
func policyRows() map[string]map[string][]policyRow {
	const (
		kept, forgotten, replaced = "cannot be destroyed", "(will be|was) abandoned", "will be replaced and abandoned"
		closed, opened            = "stays on the service", `^Route "r1" .* will answer WITHOUT authentication`
		leftOpen, shared          = `^Route "r[12]" .* would be left open`, "Two resources own route"
	)
	refused := []policyRow{
		{"destroy", kept, "", "", "a"},
		{"change", "cannot be replaced for description", "", "", "a"},
		{"change, unknown policy", "cannot be replaced for description", "", "", "a"},
		{"rename", kept, "", "", "a"},
		{"rename, second half", kept, "", "", "a a"},
		{"-replace", "cannot be replaced", "", "", "a"},
		{"taint", "", kept, "", "a"},
		{"taint!", "", kept, "create", "a a"},
		{"gone", "", "", "create", "a"},
	}
	protected := []policyRow{
		{"destroy", closed, "", "", "r1 on"},
		{"change", "", "", "on r1", "r1 on"},
		{"rename", closed, "", "on r1", "r1 on"},
		{"rename, second half", closed, "", "", "r1 on"},
		{"move", closed, "", "on r2", "r1 on r2 on"},
		{"move, unknown", closed, "", "on r2", "r1 on r2 on"},
		{"swap", closed, "", "on r1 on r2", "r1 on r2 on"},
		{"share", shared, "", "", "r1 on"},
		{"share, unknown", "", shared, "on r1", "r1 on"},
		{"rename, unknown", closed, "", "on r1", "r1 on"},
		{"-replace", "", "", "on r1", "r1 on"},
		{"-replace, ignored move", "", "", "on r2", "r1 on r2 on"},
		{"-replace, ignored move!", "", closed, "on r2", "r1 on r2 on"},
		{"taint", "", "", "on r1", "r1 on"},
		{"taint, move", "", closed, "on r2", "r1 on r2 on"},
		{"gone", "", "", "on r1", "r1 on"},
	}
	// opening has the rows of a policy that sends off, and leaves a route so.
	opening := func(off, left string) []policyRow {
		return []policyRow{
			{"destroy", opened, "", off, left},
			{"destroy, failed before", opened, "", off, left},
			{"keep, failed before", "", "", "on r1", "r1 on"},
			{"change", "", "", "on r1", "r1 on"},
			{"rename", leftOpen, "", "", "r1 on"},
			{"rename, second half", leftOpen, "", "", "r1 on"},
			{"move", opened, "", off + " on r2", left + " r2 on"},
			{"move, unknown", opened, "", off + " on r2", left + " r2 on"},
			{"swap", leftOpen, "", "", "r1 on r2 on"},
			{"share", shared, "", "", "r1 on"},
			{"share, unknown", "", shared, "on r1", "r1 on"},
			// Nothing is sent for the old one where the new one has set the module.
			{"rename, unknown", opened, "", "(" + off + " )?on r1", "r1 on"},
			{"-replace", "", "", "on r1", "r1 on"},
			{"-replace, ignored move", kept, "", "", "r1 on"},
			{"taint", "", "", "on r1", "r1 on"},
			{"taint, move", "", kept, "", "r1 on"},
			// The plan of the old one is made in the apply, and no plan tells it from a move.
			{"taint, move!", "", opened, off + " on r2", left + " r2 on"},
			{"gone", "", "", "on r1", "r1 on"},
		}
	}
	return map[string]map[string][]policyRow{
		edgeType: {
			"PREVENT": refused,
			"null":    refused,
			"off":     refused,
			"ABANDON": {
				{"destroy", forgotten, "", "", "a"},
				{"change", replaced, "", "create", "a changed"},
				{"change, unknown policy", replaced, "", "create", "a changed"},
				{"rename", forgotten, "", "create", "a a"},
				{"rename, second half", forgotten, "", "", "a a"},
				{"-replace", "", forgotten, "create", "a a"},
				{"taint", "", forgotten, "create", "a a"},
				{"gone", "", "", "create", "a"},
			},
			"DELETE": {
				{"destroy", "", "", "delete", ""},
				{"destroy, failed before", "", "", "delete", ""},
				{"keep, failed before", "", "", "", "a"},
				{"change", "", "", "create delete", "changed"},
				{"rename", "", "", "create delete", "a"},
				{"-replace", "", "", "create delete", "a"},
				{"taint", "", "", "create delete", "a"},
				{"gone", "", "", "create", "a"},
			},
		},
		oauthType: {
			"ABANDON": protected,
			"PREVENT": protected,
			"null":    protected,
			"DISABLE": opening("off r1", "r1 off"),
			"DELETE":  opening("delete r1", "r1 none"),
			"off": {
				{"destroy", "cannot be deleted", "", "", "r1 on"},
				{"move", "cannot be deleted", "", "", "r1 on"},
				{"rename", "cannot be deleted", "", "", "r1 on"},
				{"-replace", "", "", "on r1", "r1 on"},
				{"taint", "", "", "on r1", "r1 on"},
			},
		},
	}
}

// Every way in which an object may go, under every policy, in both orders of a
// replacement and of the planning. A plan that follows is empty. No route opens and no
// edge is forgotten without a word, and every error says how to go on.
func TestDeletionPolicies(t *testing.T) {
	t.Parallel()
	for typeName, policies := range policyRows() {
		for policy, rows := range policies {
			for _, row := range rows {
				way, differs := strings.CutSuffix(row.way, "!")
				for _, createFirst := range []bool{false, true} {
					isOther := func(other policyRow) bool { return other.way == way+"!" }
					if createFirst != differs && (differs || slices.ContainsFunc(rows, isOther)) {
						continue
					}
					for _, reverse := range []bool{false, true} {
						t.Run(fmt.Sprintf("%s %s %s, create first %t, reverse %t", typeName, policy, way, createFirst, reverse), func(t *testing.T) {
							t.Parallel()
							w := newPolicyWorld(t, typeName, policy)
							w.createFirst, w.reverse = createFirst, reverse
							w.check(row, w.letGo(way))
						})
					}
				}
			}
		}
	}
}

// policyWorld is a service with one object, which the instance "a" has.
type policyWorld struct {
	*testing.T

	server               *acctest.Server
	provider             *protocoltest.Provider // of the configuration of every run
	typeName             string
	members              map[string]*protocoltest.Instance
	config               map[string]any // of "a"
	createFirst, reverse bool
}

// wish is a configuration of an instance in one run, or none where it is destroyed.
type wish struct {
	name   string
	config map[string]any
	known  map[string]any // the configuration in the apply, if that differs

	replace bool
	ignored []string
}

// runResult is what a run said, and the wishes that a plan after it has.
type runResult struct {
	planned, applied protocoltest.Diagnostics
	next             []wish
}

func newPolicyWorld(t *testing.T, typeName, policy string) *policyWorld {
	t.Helper()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	w := &policyWorld{T: t, server: server, typeName: typeName, members: map[string]*protocoltest.Instance{}}
	operations := []api.Undocumented{api.ReadRouteOAuth, api.DeleteTLSEdge, api.DeleteRouteOAuth}
	connect := func() {
		block := server.Block()
		block["undocumented_operations"] = protocoltest.Undocumented(operations...)
		block["max_retries"] = tftypes.NewValue(tftypes.Number, 0)
		provider, err := protocoltest.New(t.Context(), block)
		w.fatalIf(err)
		w.provider = provider
	}
	connect()
	stored, id := policy, "edge_a"
	switch policy {
	case "off":
		stored = "DELETE"
	case "null", "PREVENT":
		stored = "ABANDON" // and patched
	}
	w.config = map[string]any{"description": "a", "deletion_policy": stored}
	server.AddTLSEdge(refapi.TLSEdge{ID: id, CreatedAt: "2026-01-02T03:04:05Z", Description: "a"})
	if typeName == oauthType {
		id = "e/r1"
		w.config = map[string]any{
			"edge_id": "e", "route_id": "r1", "deletion_policy": stored,
			"identity_provider": map[string]any{"idp_2": map[string]any{"email_domains": []string{"example.com"}}},
		}
		w.setRoute("r1")
	}
	w.importAs("a", id)
	// An update that sends nothing. What it leaves in private state is not for a later run.
	w.run(wish{name: "a", config: w.config})
	if policy == "null" || policy == "PREVENT" {
		var state map[string]tftypes.Value
		w.fatalIf(w.members["a"].State.As(&state))
		state["deletion_policy"] = tftypes.NewValue(tftypes.String, map[string]any{"PREVENT": "PREVENT"}[policy])
		w.members["a"].State = tftypes.NewValue(w.members["a"].State.Type(), state)
	}
	// The policy in state decides, not the one configured.
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

func (w *policyWorld) setRoute(id string) {
	w.server.SetRouteOAuth("e", id, refapi.OAuthModule{
		Enabled: true, Provider: refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}},
	})
}

func (w *policyWorld) importAs(name, id string) {
	w.Helper()
	imported, said, err := w.provider.Import(w.Context(), w.typeName, id)
	w.fatalIf(err, said.Err())
	w.members[name] = imported
}

func (w *policyWorld) fatalIf(errs ...error) {
	w.Helper()
	for _, err := range errs {
		if err != nil {
			w.Fatal(err)
		}
	}
}

// letGo lets the object go in some way, and returns what the last run said.
func (w *policyWorld) letGo(way string) runResult {
	same := wish{name: "a", config: w.config}
	with := func(name string, value any) map[string]any {
		changed := maps.Clone(w.config)
		changed[name] = value
		return changed
	}
	destroy, other := wish{name: "a"}, wish{name: "b", config: w.config}
	changed, moved := with("description", "changed"), map[string]any(nil)
	if w.typeName == oauthType {
		changed, moved = with("cookie_prefix", "x."), with("route_id", "r2")
	}
	otherUnknown := wish{name: "b", config: with("route_id", protocoltest.Unknown{}), known: w.config}
	first, _, _ := strings.Cut(way, ",")
	w.members["a"].Tainted = first == "taint"
	switch way {
	case "destroy":
		return w.run(destroy)
	case "destroy, failed before", "keep, failed before":
		w.server.Intercept(func(r refapi.Request) *refapi.Fault {
			if r.Method == "GET" {
				return nil
			}
			return &refapi.Fault{Status: 500}
		})
		if failed := w.run(destroy); failed.applied.Err() == nil {
			w.Fatalf("expected an error, got %s", failed.applied)
		}
		w.server.Intercept(nil)
		if first == "keep" {
			return w.run(same)
		}
		return w.run(destroy)
	case "change":
		return w.run(wish{name: "a", config: changed})
	case "change, unknown policy":
		unknown := maps.Clone(changed)
		unknown["deletion_policy"] = protocoltest.Unknown{}
		return w.run(wish{name: "a", config: unknown, known: changed})
	case "rename":
		return w.run(destroy, other)
	case "rename, second half":
		if half := w.run(other); len(half.planned)+len(half.applied) > 0 {
			w.Errorf("the first half says %s%s", half.planned, half.applied)
		}
		return w.run(destroy, other)
	case "move":
		return w.run(wish{name: "a", config: moved})
	case "move, unknown":
		return w.run(wish{name: "a", config: with("route_id", protocoltest.Unknown{}), known: moved})
	case "swap":
		w.setRoute("r2")
		w.importAs("b", "e/r2")
		w.run(wish{name: "b", config: maps.Collect(maps.All(map[string]any{
			"edge_id": "e", "route_id": "r2", "identity_provider": w.config["identity_provider"], "deletion_policy": w.members["a"].Text("deletion_policy"),
		}))})
		return w.run(wish{name: "a", config: moved}, wish{name: "b", config: w.config})
	case "share":
		return w.run(same, other)
	case "share, unknown":
		return w.run(wish{name: "a", config: changed}, otherUnknown)
	case "rename, unknown":
		return w.run(destroy, otherUnknown)
	case "-replace":
		return w.run(wish{name: "a", config: w.config, replace: true})
	case "-replace, ignored move":
		return w.run(wish{name: "a", config: moved, replace: true, ignored: []string{"route_id"}})
	case "taint":
		return w.run(same)
	case "taint, move":
		return w.run(wish{name: "a", config: moved})
	case "gone":
		w.server.RemoveTLSEdge(w.members["a"].Text("id"))
		w.server.RemoveRouteOAuth("e", "r1")
		// Notes of a plan, as an earlier version left them in state.
		w.members["a"].Private = []byte(fmt.Sprintf(`{"departing_edge":%q,"plan":%q}`,
			base64.StdEncoding.EncodeToString([]byte(`{"object":"TLS edge","policy":"PREVENT"}`)),
			base64.StdEncoding.EncodeToString([]byte(`{"route":["e","r3"],"may_leave":false}`))))
		return w.run(same)
	}
	panic(way)
}

// run refreshes and plans, and applies if no plan fails.
func (w *policyWorld) run(wishes ...wish) (done runResult) {
	w.Helper()
	w.server.ResetRequests()
	planning, err := w.provider.Again(w.Context())
	w.fatalIf(err)
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
		_, err := planning.Refresh(w.Context(), instance)
		w.fatalIf(err)
		plan, said, err := w.plan(planning, instance, wanted)
		w.fatalIf(err)
		done.planned = append(done.planned, said...)
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
	applying, err := w.provider.Again(w.Context())
	w.fatalIf(err)
	for _, wanted := range wishes {
		instance := w.members[wanted.name]
		for _, stage := range plans[instance].Stages(instance) {
			said, err := stage(w.Context(), applying)
			w.fatalIf(err)
			done.applied = append(done.applied, said...)
			if said.Err() != nil {
				break
			}
		}
		if bytes.Contains(instance.Private, []byte("departing_edge")) || bytes.Contains(instance.Private, []byte(`"plan"`)) {
			w.Errorf("a note is left in the private state of %s: %s", wanted.name, instance.Private)
		}
	}
	return done
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

// check compares a run with its row.
func (w *policyWorld) check(row policyRow, done runResult) {
	w.Helper()
	expect := func(when, pattern string, said protocoltest.Diagnostics) {
		for _, one := range said {
			if pattern == "" || !regexp.MustCompile(pattern).MatchString(one.Summary) && one.Severity != tfprotov6.DiagnosticSeverityWarning {
				w.Errorf("the %s says %s", when, said)
			}
		}
		isSaid := func(one *tfprotov6.Diagnostic) bool { return regexp.MustCompile(pattern).MatchString(one.Summary) }
		if pattern != "" && !slices.ContainsFunc(said, isSaid) {
			w.Errorf("expected the %s to say %q, got %s", when, pattern, said)
		}
	}
	expect("plan", row.planned, done.planned)
	if applied := done.applied; row.applied != "" || row.planned == "" || !w.createFirst {
		expect("apply", row.applied, applied)
	}
	sent, left := w.sent(), w.left()
	if !regexp.MustCompile("^"+row.sent+"$").MatchString(sent) || left != row.left {
		w.Errorf("sent %q and left %q, want %q and %q", sent, left, row.sent, row.left)
	}
	for _, one := range slices.Concat(done.planned, done.applied) {
		lines := protocoltest.Lines("", "", one.Detail) - 2
		isError := one.Severity == tfprotov6.DiagnosticSeverityError
		if lines > 2 && !isError || lines > protocoltest.MaxLines-3 {
			w.Errorf("%d lines of text: %s\n%s", lines, one.Summary, one.Detail)
		}
		if isError {
			if !regexp.MustCompile(`apply deletion_policy|state rm|ntaint|apply that with`).MatchString(one.Detail) {
				w.Errorf("no way out of %s: %s", one.Summary, one.Detail)
			}
			return
		}
	}
	next := w.run(done.next...)
	if len(next.planned)+len(next.applied)+len(w.sent()) > 0 {
		w.Errorf("the next run says %s%sand sends %q", next.planned, next.applied, w.sent())
	}
}

// sent returns the writes of the last run, sorted.
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

// left returns what the service has.
func (w *policyWorld) left() string {
	var left []string
	if w.typeName == edgeType {
		for _, edge := range w.server.TLSEdges() {
			left = append(left, edge.Description)
		}
		slices.Sort(left)
		return strings.Join(left, " ")
	}
	for _, id := range []string{"r1", "r2"} {
		module, there := w.server.RouteOAuth("e", id)
		switch {
		case there && module.Enabled:
			left = append(left, id+" on")
		case there:
			left = append(left, id+" off")
		case id == "r1":
			left = append(left, id+" none")
		}
	}
	return strings.Join(left, " ")
}
