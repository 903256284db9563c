// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"os"
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

// This test shows why [silenceUnreadLogs] exists. If the test fails, delete logs.go.
func TestLibrariesLogUnasked(t *testing.T) {
	const variable = "TF_LOG_SDK"
	t.Setenv(variable, "")
	if ctx := tfsdklog.NewRootSDKLogger(t.Context(), tfsdklog.WithLevelFromEnv(variable)); !tfsdklog.IsTrace(ctx) {
		t.Error("the plugin libraries no longer log by default: delete logs.go")
	}
	t.Setenv(variable, "OFF")
	if ctx := tfsdklog.NewRootSDKLogger(t.Context(), tfsdklog.WithLevelFromEnv(variable)); tfsdklog.IsTrace(ctx) {
		t.Errorf("%s=OFF has no effect", variable)
	}
}
