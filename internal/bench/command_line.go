package main

import (
	"bytes"
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

const (
	// interruptWait is how long an interrupted command may take to end by itself.
	interruptWait = 20 * time.Second
	// shownOutput is how much of a failed command's output is shown, in bytes. It ends with the errors.
	shownOutput = 4000
)

// commandLine is a Terraform or OpenTofu command line.
type commandLine struct {
	executable string
	version    string // as it names itself
}

// findCLI returns the CLI that was asked for, and without one the first that is there.
func findCLI(ctx context.Context, asked string) (commandLine, error) {
	for _, name := range []string{asked, os.Getenv("TF_ACC_TERRAFORM_PATH"), "terraform", "tofu"} {
		executable, err := exec.LookPath(name)
		if err != nil && asked == "" {
			continue
		}
		if err == nil {
			executable, err = filepath.Abs(executable)
		}
		if err != nil {
			return commandLine{}, fmt.Errorf("finding the CLI: %w", err)
		}
		cli := commandLine{executable: executable}
		cli.version, err = cli.askVersion(ctx)
		return cli, err
	}
	return commandLine{}, errors.New("neither terraform nor tofu is on PATH; -cli says where one is")
}

func (c commandLine) askVersion(ctx context.Context) (string, error) {
	output, err := c.run(ctx, ".", nil, "version")
	if err != nil {
		return "", err
	}
	firstLine, _, _ := strings.Cut(output, "\n")
	return strings.TrimSpace(firstLine), nil
}

// run runs the CLI in a directory and returns what it printed. Nothing of the caller's own settings for the
// CLI or the provider reaches it.
func (c commandLine) run(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, c.executable, args...)
	command.Dir = dir
	command.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "TRAFFICEDGE_")
	})
	command.Env = append(command.Env, "CHECKPOINT_DISABLE=1", "TF_CLI_ARGS=-no-color", "TF_IN_AUTOMATION=1", "TF_INPUT=0")
	command.Env = append(command.Env, env...)
	// A CLI that is killed leaves its plugins behind; one that is interrupted stops them.
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptWait
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	if err := command.Run(); err != nil {
		end := output.Bytes()[max(0, output.Len()-shownOutput):]
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(c.executable), strings.Join(args, " "), err, end)
	}
	return output.String(), nil
}
