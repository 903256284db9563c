// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// From Terraform 1.13 on, terraform test starts one provider process for a test file with a
// provider block. This process serves all plans, all applies and the clean-up. Facts that
// the provider remembers about one plan must not affect the next plan.
func TestAccOneProcess(t *testing.T) {
	t.Parallel()
	const (
		variables = `
variable "policy" { type = string }
variable "prefix" {
  type    = string
  default = "a."
}
`
		backend = `
resource "trafficedge_failover_backend" "b" {
  backends = ["x"]
}
`
		edge = variables + backend + `
resource "trafficedge_tls_edge" "a" {
  backend         = { backend_id = trafficedge_failover_backend.b.id }
  deletion_policy = var.policy
}
`
		backends = variables + `
resource "trafficedge_failover_backend" "b" {
  count    = 6
  backends = ["x"]
}
`
		edgeWrites = "POST /backends/failover, POST /edges/tls, DELETE /backends/failover/*"
	)
	const module = variables + `
resource "trafficedge_https_edge_route_oauth" "a" {
  edge_id           = "e"
  route_id          = "r1"
  cookie_prefix     = var.prefix
  identity_provider = { idp_2 = { email_domains = ["example.com"] } }
}
`
	run := func(name, command, policy, prefix string) string {
		return "\nrun \"" + name + "\" {\n  command = " + command + "\n  variables {\n    policy = \"" + policy + "\"\n    prefix = \"" + prefix + "\"\n  }\n}\n"
	}
	runs := func(policies ...string) string {
		var all strings.Builder
		for i, policy := range policies {
			prefix := string(rune('a' + i))
			all.WriteString(run("plan_"+prefix, "plan", policy, prefix+".") + run("apply_"+prefix, "apply", policy, prefix+"."))
		}
		return all.String()
	}
	binary := acctest.BuildProvider(t)
	for name, test := range map[string]struct {
		config, runs string
		writes       string
		changesList  bool // whether others change a failover backend after the first page of the list is read
	}{
		"module":                            {config: module, runs: runs("", ""), writes: "PUT a., PUT b."},
		"edge that is abandoned in the end": {config: edge, runs: runs("PREVENT", "ABANDON"), writes: edgeWrites},
		"backends that others change": {
			config: backends, runs: run("first", "apply", "", "") + run("seen", "plan", "", "") + run("mended", "apply", "", ""),
			writes: strings.Repeat("POST /backends/failover, ", 6) + "PATCH /backends/failover/*" + strings.Repeat(", DELETE /backends/failover/*", 6), changesList: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{}), binary.NewCLI(t)
			if cli.IsOpenTofu(t) || !cli.AtLeast(t, "1.13.0") {
				t.Skip("terraform test uses one process from Terraform 1.13 on")
			}
			if test.changesList {
				changeAfterList(server)
			}
			cli.Configure(t, test.config)
			acctest.NoError(t, cli.Write("one_process.tftest.hcl", server.Config(test.runs)))
			output := cli.MustRun(t, "test")
			var sent []string
			for _, request := range server.Requests() {
				if request.Method != http.MethodGet {
					sent = append(sent, shortened(request))
				}
			}
			if got := strings.Join(sent, ", "); got != test.writes {
				t.Errorf("sent %s, want %s\n%s", got, test.writes, output)
			}
		})
	}
}

// changeAfterList changes a failover backend at the first request for a single object
// that follows a request for the list.
func changeAfterList(server *acctest.Server) {
	var mu sync.Mutex
	var listed, changed bool
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		mu.Lock()
		defer mu.Unlock()
		if r.Method != http.MethodGet {
			return nil
		}
		if strings.HasSuffix(r.Path, "/failover") {
			listed = true
		} else if listed && !changed {
			changed = true
			id := server.FailoverBackends()[0].ID
			server.ChangeFailoverBackend(id, func(b *refapi.FailoverBackend) { b.Backends = []string{"changed"} })
		}
		return nil
	})
}

// shortened returns the method and the path of a request, with "*" in place of an id. For an OAuth
// module, it returns the cookie prefix in place of the path.
func shortened(r refapi.Request) string {
	parent, id := path.Split(r.Path)
	prefix, _ := r.Member("cookie_prefix")
	switch {
	case id == "oauth":
		return fmt.Sprint(r.Method, " ", prefix)
	case r.Method == http.MethodPost:
		return r.Method + " " + r.Path
	}
	return r.Method + " " + parent + "*"
}
