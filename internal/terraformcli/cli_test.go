// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package terraformcli_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/terraformcli"
)

// The CLI does not see the caller's variables with the prefix TF_ or TRAFFICEDGE_.
func TestCommand_environment(t *testing.T) {
	for _, name := range []string{"TF_LOG", "TF_VAR_x", "TF_CLI_CONFIG_FILE", "TRAFFICEDGE_API_TOKEN"} {
		t.Setenv(name, "the caller's")
	}
	t.Setenv("TFX", "kept")
	scratch := t.TempDir()
	cli := acctest.Must(terraformcli.New("terraform", scratch, terraformcli.DevOverride("/built")))(t)
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
