// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxLines is the maximum number of lines for a summary and its detail.
const MaxLines = 10

// columns is the width at which CLIs wrap a diagnostic on a terminal of 80 columns. The
// remaining columns are for the vertical line on the left.
const columns = 77

// Lines returns approximately how many lines a CLI prints for a text. CLIs do not wrap
// indented lines.
func Lines(text string) (lines int) {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		lines++
		if !strings.HasPrefix(line, " ") {
			lines += (utf8.RuneCountInString(line) - 1) / columns
		}
	}
	return lines
}

// Long returns the text of each diagnostic with more than [MaxLines] lines. The source
// location is not counted.
func (d Diagnostics) Long() []string {
	var long []string
	for _, diagnostic := range d {
		if text := fmt.Sprintf("%s: %s\n\n%s", diagnostic.Severity, diagnostic.Summary, diagnostic.Detail); Lines(text) > MaxLines {
			long = append(long, text)
		}
	}
	return long
}
