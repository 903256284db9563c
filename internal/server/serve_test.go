// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
	"time"

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

// Started by a CLI, the provider collects garbage less often and writes no log that
// nobody reads. The test's own program is that provider.
func TestServe_savings(t *testing.T) {
	t.Parallel()
	const asProvider = "TRAFFICEDGE_TEST_SERVE_SAVINGS"
	if os.Getenv(asProvider) != "" {
		go func() { _ = server.Serve("test", false) }()
		for debug.SetGCPercent(50) != 300 || os.Getenv("TF_LOG_SDK") != "OFF" {
			time.Sleep(time.Millisecond)
		}
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	provider := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+t.Name()+"$")
	provider.Env = append(os.Environ(), asProvider+"=1", "GOGC=", "GOMEMLIMIT=", "TF_LOG=", "TF_LOG_PROVIDER=", "TF_LOG_SDK=",
		"TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2")
	if output, err := provider.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
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
