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

// Every published example can be applied and then destroyed. Before the destroy, a plan
// shows no changes. An import example is applied together with the resource.tf beside it.
// The destroy may fail for objects that are protected against deletion.
func TestAccExamples_apply(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for _, file := range glob(t, "examples/quickstart/*.tf", "examples/complete/*.tf", "examples/provider/*.tf",
		"examples/resources/*/resource*.tf", "examples/resources/*/import-by-*.tf", "examples/data-sources/*/*.tf") {
		t.Run(strings.TrimPrefix(file, "../../examples/"), func(t *testing.T) {
			t.Parallel()
			config := readPage(t, file)
			cli := newExampleCLI(t, binary, strings.Contains(config, `undocumented_operations = ["`))
			if strings.Contains(file, "import-by-") {
				config += "\n" + readPage(t, filepath.Join(filepath.Dir(file), "resource.tf"))
			}
			if needed := regexp.MustCompile(`block needs (undocumented_operations = .*)\.`).FindStringSubmatch(config); needed != nil {
				config = "provider \"trafficedge\" {\n  " + needed[1] + "\n}\n" + config
			}
			for feature, version := range map[string]string{"client_secret_wo": "1.11.0", "  identity = {": "1.12.0"} {
				if strings.Contains(config, feature) && !cli.AtLeast(t, version) {
					t.Skipf("the example needs a CLI of %s or later", version)
				}
			}
			writeConfig(t, cli, config)
			cli.MustRun(t, "apply", "-auto-approve")
			cli.MustRun(t, "plan", "-detailed-exitcode")
			output, err := cli.Run(t, "destroy", "-auto-approve")
			if err != nil && !acctest.Message("cannot be destroyed").MatchString(output) {
				t.Errorf("%v\n%s", err, output)
			}
		})
	}
}

// The test in the example Terraform module passes.
func TestAccExamples_module(t *testing.T) {
	t.Parallel()
	cli := newExampleCLI(t, acctest.BuildProvider(t), false)
	if !cli.AtLeast(t, "1.6.0") {
		t.Skip("the test command needs a CLI of 1.6 or later")
	}
	acctest.NoError(t, os.CopyFS(cli.Dir, os.DirFS("../../examples/modules/failover")))
	if output := cli.MustRun(t, "test"); !strings.Contains(output, "3 passed, 0 failed") {
		t.Errorf("3 runs did not pass:\n%s", output)
	}
}

// Every example with the provider in required_providers also specifies the provider's version.
func TestExamples_requireAVersion(t *testing.T) {
	t.Parallel()
	const source = `source  = "trafficedge/trafficedge"`
	for _, file := range glob(t, "examples/*/*.tf", "examples/*/*/*.tf") {
		content := readPage(t, file)
		if strings.Count(content, `"trafficedge/trafficedge"`) != strings.Count(content, source+"\n      version = \"~> 0.1.0\"\n") {
			t.Errorf("%s requires the provider without a version", file)
		}
	}
}

// newExampleCLI returns a CLI configured for a reference API that contains the objects which
// the examples read or import.
func newExampleCLI(t *testing.T, binary acctest.ProviderBinary, undocumented bool) *acctest.CLI {
	t.Helper()
	server := acctest.Start(t, refapi.Options{Undocumented: undocumented})
	server.SetRouteOAuth("hed_4kPz7QmT1x", "rte_wiki", refapi.OAuthModule{
		Enabled: true, Provider: refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}},
	})
	server.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_2vXkq81ZpD", Backends: []string{"bkd_a"}})
	// The values are those of the resource.tf beside the import examples. With others, an apply
	// would replace the edge.
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "tlsedge_2vXkq81ZpD", Description: "Checkout", Metadata: `{"team":"payments","tier":"gold"}`,
		Hostports:      []string{"checkout.example.com:443", "pay.example.com:443"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_checkout_fra"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"ipp_offices", "ipp_partners"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_partners"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Value: `{"on_tcp_connect":[]}`},
	})
	cli := binary.NewCLI(t)
	cli.Setenv("TRAFFICEDGE_BASE_URL", server.URL)
	cli.Setenv("TF_VAR_wiki_client_secret", "example")
	return cli
}

// writeConfig writes a configuration. If required_providers is missing, writeConfig adds it.
func writeConfig(t *testing.T, cli *acctest.CLI, config string) {
	t.Helper()
	if strings.Contains(config, "required_providers") {
		acctest.NoError(t, cli.Write("main.tf", config))
	} else {
		cli.Configure(t, config)
	}
}

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
		runShell(t, cli, `sh examples/import/blocks.sh < objects.txt > import.tf`)
		if output, err := cli.Run(t, "plan", "-generate-config-out=generated.tf"); err == nil || strings.Count(output, "Error: ") != strings.Count(output, "Client id without a secret") {
			t.Fatalf("the plan without a client secret ends with %v\n%s", err, output)
		}
		runShell(t, cli, `sh examples/import/finish.sh import.tf generated.tf > imported.tf && rm generated.tf`)
		checkImport(t, server, cli, "8 imported, 0 added, 1 changed", func() { runShell(t, cli, "rm import.tf") })
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
		runShell(t, cli, query)
		checkImport(t, server, cli, "6 imported, 0 added, 0 changed", func() { runShell(t, cli, strings.TrimSuffix(kept, "terraform apply\n")) })
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
	state, config := readPage(t, filepath.Join(cli.Dir, "terraform.tfstate")), readPage(t, filepath.Join(cli.Dir, "imported.tf"))
	if protected := strings.Count(state, `"create_before_destroy": true`); protected != 3 {
		t.Errorf("the state has %d objects with create_before_destroy, expected 3", protected)
	}
	if references := regexp.MustCompile(`(?m)^    backend_id += trafficedge_failover_backend\.\w+\.id$`).FindAllString(config, -1); len(references) != 2 {
		t.Errorf("the configuration has %d references, expected 2:\n%s", len(references), config)
	}
}

// runShell runs commands in the directory of a CLI, whose name is terraform.
func runShell(t *testing.T, cli *acctest.CLI, commands string) {
	t.Helper()
	run := exec.CommandContext(t.Context(), "sh", "-ec", `terraform() { "$0" "$@"; }`+"\n"+commands, cli.Command(t.Context()).Path)
	run.Dir, run.Env = cli.Dir, cli.Command(t.Context()).Env
	if output, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
}
