// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// oauthRow is the expected result of one way to destroy, move or replace the OAuth module
// "a" on route r1.
type oauthRow struct {
	warned string // a pattern for the summaries of the plan; "" means no diagnostics
	sent   string // the PUTs of the last run in sorted order: "on" or "off", and the route
	left   string // the routes with a module afterwards, and whether the module is enabled
}

func oauthRows() map[string]oauthRow {
	const stays, other = "stays on the service", "already has an OAuth module"
	return map[string]oauthRow{
		"destroy":                   {stays, "", "r1 on"},
		"destroy, disabled":         {stays, "", "r1 off"},
		"destroy, imported":         {stays, "", "r1 on"},
		"change":                    {"", "on r1", "r1 on"},
		"disable":                   {"", "off r1", "r1 off"},
		"rename":                    {stays, "on r1", "r1 on"},
		"rename, second half":       {stays, "", "r1 on"},
		"rename, unknown":           {stays, "on r1", "r1 on"},
		"move":                      {stays, "on r2", "r1 on r2 on"},
		"move, unknown":             {stays, "on r2", "r1 on r2 on"},
		"same route, unknown":       {stays, "on r1", "r1 on"},
		"swap":                      {stays, "on r1 on r2", "r1 on r2 on"},
		"taint":                     {"", "on r1", "r1 on"},
		"taint, move":               {"", "on r2", "r1 on r2 on"},
		"-replace":                  {"", "on r1", "r1 on"},
		"-replace, ignored move":    {"", "on r2", "r1 on r2 on"},
		"deposed copy":              {stays, "", "r1 on"},
		"two on a route":            {"(" + other + ")?", "on r1", "r1 on"},
		"two on a route, one goes":  {stays, "", "r1 on"},
		"lost change":               {"", "on r1", "r1 on"},
		"lost creation":             {"", "on r1", "r1 on"},
		"lost change of a disabled": {"", "off r1", "r1 off"},
		// The null that stands for an unknown outcome becomes the default.
		"lost change of a disabled, enabled ignored": {"", "on r1", "r1 on"},
	}
}

// Nothing but an applied enabled = false opens a route, whatever tool drives the provider:
// with one process or many, with create_before_destroy, without private state, and without
// a plan before a destroy. All requests are GETs and PUTs, the module of the last PUT is on
// the service, and the next run changes nothing.
func TestRouteOAuth_destroySendsNothing(t *testing.T) {
	t.Parallel()
	for way, row := range oauthRows() {
		for mode := range 16 {
			createFirst, oneProcess, forgetful, reads := mode&1 > 0, mode&2 > 0, mode&4 > 0, mode&8 > 0
			name := fmt.Sprintf("%s, create first %t, one process %t, forgetful %t, reads %t", way, createFirst, oneProcess, forgetful, reads)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := newOAuthWorld(t, reads)
				w.createFirst, w.oneProcess, w.forgetful = createFirst, oneProcess, forgetful
				w.reverse, w.unplanned = createFirst != oneProcess, forgetful
				w.check(row, w.act(way))
			})
		}
	}
}

// oauthWorld is a world with one OAuth module, which belongs to the instance "a".
type oauthWorld struct {
	*world

	config map[string]any // the configuration of "a"
}

func newOAuthWorld(t *testing.T, reads bool) *oauthWorld {
	t.Helper()
	var operations []api.UndocumentedOperation
	if reads {
		operations = append(operations, api.ReadRouteOAuth)
	}
	return &oauthWorld{newWorld(t, oauthType, operations...), map[string]any{
		"edge_id": "e", "route_id": "r1",
		"identity_provider": map[string]any{"idp_2": map[string]any{"email_domains": []string{"example.com"}}},
	}}
}

// act creates the module "a" and then destroys, moves or replaces it in one of several
// ways. It returns the result of the last run.
func (w *oauthWorld) act(way string) runResult {
	w.Helper()
	with := func(name string, value any) map[string]any {
		changed := maps.Clone(w.config)
		changed[name] = value
		return changed
	}
	changed, moved, disabled := with("cookie_prefix", "x."), with("route_id", "r2"), with("enabled", false)
	unknown := with("route_id", protocoltest.Unknown{})
	destroy, same, other := wish{name: "a"}, wish{name: "a", config: w.config}, wish{name: "b", config: w.config}
	if strings.Contains(way, "disabled") {
		same.config = disabled
	}
	changedDisabled := maps.Clone(changed)
	changedDisabled["enabled"] = false
	if way != "lost creation" {
		w.run(same)
	}
	switch way {
	case "destroy, imported":
		w.importAs("a", "e/r1")
	case "rename, second half", "two on a route, one goes":
		w.run(same, other)
	case "swap":
		w.run(same, wish{name: "b", config: moved})
	case "deposed copy":
		w.interruptReplacement()
	case "taint", "taint, move":
		w.members["a"].Tainted = true
	case "lost creation":
		w.lose(same)
	case "lost change":
		w.lose(wish{name: "a", config: changed})
	case "lost change of a disabled", "lost change of a disabled, enabled ignored":
		w.lose(wish{name: "a", config: changedDisabled})
	}
	return w.run(map[string][]wish{
		"destroy":                   {destroy},
		"destroy, disabled":         {destroy},
		"destroy, imported":         {destroy},
		"change":                    {{name: "a", config: changed}},
		"disable":                   {{name: "a", config: disabled}},
		"rename":                    {destroy, other},
		"rename, second half":       {destroy, other},
		"rename, unknown":           {destroy, {name: "b", config: unknown, known: w.config}},
		"move":                      {{name: "a", config: moved}},
		"move, unknown":             {{name: "a", config: unknown, known: moved}},
		"same route, unknown":       {{name: "a", config: unknown, known: w.config}},
		"swap":                      {{name: "a", config: moved}, other},
		"taint":                     {same},
		"taint, move":               {{name: "a", config: moved}},
		"-replace":                  {{name: "a", config: w.config, replace: true}},
		"-replace, ignored move":    {{name: "a", config: moved, replace: true, ignored: []string{"route_id"}}},
		"deposed copy":              {same, {name: "old"}},
		"two on a route":            {same, {name: "b", config: w.config}},
		"two on a route, one goes":  {same, {name: "b"}},
		"lost change":               {same},
		"lost creation":             {same},
		"lost change of a disabled": {same},
		"lost change of a disabled, enabled ignored": {{name: "a", config: disabled, ignored: []string{"enabled"}}},
	}[way]...)
}

// lose applies a wish while the service acts but no response arrives.
func (w *oauthWorld) lose(one wish) {
	w.Helper()
	w.server.Fail(http.MethodPut, refapi.Fault{Status: http.StatusBadGateway, AfterActing: true})
	if failed := w.run(one); failed.applied.Err() == nil {
		w.Fatalf("expected an error, got %s", failed.applied)
	}
	w.server.Intercept(nil)
}

// interruptReplacement replaces "a" with create_before_destroy, but does not destroy the
// old instance. The old instance becomes the instance "old".
func (w *oauthWorld) interruptReplacement() {
	w.Helper()
	process, replaced := w.process(), w.members["a"]
	plan, diagnostics, err := process.PlanChange(w.Context(), replaced, protocoltest.Change{
		Config: process.Config(w.typeName, w.config), Replace: true, CreateFirst: true,
	})
	acctest.NoError(w, err, diagnostics.Err())
	diagnostics, err = plan.Stages(replaced)[0](w.Context(), process)
	acctest.NoError(w, err, diagnostics.Err())
	w.members["old"], replaced.Deposed = replaced.Deposed, nil
}

func (w *oauthWorld) check(row oauthRow, done runResult) {
	w.Helper()
	if w.unplanned && row.warned != "" {
		row.warned = "(" + row.warned + ")?" // a destroy without a plan warns of nothing
	}
	var summaries []string
	for _, one := range done.planned {
		summaries = append(summaries, one.Summary)
		if lines := protocoltest.Lines("", "", one.Detail) - 2; lines > 2 && !strings.Contains(one.Detail, "import {") {
			w.Errorf("%d lines of text: %s\n%s", lines, one.Summary, one.Detail)
		}
	}
	if !regexp.MustCompile(row.warned).MatchString(strings.Join(summaries, "\n")) || row.warned == "" && len(summaries) > 0 {
		w.Errorf("the plan reports %s, want %q", done.planned, row.warned)
	}
	acctest.NoError(w, done.planned.Err(), done.applied.Err())
	if sent, left := w.sent(), w.left(); sent != row.sent || left != row.left {
		w.Errorf("sent %q, and %q is left, want %q and %q", sent, left, row.sent, row.left)
	}
	if next := w.run(done.next...); len(next.planned)+len(next.applied) > 0 || w.sent() != "" {
		w.Errorf("the next run reports %s%sand sends %q", next.planned, next.applied, w.sent())
	}
}

// sent returns the PUTs of the last run in sorted order. It fails the test if the last PUT
// of a route is not on the service, or if there are other requests than GETs and PUTs.
func (w *oauthWorld) sent() string {
	w.Helper()
	var sent []string
	for _, request := range w.server.Requests() {
		routeID := strings.Split(request.Path, "/")[5]
		enabled, _ := request.Member("enabled")
		isEnabled := enabled == any(true)
		switch request.Method {
		case http.MethodGet:
		case http.MethodPut:
			sent = append(sent, map[bool]string{true: "on ", false: "off "}[isEnabled]+routeID)
			if module, exists := w.server.RouteOAuth("e", routeID); !exists || module.Enabled != isEnabled {
				w.Errorf("route %s has %+v after %s", routeID, module, request.Body)
			}
		default:
			w.Errorf("sent %s %s", request.Method, request.Path)
		}
	}
	slices.Sort(sent)
	return strings.Join(sent, " ")
}

// left returns the routes that have a module, and whether the module is enabled.
func (w *oauthWorld) left() string {
	var left []string
	for _, id := range []string{"r1", "r2"} {
		if module, exists := w.server.RouteOAuth("e", id); exists {
			left = append(left, id+map[bool]string{true: " on", false: " off"}[module.Enabled])
		}
	}
	return strings.Join(left, " ")
}
