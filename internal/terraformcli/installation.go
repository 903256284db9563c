// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package terraformcli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Installation is a CLI configuration that sets where the CLI finds the provider.
type Installation string

// DevOverride makes the CLI run the provider's executable in dir directly. Do not run
// terraform init, which is not needed and fails.
func DevOverride(provider, dir string) Installation {
	return Installation(fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n  }\n}\n",
		Source(provider), filepath.ToSlash(dir)))
}

// Mirror makes init install the provider from the mirror in dir. Other providers come
// from their registries.
func Mirror(provider, dir string) Installation {
	return Installation(fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path    = %[2]q\n    include = [%[1]q]\n  }\n"+
		"  direct {\n    exclude = [%[1]q]\n  }\n}\n", Source(provider), filepath.ToSlash(dir)))
}

// LayOutMirror creates a mirror in dir. The mirror offers the executable as this version
// of the provider, for both Terraform and OpenTofu. The mirror has hard links, so the
// executable must be on the same file system.
func LayOutMirror(dir, provider, version, executable string) error {
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("clearing the mirror: %w", err)
	}
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		target := filepath.Join(dir, registry, filepath.FromSlash(Source(provider)), version, runtime.GOOS+"_"+runtime.GOARCH,
			Executable(provider+"_v"+version))
		if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
			return fmt.Errorf("laying out the mirror: %w", err)
		}
		if err := os.Link(executable, target); err != nil {
			return fmt.Errorf("laying out the mirror: %w", err)
		}
	}
	return nil
}

// Source returns the provider's address for required_providers. Each CLI adds its own
// default registry.
func Source(provider string) string {
	return "trafficedge/" + provider
}

// Requirement returns the block that requires a provider, followed by a blank line.
func Requirement(provider string) string {
	return fmt.Sprintf("terraform {\n  required_providers {\n    %s = {\n      source = %q\n    }\n  }\n}\n\n", provider, Source(provider))
}
