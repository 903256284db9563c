// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// oauthStep is one run of a CLI. A configuration applies until another step replaces it.
type oauthStep struct {
	config string
	args   string
	words  string // the words that the output must contain, in this order
	sent   string // the PUTs of the step: "on" or "off", and the route
	fails  bool
	lost   bool // the service acts, but no response arrives
}

const oauthAddress = oauthType + "."

// moduleHCL returns the configuration for the OAuth module of a route.
func moduleHCL(name, route, more string) string {
	return fmt.Sprintf(`
resource "trafficedge_https_edge_route_oauth" %q {
  edge_id           = "e"
  route_id          = %q
  identity_provider = { idp_2 = { email_domains = ["example.com"] } }
  %s
}
`, name, route, more)
}

// A real CLI destroys, moves and replaces OAuth modules. No step opens a route unless its
// configuration says so, and at the end, a plan shows no changes.
func TestAccRouteOAuth_destroySendsNothing(t *testing.T) {
	t.Parallel()
	const (
		createFirst = "lifecycle {\ncreate_before_destroy = true\n}"
		protected   = "lifecycle {\nprevent_destroy = true\n}"
		stays       = "stays on the service If no other resource sets it"
		failing     = `
resource "terraform_data" "next" {
  depends_on = [trafficedge_https_edge_route_oauth.a]
  provisioner "local-exec" {
    command = "exit 1"
  }
}`
		forget           = "removed {\nfrom = trafficedge_https_edge_route_oauth.a\nlifecycle {\ndestroy = false\n}\n}"
		moved            = "moved {\nfrom = trafficedge_https_edge_route_oauth.a\nto = trafficedge_https_edge_route_oauth.b\n}"
		tainted, targetB = "taint " + oauthAddress + "a", doApply + " -target=" + oauthAddress + "b"
	)
	a := moduleHCL("a", "r1", "")
	swapped := func(more string) []oauthStep {
		return []oauthStep{
			{config: moduleHCL("a", "r1", more) + moduleHCL("b", "r2", more), args: doApply, sent: "on r1 on r2"},
			{config: moduleHCL("a", "r2", more) + moduleHCL("b", "r1", more), args: doApply, words: stays, sent: "on r1 on r2"},
		}
	}
	runOAuthSteps(t, map[string][]oauthStep{
		"destroy": {{config: a, args: doApply, sent: "on r1"}, {args: doApply + " -destroy", words: stays}, {config: "# none", args: "plan"}},
		"destroy, disabled as the warning says": {
			{config: a, args: doApply, sent: "on r1"},
			{config: strings.Replace(moduleHCL("a", "r1", "enabled = false"), `{ email_domains = ["example.com"] }`, "{}", 1), args: doApply, sent: "off r1"},
			{args: doApply + " -destroy", words: "It stays disabled, so the route is open"}, {config: "# none", args: "plan"},
		},
		"block taken out": {{config: a, args: doApply, sent: "on r1"}, {config: "# none", args: doApply, words: stays + " 1 destroyed"}},
		"removed":         {{config: a, args: doApply, sent: "on r1"}, {config: forget, args: doApply, words: "0 destroyed"}},
		"rename":          {{config: a, args: doApply, sent: "on r1"}, {config: moduleHCL("b", "r1", ""), args: doApply, words: stays, sent: "on r1"}},
		"rename, moved": {
			{config: a, args: doApply, sent: "on r1"},
			{config: moduleHCL("b", "r1", "") + moved, args: doApply, words: "0 added, 0 changed, 0 destroyed"},
		},
		"rename, second half": {
			{config: a, args: doApply, sent: "on r1"},
			{config: moduleHCL("b", "r1", ""), args: targetB, sent: "on r1"},
			{args: doApply, words: stays + " 1 destroyed"},
		},
		"move": {{config: a, args: doApply, sent: "on r1"}, {config: moduleHCL("a", "r2", ""), args: doApply, words: stays, sent: "on r2"}},
		"move, the new one first": {
			{config: moduleHCL("a", "r1", createFirst), args: doApply, sent: "on r1"},
			{config: moduleHCL("a", "r2", createFirst), args: doApply, words: stays, sent: "on r2"},
		},
		"swap":                     swapped(""),
		"swap, the new ones first": swapped(createFirst),
		"taint":                    {{config: a, args: doApply, sent: "on r1"}, {args: tainted}, {args: doApply, words: "1 added, 0 changed, 1 destroyed", sent: "on r1"}},
		"taint, move": {
			{config: a, args: doApply, sent: "on r1"}, {args: tainted},
			{config: moduleHCL("a", "r2", ""), args: doApply, words: "1 added, 0 changed, 1 destroyed", sent: "on r2"},
		},
		"-replace": {{config: a, args: doApply, sent: "on r1"}, {args: doApply + " -replace=" + oauthAddress + "a", words: "1 destroyed", sent: "on r1"}},
		"deposed copy": {
			{config: moduleHCL("a", "r1", createFirst), args: doApply, sent: "on r1"},
			{
				config: moduleHCL("a", "r1", createFirst) + failing, args: doApply + " -replace=" + oauthAddress + "a",
				words: "local-exec provisioner error", fails: true, sent: "on r1",
			},
			{config: moduleHCL("a", "r1", createFirst), args: doApply, words: stays},
		},
		"two on a route, one goes": {
			{config: a, args: doApply, sent: "on r1"},
			{config: a + moduleHCL("b", "r1", ""), args: doApply, words: "1 added", sent: "on r1"},
			{config: a, args: doApply, words: stays + " 1 destroyed"},
		},
		"lost creation, prevent_destroy": {
			{config: moduleHCL("a", "r1", protected), args: doApply, words: "may have changed run untaint first", fails: true, lost: true, sent: "on r1"},
			{args: "plan", words: "prevent_destroy", fails: true},
			{args: "un" + tainted},
			{args: doApply, words: "0 added, 1 changed, 0 destroyed", sent: "on r1"},
		},
		"lost replacement, the new one first": {
			{config: moduleHCL("a", "r1", createFirst), args: doApply, sent: "on r1"},
			{args: doApply + " -replace=" + oauthAddress + "a", words: "may have changed", fails: true, lost: true, sent: "on r1"},
			{args: doApply, words: "1 to add, 0 to change, 2 to destroy.", sent: "on r1"},
		},
	})
}

// runOAuthSteps runs the steps of each case with a separate CLI and a separate service,
// with and without read_route_oauth.
func runOAuthSteps(t *testing.T, cases map[string][]oauthStep) {
	t.Helper()
	binary := acctest.BuildProvider(t)
	for name, steps := range cases {
		for _, reads := range []string{"[]", `["read_route_oauth"]`} {
			t.Run(name+", "+reads, func(t *testing.T) {
				t.Parallel()
				server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
				w := &oauthWorld{world: &world{T: t, server: server}}
				for _, step := range append(steps, oauthStep{args: emptyPlan}) {
					if strings.HasPrefix(step.config, "removed") && !cli.AtLeast(t, "1.7.0") {
						t.Skip("the CLI has no removed blocks")
					}
					if step.config != "" {
						cli.Configure(t, server.Config(step.config, "max_retries = 0", "undocumented_operations = "+reads))
					}
					if step.lost {
						server.Fail(http.MethodPut, refapi.Fault{Status: http.StatusBadGateway, AfterActing: true})
					}
					server.ResetRequests()
					output, err := cli.Run(t, strings.Fields(step.args)...)
					server.Intercept(nil)
					if (err != nil) != step.fails || !acctest.Message(strings.Fields(step.words)...).MatchString(output) {
						t.Fatalf("%s: expected %q, got %v\n%s", step.args, step.words, err, output)
					}
					if sent := w.sent(); sent != step.sent {
						t.Errorf("%s: sent %q, want %q\n%s", step.args, sent, step.sent, output)
					}
				}
			})
		}
	}
}
