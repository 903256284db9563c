// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package terraformcli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// LayOutMirror makes a mirror in dir that offers an executable as that version of the provider, under both registries,
// and nothing else. The executable must be on the same file system.
func LayOutMirror(dir, provider, version, executable string) error {
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("clearing the mirror: %w", err)
	}
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		target := filepath.Join(dir, registry, filepath.FromSlash(Source(provider)), version, runtime.GOOS+"_"+runtime.GOARCH,
			withExtension("terraform-provider-"+provider+"_v"+version))
		if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
			return fmt.Errorf("laying out the mirror: %w", err)
		}
		if err := os.Link(executable, target); err != nil {
			return fmt.Errorf("laying out the mirror: %w", err)
		}
	}
	return nil
}
