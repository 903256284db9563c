// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest_test

import (
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

func TestLines(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		summary, detail string
		want            int
	}{
		"summary alone":              {"Not good", "", 1},
		"with a detail":              {"Not good", "It went wrong.", 3},
		"a character beyond a line":  {"Not good", strings.Repeat("a", 78), 4},
		"paragraphs":                 {"Not good", "One.\n\nTwo.", 5},
		"a long summary":             {strings.Repeat("word ", 15), "One.", 4},
		"a command is never wrapped": {"Not good", "Run:\n\n  " + strings.Repeat("word ", 30), 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := protocoltest.Lines("WARNING", test.summary, test.detail); got != test.want {
				t.Errorf("got %d lines, want %d", got, test.want)
			}
		})
	}
}
