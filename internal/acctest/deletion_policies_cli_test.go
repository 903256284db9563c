// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// cliStep is one run of a CLI. Before the run, a step may change objects on the service.
// A configuration applies until another step replaces it.
type cliStep struct {
	others func(*acctest.Server)
	config string
	args   string
	words  string // the words that the output must contain, in this order
	fails  bool
	shop   bool // whether the directory has the Terraform module "shop" from now on
	offers bool // whether the provider block lists all undocumented operations
}

const (
	oldEdge    = "edge_old"
	oldBackend = "fob_old"
	emptyPlan  = "plan -detailed-exitcode"
	doApply    = "apply -auto-approve"
	doEdge     = doApply + " -target=trafficedge_tls_edge.a"
)

// edgeHCL returns a configuration that imports a TLS edge and its failover backend.
func edgeHCL(policy string) string {
	return fmt.Sprintf(`
import {
  to = trafficedge_failover_backend.b
  id = %q
}
import {
  to = trafficedge_tls_edge.a
  id = %q
}
resource "trafficedge_failover_backend" "b" {
  backends = ["x"]
}
resource "trafficedge_tls_edge" "a" {
  backend         = { backend_id = trafficedge_failover_backend.b.id }
  deletion_policy = %q
}
`, oldBackend, oldEdge, policy)
}

// withoutImports returns the configuration of [edgeHCL] without its import blocks.
func withoutImports(policy string) string {
	_, resources, _ := strings.Cut(edgeHCL(policy), "resource")
	return "resource" + resources
}

// A real CLI runs special cases of the deletion policies, and applies the remedies that
// errors suggest. At the end, a plan shows no changes.
func TestAccDeletionPolicies(t *testing.T) {
	t.Parallel()
	gone := func(server *acctest.Server) { server.RemoveTLSEdge(oldEdge) }
	changed := func(server *acctest.Server) {
		server.ChangeTLSEdge(oldEdge, func(edge *refapi.TLSEdge) { edge.Description = "by hand" })
	}
	withValues := func(policy, description string) string {
		return strings.Replace(withoutImports(policy), "deletion_policy", fmt.Sprintf("description = %q\ndeletion_policy", description), 1)
	}
	ignoring := strings.Replace(withoutImports("ABANDON"), "deletion_policy", "lifecycle {\nignore_changes = [deletion_policy]\n}\ndeletion_policy", 1)
	const createFirst = "lifecycle {\ncreate_before_destroy = true\n}"
	runSteps(t, map[string][]cliStep{
		"an edge is deleted by hand": {
			{config: edgeHCL("PREVENT"), args: doApply},
			{others: gone, config: withoutImports("PREVENT"), args: "plan", words: "1 to add, 0 to change, 0 to destroy"},
			{args: doApply, words: "1 added"},
		},
		"an edge is changed by others": {
			{config: edgeHCL("PREVENT"), args: doApply},
			{others: changed, config: withoutImports("PREVENT"), args: "plan", words: "cannot be replaced for description", fails: true},
			{config: withValues("ABANDON", "by hand"), args: doEdge, words: "1 changed"},
			{config: withoutImports("ABANDON"), args: "plan", words: "will be replaced and abandoned"},
			{args: doApply, words: "1 added, 0 changed, 1 destroyed"},
		},
		"an edge is kept as others changed it": {
			{config: edgeHCL("PREVENT"), args: doApply},
			{others: changed, config: withoutImports("PREVENT"), args: "plan", words: "cannot be replaced for description", fails: true},
			{config: withValues("PREVENT", "by hand"), args: "plan", words: "No changes"},
		},
		"ignore_changes hides the policy": {
			{config: edgeHCL("PREVENT"), args: doApply},
			{others: changed, config: ignoring, args: "plan", words: "cannot be replaced for description", fails: true},
			{args: "state rm trafficedge_tls_edge.a"},
			{args: doApply, words: "1 added"},
		},
		"the policy is tightened with a change": {
			{config: edgeHCL("ABANDON"), args: doApply},
			{
				config: withValues("PREVENT", "new"), args: "plan", fails: true,
				words: `cannot be replaced for description plan with deletion_policy = "ABANDON" apply it alone, with the edge's present values`,
			},
			{config: withValues("ABANDON", "new"), args: doApply, words: "1 added, 0 changed, 1 destroyed"},
			{config: withValues("PREVENT", "new"), args: doApply, words: "0 added, 1 changed, 0 destroyed"},
		},
		"a response shows nothing of an edge": {
			{
				others: func(server *acctest.Server) {
					server.SetResponses(func(a *refapi.Responses) { a.EdgeGetMembers = []string{"id", "uri"} })
				},
				config: edgeHCL("PREVENT"), args: "plan", fails: true, words: `cannot be imported add "update_tls_edge"`,
			},
			{config: edgeHCL("PREVENT"), offers: true, args: doApply, words: "2 imported, 0 added, 1 changed"},
		},
		"an edge is tainted, the new one first": {
			{config: edgeHCL("PREVENT"), args: doApply},
			{config: strings.Replace(withoutImports("PREVENT"), "deletion_policy", createFirst+"\ndeletion_policy", 1), args: "taint trafficedge_tls_edge.a"},
			{args: doApply, words: "cannot be destroyed", fails: true},
			{args: doApply, words: "state rm for the resource", fails: true},
			{args: "state rm trafficedge_tls_edge.a"},
			{args: "import trafficedge_tls_edge.a " + oldEdge},
		},
		"an edge is tainted": {
			{config: edgeHCL("PREVENT"), args: doApply},
			{config: withoutImports("PREVENT"), args: "taint trafficedge_tls_edge.a"},
			{args: doApply, words: "cannot be destroyed", fails: true},
			{args: "untaint trafficedge_tls_edge.a"},
			{config: withoutImports("ABANDON"), args: doApply, words: "1 changed"},
			{args: "taint trafficedge_tls_edge.a"},
			{args: doApply, words: "was abandoned 1 added, 0 changed, 1 destroyed"},
		},
		"an edge is renamed": {
			{config: edgeHCL("PREVENT"), args: doApply},
			{config: strings.Replace(withoutImports("PREVENT"), `"a"`, `"b"`, 1), args: "plan", words: "cannot be destroyed", fails: true},
			{
				config: strings.Replace(withoutImports("PREVENT"), `"a"`, `"b"`, 1) + "moved {\nfrom = trafficedge_tls_edge.a\nto = trafficedge_tls_edge.b\n}",
				args:   doApply, words: "0 added, 0 changed, 0 destroyed",
			},
		},
	})
}

// shop is a Terraform module with an edge under PREVENT.
const shop = `
terraform {
  required_providers {
    trafficedge = { source = "trafficedge/trafficedge" }
  }
}
variable "key" { type = string }
variable "text" { type = string }
resource "trafficedge_tls_edge" "shop" {
  description = "${var.text} ${var.key}"
}
`

// runSteps runs the steps of each case with a separate CLI and a separate service.
func runSteps(t *testing.T, cases map[string][]cliStep) {
	t.Helper()
	binary := acctest.BuildProvider(t)
	for name, steps := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
			const created = "2026-01-02T03:04:05Z"
			server.AddFailoverBackend(refapi.FailoverBackend{ID: oldBackend, CreatedAt: created, Backends: []string{"x"}})
			server.AddTLSEdge(refapi.TLSEdge{ID: oldEdge, CreatedAt: created, Backend: &refapi.EdgeBackend{Enabled: true, BackendID: oldBackend}})
			for _, step := range append(steps, cliStep{args: emptyPlan}) {
				if step.shop {
					acctest.NoError(t, os.Mkdir(filepath.Join(cli.Dir, "shop"), 0o700), cli.Write("shop/main.tf", shop))
				}
				if step.others != nil {
					step.others(server)
				}
				if step.config != "" {
					configuration := server.Config(step.config)
					if step.offers {
						configuration = server.ConfigUndocumented(step.config)
					}
					cli.Configure(t, configuration)
				}
				output, err := cli.Run(t, strings.Fields(step.args)...)
				if (err != nil) != step.fails || !acctest.Message(strings.Fields(step.words)...).MatchString(output) {
					t.Fatalf("%s: expected %q, got %v\n%s", step.args, step.words, err, output)
				}
			}
		})
	}
}
