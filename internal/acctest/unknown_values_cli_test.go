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

// An edge that can neither be changed in place nor replaced rejects a value that is not known
// yet. A real CLI therefore cannot destroy or replace the backend behind the edge, even after
// a taint or a refresh, or with -target. After each remedy in the Troubleshooting guide, the
// plan is empty.
func TestAccUnknownValues(t *testing.T) {
	t.Parallel()
	const (
		unknown = "cannot be replaced for backend.backend_id Not known yet: backend.backend_id."
		backend = "trafficedge_failover_backend.b"
		text    = `"` + oldBackend + `"`
		newEdge = "1 added, 0 changed, 1 destroyed"
		bothNew = "2 added, 0 changed, 2 destroyed"
	)
	start := cliStep{config: edgeHCL("PREVENT"), args: doApply}
	reference := func(policy, id string) string {
		return strings.Replace(withoutImports(policy), backend+".id", id, 1)
	}
	several := func(count, id string) string {
		return strings.Replace(reference("PREVENT", id), "backends =", "count = "+count+"\n  backends =", 1)
	}
	imports, _, _ := strings.Cut(strings.Replace(edgeHCL("PREVENT"), backend, backend+"[0]", 1), "resource")
	renamed := strings.NewReplacer(`backend" "b"`, `backend" "c"`, backend, "trafficedge_failover_backend.c").Replace(withoutImports("PREVENT"))
	gone := func(server *acctest.Server) { server.RemoveFailoverBackend(oldBackend) }
	alive := func(server *acctest.Server) { server.Fail(http.MethodDelete, refapi.Fault{Status: http.StatusTeapot}) }
	mayDelete := func(server *acctest.Server) { server.Intercept(nil) }
	const siblings = "reverse(sort(" + backend + "[*].id))[0]"
	const module = `
module "shop" {
  source   = "./shop"
  for_each = toset(["a", "b"])
  key      = each.key
  text     = "%s"
}
`
	runSteps(t, map[string][]cliStep{
		// The block of one edge cannot be written out where it is shared.
		"in a module with for_each": {
			{shop: true, config: fmt.Sprintf(module, "first"), args: "get"},
			{args: doApply, words: "2 added"},
			{config: fmt.Sprintf(module, "second"), args: "plan", words: "cannot be replaced for description", fails: true},
			{args: `state rm module.shop["a"].trafficedge_tls_edge.shop`},
			{args: doApply + ` -target=module.shop["a"]`, words: "1 added"},
			{args: `state rm module.shop["b"].trafficedge_tls_edge.shop`},
			{args: doApply, words: "1 added"},
		},
		"renamed": {
			start,
			{config: renamed, args: "plan", words: unknown, fails: true},
			{config: renamed + "moved {\nfrom = " + backend + "\nto = trafficedge_failover_backend.c\n}", args: doApply, words: "0 added, 0 changed, 0 destroyed"},
		},
		"tainted": {
			start,
			{config: withoutImports("PREVENT"), args: "taint " + backend},
			{args: "plan", words: unknown, fails: true},
			{args: doEdge, words: unknown, fails: true},
			{args: "untaint " + backend},
		},
		"-replace": {start, {config: withoutImports("PREVENT"), args: "plan -replace=" + backend, words: unknown, fails: true}},
		"replaced with its edge": {
			start,
			{config: withoutImports("PREVENT"), args: "plan -replace=" + backend, words: unknown, fails: true},
			{others: alive, config: reference("ABANDON", text), args: doEdge, words: "0 added, 1 changed, 0 destroyed"},
			{others: mayDelete, config: withoutImports("ABANDON"), args: doApply + " -replace=" + backend, words: bothNew},
		},
		"gone, refreshed and created alone": {
			start,
			{others: gone, config: withoutImports("PREVENT"), args: "apply -refresh-only -auto-approve"},
			{args: "plan -target=trafficedge_tls_edge.a", words: unknown, fails: true},
			{args: doApply + " -target=" + backend, words: "1 added"},
			{args: "plan", words: "cannot be replaced for backend.backend_id", fails: true},
			{config: reference("ABANDON", text), args: doEdge, words: "0 added, 1 changed, 0 destroyed"},
			{config: withoutImports("ABANDON"), args: doApply, words: newEdge},
		},
		"unknown because of a sibling": {
			{config: imports + several("1", siblings), args: doApply},
			{config: several("2", siblings), args: "plan", words: unknown, fails: true},
			{args: doApply + " -target=" + backend, words: "1 added"},
			{config: several("3", backend+"[0].id"), args: doApply, words: "1 added"},
			{config: several("4", "[for b in "+backend+" : b.id][0]"), args: doApply, words: "1 added"},
			{config: several("5", "tolist(toset("+backend+"[*].id))[0]"), args: "plan", words: unknown, fails: true},
			{config: several("4", backend+"[0].id"), args: "plan"},
		},
	})
}
