// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxTextBytes keeps what comes from outside readable in a diagnostic.
	maxTextBytes = 512
	// maxCleanedBytes is how much of a text is looked at before it is cut. It is
	// more than what is shown, because taking secrets out makes a text shorter.
	maxCleanedBytes = 16 << 10
)

// clean makes a text from outside fit to be shown: without secrets, printable and
// short.
func (r redactor) clean(text string) string {
	return shorten(printable(r.redact(cut(text, maxCleanedBytes))))
}

// printable keeps text from outside from writing escape sequences to a terminal,
// or reordering what is shown there.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}

func shorten(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= maxTextBytes {
		return text
	}
	return strings.TrimSpace(cut(text, maxTextBytes)) + "…"
}

// cut returns the beginning of text, at most length bytes of whole characters.
func cut(text string, length int) string {
	if len(text) <= length {
		return text
	}
	for length > 0 && !utf8.RuneStart(text[length]) {
		length--
	}
	return text[:length]
}
