// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

//go:build unix

package terraformcli_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// Every user can run the provider, whatever the umask. Existing directories keep their modes.
func TestLayOutMirror_modes(t *testing.T) { //nolint:paralleltest // the umask belongs to the process
	home := t.TempDir()
	built, own := filepath.Join(home, "built"), filepath.Join(home, ".terraform.d")
	acctest.NoError(t, os.Chmod(home, 0o700), os.WriteFile(built, nil, 0o600), os.Mkdir(own, 0o700))
	umask := syscall.Umask(0o077)
	err := terraformcli.LayOutMirror(filepath.Join(own, "created", "plugins"), "0.1.0", terraformcli.ThisPlatform, built)
	syscall.Umask(umask)
	kept, created := map[string]fs.FileMode{home: 0o700, built: 0o600, own: 0o700}, 0
	acctest.NoError(t, err, filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		acctest.NoError(t, err)
		want, isKept := kept[path]
		if !isKept {
			created++
			want = 0o755
		}
		if mode := acctest.Must(entry.Info())(t).Mode().Perm(); mode != want {
			t.Errorf("%s: got the mode %v, want %v", path, mode, want)
		}
		return nil
	}))
	// Beside the two directories, each registry has five directories and the provider.
	if want := 2 + 2*6; created != want {
		t.Errorf("created %d files and directories, want %d", created, want)
	}
}
