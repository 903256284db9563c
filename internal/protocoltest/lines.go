// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"strings"
	"unicode/utf8"
)

// MaxLines is the maximum number of lines for a summary and its detail.
const MaxLines = 10

// columns is the width at which CLIs wrap a diagnostic on a terminal of 80 columns. The
// remaining columns are for the vertical line on the left.
const columns = 77

// Lines returns approximately how many lines a CLI prints for a diagnostic: the
// summary, an empty line and the detail. The source location is not counted.
func Lines(severity, summary, detail string) int {
	lines := wrapped(severity + ": " + summary)
	if detail != "" {
		lines++
		for line := range strings.SplitSeq(strings.TrimRight(detail, "\n"), "\n") {
			lines += wrapped(line)
		}
	}
	return lines
}

// Long returns the text of each diagnostic with more than [MaxLines] lines.
func (d Diagnostics) Long() []string {
	var long []string
	for _, one := range d {
		if Lines(one.Severity.String(), one.Summary, one.Detail) > MaxLines {
			long = append(long, one.Summary+"\n\n"+one.Detail)
		}
	}
	return long
}

// wrapped returns how many lines a CLI prints for one line of text. The minimum is 1.
// CLIs do not wrap indented lines.
func wrapped(line string) int {
	if strings.HasPrefix(line, " ") {
		return 1
	}
	return 1 + (utf8.RuneCountInString(line)-1)/columns
}
