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

const (
	opens = "will answer WITHOUT authentication"
	stays = `Another resource keeps route "route_1" of HTTPS edge "edge_1"`
)

// onRoute is a resource of a name on a route of edge_1.
func onRoute(name, route, more string) string {
	return fmt.Sprintf("resource %q %q {\nedge_id = \"edge_1\"\nroute_id = %q\n%s%s\n}\n", typeName, name, route,
		idp("idp_2", `email_domains = ["example.com"]`), more)
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

// applied plans and applies, in two processes of the provider or in one command,
// and returns the output.
func applied(t *testing.T, cli *acctest.CLI, saved bool, args ...string) string {
	t.Helper()
	if !saved {
		return cli.MustRun(t, append([]string{"apply", "-auto-approve"}, args...)...)
	}
	return cli.MustRun(t, append([]string{"plan", "-out=tfplan"}, args...)...) + cli.MustRun(t, "apply", "tfplan")
}

// TestAccPlan_twoRuns has two resources on one route in state, as after a rename
// without a moved block, and destroys one of them. The rename takes two runs.
func TestAccPlan_twoRuns(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for name, test := range map[string]struct {
		then string   // what goes along with the resource that keeps the route
		args []string // of the second run
		list string   // what is in state then
	}{
		"destroyed":           {"", nil, typeName + ".b"},
		"sent elsewhere":      {onRoute("a", "route_2", ""), nil, typeName + ".a\n" + typeName + ".b"},
		"one after the other": {"", []string{"-parallelism=1"}, typeName + ".b"},
	} {
		for _, saved := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, saved %t", name, saved), func(t *testing.T) {
				t.Parallel()
				server, cli := start(t), binary.NewCLI(t)
				cli.Configure(t, server.Config(onRoute("a", "route_1", "")))
				cli.MustRun(t, "apply", "-auto-approve")
				cli.Configure(t, server.Config(onRoute("b", "route_1", "")))
				cli.MustRun(t, "apply", "-auto-approve", "-target="+typeName+".b")
				cli.Configure(t, server.Config(onRoute("b", "route_1", "")+test.then))
				printed := applied(t, cli, saved, test.args...)
				if test.args == nil {
					saysNot(t, printed, opens)
				}
				if test.args == nil && test.then == "" {
					says(t, printed, stays)
				}
				if left := strings.TrimSpace(cli.MustRun(t, "state", "list")); left != test.list {
					t.Errorf("state has %s", left)
				}
				if err := holdsNow(server.API, isEnabled); err != nil {
					t.Error(err)
				}
				cli.MustRun(t, "plan", "-detailed-exitcode")
			})
		}
	}
}

func TestAccPlan_renameInOneRun(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for _, saved := range []bool{false, true} {
		t.Run(fmt.Sprintf("saved %t", saved), func(t *testing.T) {
			t.Parallel()
			server, cli := start(t), binary.NewCLI(t)
			cli.Configure(t, server.Config(onRoute("a", "route_1", "")))
			cli.MustRun(t, "apply", "-auto-approve")
			cli.Configure(t, server.Config(onRoute("b", "route_1", "")))
			printed := applied(t, cli, saved)
			says(t, printed, stays)
			saysNot(t, printed, opens)
			if err := holdsNow(server.API, isEnabled); err != nil {
				t.Error(err)
			}
			cli.MustRun(t, "plan", "-detailed-exitcode")
			// A destroy that opens the route is announced, and opens it.
			says(t, applied(t, cli, saved, "-destroy"), opens)
			if err := holdsNow(server.API, isDisabled); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAccPlan_swap(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for name, lifecycle := range map[string]string{"": "", "the new ones first": "lifecycle {\ncreate_before_destroy = true\n}"} {
		for _, saved := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, saved %t", name, saved), func(t *testing.T) {
				t.Parallel()
				server, cli := start(t), binary.NewCLI(t)
				cli.Configure(t, server.Config(onRoute("a", "route_1", lifecycle)+onRoute("b", "route_2", lifecycle)))
				cli.MustRun(t, "apply", "-auto-approve")
				server.ResetRequests()
				cli.Configure(t, server.Config(onRoute("a", "route_2", lifecycle)+onRoute("b", "route_1", lifecycle)))
				printed := applied(t, cli, saved)
				saysNot(t, printed, opens)
				saysNot(t, printed, "Two resources")
				for _, request := range server.Requests() {
					value, _ := request.Member("enabled")
					if enabled, sent := value.(bool); !sent || !enabled {
						t.Errorf("a route was open between two requests: %s", request.Body)
					}
				}
				cli.MustRun(t, "plan", "-detailed-exitcode")
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
		t.Error("the last one to be applied wins, without a word")
	}
	says(t, printed, "Two resources set the OAuth module of route")
}
