package terraformcli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// MirroredVersion is the version under which a mirror offers the provider. The examples' constraints accept it.
const MirroredVersion = "0.1.0"

// Installation is a CLI configuration: it says where the CLI takes the provider from.
type Installation string

// DevOverride uses the provider of that name in dir as it is there. Init neither needs nor accepts it.
func DevOverride(provider, dir string) Installation {
	return Installation(fmt.Sprintf("provider_installation {\n  dev_overrides {\n    %q = %q\n  }\n}\n",
		Source(provider), filepath.ToSlash(dir)))
}

// Mirror takes the provider of that name from the mirror in dir, which init accepts, and all others from where
// they are published.
func Mirror(provider, dir string) Installation {
	return Installation(fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path    = %[2]q\n    include = [%[1]q]\n  }\n"+
		"  direct {\n    exclude = [%[1]q]\n  }\n}\n", Source(provider), filepath.ToSlash(dir)))
}

// Source returns the address of a provider in required_providers, which each CLI completes with its own registry.
func Source(provider string) string {
	return "trafficedge/" + provider
}

// LayOutMirror adds an executable to the mirror in dir as the provider of that name, under both registries. It
// replaces an earlier one.
func LayOutMirror(dir, provider, executable string) error {
	name := withExtension("terraform-provider-" + provider + "_v" + MirroredVersion)
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		target := filepath.Join(dir, registry, filepath.FromSlash(Source(provider)), MirroredVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(target, 0o750); err != nil {
			return fmt.Errorf("laying out the mirror: %w", err)
		}
		mirrored := filepath.Join(target, name)
		if err := os.Remove(mirrored); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("laying out the mirror: %w", err)
		}
		if err := os.Link(executable, mirrored); err != nil {
			return fmt.Errorf("laying out the mirror: %w", err)
		}
	}
	return nil
}

// WriteTo writes the CLI configuration to a file, for TF_CLI_CONFIG_FILE.
func (i Installation) WriteTo(file string) error {
	if err := os.WriteFile(file, []byte(i), 0o600); err != nil {
		return fmt.Errorf("writing the CLI configuration: %w", err)
	}
	return nil
}

// Requirement returns the block by which a configuration requires a provider, and a blank line.
func Requirement(provider string) string {
	return fmt.Sprintf("terraform {\n  required_providers {\n    %s = {\n      source = %q\n    }\n  }\n}\n\n", provider, Source(provider))
}
