// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"net/http"
	"path"
	"slices"
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
	sent   string // the writes, as writesTo returns them
	fails  bool
}

const (
	oldEdge    = "edge_old"
	oldBackend = "fob_old"
	doApply    = "apply -auto-approve"
)

// runSteps runs the steps of each case with a separate CLI and a separate service, once for
// each of the given values of undocumented_operations. At the end, a plan shows no changes.
func runSteps(t *testing.T, cases map[string][]cliStep, operations ...string) {
	t.Helper()
	binary := acctest.BuildProvider(t)
	for name, steps := range cases {
		for _, undocumented := range operations {
			t.Run(name+", "+undocumented, func(t *testing.T) {
				t.Parallel()
				server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
				const created = "2026-01-02T03:04:05Z"
				server.AddFailoverBackend(refapi.FailoverBackend{ID: oldBackend, CreatedAt: created, Backends: []string{"x"}})
				backend := &refapi.EdgeBackend{Enabled: true, BackendID: oldBackend}
				server.AddTLSEdge(refapi.TLSEdge{ID: oldEdge, CreatedAt: created, Backend: backend})
				for _, step := range append(steps, cliStep{args: "plan -detailed-exitcode"}) {
					if strings.HasPrefix(step.config, "removed") && !cli.AtLeast(t, "1.7.0") {
						t.Skip("the CLI has no removed blocks")
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
					if (err != nil) != step.fails || !acctest.Message(strings.Fields(step.words)...).MatchString(output) {
						t.Fatalf("%s: expected %q, got %v\n%s", step.args, step.words, err, output)
					}
					if sent := writesTo(server); sent != step.sent {
						t.Errorf("%s: sent %q, want %q\n%s", step.args, sent, step.sent, output)
					}
				}
			})
		}
	}
}

// writesTo returns the writes since the last reset in sorted order. A PUT is "on" or "off",
// and the route.
func writesTo(server *acctest.Server) string {
	var sent []string
	for _, request := range server.Requests() {
		switch enabled, _ := request.Member("enabled"); {
		case request.Method == http.MethodPut:
			sent = append(sent, map[bool]string{true: "on ", false: "off "}[enabled == any(true)]+path.Base(path.Dir(request.Path)))
		case request.Method != http.MethodGet:
			sent = append(sent, strings.ToLower(request.Method))
		}
	}
	slices.Sort(sent)
	return strings.Join(sent, " ")
}
