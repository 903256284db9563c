// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server_test

import (
	"context"
	"os"
	"os/exec"
	"runtime/debug"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/server"
)

// asProvider is an environment variable. If it is set, the test program serves the
// provider.
const asProvider = "TRAFFICEDGE_TEST_SERVE_SAVINGS"

// TestMain runs the tests. [TestServe_savings] starts the test program again, as a
// provider. In that process, TestMain runs no tests, because the server replaces
// os.Stdout. It serves the provider until garbage collection and logging are configured.
func TestMain(m *testing.M) {
	if os.Getenv(asProvider) == "" {
		m.Run()
		return
	}
	go func() { _ = server.Serve("test", false) }()
	for debug.SetGCPercent(50) != 300 || os.Getenv("TF_LOG_SDK") != "OFF" {
		time.Sleep(time.Millisecond)
	}
}

// When a CLI starts the provider, the provider collects garbage less often, and writes
// logs only if the user asks for them. The test starts its own program as the provider.
func TestServe_savings(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	provider := exec.CommandContext(ctx, os.Args[0])
	provider.Env = append(os.Environ(), asProvider+"=1", "GOGC=", "GOMEMLIMIT=", "TF_LOG=", "TF_LOG_PROVIDER=", "TF_LOG_SDK=",
		"TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2")
	if output, err := provider.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
