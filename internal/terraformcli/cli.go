// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package terraformcli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// interruptWait is the time for an interrupted command to exit before it is killed.
const interruptWait = 20 * time.Second

// Find returns the path of a CLI. The parameter asked is the name or the path of the CLI.
// If asked is empty, Find uses TF_ACC_TERRAFORM_PATH, then terraform in PATH, then tofu
// in PATH.
func Find(asked string) (string, error) {
	candidates := []string{"terraform", "tofu"}
	if asked = cmp.Or(asked, os.Getenv("TF_ACC_TERRAFORM_PATH")); asked != "" {
		candidates = []string{asked}
	}
	for _, name := range candidates {
		if executable, err := exec.LookPath(name); err == nil {
			return filepath.Abs(executable)
		}
	}
	return "", fmt.Errorf("finding the CLI: there is no command %s", strings.Join(candidates, " or "))
}

// CLI is a Terraform or OpenTofu CLI with its own directory.
type CLI struct {
	Dir string // the working directory, with configuration, state and plans

	executable string
	env        []string
}

// New returns a CLI that works in the directory scratch, which no other CLI may use. The CLI
// configuration specifies where the CLI finds the provider. The CLI does not see variables
// with the prefix TF_ or TRAFFICEDGE_ in the environment of this process.
func New(executable, scratch, configuration string) (*CLI, error) {
	env := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "TRAFFICEDGE_")
	})
	cli := &CLI{Dir: filepath.Join(scratch, "work"), executable: executable, env: env}
	config := filepath.Join(scratch, "cli.tfrc")
	if err := errors.Join(os.MkdirAll(cli.Dir, 0o750), os.WriteFile(config, []byte(configuration), 0o600)); err != nil {
		return nil, fmt.Errorf("preparing the directory and the configuration of the CLI: %w", err)
	}
	cli.env = append(cli.env, "TF_CLI_CONFIG_FILE="+config, "TF_CLI_ARGS=-no-color", "TF_IN_AUTOMATION=1", "TF_INPUT=0", "CHECKPOINT_DISABLE=1")
	return cli, nil
}

// Setenv sets an environment variable for later runs, such as TF_VAR_name.
func (c *CLI) Setenv(name, value string) {
	c.env = append(c.env, name+"="+value)
}

// Write writes a file in the directory where the CLI runs.
func (c *CLI) Write(name, content string) error {
	if err := os.WriteFile(filepath.Join(c.Dir, name), []byte(content), 0o600); err != nil {
		return fmt.Errorf("writing the configuration: %w", err)
	}
	return nil
}

// Command returns a command that runs the CLI and has not been started.
func (c *CLI) Command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, c.executable, args...)
	command.Dir, command.Env = c.Dir, c.env
	// A killed CLI leaves its plugins running. An interrupted CLI stops its plugins.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptWait
	return command
}

// Run runs the CLI and returns its output, even if the run fails.
func (c *CLI) Run(ctx context.Context, args ...string) (output string, err error) {
	command := c.Command(ctx, args...)
	printed, err := command.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", filepath.Base(command.Path), strings.Join(args, " "), err)
	}
	return string(printed), err
}
