// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import "regexp"

const (
	// confidential matches a name such as client_secret, ClientSecret or api-key.
	confidential = `[\w.-]*(?:secret|password|passwd|passphrase|token|credential|authorization|(?:api|access|private)[_-]?key)[\w.-]*`
	quote        = `\\*["']` // the quote may be escaped, as in JSON inside a JSON string
	// quotedValue matches a string. A list or an object extends to the end of the text,
	// because a regular expression does not find its end.
	quotedValue = `(?:\\+"[^"]*"?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[\[{].*)`
	bareValue   = `[^\s,;&"'\[{}\])][^\s,;&"'}\])]*`
)

// These expressions match a value that follows the name of a secret. A value without quotes
// counts only after "=", or directly after ":". Otherwise it is prose, as in
// "client_secret: is required", unless it is a number in JSON.
var (
	nameAndValue = regexp.MustCompile(`(?is)(` + quote + `(?:name|key|field)` + quote + `\s*:\s*` + quote + confidential + quote +
		`[^{}]*?` + quote + `value` + quote + `\s*:\s*)` + quotedValue)
	quoted = regexp.MustCompile(`(?is)(` + confidential + `(?:` + quote + `)?\s*(?:=>|:|=)\s*)` + quotedValue)
	bare   = regexp.MustCompile(`(?is)(` + confidential + `(?:` + quote + `)?(?:\s*=>?\s*|:))` + bareValue)
	number = regexp.MustCompile(`(?is)(` + confidential + quote + `\s*:\s*)-?\d[\d.e+-]*`)
)

// namedValues replaces each value in a text that follows the name of a secret. The secrets
// of other people are not known, but a service may quote them in an error.
func namedValues(text string) string {
	for _, pattern := range []*regexp.Regexp{nameAndValue, quoted, bare, number} {
		text = pattern.ReplaceAllString(text, "${1}"+redacted)
	}
	return text
}
