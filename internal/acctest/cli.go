package acctest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// ProviderBinary is the provider, built for use by a real CLI.
type ProviderBinary struct {
	dir string
}

// BuildProvider builds the provider for all that the test starts. Without TF_ACC
// it skips the test, like an acceptance test.
func BuildProvider(t *testing.T) ProviderBinary {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("acceptance tests run with TF_ACC=1 only")
	}
	binary := ProviderBinary{dir: t.TempDir()}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary.executable(),
		"github.com/trafficedge/terraform-provider-trafficedge")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the provider: %v\n%s", err, output)
	}
	return binary
}

func (b ProviderBinary) executable() string {
	name := "terraform-provider-trafficedge"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(b.dir, name)
}

// CLI is a Terraform or OpenTofu command line in a directory of its own, for
// tests of what only a real one shows: its output, its files and its log.
type CLI struct {
	Dir     string // where it runs, and where state and plans are
	LogPath string // its log at level TRACE, the provider's included, of all runs

	executable string
	env        []string
}

// NewCLI returns a CLI that uses this provider. Nothing of the caller's own
// settings for the CLI or the provider reaches it.
func (b ProviderBinary) NewCLI(t *testing.T) *CLI {
	t.Helper()
	home := t.TempDir()
	cli := &CLI{Dir: t.TempDir(), LogPath: filepath.Join(home, "trace.log"), executable: findCLI(t)}
	config := filepath.Join(home, "cli.tfrc")
	write(t, config, fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"trafficedge/trafficedge\" = %q\n  }\n}\n",
		filepath.ToSlash(b.dir)))
	cli.env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "TRAFFICEDGE_")
	})
	cli.Setenv("TF_CLI_CONFIG_FILE", config)
	cli.Setenv("TF_CLI_ARGS", "-no-color")
	cli.Setenv("TF_IN_AUTOMATION", "1")
	cli.Setenv("TF_INPUT", "0")
	cli.Setenv("TF_LOG", "TRACE")
	cli.Setenv("TF_LOG_PATH", cli.LogPath)
	cli.Setenv("CHECKPOINT_DISABLE", "1")
	return cli
}

// Setenv sets a variable of the environment of later runs, such as TF_VAR_name.
func (c *CLI) Setenv(name, value string) {
	c.env = append(c.env, name+"="+value)
}

// Configure writes the configuration of later runs, in place of the one before.
func (c *CLI) Configure(t *testing.T, config string) {
	t.Helper()
	write(t, filepath.Join(c.Dir, "main.tf"), "terraform {\n  required_providers {\n    trafficedge = {\n"+
		"      source = \"trafficedge/trafficedge\"\n    }\n  }\n}\n\n"+config)
}

// Run runs the CLI and returns all that it printed.
func (c *CLI) Run(t *testing.T, args ...string) (output string, err error) {
	t.Helper()
	command := c.command(t, args...)
	printed, err := command.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w", nameOf(command), err)
	}
	return string(printed), err
}

func (c *CLI) command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(t.Context(), c.executable, args...)
	command.Dir, command.Env = c.Dir, c.env
	return command
}

// nameOf is a command as an error names it.
func nameOf(command *exec.Cmd) string {
	return filepath.Base(command.Path) + " " + strings.Join(command.Args[1:], " ")
}

// MustRun is Run that ends the test on failure.
func (c *CLI) MustRun(t *testing.T, args ...string) string {
	t.Helper()
	output, err := c.Run(t, args...)
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return output
}

// findCLI returns the CLI that the acceptance tests use.
func findCLI(t *testing.T) string {
	t.Helper()
	if executable := os.Getenv("TF_ACC_TERRAFORM_PATH"); executable != "" {
		return executable
	}
	for _, name := range []string{"terraform", "tofu"} {
		if executable, err := exec.LookPath(name); err == nil {
			return executable
		}
	}
	t.Fatal("neither terraform nor tofu is on PATH, and TF_ACC_TERRAFORM_PATH is not set")
	return ""
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
