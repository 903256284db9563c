// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package terraformcli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// A mirror offers one version under each registry, and can be compared with a build.
func TestMirror(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mirror")
	first, second := fileOf(t, dir+"-1", "first"), fileOf(t, dir+"-2", "second")
	offers := func(executable string, want bool) {
		t.Helper()
		got, err := terraformcli.Mirrors(dir, "example", executable)
		if err != nil || got != want {
			t.Errorf("got %t and error %v, expected %t", got, err, want)
		}
	}
	offers(first, false)
	for version, executable := range map[string]string{"0.1.1": first, "0.1.2": second} {
		if err := terraformcli.LayOutMirror(dir, "example", version, executable); err != nil {
			t.Fatal(err)
		}
		offers(first, executable == first)
		offers(second, executable == second)
		versions, err := filepath.Glob(filepath.Join(dir, "registry.*", "trafficedge", "example", "*"))
		if err != nil || len(versions) != 2 {
			t.Errorf("got %q and error %v, expected one version under each of two registries", versions, err)
		}
	}
}

func fileOf(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
