// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package terraformcli

import (
	"fmt"
	"os"
	"path/filepath"
)

// Installation is a CLI configuration: it says where the CLI takes the provider from.
type Installation string

// DevOverride uses the provider of that name in dir as it is there. Init neither needs nor accepts it.
func DevOverride(provider, dir string) Installation {
	return Installation(fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n  }\n}\n",
		Source(provider), filepath.ToSlash(dir)))
}

// Mirror takes the provider of that name from the mirror in dir, which init accepts, and all others from their
// registries.
func Mirror(provider, dir string) Installation {
	return Installation(fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path    = %[2]q\n    include = [%[1]q]\n  }\n"+
		"  direct {\n    exclude = [%[1]q]\n  }\n}\n", Source(provider), filepath.ToSlash(dir)))
}

// Source returns the address of a provider in required_providers. Each CLI completes it with its own registry.
func Source(provider string) string {
	return "trafficedge/" + provider
}

// WriteTo writes the CLI configuration to a file, for TF_CLI_CONFIG_FILE.
func (i Installation) WriteTo(file string) error {
	if err := os.WriteFile(file, []byte(i), 0o600); err != nil {
		return fmt.Errorf("writing the CLI configuration: %w", err)
	}
	return nil
}

// Requirement returns the block that requires a provider, and a blank line.
func Requirement(provider string) string {
	return fmt.Sprintf("terraform {\n  required_providers {\n    %s = {\n      source = %q\n    }\n  }\n}\n\n", provider, Source(provider))
}
