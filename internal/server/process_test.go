// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tfsdklog"
)

// This test is not parallel, because it changes the environment of the whole process.
func TestProcess(t *testing.T) {
	const before, framework, all = 77, "TF_LOG_SDK_FRAMEWORK", "TF_LOG_SDK_FRAMEWORK TF_LOG_SDK TF_LOG_SDK_PROTO TF_LOG_PROVIDER_TRAFFICEDGE"
	for name, test := range map[string]struct {
		variable, value string
		wantSilenced    string
		wantPercent     int
	}{
		"nothing set":        {"", "", all, gcPercent},
		"all logs":           {"TF_LOG", "TRACE", framework, gcPercent},
		"provider logs only": {"TF_LOG_PROVIDER", "DEBUG", framework, gcPercent},
		"the CLI's own logs": {"TF_LOG_CORE", "TRACE", all, gcPercent},
		"one library's logs": {"TF_LOG_SDK_PROTO", "WARN", framework + " TF_LOG_SDK TF_LOG_PROVIDER_TRAFFICEDGE", gcPercent},
		"GOGC is set":        {"GOGC", "100", all, before},
		"GOMEMLIMIT is set":  {"GOMEMLIMIT", "100", all, before},
	} {
		t.Run(name, func(t *testing.T) {
			libraries := strings.Fields(all)
			for _, variable := range append(libraries, "TF_LOG", "TF_LOG_PROVIDER", "TF_LOG_CORE", "GOGC", "GOMEMLIMIT") {
				t.Setenv(variable, map[string]string{test.variable: test.value}[variable])
			}
			was := debug.SetGCPercent(before)
			silenceUnreadLogs()
			collectLessOften()
			percent := debug.SetGCPercent(was)
			heard := func(variable string) bool { return os.Getenv(variable) != "OFF" }
			silenced := strings.Join(slices.DeleteFunc(libraries, heard), " ")
			if silenced != test.wantSilenced || os.Getenv(test.variable) != test.value || percent != test.wantPercent {
				t.Errorf("silenced %q, %s=%q, %d %%", silenced, test.variable, os.Getenv(test.variable), percent)
			}
		})
	}
}

// This test shows why [silenceUnreadLogs] exists. If the libraries no longer log by
// default, delete silenceUnreadLogs.
func TestLibrariesLogUnasked(t *testing.T) {
	const variable = "TF_LOG_SDK"
	t.Setenv(variable, "")
	if ctx := tfsdklog.NewRootSDKLogger(t.Context(), tfsdklog.WithLevelFromEnv(variable)); !tfsdklog.IsTrace(ctx) {
		t.Error("the plugin libraries no longer log by default")
	}
	t.Setenv(variable, "OFF")
	if ctx := tfsdklog.NewRootSDKLogger(t.Context(), tfsdklog.WithLevelFromEnv(variable)); tfsdklog.IsTrace(ctx) {
		t.Errorf("%s=OFF has no effect", variable)
	}
}

// asProvider is an environment variable that makes the test program serve the provider.
const asProvider = "TRAFFICEDGE_TEST_SERVE_SAVINGS"

// TestMain runs the tests. [TestServe_process] starts the test program again, as a
// provider. In that process, TestMain runs no tests, because the server replaces
// os.Stdout. Once the server is configured, package net/http logs a secret.
func TestMain(m *testing.M) {
	if os.Getenv(asProvider) == "" {
		m.Run()
		return
	}
	go func() { _ = Serve("test", false) }()
	for debug.SetGCPercent(50) != 250 || os.Getenv("TF_LOG_SDK") != "OFF" {
		time.Sleep(time.Millisecond)
	}
	service := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("canary") }))
	if response, err := http.Get(service.URL); err == nil {
		_ = response.Body.Close()
	}
}

// When a CLI starts the provider, the provider collects garbage less often than Go does by
// default. The provider writes logs only if the user asks for them, and no logs of package
// net/http, which may contain parts of responses.
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
