// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The scripts that import existing objects complete the generated configuration of any number of objects, so that the
// plan changes only the OAuth modules with an app of the user, and the next plan shows no changes.
func TestAccExamples_import(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	t.Run("plan", func(t *testing.T) {
		t.Parallel()
		server, cli := startWithObjects(t, binary)
		if !cli.AtLeast(t, "1.11.0") {
			t.Skip("client_secret_wo needs a CLI of 1.11 or later")
		}
		cli.SkipUnlessGenerates(t)
		cli.Setenv("TF_VAR_client_secrets", `{"wiki":"first-secret"}`)
		acctest.NoError(t, cli.Write("objects.txt", `failover_backend fob_a Shop: Frankfurt, then Dublin
failover_backend fob_b Shop: Frankfurt then Dublin
failover_backend 1/ö"\${x}%{y}&
tls_edge edge_a Zahlung – Ü
tls_edge edge_b
tls_edge edge_c
https_edge_route_oauth hed_a/rte_own Wiki
https_edge_route_oauth hed_a/rte_managed
`), cli.Write("secrets.tf", "variable \"client_secrets\" {\n  type = map(string)\n  ephemeral = true\n}\n"))
		mustRunShell(t, cli, `sh examples/import/blocks.sh < objects.txt > import.tf`)
		if output, err := cli.Run(t, "plan", "-generate-config-out=generated.tf"); err == nil || strings.Count(output, "Error: ") != strings.Count(output, "Client id without a secret") {
			t.Fatalf("the plan without a client secret ends with %v\n%s", err, output)
		}
		mustRunShell(t, cli, `sh examples/import/finish.sh import.tf generated.tf > imported.tf && rm generated.tf`)
		checkImport(t, server, cli, "8 imported, 0 added, 1 changed", func() { mustRunShell(t, cli, "rm import.tf") })
		if module, _ := server.RouteOAuth("hed_a", "rte_own"); module.Provider.ClientSecret != "first-secret" {
			t.Errorf("the module has the client secret %q", module.Provider.ClientSecret)
		}
	})
	t.Run("query", func(t *testing.T) {
		t.Parallel()
		server, cli := startWithObjects(t, binary)
		if cli.IsOpenTofu(t) || !cli.AtLeast(t, "1.14.0") {
			t.Skip("query needs Terraform 1.14")
		}
		cli.SkipUnlessGenerates(t)
		for _, kind := range []string{"trafficedge_failover_backend", "trafficedge_tls_edge"} {
			acctest.NoError(t, cli.Write(kind+".tfquery.hcl", readPage(t, "../../examples/list-resources/"+kind+"/list-resource.tfquery.hcl")))
		}
		_, commands, _ := strings.Cut(readPage(t, "../../docs/list-resources/failover_backend.md"), "```shell\n")
		commands, _, _ = strings.Cut(commands, "```")
		query, kept, _ := strings.Cut(strings.ReplaceAll(commands, "../terraform-provider-trafficedge/", ""), "terraform apply\n")
		mustRunShell(t, cli, query)
		checkImport(t, server, cli, "6 imported, 0 added, 0 changed", func() { mustRunShell(t, cli, strings.TrimSuffix(kept, "terraform apply\n")) })
	})
}

// startWithObjects returns a server that has objects with unusual ids and texts, and a CLI for it beside the examples.
func startWithObjects(t *testing.T, binary acctest.ProviderBinary) (*acctest.Server, *acctest.CLI) {
	t.Helper()
	server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
	const metadata = `{"backend":{"backend_id":"fob_a"},"client_id":"a"}`
	const unusual = `1/ö"\${x}%{y}&`
	for _, id := range []string{"fob_a", "fob_b", unusual} {
		server.AddFailoverBackend(refapi.FailoverBackend{ID: id, Metadata: metadata, Description: "resource \"a\" {\n}\n", Backends: []string{"fob_a"}})
	}
	for edge, backend := range map[string]string{"edge_a": "fob_b", "edge_b": unusual, "edge_c": "bkd_other"} {
		server.AddTLSEdge(refapi.TLSEdge{ID: edge, Metadata: metadata, Backend: &refapi.EdgeBackend{Enabled: true, BackendID: backend}})
	}
	server.SetRouteOAuth("hed_a", "rte_own", refapi.OAuthModule{Enabled: true, Provider: refapi.IdentityProvider{
		Name: "idp_3", ClientID: "wiki", ClientSecret: "old-secret", EmailDomains: []string{"example.com"},
	}})
	server.SetRouteOAuth("hed_a", "rte_managed", refapi.OAuthModule{Enabled: true, Provider: refapi.IdentityProvider{
		Name: "idp_2", EmailDomains: []string{"example.com"},
	}})
	cli.Configure(t, server.ConfigUndocumented(""))
	acctest.NoError(t, os.CopyFS(filepath.Join(cli.Dir, "examples", "import"), os.DirFS("../../examples/import")))
	return server, cli
}

// checkImport applies twice, and removes the import blocks in between. The state then has what protects failover backends.
func checkImport(t *testing.T, server *acctest.Server, cli *acctest.CLI, imported string, removeBlocks func()) {
	t.Helper()
	if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, imported) {
		t.Errorf("the apply does not print %q:\n%s", imported, output)
	}
	removeBlocks()
	server.ResetRequests()
	cli.MustRun(t, "apply", "-auto-approve")
	cli.MustRun(t, "plan", "-detailed-exitcode")
	acctest.NoError(t, server.ExpectWrites()())
	protected := 0
	for _, instance := range cli.Instances(t) {
		if instance.CreateBeforeDestroy {
			protected++
		}
	}
	if protected != 3 {
		t.Errorf("the state has %d objects with create_before_destroy, expected 3", protected)
	}
	config := readPage(t, filepath.Join(cli.Dir, "imported.tf"))
	if references := regexp.MustCompile(`(?m)^    backend_id += trafficedge_failover_backend\.\w+\.id$`).FindAllString(config, -1); len(references) != 2 {
		t.Errorf("the configuration has %d references, expected 2:\n%s", len(references), config)
	}
}

// runShell runs commands in the directory of a CLI, whose name is terraform, and returns what they print.
func runShell(t *testing.T, cli *acctest.CLI, commands string) (string, error) {
	t.Helper()
	run := exec.CommandContext(t.Context(), "sh", "-ec", `terraform() { "$0" "$@"; }`+"\n"+commands, cli.Command(t.Context()).Path)
	run.Dir, run.Env = cli.Dir, cli.Command(t.Context()).Env
	output, err := run.CombinedOutput()
	return string(output), err
}

// mustRunShell is runShell, but a failure ends the test.
func mustRunShell(t *testing.T, cli *acctest.CLI, commands string) {
	t.Helper()
	if output, err := runShell(t, cli, commands); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
}
