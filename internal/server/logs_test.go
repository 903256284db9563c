package server

import (
	"maps"
	"os"
	"testing"
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
			nobodyReads, err := silenceUnreadLogs()
			if err != nil {
				t.Fatal(err)
			}
			if expected := maps.Equal(test.want, silent); nobodyReads != expected {
				t.Errorf("got silent %t, expected %t", nobodyReads, expected)
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
