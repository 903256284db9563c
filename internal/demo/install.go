package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// mirroredVersion stands for "built from this source"; no release has it.
const mirroredVersion = "0.0.1"

// install builds the provider, lays it out as a filesystem mirror and returns the path of a CLI
// configuration that knows no other place to install from, so that init needs no network.
func (d demonstration) install(ctx context.Context) (string, error) {
	mirror := filepath.Join(d.work, "mirror")
	binary := "terraform-provider-trafficedge_v" + mirroredVersion
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	built := filepath.Join(d.work, binary)
	if err := d.command(ctx, d.source, os.Environ(), "go", "build", "-o", built, "."); err != nil {
		return "", err
	}
	// Terraform and OpenTofu complete the short source address with a registry of their own.
	for _, host := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		dir := filepath.Join(mirror, host, "trafficedge", "trafficedge", mirroredVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(dir, 0o750); err != nil {
			return "", fmt.Errorf("laying out the mirror: %w", err)
		}
		if err := os.Link(built, filepath.Join(dir, binary)); err != nil {
			return "", fmt.Errorf("laying out the mirror: %w", err)
		}
	}
	config := filepath.Join(d.work, "cli.tfrc")
	if err := os.WriteFile(config, []byte(cliConfig(mirror)), 0o600); err != nil {
		return "", fmt.Errorf("writing the CLI configuration: %w", err)
	}
	return config, nil
}

// cliConfig is a CLI configuration with the mirror as its only source of providers.
func cliConfig(mirror string) string {
	return fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", filepath.ToSlash(mirror))
}

// environment is what the CLI sees: the caller's, without any setting of the caller's own for the CLI
// or the provider.
func environment(caller []string, config, baseURL string, colored bool) []string {
	env := slices.DeleteFunc(slices.Clone(caller), func(variable string) bool {
		return strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "TRAFFICEDGE_")
	})
	if !colored {
		env = append(env, "TF_CLI_ARGS=-no-color")
	}
	return append(env,
		"CHECKPOINT_DISABLE=1",
		"TF_CLI_CONFIG_FILE="+config,
		"TF_IN_AUTOMATION=1",
		"TRAFFICEDGE_BASE_URL="+baseURL,
	)
}

// takesColors tells whether out is a terminal whose user has not turned colors off.
func takesColors(out io.Writer) bool {
	file, isFile := out.(*os.File)
	if !isFile || os.Getenv("NO_COLOR") != "" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
