// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	isOpened      = "may answer WITHOUT authentication"
	isPrevented   = "must not be destroyed"
	isKeptOnRoute = "must not leave its route"
	isLeftAsItIs  = "leaves state as it is"
	created       = "created"
)

func stateUnder(policy string) string {
	return with(idpWith("idp_2", plain("canary", "example.com")), fmt.Sprintf(`"enabled":true,"deletion_policy":%q`, policy))
}

// planOf plans to create or destroy what a state says, or a change of it: one more
// member, or an attribute that is unknown, which is given by its path with dots.
func planOf(t *testing.T, protocol *protocoltest.Provider, state, change string) (told protocoltest.Diagnostics) {
	t.Helper()
	config := attributesOf(t, protocol, state)
	instance := &protocoltest.Instance{TypeName: typeName, State: config}
	var err error
	switch {
	case change == created:
		_, told, err = protocol.Plan(t.Context(), protocol.NewInstance(typeName), config)
	case change == destroyed:
		_, told, err = protocol.PlanDestroy(t.Context(), instance)
	case strings.Contains(change, ":"):
		_, told, err = protocol.Plan(t.Context(), instance, attributesOf(t, protocol, with(state, change)))
	default:
		_, told, err = protocol.Plan(t.Context(), instance, withUnknown(t, config, change))
	}
	return must(told, err)(t)
}

func TestModifyPlan_saysWhatBecomesOfTheRoute(t *testing.T) {
	t.Parallel()
	const (
		prevent, disable, abandon = "PREVENT", "DISABLE", "ABANDON"
		refused, warned           = tfprotov6.DiagnosticSeverityError, tfprotov6.DiagnosticSeverityWarning
		anotherRoute              = `"route_id":"route_2"`
	)
	for name, test := range map[string]struct {
		policy, change string // nothing changes where the resource is destroyed
		want           string
		severity       tfprotov6.DiagnosticSeverity
	}{
		"destroyed":                       {prevent, "", isPrevented, refused},
		"destroyed and disabled":          {disable, "", isOpened, warned},
		"destroyed and deleted":           {"DELETE", "", isOpened, warned},
		"destroyed and abandoned":         {abandon, "", isLeftAsItIs, warned},
		"another edge":                    {prevent, `"edge_id":"edge_2"`, isKeptOnRoute, refused},
		"another route":                   {prevent, anotherRoute, isKeptOnRoute, refused},
		"another route, disabled":         {disable, anotherRoute, isOpened, warned},
		"another route, abandoned":        {abandon, anotherRoute, isLeftAsItIs, warned},
		"an unknown edge":                 {prevent, "edge_id", "is not known yet", warned},
		"an unknown route":                {prevent, "route_id", "is not known yet", warned},
		"an unknown edge, disabled":       {disable, "edge_id", isOpened, warned},
		"the same":                        {prevent, `"edge_id":"edge_1"`, "", 0},
		"another setting":                 {prevent, `"cookie_prefix":"x."`, "", 0},
		"another policy":                  {prevent, `"deletion_policy":"ABANDON"`, "", 0},
		"another setting that is unknown": {prevent, "cookie_prefix", "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			told := planOf(t, switchedOn(t, startUndocumented(t)), stateUnder(test.policy), test.change)
			if test.want == "" {
				if len(told) > 0 {
					t.Errorf("expected silence, got %s", told)
				}
			} else if len(told) != 1 || told[0].Severity != test.severity || !strings.Contains(told[0].Summary, test.want) ||
				!mentions(told, `"route_1"`, `"edge_1"`, "deletion_policy is "+test.policy) || strings.Contains(told.String(), "canary") {
				t.Errorf("expected %q alone, with the route and no secret, got %s", test.want, told)
			}
		})
	}
}

// TestModifyPlan_wouldBeLeftOpen plans two resources of one route, of which one
// goes and the other stays. The plan fails in either order unless a request for the
// one that stays is certain.
func TestModifyPlan_wouldBeLeftOpen(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		policy, change string
		refused        bool
	}{
		"nothing is sent":           {"DISABLE", `"enabled":true`, true},
		"nothing is sent, deleted":  {"DELETE", `"enabled":true`, true},
		"nothing is sent, kept":     {"ABANDON", `"enabled":true`, false},
		"something may be sent":     {"DISABLE", "cookie_prefix", true},
		"an access rule is unknown": {"DISABLE", idp2 + "email_domains", true},
		"the module is sent":        {"DISABLE", `"cookie_prefix":"x."`, false},
		"it is created":             {"DISABLE", created, false},
		"one of two is sent":        {"DISABLE", `"enabled":true|"cookie_prefix":"x."`, true},
		"its route is unknown":      {"DISABLE", "route_id", true},
	} {
		for _, firstGoes := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, first goes %t", name, firstGoes), func(t *testing.T) {
				t.Parallel()
				protocol := switchedOn(t, startUndocumented(t))
				changes := append(strings.Split(test.change, "|"), destroyed)
				if firstGoes {
					slices.Reverse(changes)
				}
				var told protocoltest.Diagnostics
				for _, change := range changes {
					policy := test.policy
					if change == "route_id" {
						policy = "PREVENT" // Otherwise it may leave.
					}
					told = append(told, planOf(t, protocol, stateUnder(policy), change)...)
				}
				if (told.Err() != nil) != test.refused || test.refused && !mentions(told, "would be left open") {
					t.Errorf("got %s", told)
				}
			})
		}
	}
}

// TestModifyPlan_shared plans and applies two resources of one route in one run: the
// plan of the second one warns, and its apply fails.
func TestModifyPlan_shared(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	planning, applying := module.like, again(t, module.like)
	instances := []*protocoltest.Instance{planning.NewInstance(typeName), planning.NewInstance(typeName)}
	for i, instance := range instances {
		plan, told, err := planning.PlanChange(t.Context(), instance, module.change(idpWith("idp_2", oneDomain)))
		if err != nil || mentions(told, `Two resources have route "route_1" of HTTPS edge "edge_1"`) != (i == 1) {
			t.Fatalf("planning: got %v, %s", err, told)
		}
		told, err = plan.Stages(instance)[0](t.Context(), applying)
		if got := attributes(told, tfprotov6.DiagnosticSeverityError); err != nil || (i == 0) != (len(told) == 0) ||
			i == 1 && (!mentions(told, `Two resources set the OAuth module of route "route_1"`) || !slices.Equal(got, []string{"route_id"})) {
			t.Errorf("applying: got %v, %s", err, told)
		}
	}
	if err := module.server.ExpectWritesNow(put); err != nil {
		t.Error(err)
	}
	// A failed request leaves the route to the other resource.
	applying = again(t, module.like)
	for i, status := range []int{http.StatusForbidden, 0} {
		instance := planning.NewInstance(typeName)
		plan, _, err := planning.PlanChange(t.Context(), instance, module.change(idpWith("idp_2", oneDomain)))
		if err != nil {
			t.Fatal(err)
		}
		module.meeting(refapi.Fault{Status: status}, func() {
			if told, err := plan.Stages(instance)[0](t.Context(), applying); err != nil || (told.Err() == nil) != (i == 1) {
				t.Errorf("after a failure: got %v, %s", err, told)
			}
		})
	}
}

// TestModifyPlan_ignoredMove replaces a resource on request while ignore_changes
// hides the route that is configured. The creation alone learns of it, and a CLI
// shows no warning of a creation in a replacement.
func TestModifyPlan_ignoredMove(t *testing.T) {
	t.Parallel()
	for policy, refused := range map[string]bool{"PREVENT": true, "DISABLE": true, "DELETE": true, "ABANDON": false} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			module := liveUndocumented(t, startUndocumented(t))
			one := with(idpWith("idp_2", oneDomain), fmt.Sprintf(`"deletion_policy":%q`, policy))
			moved := with(one, `"route_id":"route_2"`)
			module.applies(protocoltest.Create, one)
			module.ignored = []string{"route_id"}
			module.plans(protocoltest.NoOp, moved)
			module.replace = true
			if refused {
				module.fails(moved, isKeptOnRoute, "ignore_changes")
			} else {
				module.plans(protocoltest.Replace, moved)
			}
			// On its own route the module is replaced once, whatever the policy is.
			if told := module.carriesOut(protocoltest.Replace, one, put); len(told) > 0 {
				t.Errorf("got %s", told)
			}
		})
	}
}

// TestDelete_notAnnounced destroys what a plan has not seen: the CLI plans a tainted
// resource as a mere creation.
func TestDelete_notAnnounced(t *testing.T) {
	t.Parallel()
	quiet := func(told protocoltest.Diagnostics, err error) {
		t.Helper()
		if err != nil || len(told) > 0 {
			t.Fatalf("got %v, %s", err, told)
		}
	}
	for _, policy := range []string{"PREVENT", "DISABLE"} {
		module := liveOn(t, start(t))
		one := with(idpWith("idp_2", oneDomain), fmt.Sprintf(`"deletion_policy":%q`, policy))
		module.applies(protocoltest.Create, one)
		module.Tainted = true
		module.requests(nil, func() { module.fails(with(one, `"route_id":"route_2"`), isPrevented, "tainted") })
		module.replaces(one, put)
		// With create_before_destroy, the apply plans the destruction after the creation.
		module.requests([]string{put}, func() {
			run, next := again(t, module.like), module.like.NewInstance(typeName)
			created, told, err := module.like.PlanChange(t.Context(), next, module.change(one))
			quiet(told, err)
			quiet(created.Stages(next)[0](t.Context(), run))
			destroyed, told, err := run.PlanDestroy(t.Context(), module.Instance)
			quiet(told, err)
			quiet(destroyed.Stages(module.Instance)[0](t.Context(), run))
		})
	}
}

// TestDelete_unknownProvider destroys a module that has lost its identity provider.
func TestDelete_unknownProvider(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.applies(protocoltest.Create, idpWith("idp_2", oneDomain))
	run := module.run()
	plan, told, err := run.PlanDestroy(t.Context(), module.Instance)
	if err != nil || told.Err() != nil {
		t.Fatalf("got %v, %s", err, told)
	}
	state := map[string]tftypes.Value{}
	if err := module.State.As(&state); err != nil {
		t.Fatal(err)
	}
	state["identity_provider"] = tftypes.NewValue(state["identity_provider"].Type(), nil)
	module.State = tftypes.NewValue(module.State.Type(), state)
	module.requests(nil, func() {
		if told, err := run.Apply(t.Context(), module.Instance, plan); err != nil || !mentions(told, "cannot be disabled yet") {
			t.Errorf("got %v, %s", err, told)
		}
	})
}

// TestModifyPlan_everybodyGetsIn warns once of a module without access rules: in the
// plan that makes it so.
func TestModifyPlan_everybodyGetsIn(t *testing.T) {
	t.Parallel()
	open, closed := idpWith("idp_2"), idpWith("idp_2", oneDomain)
	for name, test := range map[string]struct {
		before, after string
		warned        bool
	}{
		"created":                   {"", open, true},
		"created with empty rules":  {"", idpWith("idp_2", `"email_addresses":[],"email_domains":[]`), true},
		"created with an app":       {"", idpWith("idp_2", ownApp), true},
		"created disabled":          {"", with(open, `"enabled":false`), false},
		"created with a rule":       {"", closed, false},
		"created with an address":   {"", idpWith("idp_2", `"email_addresses":["a@example.com"]`), false},
		"created with a team":       {"", idpWith("idp_1", `"teams":["a/b"]`), false},
		"created with a whole org":  {"", idpWith("idp_1", `"organizations":["a"]`), false},
		"enabled":                   {with(open, `"enabled":false`), open, true},
		"the last rule is removed":  {closed, open, true},
		"unchanged":                 {open, open, false},
		"changed in something else": {open, with(open, `"cookie_prefix":"x."`), false},
		"a rule is added":           {open, closed, false},
		"another identity provider": {idpWith("idp_1"), open, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			if test.before != "" {
				module.applies(protocoltest.Create, test.before)
			}
			_, told, err := module.run().PlanChange(t.Context(), module.Instance, module.change(test.after))
			if err != nil || mentions(told, `Anyone with an account at idp_2 can sign in on route "route_1" of HTTPS edge "edge_1"`) != test.warned || !test.warned && len(told) > 0 {
				t.Errorf("got %v, %s", err, told)
			}
		})
	}
}

func says(t *testing.T, output string, words ...string) {
	t.Helper()
	if !acctest.Message(words...).MatchString(output) {
		t.Errorf("expected %q in\n%s", words, output)
	}
}

// slowToDisable delays every request that disables or deletes a module.
func slowToDisable(r refapi.Request) *refapi.Fault {
	value, _ := r.Member("enabled")
	if enabled, sent := value.(bool); (sent || r.Method == "DELETE") && !enabled {
		return &refapi.Fault{Delay: 500 * time.Millisecond}
	}
	return nil
}

// TestAccResource_routeStaysProtected lets one resource go and another one have its
// route in the same run, in whatever order the CLI chooses, or replaces a resource
// that keeps its route. No route may be open in between or end so, and no summary may
// turn out false.
func TestAccResource_routeStaysProtected(t *testing.T) {
	t.Parallel()
	const (
		prevented, deleted = "deletion_policy = \"PREVENT\"\n", "deletion_policy = \"DELETE\"\n"
		createFirst        = "lifecycle {\ncreate_before_destroy = true\n}"
		ignoring           = "lifecycle {\nignore_changes = [route_id]\n}"
		replace            = "-replace=" + typeName + ".a"
	)
	onRoute := func(name, route, more string) string { return hclOf(name, "edge_1", route, oneDomainOfIdp2+more) }
	three := func(name, more string) string { return onRoute(name, "route_${count.index + 1}", "count = 3\n"+more) }
	renamed := func(disabled, deleting string) string {
		return three(disabled, "") + onRoute(deleting, "route_4", deleted)
	}
	swapped := func(a, b, more string) string { return onRoute("a", a, more) + onRoute("b", b, more) }
	binary := acctest.BuildProvider(t)
	for name, test := range map[string]struct {
		before, then string
		arg          string // of the apply, or "taint" before it
		refused      string
	}{
		"renamed":                      {renamed("a", "b"), renamed("c", "d"), "", ""},
		"renamed, prevented":           {three("a", prevented), three("b", prevented), "", isPrevented},
		"swapped":                      {swapped("route_1", "route_2", ""), swapped("route_2", "route_1", ""), "", ""},
		"swapped, the new ones first":  {swapped("route_1", "route_2", createFirst), swapped("route_2", "route_1", createFirst), "", ""},
		"-replace, the new one first":  {onRoute("a", "route_1", prevented+createFirst), onRoute("a", "route_1", prevented+createFirst), replace, ""},
		"-replace, another route":      {onRoute("a", "route_1", prevented+ignoring), onRoute("a", "route_2", prevented+ignoring), replace, isKeptOnRoute},
		"tainted":                      {onRoute("a", "route_1", prevented), onRoute("a", "route_1", prevented), "taint", ""},
		"tainted, the new one first":   {onRoute("a", "route_1", prevented+createFirst), onRoute("a", "route_1", prevented+createFirst), "taint", ""},
		"tainted, on to another route": {onRoute("a", "route_1", prevented), onRoute("a", "route_2", prevented), "taint", isPrevented},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := startUndocumented(t), binary.NewCLI(t)
			server.Intercept(slowToDisable)
			cli.Configure(t, server.ConfigUndocumented(test.before))
			cli.MustRun(t, "apply", "-auto-approve")
			args := []string{"apply", "-auto-approve"}
			if test.arg == "taint" {
				cli.MustRun(t, "taint", typeName+".a")
			} else if test.arg != "" {
				args = append(args, test.arg)
			}
			server.ResetRequests()
			cli.Configure(t, server.ConfigUndocumented(test.then))
			printed, err := cli.Run(t, args...)
			if (err != nil) != (test.refused != "") {
				t.Fatalf("got %v\n%s", err, printed)
			}
			says(t, printed, test.refused)
			for _, words := range []string{"will answer", "Two resources", isOpened} {
				if acctest.Message(words).MatchString(printed) && (words != isOpened || test.arg != "") {
					t.Errorf("expected no %q in\n%s", words, printed)
				}
			}
			for _, request := range server.Requests() {
				if test.refused != "" && request.Method != "GET" || request.Method == "PUT" && slowToDisable(request) != nil && test.arg != "" {
					t.Errorf("sent %s %s", request.Method, request.Body)
				}
			}
			for i := range 4 {
				if held, there := server.RouteOAuth("edge_1", fmt.Sprintf("route_%d", i+1)); there && !held.Enabled || !there && i == 0 {
					t.Errorf("route_%d is open", i+1)
				}
			}
			if test.refused == "" {
				cli.MustRun(t, "plan", "-detailed-exitcode")
			}
		})
	}
}
