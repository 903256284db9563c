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

// A real CLI removes, moves and replaces OAuth modules, and the remedies that messages
// suggest work. No step opens a route unless its configuration says so.
func TestAccRouteOAuth_destroySendsNothing(t *testing.T) {
	t.Parallel()
	const (
		address     = oauthType + ".a"
		createFirst = "lifecycle {\ncreate_before_destroy = true\n}"
		stays       = "stays on the service If no other resource sets it"
		forget      = "removed {\nfrom = " + address + "\nlifecycle {\ndestroy = false\n}\n}"
		moved       = "moved {\nfrom = " + address + "\nto = " + oauthType + ".b\n}"
		replace     = doApply + " -replace=" + address
	)
	lost := func(server *acctest.Server) {
		server.Fail(http.MethodPut, refapi.Fault{Status: http.StatusBadGateway, AfterActing: true})
	}
	protected := moduleHCL("a", "r1", "lifecycle {\nprevent_destroy = true\n}")
	off := strings.Replace(moduleHCL("a", "r1", "enabled = false"), `{ email_domains = ["example.com"] }`, "{}", 1)
	a, firstA := moduleHCL("a", "r1", ""), moduleHCL("a", "r1", createFirst)
	failing := firstA + `
resource "terraform_data" "next" {
  depends_on = [` + address + `]
  provisioner "local-exec" {
    command = "exit 1"
  }
}`
	start, startFirst := cliStep{config: a, args: doApply, sent: "on r1"}, cliStep{config: firstA, args: doApply, sent: "on r1"}
	runSteps(t, map[string][]cliStep{
		"destroy, disabled as the warning says": {
			start,
			{args: "plan -destroy", words: stays + " first apply enabled = false (opens the route) and idp_2 = {}"},
			{config: off, args: doApply, sent: "off r1"},
			{args: doApply + " -destroy", words: "It stays disabled, so the route is open"},
			{config: "# none", args: "plan"},
		},
		"block removed": {start, {config: "# none", args: doApply, words: stays + " 1 destroyed"}},
		"removed":       {start, {config: forget, args: doApply, words: "0 destroyed"}},
		"rename, moved": {start, {config: moduleHCL("b", "r1", "") + moved, args: doApply, words: nothingDone}},
		"swap, the new ones first": {
			{config: firstA + moduleHCL("b", "r2", createFirst), args: doApply, sent: "on r1 on r2"},
			{config: moduleHCL("a", "r2", createFirst) + moduleHCL("b", "r1", createFirst), args: doApply, words: stays, sent: "on r1 on r2"},
		},
		"taint, move": {
			start,
			{args: "taint " + address},
			{config: moduleHCL("a", "r2", ""), args: doApply, words: onlyReplaced, sent: "on r2"},
		},
		"deposed copy": {
			startFirst,
			{config: failing, args: replace, words: "local-exec provisioner error", sent: "on r1", fails: true},
			{config: firstA, args: doApply, words: stays},
		},
		"lost creation, prevent_destroy": {
			{others: lost, config: protected, args: doApply, words: "may have changed run untaint first", sent: "on r1", fails: true},
			{args: "plan", words: "prevent_destroy", fails: true},
			{args: "untaint " + address},
			{args: doApply, words: "0 added, 1 changed, 0 destroyed", sent: "on r1"},
		},
		"lost replacement, the new one first": {
			startFirst,
			{others: lost, args: replace, words: "may have changed", sent: "on r1", fails: true},
			{args: doApply, words: "1 to add, 0 to change, 2 to destroy.", sent: "on r1"},
		},
	}, "[]", `["read_route_oauth"]`)
}
