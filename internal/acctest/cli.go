// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// ProviderBinary is the provider, built for use by a real CLI.
type ProviderBinary struct {
	dir string
}

// BuildProvider returns the provider, built once for all tests of a package. It
// skips the test without TF_ACC, like an acceptance test, and with -short,
// because these tests are the slow ones.
func BuildProvider(t *testing.T) ProviderBinary {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run with TF_ACC=1 only")
	}
	if testing.Short() {
		t.Skip("-short leaves out what builds the provider and runs it as a CLI does")
	}
	binary, err := buildOnce()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// buildOnce builds the provider for all tests of a package.
var buildOnce = sync.OnceValues(buildBesideTest) //nolint:gochecknoglobals // one build for one test process

// buildBesideTest builds the provider in the directory of the test's own
// executable: go test removes both after the last test.
func buildBesideTest() (ProviderBinary, error) {
	test, err := os.Executable()
	if err != nil {
		return ProviderBinary{}, fmt.Errorf("finding a place for the provider: %w", err)
	}
	binary := ProviderBinary{dir: filepath.Join(filepath.Dir(test), "provider")}
	return binary, terraformcli.Build{}.To(context.Background(), binary.Executable())
}

// Executable returns the path of the provider.
func (b ProviderBinary) Executable() string {
	return filepath.Join(b.dir, terraformcli.Executable(terraformcli.Provider))
}

// CLI is a Terraform or OpenTofu command line in a directory of its own. It is
// for tests of a CLI's output, files and log.
type CLI struct {
	*terraformcli.CLI

	LogPath string // its log at level TRACE, the provider's included, of all runs
}

// NewCLI returns a CLI that uses this provider. No setting of the caller's for
// the CLI or the provider reaches it.
func (b ProviderBinary) NewCLI(t *testing.T) *CLI {
	t.Helper()
	executable, err := terraformcli.Find("")
	if err != nil {
		t.Fatal(err)
	}
	cli, err := terraformcli.New(executable, t.TempDir(), terraformcli.DevOverride(terraformcli.Provider, b.dir))
	if err != nil {
		t.Fatal(err)
	}
	return &CLI{CLI: cli, LogPath: cli.Trace()}
}

// Configure writes the configuration of later runs, in place of the one before.
func (c *CLI) Configure(t *testing.T, config string) {
	t.Helper()
	if err := c.Write("main.tf", terraformcli.Requirement(terraformcli.Provider)+config); err != nil {
		t.Fatal(err)
	}
}

// Run runs the CLI and returns its output.
func (c *CLI) Run(t *testing.T, args ...string) (output string, err error) {
	t.Helper()
	return c.CLI.Run(t.Context(), args...)
}

// MustRun is Run, but ends the test on failure.
func (c *CLI) MustRun(t *testing.T, args ...string) string {
	t.Helper()
	output, err := c.Run(t, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return output
}
