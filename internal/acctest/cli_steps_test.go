// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// cliStep is one run of a CLI. During the run, others may change objects on the service, or
// the service may fail. A configuration applies until another step replaces it.
type cliStep struct {
	others func(*acctest.Server)
	config string
	args   string
	words  string // the words that the output must contain, in this order
	lacks  string // a text that the output must not contain
	sent   string // the writes, as writesTo returns them
	fails  bool
}

const (
	oldEdge    = "edge_old"
	oldBackend = "fob_old"
	doApply    = "apply -auto-approve"
)

// runSteps runs the steps of each case with a separate CLI and a separate service, once for each
// of the given values of undocumented_operations. At the end, a plan shows no changes.
func runSteps(t *testing.T, cases map[string][]cliStep, operations ...string) {
	t.Helper()
	binary := acctest.BuildProvider(t)
	if !acctest.All() {
		operations = operations[:1]
	}
	for name, steps := range cases {
		for _, undocumented := range operations {
			t.Run(name+", "+undocumented, func(t *testing.T) {
				t.Parallel()
				server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
				server.CreateOld()
				server.AddFailoverBackend(refapi.FailoverBackend{ID: oldBackend, Backends: []string{"x"}})
				backend := &refapi.EdgeBackend{Enabled: true, BackendID: oldBackend}
				server.AddTLSEdge(refapi.TLSEdge{ID: oldEdge, Backend: backend})
				for _, step := range append(steps, cliStep{args: "plan -detailed-exitcode"}) {
					if strings.Contains(step.config, "identity = {") && !cli.AtLeast(t, "1.12.0") {
						t.Skip("identity in import blocks needs a CLI of 1.12")
					}
					if step.config != "" {
						cli.Configure(t, server.Config(step.config, "max_retries = 0", "undocumented_operations = "+undocumented))
					}
					if step.others != nil {
						step.others(server)
					}
					server.ResetRequests()
					output, err := cli.Run(t, strings.Fields(step.args)...)
					server.Intercept(nil)
					isWrong := step.lacks != "" && strings.Contains(output, step.lacks)
					if isWrong || (err != nil) != step.fails || !acctest.Message(strings.Fields(step.words)...).MatchString(output) {
						t.Fatalf("%s: expected %q, got %v\n%s", step.args, step.words, err, output)
					}
					if sent := strings.Join(writesTo(server), " "); sent != step.sent {
						t.Errorf("%s: sent %q, want %q\n%s", step.args, sent, step.sent, output)
					}
				}
			})
		}
	}
}

// writesTo returns the writes since the last reset, in the order of the requests. A PUT is "on"
// or "off", and the route.
func writesTo(server *acctest.Server) (sent []string) {
	for _, request := range server.Requests() {
		switch enabled, _ := request.Member("enabled"); {
		case request.Method == http.MethodPut:
			sent = append(sent, map[bool]string{true: "on ", false: "off "}[enabled == any(true)]+path.Base(path.Dir(request.Path)))
		case request.Method != http.MethodGet:
			sent = append(sent, strings.ToLower(request.Method))
		}
	}
	return sent
}

// With create_before_destroy, as in the examples, a real CLI deletes a failover backend only after the edge
// that used it has switched, also if the first attempt to switch fails. Without it, the CLI would send DELETE
// before PATCH. After an import, only a second apply stores it. The guides therefore say to apply twice. After
// a failed switch, state has the new reference, so the CLI deletes a backend without a block first: the error
// says to restore the block.
func TestAccReplacementOrder(t *testing.T) {
	t.Parallel()
	const replace, switched, stored = doApply + " -replace=trafficedge_failover_backend.shop", "patch delete", "create_before_destroy"
	example := readPage(t, "../../examples/resources/trafficedge_tls_edge/resource-with-backend.tf")
	shop, _, _ := strings.Cut(example, `resource "trafficedge_tls_edge"`)
	green := strings.NewReplacer(`failover_backend" "shop"`, `failover_backend" "green"`, "failover_backend.shop", "failover_backend.green").Replace(example)
	onlyGreen, _, _ := strings.Cut(green, `resource "trafficedge_tls_edge"`)
	const imported = "import {\nto = trafficedge_failover_backend.b\nid = \"" + oldBackend + "\"\n}\n" +
		"resource \"trafficedge_failover_backend\" \"b\" {\nbackends = [\"x\"]\nlifecycle {\ncreate_before_destroy = true\n}\n}\n"
	failing := func(server *acctest.Server) {
		server.Fail(http.MethodPatch, refapi.Fault{Status: http.StatusBadRequest})
	}
	runSteps(t, map[string][]cliStep{
		"of a failover backend": {
			{config: example, args: doApply, sent: twoPosts},
			{args: replace, sent: onePost + " " + switched},
			{others: failing, args: replace, sent: onePost + " patch", fails: true},
			{args: doApply, sent: switched},
			{config: green, args: doApply, sent: onePost + " " + switched}, // a rename without a moved block
			{config: green + shop, args: doApply, sent: onePost},
			{others: failing, config: example, args: doApply, words: "restore its block before you apply again", sent: "patch", fails: true},
			{config: onlyGreen + example, args: doApply, sent: "patch"},
			{config: example, args: doApply, sent: "delete"},
		},
		"after an import": {
			{config: imported, args: doApply},
			{args: "state pull", words: oldBackend, lacks: stored},
			{args: doApply},
			{args: "state pull", words: stored},
		},
	}, `["update_tls_edge"]`)
}

// A gateway that knows no API responds 404 to everything but creations. Neither a refresh nor
// an apply removes anything from state. Objects that are really gone are removed and created
// again.
func TestAccGateway_404ToEverything(t *testing.T) {
	t.Parallel()
	const config = "resource \"trafficedge_failover_backend\" \"test\" {\ncount = 5\nbackends = [\"k\"]\n}\n" +
		"resource \"trafficedge_tls_edge\" \"test\" {\ncount = 2\ndeletion_policy = \"DELETE\"\n}\n"
	const advice = "no request to the base URL has succeeded yet Nothing is removed from state Check base_url run state rm"
	missing := func(server *acctest.Server) {
		server.Intercept(func(r refapi.Request) (fault *refapi.Fault) {
			if r.Method != http.MethodPost {
				fault = &refapi.Fault{Status: http.StatusNotFound, Body: `{"message": "no Route matched"}`}
			}
			return fault
		})
	}
	allGone := func(server *acctest.Server) {
		for _, edge := range server.TLSEdges() {
			server.RemoveTLSEdge(edge.ID)
		}
		for _, backend := range server.FailoverBackends() {
			server.RemoveFailoverBackend(backend.ID)
		}
	}
	seven := func(method string) string { return strings.TrimSpace(strings.Repeat(method+" ", 7)) }
	runSteps(t, map[string][]cliStep{"all": {
		{config: config, args: doApply, sent: seven(onePost)},
		{others: missing, args: "plan -refresh-only", words: advice, fails: true},
		{others: missing, args: doApply, words: advice, fails: true},
		{others: missing, args: doApply + " -destroy", words: advice, fails: true},
		{others: missing, args: doApply + " -destroy -refresh=false", words: advice, sent: seven("delete"), fails: true},
		{args: "plan -detailed-exitcode"},
		{others: allGone, args: doApply, words: "has no such object any more 7 added, 0 changed, 0 destroyed", sent: seven(onePost)},
	}}, `["delete_tls_edge", "list_tls_edges", "update_tls_edge"]`)
}
