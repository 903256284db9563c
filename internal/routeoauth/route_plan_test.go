// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"strings"
	"testing"

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

// TestAccPlan_rename renames many resources without moved blocks. A CLI plans and
// applies what goes and what comes in any order. No route may end open, and no
// summary may turn out false.
func TestAccPlan_rename(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for _, count := range []int{1, 12} {
		for _, policy := range []string{"PREVENT", "DISABLE", "DELETE"} {
			t.Run(fmt.Sprintf("%d, %s", count, policy), func(t *testing.T) {
				t.Parallel()
				server, cli := startUndocumented(t), binary.NewCLI(t)
				named := func(name string) string {
					return server.ConfigUndocumented(fmt.Sprintf("resource %q %q {\ncount = %d\nedge_id = \"edge_1\"\nroute_id = \"route_${count.index}\"\n%s\n"+
						"deletion_policy = %q\n}\n", typeName, name, count, idp("idp_2", `email_domains = ["example.com"]`), policy))
				}
				cli.Configure(t, named("a"))
				cli.MustRun(t, "apply", "-auto-approve")
				server.ResetRequests()
				cli.Configure(t, named("b"))
				printed, err := cli.Run(t, "apply", "-auto-approve")
				if refused := policy == "PREVENT"; refused != (err != nil) || strings.Count(printed, isPrevented) > 0 != refused {
					t.Fatalf("got %v\n%s", err, printed)
				}
				saysNot(t, printed, "will answer")
				saysNot(t, printed, "Two resources")
				for i := range count {
					if held, _ := server.RouteOAuth("edge_1", fmt.Sprintf("route_%d", i)); !held.Enabled {
						t.Errorf("route_%d is open", i)
					}
				}
				if err := server.ExpectWritesNow(); policy == "PREVENT" && err != nil {
					t.Error(err)
				}
				if policy != "PREVENT" {
					cli.MustRun(t, "plan", "-detailed-exitcode")
				}
			})
		}
	}
}

// TestAccPlan_shared configures two resources for one route.
func TestAccPlan_shared(t *testing.T) {
	t.Parallel()
	server, cli := start(t), acctest.BuildProvider(t).NewCLI(t)
	const shared = `Two resources have route "route_1" of HTTPS edge "edge_1"`
	one, two := onRoute("a", "route_1", ""), onRoute("b", "route_1", "")
	cli.Configure(t, server.Config(one))
	cli.MustRun(t, "apply", "-auto-approve")
	replaced := cli.MustRun(t, "apply", "-auto-approve", "-replace="+typeName+".a")
	saysNot(t, replaced, shared)
	cli.Configure(t, server.Config(one+two))
	says(t, cli.MustRun(t, "plan"), shared)
	cli.MustRun(t, "apply", "-auto-approve")
	says(t, cli.MustRun(t, "plan"), shared)
	// Both in one run.
	cli.Configure(t, server.Config(onRoute("a", "route_1", `cookie_prefix = "a."`)+onRoute("b", "route_1", `cookie_prefix = "b."`)))
	printed, err := cli.Run(t, "apply", "-auto-approve")
	if err == nil {
		t.Error("the last one to be applied wins, silently")
	}
	says(t, printed, "Two resources set the OAuth module of route")
}
