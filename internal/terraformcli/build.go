// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package terraformcli builds the provider and runs a real Terraform or OpenTofu CLI
// with it in a scratch directory. Tests and commands share this package.
package terraformcli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
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
func Executable(suffix string) string { return executableOn(ThisPlatform, suffix) }

func executableOn(platform, suffix string) string {
	name := "terraform-provider-trafficedge" + suffix
	if strings.HasPrefix(platform, "windows_") {
		return name + ".exe"
	}
	return name
}

// DevOverride returns a CLI configuration with which the CLI runs the provider's executable in dir
// directly. Do not run terraform init, which is not needed and fails.
func DevOverride(dir string) string {
	return fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n  }\n}\n", Source, filepath.ToSlash(dir))
}

// ThisPlatform is the platform of this machine, as mirrors name it, such as linux_amd64.
const ThisPlatform = runtime.GOOS + "_" + runtime.GOARCH

// LayOutMirror adds a version of the provider to the mirror in dir, for both Terraform and
// OpenTofu. The parameter executable is the path of the provider, built for a platform. Every
// user can run the copies, whatever the umask.
func LayOutMirror(dir, version, platform, executable string) error {
	content, err := os.ReadFile(executable)
	if err != nil {
		return fmt.Errorf("reading the provider: %w", err)
	}
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		target := filepath.Join(dir, registry, filepath.FromSlash(Source), version, platform, executableOn(platform, "_v"+version))
		// A running provider cannot be overwritten, but it can be removed.
		err := errors.Join(makeDirs(filepath.Dir(target)), os.RemoveAll(target),
			os.WriteFile(target, content, openMode), os.Chmod(target, openMode)) //nolint:gosec // the caller chooses the directory
		if err != nil {
			return fmt.Errorf("laying out the mirror: %w", err)
		}
	}
	return nil
}

// openMode lets every user read and run.
const openMode = 0o755

// makeDirs creates a directory and its missing parents. Existing directories keep their modes.
func makeDirs(dir string) error {
	parent := filepath.Dir(dir)
	if _, err := os.Stat(dir); err == nil || dir == parent {
		return nil
	}
	if err := makeDirs(parent); err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(dir, openMode), os.Chmod(dir, openMode))
}

// Requirement is the block that requires the provider, followed by a blank line.
const Requirement = "terraform {\n  required_providers {\n    trafficedge = {\n      source = \"" + Source + "\"\n    }\n  }\n}\n\n"
