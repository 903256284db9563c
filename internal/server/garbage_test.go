// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"runtime/debug"
	"testing"
)

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
