// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server_test

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/server"
)

// With -debug the provider runs by itself and says how a CLI reaches it. The test's
// own program is that provider.
func TestServe_debug(t *testing.T) {
	t.Parallel()
	const asProvider = "TRAFFICEDGE_TEST_SERVE_DEBUG"
	if os.Getenv(asProvider) != "" {
		_ = server.Serve("test", true)
		return
	}
	provider := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	provider.Env = append(os.Environ(), asProvider+"=1")
	stdout, err := provider.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := provider.Start(); err != nil {
		t.Fatal(err)
	}
	lines, told := bufio.NewScanner(stdout), false
	for !told && lines.Scan() {
		told = strings.Contains(lines.Text(), `TF_REATTACH_PROVIDERS='{"registry.terraform.io/trafficedge/trafficedge":`)
	}
	if !told {
		t.Error("it does not say how a CLI reaches it")
	}
	_ = provider.Process.Kill()
	_ = provider.Wait()
}

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
