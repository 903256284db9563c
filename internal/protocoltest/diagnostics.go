// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// MaxLines is the maximum number of lines for a summary and its detail.
const MaxLines = 10

// columns is the width at which CLIs wrap a diagnostic on a terminal of 80 columns. The
// remaining columns are for the vertical line on the left.
const columns = 77

// Diagnostics are all diagnostics of one operation.
type Diagnostics []*tfprotov6.Diagnostic

// Err returns the first error, or nil if there is no error.
func (d Diagnostics) Err() error {
	for _, diagnostic := range d {
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityError {
			return fmt.Errorf("%s: %s (%s)", diagnostic.Summary, diagnostic.Detail, diagnostic.Attribute)
		}
	}
	return nil
}

// Failed reports whether the diagnostics contain an error.
func (d Diagnostics) Failed() bool { return d.Err() != nil }

// String returns the text that a CLI would print for the diagnostics.
func (d Diagnostics) String() string {
	var text strings.Builder
	for _, diagnostic := range d {
		fmt.Fprintf(&text, "%s: %s\n%s\n", diagnostic.Severity, diagnostic.Summary, diagnostic.Detail)
		if diagnostic.Attribute != nil {
			fmt.Fprintf(&text, "at %s\n", diagnostic.Attribute)
		}
	}
	return text.String()
}

// Long returns the text of each diagnostic with more than [MaxLines] lines. The source
// location is not counted.
func (d Diagnostics) Long() (long []string) {
	for _, diagnostic := range d {
		if text := fmt.Sprintf("%s: %s\n\n%s", diagnostic.Severity, diagnostic.Summary, diagnostic.Detail); Lines(text) > MaxLines {
			long = append(long, text)
		}
	}
	return long
}

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

// bugf returns an error that a CLI would report as a bug in the provider. The operations of
// [Provider] return it separately from the provider's diagnostics.
func bugf(format string, args ...any) error {
	return fmt.Errorf("the provider breaks the protocol: "+format, args...)
}
