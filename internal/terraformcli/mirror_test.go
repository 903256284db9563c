// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package terraformcli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// A mirror offers one version under each registry.
func TestMirror(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "mirror")
	for version, content := range map[string]string{"0.1.1": "first", "0.1.2": "second"} {
		if err := terraformcli.LayOutMirror(dir, "example", version, fileOf(t, dir+version, content)); err != nil {
			t.Fatal(err)
		}
		versions, err := filepath.Glob(filepath.Join(dir, "registry.*", "trafficedge", "example", "*"))
		if err != nil || len(versions) != 2 || filepath.Base(versions[0]) != version {
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
