// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server_test

import (
	"os"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
)

// A user who asks the CLI for logs gets those of the plugin libraries too.
func TestAccServe_logs(t *testing.T) {
	t.Parallel()
	cli := acctest.BuildProvider(t).NewCLI(t)
	// Some CLIs start a provider only if the configuration uses it.
	cli.Configure(t, "resource \"trafficedge_failover_backend\" \"x\" {\n  backends = []\n}\n")
	cli.MustRun(t, "validate")
	logged, err := os.ReadFile(cli.LogPath)
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{"sdk.proto", "sdk.framework"} {
		if !strings.Contains(string(logged), module) {
			t.Errorf("the log at level TRACE has nothing from %s", module)
		}
	}
}
