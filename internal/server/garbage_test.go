package server

import (
	"math"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

func TestTuneGarbageCollector(t *testing.T) {
	for name, test := range map[string]struct {
		variable       string
		percent, limit uint64
	}{
		"nothing said":      {"", gcPercent, memoryLimit},
		"GOGC is set":       {"GOGC", 100, math.MaxInt64},
		"GOMEMLIMIT is set": {"GOMEMLIMIT", 100, math.MaxInt64},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GOGC", "")
			t.Setenv("GOMEMLIMIT", "")
			if test.variable != "" {
				t.Setenv(test.variable, "1")
			}
			debug.SetGCPercent(100)
			debug.SetMemoryLimit(math.MaxInt64)
			t.Cleanup(func() {
				debug.SetGCPercent(100)
				debug.SetMemoryLimit(math.MaxInt64)
			})
			tuneGarbageCollector()
			samples := []metrics.Sample{{Name: "/gc/gogc:percent"}, {Name: "/gc/gomemlimit:bytes"}}
			metrics.Read(samples)
			if percent, limit := samples[0].Value.Uint64(), samples[1].Value.Uint64(); percent != test.percent || limit != test.limit {
				t.Errorf("got %d %% and %d bytes, expected %d %% and %d bytes", percent, limit, test.percent, test.limit)
			}
		})
	}
}
