// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package terraformcli builds the provider and runs a real Terraform or OpenTofu CLI
// with it in a scratch directory. Tests and commands share this package.
package terraformcli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

const (
	// mainPackage is the import path of the provider's main package.
	mainPackage = "github.com/trafficedge/terraform-provider-trafficedge"
	// Source is the provider's address for required_providers. Each CLI adds its own default
	// registry.
	Source = "trafficedge/trafficedge"
)

// Build describes an executable to build.
type Build struct {
	Dir      string    // a directory of the provider's module; empty for the working directory
	Version  string    // the version of a reproducible release; if empty, the user's Go settings apply
	Progress io.Writer // receives the output of go, such as its downloads; may be nil
}

// To builds the provider and writes it to the path in the argument executable. The path
// must be absolute if Dir is set.
func (b Build) To(ctx context.Context, executable string) error {
	args, env := []string{"build", "-o", executable}, os.Environ()
	if b.Version != "" {
		args = append(args, "-trimpath", "-buildvcs=false", "-ldflags=-s -w -X main.version="+b.Version)
		var err error
		if env, err = b.releaseEnv(ctx); err != nil {
			return err
		}
	}
	command := exec.CommandContext(ctx, "go", append(args, mainPackage)...)
	command.Dir, command.Env = b.Dir, env
	var printed bytes.Buffer
	command.Stdout, command.Stderr = &printed, &printed
	if b.Progress != nil {
		command.Stderr = io.MultiWriter(&printed, b.Progress)
	}
	if err := command.Run(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", mainPackage, err, printed.Bytes())
	}
	return nil
}

// releaseEnv returns an environment that selects the toolchain in go.mod. Of the user's
// Go settings, only those for module sources and caches remain.
func (b Build) releaseEnv(ctx context.Context) ([]string, error) {
	mod := exec.CommandContext(ctx, "go", "mod", "edit", "-json")
	settings := exec.CommandContext(ctx, "go", "env", "-json", "GOCACHE", "GOMODCACHE", "GOPATH",
		"GOPROXY", "GOPRIVATE", "GONOPROXY", "GOSUMDB", "GONOSUMDB", "GOINSECURE", "GOAUTH", "GOVCS")
	mod.Dir, settings.Dir = b.Dir, b.Dir
	module, err := mod.Output()
	values, envErr := settings.Output()
	var required struct {
		Toolchain string `json:"Toolchain"`
	}
	var kept map[string]string
	if err := errors.Join(err, envErr, json.Unmarshal(module, &required), json.Unmarshal(values, &kept)); err != nil {
		return nil, fmt.Errorf("reading the settings of go: %w", err)
	}
	env := slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "GO") })
	env = append(env, "CGO_ENABLED=0", "GOENV=off", "GOWORK=off", "GOTOOLCHAIN="+required.Toolchain)
	for name, value := range kept {
		env = append(env, name+"="+value)
	}
	return env, nil
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
