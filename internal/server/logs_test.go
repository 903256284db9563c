// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"maps"
	"os"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tfsdklog"
)

func TestSilenceUnreadLogs(t *testing.T) {
	silent := map[string]string{
		"TF_LOG_SDK":                  "OFF",
		"TF_LOG_SDK_PROTO":            "OFF",
		"TF_LOG_SDK_FRAMEWORK":        "OFF",
		"TF_LOG_PROVIDER_TRAFFICEDGE": "OFF",
	}
	except := maps.Clone(silent)
	except["TF_LOG_SDK_PROTO"] = "WARN"
	for name, test := range map[string]struct {
		set, want map[string]string
	}{
		"nobody reads":       {want: silent},
		"all logs are read":  {set: map[string]string{"TF_LOG": "TRACE"}, want: map[string]string{}},
		"provider logs only": {set: map[string]string{"TF_LOG_PROVIDER": "DEBUG"}, want: map[string]string{}},
		"the CLI's own logs": {set: map[string]string{"TF_LOG_CORE": "TRACE"}, want: silent},
		"a level that was asked": {
			set:  map[string]string{"TF_LOG_SDK_PROTO": "WARN"},
			want: except,
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{"TF_LOG", "TF_LOG_PROVIDER", "TF_LOG_CORE", "TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_PROVIDER_TRAFFICEDGE"} {
				t.Setenv(variable, test.set[variable])
			}
			if err := silenceUnreadLogs(); err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for variable := range silent {
				if value := os.Getenv(variable); value != "" {
					got[variable] = value
				}
			}
			if !maps.Equal(got, test.want) {
				t.Errorf("got %v, expected %v", got, test.want)
			}
		})
	}
}

// The reason for [silenceUnreadLogs]. A failure is good news.
func TestLibrariesLogUnasked(t *testing.T) {
	const variable = "TF_LOG_SDK"
	t.Setenv(variable, "")
	if ctx := tfsdklog.NewRootSDKLogger(t.Context(), tfsdklog.WithLevelFromEnv(variable)); !tfsdklog.IsTrace(ctx) {
		t.Error("the plugin libraries write nothing that nobody asked for: delete logs.go")
	}
	t.Setenv(variable, "OFF")
	if ctx := tfsdklog.NewRootSDKLogger(t.Context(), tfsdklog.WithLevelFromEnv(variable)); tfsdklog.IsTrace(ctx) {
		t.Errorf("%s=OFF has no effect", variable)
	}
}
