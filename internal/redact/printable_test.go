// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Text from outside is shown short, in whole characters, and without anything that
// a terminal acts on.
func FuzzPrintable(f *testing.F) {
	for _, text := range []string{"", "red \x1b[31malert\a", "\u202eright to left", "\xff\xfe", strings.Repeat("ü", 400), strings.Repeat("a\u0301", 300), "zero\u200bwidth\u0000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var none Secrets
		got := none.Text(text)
		if len(got) > maxTextBytes+len("…") || !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q became %q", text, got)
		}
		if again := none.Text(got); len(got) <= maxTextBytes && again != got {
			t.Errorf("%q became %q, and then %q", text, got, again)
		}
	})
}
