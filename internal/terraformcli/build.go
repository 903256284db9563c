// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package terraformcli builds the provider and runs a real Terraform or OpenTofu command line with it in a scratch
// directory. Tests share it with the commands that need either.
package terraformcli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
)

const (
	// Module is the import path of the provider's main package.
	Module = "github.com/trafficedge/terraform-provider-trafficedge"
	// Provider is the provider's name.
	Provider = "trafficedge"
)

// Build describes an executable to build.
type Build struct {
	Dir      string    // a directory of the provider's module; empty for the working directory
	Package  string    // the main package; empty for the provider
	Release  bool      // as a release: stripped, without C, without paths of this machine
	Progress io.Writer // receives what go prints, such as its downloads; may be nil
}

// To builds the package as the executable of that name, which must be absolute if Dir is set.
func (b Build) To(ctx context.Context, executable string) error {
	args := []string{"build", "-o", executable}
	env := os.Environ()
	if b.Release {
		args = append(args, "-trimpath", "-ldflags=-s -w")
		env = append(env, "CGO_ENABLED=0")
	}
	if b.Package == "" {
		b.Package = Module
	}
	command := exec.CommandContext(ctx, "go", append(args, b.Package)...)
	command.Dir, command.Env = b.Dir, env
	var printed bytes.Buffer
	command.Stdout, command.Stderr = &printed, &printed
	if b.Progress != nil {
		command.Stderr = io.MultiWriter(&printed, b.Progress)
	}
	if err := command.Run(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", b.Package, err, printed.Bytes())
	}
	return nil
}

// Executable returns the file name under which a CLI looks for the provider of that name.
func Executable(provider string) string {
	return withExtension("terraform-provider-" + provider)
}

func withExtension(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}
