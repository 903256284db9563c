package acctest_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const examples = "../../examples"

// A reader can copy any published example and apply it: it applies, plans empty
// afterwards, and destroys, save for TLS edges that are protected from that.
func TestAccExamples_apply(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for _, pattern := range []string{"quickstart/*.tf", "provider/*.tf", "resources/*/resource*.tf", "data-sources/*/*.tf"} {
		files, err := filepath.Glob(filepath.Join(examples, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("no examples match %s (%v)", pattern, err)
		}
		for _, file := range files {
			t.Run(strings.TrimPrefix(file, examples+"/"), func(t *testing.T) {
				t.Parallel()
				cli := newExampleCLI(t, binary, usesUndocumented(t, file))
				configure(t, cli, file)
				cli.MustRun(t, "apply", "-auto-approve")
				cli.MustRun(t, "plan", "-detailed-exitcode")
				destroy(t, cli)
			})
		}
	}
}

// The import examples belong to the resource example beside them.
func TestAccExamples_import(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	files, err := filepath.Glob(filepath.Join(examples, "resources", "*", "import-by-*.tf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples of imports (%v)", err)
	}
	for _, file := range files {
		t.Run(strings.TrimPrefix(file, examples+"/"), func(t *testing.T) {
			t.Parallel()
			cli := newExampleCLI(t, binary, false)
			if strings.Contains(file, "by-identity") && !cli.AtLeast(t, "1.12.0") {
				t.Skip("import by identity needs a CLI of 1.12 or later")
			}
			configure(t, cli, file, filepath.Join(filepath.Dir(file), "resource.tf"))
			cli.MustRun(t, "apply", "-auto-approve")
			cli.MustRun(t, "plan", "-detailed-exitcode")
		})
	}
}

// The example module's own test passes.
func TestAccExamples_module(t *testing.T) {
	t.Parallel()
	cli := newExampleCLI(t, acctest.BuildProvider(t), false)
	if !cli.AtLeast(t, "1.6.0") {
		t.Skip("the test command needs a CLI of 1.6 or later")
	}
	if err := os.CopyFS(cli.Dir, os.DirFS(filepath.Join(examples, "modules", "failover"))); err != nil {
		t.Fatal(err)
	}
	output := cli.MustRun(t, "test")
	if !strings.Contains(output, "3 passed, 0 failed") {
		t.Errorf("expected 3 runs to pass:\n%s", output)
	}
}

// usesUndocumented reports whether an example uses operations that the interface
// does not show.
func usesUndocumented(t *testing.T, file string) bool {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(content), "undocumented_operations = true")
}

// newExampleCLI returns a CLI whose environment points to a reference API that
// holds every object whose id an example names.
func newExampleCLI(t *testing.T, binary acctest.ProviderBinary, undocumented bool) *acctest.CLI {
	t.Helper()
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
	cli.Setenv("TF_VAR_console_client_secret", "example")
	return cli
}

// importedTLSEdge is an edge as the example configures it beside the imports:
// one that differed could not be imported without being replaced.
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
	if err != nil && !acctest.Message("TLS edge", "must not be destroyed").MatchString(output) {
		t.Errorf("%v\n%s", err, output)
	}
}

// namedIDs returns what the first group of pattern matches in any example.
func namedIDs(t *testing.T, pattern string) []string {
	t.Helper()
	expression := regexp.MustCompile(pattern)
	var ids []string
	err := filepath.WalkDir(examples, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		for _, match := range expression.FindAllStringSubmatch(string(content), -1) {
			ids = append(ids, match[1])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// configure writes examples as one configuration, which may or may not name the
// provider's source and its block.
func configure(t *testing.T, cli *acctest.CLI, files ...string) {
	t.Helper()
	var config strings.Builder
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		config.Write(content)
		config.WriteString("\n")
	}
	if strings.Contains(config.String(), "required_providers") {
		if err := os.WriteFile(filepath.Join(cli.Dir, "main.tf"), []byte(config.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	cli.Configure(t, config.String())
}
