package server

import "testing"

func TestReserveHeap(t *testing.T) {
	for name, test := range map[string]struct {
		variable string
		bytes    int
	}{
		"nothing said":      {"", reservedHeap},
		"GOGC is set":       {"GOGC", 0},
		"GOMEMLIMIT is set": {"GOMEMLIMIT", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("GOGC", "")
			t.Setenv("GOMEMLIMIT", "")
			if test.variable != "" {
				t.Setenv(test.variable, "100")
			}
			if got := len(reserveHeap()); got != test.bytes {
				t.Errorf("got %d bytes, expected %d", got, test.bytes)
			}
		})
	}
}
