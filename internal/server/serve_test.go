// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
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

// TestMain runs the tests. [TestServe_process] starts the test program again, as a
// provider. In that process, TestMain runs no tests, because the server replaces
// os.Stdout. After the server has configured garbage collection and logging, TestMain
// sends a request to a service. The response has a secret after its body.
func TestMain(m *testing.M) {
	if os.Getenv(asProvider) == "" {
		m.Run()
		return
	}
	go func() { _ = server.Serve("test", false) }()
	for debug.SetGCPercent(50) != 300 || os.Getenv("TF_LOG_SDK") != "OFF" {
		time.Sleep(time.Millisecond)
	}
	closed := make(chan struct{})
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		connection, _, _ := http.NewResponseController(w).Hijack()
		_, _ = io.WriteString(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}canary")
		_, _ = connection.Read(make([]byte, 1)) // net/http closes the connection after it logs the text after the body
		close(closed)
	}))
	if response, err := http.Get(service.URL); err == nil {
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
	}
	<-closed
}

// When a CLI starts the provider, the provider collects garbage less often than Go does by
// default. The provider writes logs only if the user asks for them, and package net/http
// logs no response. The test program starts itself as the provider.
func TestServe_process(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	provider := exec.CommandContext(ctx, os.Args[0])
	provider.Env = append(os.Environ(), asProvider+"=1", "GOGC=", "GOMEMLIMIT=", "TF_LOG=", "TF_LOG_PROVIDER=", "TF_LOG_SDK=",
		"TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2")
	if output, err := provider.CombinedOutput(); err != nil || bytes.Contains(output, []byte("canary")) {
		t.Errorf("%v\n%s", err, output)
	}
}
