// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// Every published example can be applied and then destroyed. Before the destroy, a plan
// shows no changes. An import example is applied together with the resource.tf beside it. Files
// of one kind are applied as one configuration, except files with a provider block. The destroy
// may fail for objects that are protected against deletion.
func TestAccExamples_apply(t *testing.T) {
	t.Parallel()
	binary, configs := acctest.BuildProvider(t), map[string]string{}
	version := binary.NewCLI(t)
	for _, file := range glob(t, "examples/quickstart/*.tf", "examples/complete/*.tf", "examples/provider/*.tf",
		"examples/resources/*/resource*.tf", "examples/resources/*/import-by-*.tf", "examples/data-sources/*/*.tf") {
		config, name := readPage(t, file), strings.TrimPrefix(file, "../../examples/")
		group := filepath.Dir(name)
		switch {
		case strings.Contains(name, "import-by-"):
			group = filepath.Base(name)
			config += "\n" + readPage(t, filepath.Join(filepath.Dir(file), "resource.tf"))
		case group != "complete" && strings.Contains(config, "provider \""):
			group = name
		case strings.HasPrefix(group, "data-sources"):
			group = "data-sources"
		}
		for feature, oldest := range map[string]string{"client_secret_wo": "1.11.0", "  identity = {": "1.12.0"} {
			if strings.Contains(config, feature) && !version.AtLeast(t, oldest) {
				group = "newer CLI"
			}
		}
		configs[group] += config + "\n"
	}
	delete(configs, "newer CLI")
	for group, config := range configs {
		t.Run(group, func(t *testing.T) {
			t.Parallel()
			cli := newExampleCLI(t, binary, strings.Contains(config, `undocumented_operations = ["`))
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

// writeConfig writes a configuration. If required_providers is missing, writeConfig adds it, and also a provider block
// that a comment asks for.
func writeConfig(t *testing.T, cli *acctest.CLI, config string) {
	t.Helper()
	if strings.Contains(config, "# The provider block needs ") {
		config = "provider \"trafficedge\" {\n  undocumented_operations = [\"list_tls_edges\", \"read_route_oauth\"]\n}\n" + config
	}
	if strings.Contains(config, "required_providers") {
		acctest.NoError(t, cli.Write("main.tf", config))
	} else {
		cli.Configure(t, config)
	}
}
