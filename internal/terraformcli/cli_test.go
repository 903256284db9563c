// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package terraformcli_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// A run ignores the caller's settings for the CLI and the provider.
func TestCommand_environment(t *testing.T) {
	for _, name := range []string{"TF_LOG", "TF_VAR_x", "TF_CLI_CONFIG_FILE", "TRAFFICEDGE_API_TOKEN"} {
		t.Setenv(name, "the caller's")
	}
	t.Setenv("TFX", "kept")
	scratch := t.TempDir()
	cli, err := terraformcli.New("terraform", scratch, terraformcli.DevOverride(terraformcli.Provider, "/built"))
	if err != nil {
		t.Fatal(err)
	}
	cli.Setenv("TF_VAR_y", "set")
	got := cli.Command(t.Context(), "version").Env
	for _, variable := range got {
		if strings.HasSuffix(variable, "=the caller's") {
			t.Errorf("the CLI sees %s", variable)
		}
	}
	for _, want := range []string{"TFX=kept", "TF_VAR_y=set", "TF_CLI_CONFIG_FILE=" + filepath.Join(scratch, "cli.tfrc")} {
		if !slices.Contains(got, want) {
			t.Errorf("the CLI does not see %s", want)
		}
	}
}

func TestFind(t *testing.T) {
	named, onPath := executable(t, "named"), executable(t, "tofu")
	t.Setenv("PATH", filepath.Dir(onPath))
	for _, test := range []struct{ asked, variable, want string }{
		{named, onPath, named}, {"", named, named}, {"", "", onPath}, {"tofu", named, onPath}, {"terraform", named, ""},
	} {
		t.Setenv("TF_ACC_TERRAFORM_PATH", test.variable)
		got, err := terraformcli.Find(test.asked)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%+v: got %q and error %v", test, got, err)
		}
	}
}

// executable creates an empty command with this name and returns its path.
func executable(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), strings.TrimPrefix(terraformcli.Executable(name), "terraform-provider-"))
	if err := os.WriteFile(path, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}
