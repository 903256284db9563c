// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const examples = "../../examples"

// Every published example can be applied and then destroyed. Before the destroy, a plan
// shows no changes. An import example is applied together with the resource.tf beside it.
// The destroy may fail for objects that are protected against deletion.
func TestAccExamples_apply(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for _, pattern := range []string{"quickstart/*.tf", "complete/*.tf", "provider/*.tf", "resources/*/resource*.tf", "resources/*/import-by-*.tf", "data-sources/*/*.tf"} {
		files, err := filepath.Glob(filepath.Join(examples, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no examples match %s (%v)", pattern, err)
		}
		for _, file := range files {
			t.Run(strings.TrimPrefix(file, examples+"/"), func(t *testing.T) {
				t.Parallel()
				cli, files := newExampleCLI(t, binary, file), []string{file}
				if strings.Contains(file, "import-by-") {
					files = append(files, filepath.Join(filepath.Dir(file), "resource.tf"))
				}
				configure(t, cli, files...)
				cli.MustRun(t, "apply", "-auto-approve")
				cli.MustRun(t, "plan", "-detailed-exitcode")
				destroy(t, cli)
			})
		}
	}
}

// The test in the example Terraform module passes.
func TestAccExamples_module(t *testing.T) {
	t.Parallel()
	cli := newExampleCLI(t, acctest.BuildProvider(t))
	if !cli.AtLeast(t, "1.6.0") {
		t.Skip("the test command needs a CLI of 1.6 or later")
	}
	acctest.NoError(t, os.CopyFS(cli.Dir, os.DirFS(filepath.Join(examples, "modules", "failover"))))
	output := cli.MustRun(t, "test")
	if !strings.Contains(output, "3 passed, 0 failed") {
		t.Errorf("3 runs did not pass:\n%s", output)
	}
}

// Every example with the provider in required_providers also specifies the provider's version.
func TestExamples_requireAVersion(t *testing.T) {
	t.Parallel()
	required := regexp.MustCompile(`source += "trafficedge/trafficedge"\n( +version = "~> 0\.1\.0"\n)?`)
	eachExample(t, func(name, content string) {
		found := required.FindAllStringSubmatch(content, -1)
		if slices.ContainsFunc(found, func(match []string) bool { return match[1] == "" }) {
			t.Errorf("%s requires the provider without a version", name)
		}
	})
}

// newExampleCLI returns a CLI configured for a reference API. The API contains every
// object whose id is in an example. It supports the undocumented operations only if one
// of the files enables them.
func newExampleCLI(t *testing.T, binary acctest.ProviderBinary, files ...string) *acctest.CLI {
	t.Helper()
	undocumented := slices.ContainsFunc(files, func(file string) bool {
		return regexp.MustCompile(`undocumented_operations\s*= \["|needs undocumented_operations`).MatchString(readPage(t, file))
	})
	server := acctest.Start(t, refapi.Options{Undocumented: undocumented})
	server.SetRouteOAuth("hed_4kPz7QmT1x", "rte_wiki", refapi.OAuthModule{
		Enabled: true, Provider: refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}},
	})
	for _, id := range namedIDs(t, `"(fob_\w+)"`) {
		server.AddFailoverBackend(refapi.FailoverBackend{ID: id, Backends: []string{"bkd_a"}})
	}
	for _, id := range namedIDs(t, `"(tlsedge_\w+)"`) {
		server.AddTLSEdge(importedTLSEdge(id))
	}
	cli := binary.NewCLI(t)
	cli.Setenv("TRAFFICEDGE_BASE_URL", server.URL)
	cli.Setenv("TF_VAR_wiki_client_secret", "example")
	return cli
}

// importedTLSEdge returns an edge with the values in the resource.tf beside the import
// examples. With other values, an apply would replace the edge.
func importedTLSEdge(id string) refapi.TLSEdge {
	return refapi.TLSEdge{
		ID: id, Description: "Checkout", Metadata: `{"team":"payments","tier":"gold"}`,
		Hostports:      []string{"checkout.example.com:443", "pay.example.com:443"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_checkout_fra"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"ipp_offices", "ipp_partners"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_partners"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Value: `{"on_tcp_connect":[]}`},
	}
}

func destroy(t *testing.T, cli *acctest.CLI) {
	t.Helper()
	output, err := cli.Run(t, "destroy", "-auto-approve")
	if err != nil && !acctest.Message("cannot be destroyed").MatchString(output) {
		t.Errorf("%v\n%s", err, output)
	}
}

// namedIDs returns all matches of the pattern's first group in the examples.
func namedIDs(t *testing.T, pattern string) []string {
	t.Helper()
	expression := regexp.MustCompile(pattern)
	var ids []string
	eachExample(t, func(_, content string) {
		for _, match := range expression.FindAllStringSubmatch(content, -1) {
			ids = append(ids, match[1])
		}
	})
	return ids
}

// eachExample calls a function with the name and the content of each example.
func eachExample(t *testing.T, do func(name, content string)) {
	t.Helper()
	err := filepath.WalkDir(examples, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		do(strings.TrimPrefix(name, examples+"/"), readPage(t, name))
		return nil
	})
	acctest.NoError(t, err)
}

// configure writes examples as one configuration, which need not specify the provider's
// source. If the CLI is too old for the examples, configure skips the test.
func configure(t *testing.T, cli *acctest.CLI, files ...string) {
	t.Helper()
	var config strings.Builder
	for _, file := range files {
		config.WriteString(readPage(t, file) + "\n")
	}
	for feature, version := range map[string]string{"client_secret_wo": "1.11.0", "  identity = {": "1.12.0"} {
		if strings.Contains(config.String(), feature) && !cli.AtLeast(t, version) {
			t.Skipf("the example needs a CLI of %s or later", version)
		}
	}
	writeConfig(t, cli, config.String())
}

// writeConfig writes a configuration. If required_providers is missing, writeConfig adds it.
func writeConfig(t *testing.T, cli *acctest.CLI, config string) {
	t.Helper()
	if !strings.Contains(config, "required_providers") {
		cli.Configure(t, config)
	} else if err := cli.Write("main.tf", config); err != nil {
		t.Fatal(err)
	}
}
