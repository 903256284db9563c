// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tfsdklog"
)

func TestSilenceUnreadLogs(t *testing.T) {
	libraries := []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER_TRAFFICEDGE"}
	for name, test := range map[string]struct{ variable, value, silenced string }{
		"nothing set":        {"", "", strings.Join(libraries, " ")},
		"all logs":           {"TF_LOG", "TRACE", ""},
		"provider logs only": {"TF_LOG_PROVIDER", "DEBUG", ""},
		"the CLI's own logs": {"TF_LOG_CORE", "TRACE", strings.Join(libraries, " ")},
		"one library's logs": {"TF_LOG_SDK_PROTO", "WARN", "TF_LOG_SDK TF_LOG_SDK_FRAMEWORK TF_LOG_PROVIDER_TRAFFICEDGE"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range append([]string{"TF_LOG", "TF_LOG_PROVIDER", "TF_LOG_CORE"}, libraries...) {
				t.Setenv(variable, map[string]string{test.variable: test.value}[variable])
			}
			silenceUnreadLogs()
			var silenced []string
			for _, variable := range libraries {
				if value := os.Getenv(variable); value == "OFF" {
					silenced = append(silenced, variable)
				} else if variable == test.variable && value != test.value {
					t.Errorf("%s became %q", variable, value)
				}
			}
			if got := strings.Join(silenced, " "); got != test.silenced {
				t.Errorf("got %q, expected %q", got, test.silenced)
			}
		})
	}
}

// This test shows why [silenceUnreadLogs] exists. If the test fails, delete silenceUnreadLogs.
func TestLibrariesLogUnasked(t *testing.T) {
	const variable = "TF_LOG_SDK"
	t.Setenv(variable, "")
	if ctx := tfsdklog.NewRootSDKLogger(t.Context(), tfsdklog.WithLevelFromEnv(variable)); !tfsdklog.IsTrace(ctx) {
		t.Error("the plugin libraries no longer log by default: delete silenceUnreadLogs")
	}
	t.Setenv(variable, "OFF")
	if ctx := tfsdklog.NewRootSDKLogger(t.Context(), tfsdklog.WithLevelFromEnv(variable)); tfsdklog.IsTrace(ctx) {
		t.Errorf("%s=OFF has no effect", variable)
	}
}

func TestCollectLessOften(t *testing.T) {
	const before = 77
	for name, test := range map[string]struct {
		variable string
		want     int
	}{
		"nothing set":       {"", GCPercent},
		"GOGC is set":       {"GOGC", before},
		"GOMEMLIMIT is set": {"GOMEMLIMIT", before},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GOGC", "")
			t.Setenv("GOMEMLIMIT", "")
			if test.variable != "" {
				t.Setenv(test.variable, "100")
			}
			was := debug.SetGCPercent(before)
			collectLessOften()
			if got := debug.SetGCPercent(was); got != test.want {
				t.Errorf("got %d %%, expected %d %%", got, test.want)
			}
		})
	}
}
