// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/go-version"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// ProviderBinary is the path of a directory that contains an executable of the provider.
type ProviderBinary string

// BuildProvider returns the provider, which is built once for all tests of a package. If
// TF_ACC is not set, BuildProvider skips the test, as acceptance tests do. With -short,
// it also skips the test, because tests with a real CLI are slow.
func BuildProvider(t *testing.T) ProviderBinary {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run with TF_ACC=1 only")
	}
	if testing.Short() {
		t.Skip("-short leaves out what builds the provider and runs it as a CLI does")
	}
	return Must(buildOnce())(t)
}

// All reports whether tests also run what takes long and finds little: see CONTRIBUTING.md.
func All() bool { return os.Getenv("TRAFFICEDGE_TEST_ALL") != "" }

// buildOnce builds the provider for all tests of a package, in the directory of the test
// binary. go test removes this directory after the last test.
var buildOnce = sync.OnceValues(func() (ProviderBinary, error) { //nolint:gochecknoglobals // one build for one test process
	test, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding a place for the provider: %w", err)
	}
	binary := ProviderBinary(filepath.Join(filepath.Dir(test), "provider"))
	return binary, terraformcli.Build(context.Background(), binary.Executable())
})

// Executable returns the path of the provider.
func (b ProviderBinary) Executable() string {
	return filepath.Join(string(b), terraformcli.Executable(""))
}

// CLI is a Terraform or OpenTofu CLI with its own directory. Tests use it to check a
// CLI's output and files.
type CLI struct{ *terraformcli.CLI }

// NewCLI returns a CLI that uses this provider. The CLI does not see variables with the
// prefix TF_ or TRAFFICEDGE_ in the environment of the test.
func (b ProviderBinary) NewCLI(t *testing.T) *CLI {
	t.Helper()
	executable := Must(terraformcli.Find(""))(t)
	cli := &CLI{Must(terraformcli.New(executable, t.TempDir(), terraformcli.DevOverride(string(b))))(t)}
	cli.SaveTime()
	return cli
}

// SaveTime halves the processor time of a run. The CLI and the provider exit before a garbage
// collection pays, and spend most of their time on the keys of their TLS connection.
func (c *CLI) SaveTime() {
	c.Setenv("GOGC", "off")
	c.Setenv("GOMEMLIMIT", "512MiB")
	c.Setenv("TF_DISABLE_PLUGIN_TLS", "1")
}

// Configure replaces the configuration for later runs.
func (c *CLI) Configure(t *testing.T, config string) {
	t.Helper()
	NoError(t, c.Write("main.tf", terraformcli.Requirement+config))
}

// Run runs the CLI and returns its output.
func (c *CLI) Run(t *testing.T, args ...string) (output string, err error) {
	t.Helper()
	return c.CLI.Run(t.Context(), args...)
}

// MustRun is Run, but a failure ends the test.
func (c *CLI) MustRun(t *testing.T, args ...string) string {
	t.Helper()
	output, err := c.Run(t, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return output
}

// IsOpenTofu reports whether the CLI is OpenTofu, which has its own version numbers.
func (c *CLI) IsOpenTofu(t *testing.T) bool {
	t.Helper()
	name, _ := c.version(t)
	return name == "OpenTofu"
}

// AtLeast reports whether the CLI has the given version or a later one. A development
// build counts as the release that it precedes. For most features that the tests need, the
// oldest version is the same in Terraform and OpenTofu.
func (c *CLI) AtLeast(t *testing.T, minimum string) bool {
	t.Helper()
	_, found := c.version(t)
	return found.Core().GreaterThanOrEqual(version.Must(version.NewVersion(minimum)))
}

// SkipUnlessGenerates skips the test if the CLI cannot generate configuration for an
// import. Terraform 1.16.0 to 1.16.2 and development builds of 1.17 cannot do so. They
// look for this provider in the namespace hashicorp
// (https://github.com/hashicorp/terraform/issues/39144).
func (c *CLI) SkipUnlessGenerates(t *testing.T) {
	t.Helper()
	name, found := c.version(t)
	isBroken := version.MustConstraints(version.NewConstraint(">= 1.16.0, <= 1.16.2")).Check(found.Core()) ||
		found.Core().String() == "1.17.0" && found.Prerelease() != ""
	if isBroken && name == "Terraform" {
		t.Skipf("Terraform %s cannot write the configuration of an import", found)
	}
}

// version returns the name of the CLI and its version, which begin its output.
func (c *CLI) version(t *testing.T) (name string, found *version.Version) {
	t.Helper()
	words := strings.Fields(c.MustRun(t, "version"))
	return words[0], Must(version.NewVersion(words[1]))(t)
}
