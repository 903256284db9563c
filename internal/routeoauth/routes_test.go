// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// onRoute is a resource of a name on a route of edge_1.
func onRoute(name, route, more string) string {
	return fmt.Sprintf("resource %q %q {\nedge_id = \"edge_1\"\nroute_id = %q\n%s%s\n}\n", typeName, name, route,
		idp("idp_2", `email_domains = ["example.com"]`), destructible(more))
}

func isEnabled(m refapi.OAuthModule) bool { return m.Enabled }

// says and saysNot look for words in the output of a CLI.
func says(t *testing.T, output string, words ...string) {
	t.Helper()
	if !acctest.Message(words...).MatchString(output) {
		t.Errorf("expected %q in\n%s", words, output)
	}
}

func saysNot(t *testing.T, output string, words ...string) {
	t.Helper()
	if acctest.Message(words...).MatchString(output) {
		t.Errorf("expected no %q in\n%s", words, output)
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
			saysNot(t, printed, "will answer")
			saysNot(t, printed, "Two resources")
			if test.arg != "" {
				saysNot(t, printed, isOpened)
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
