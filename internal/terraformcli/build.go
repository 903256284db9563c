// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package terraformcli builds the provider and runs a real Terraform or OpenTofu CLI
// with it in a scratch directory. Tests and commands share this package.
package terraformcli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

const (
	// mainPackage is the import path of the provider's main package.
	mainPackage = "github.com/trafficedge/terraform-provider-trafficedge"
	// Source is the provider's address for required_providers. Each CLI adds its own default
	// registry.
	Source = "trafficedge/trafficedge"
	// builtVariable is the environment variable with the path of a build that make test shares
	// between all packages.
	builtVariable = "TRAFFICEDGE_TEST_PROVIDER"
)

// Build builds the provider with the user's Go settings, and writes it to the path in the
// argument executable. The output of go, such as its downloads, appears on standard error. If
// TRAFFICEDGE_TEST_PROVIDER is the path of a build, Build only links to it.
func Build(ctx context.Context, executable string) error {
	if built := os.Getenv(builtVariable); built != "" && os.MkdirAll(filepath.Dir(executable), 0o750) == nil && os.Symlink(built, executable) == nil {
		return nil
	}
	command := exec.CommandContext(ctx, "go", "build", "-o", executable, mainPackage)
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	if err := command.Run(); err != nil {
		return fmt.Errorf("building %s: %w", mainPackage, err)
	}
	return nil
}

// Executable returns the file name that a CLI expects for the provider. The suffix is empty
// or, in a mirror, _v and the version.
func Executable(suffix string) string {
	name := "terraform-provider-trafficedge" + suffix
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}
