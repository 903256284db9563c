// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package redact

import (
	"html"
	"net/url"
	"regexp"
)

const (
	// confidential matches a name such as client_secret, ClientSecret or api-key.
	confidential = `[\w.-]*(?:` + words + `)[\w.-]*`
	words        = `secret|password|passwd|passphrase|token|credential|authorization|(?:api|access|private)[_-]?key`
	quote        = `\\*["']` // the quote may be escaped, as in JSON inside a JSON string
	text         = `[bu]?(?:\\+"[^"]*"?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)`
	digits       = `-?\d[\d.e+-]*`
	// rest extends to the end of the text: a regular expression does not find where JSON ends.
	rest   = `[\[{].*`
	bare   = `(?:\(redacted\)|[^\s,;&"'\[{}\])][^\s,;&"'}\])]*)`
	scheme = `(?:bearer|basic)\s+`
	// named and value match members such as "field":"client_secret" and "input":"…".
	named = quote + `\w+` + quote + `\s*:\s*(?:\[[^\]{}]*)?` + quote + `[^"'\\\s]*` + confidential + quote
	value = quote + `[\w.-]*(?:value|input|given|actual|received|rejected)[\w.-]*` + quote + `\s*:\s*`
)

// These match a value after the name of a secret. A value without quotes counts only after
// "=", directly after ":", or as a number in JSON: otherwise it is prose, as in
// "client_secret: is required". Beside a name, four characters in quotes count, so that
// "unexpected token '<'" stays.
var (
	// anything finds texts that need the other expressions, which take 20 times as long.
	anything        = regexp.MustCompile(`(?i)://|` + words)
	valueAfterName  = regexp.MustCompile(`(?is)(` + named + `[^{}]*?` + value + `)(?:` + text + `|` + digits + `|` + rest + `)`)
	valueBeforeName = regexp.MustCompile(`(?is)(` + value + `)(?:` + text + `|` + digits + `)([^{}]*?` + named + `)`)
	quotedValue     = regexp.MustCompile(`(?is)(` + confidential + `(?:` + quote + `)?\s*(?:=>|:|=)\s*)(?:` + text + `|` + rest + `)`)
	quotedBeside    = regexp.MustCompile(`(?is)(` + confidential + `\s+)\\*(?:"[^"]{4,}"?|'[^']{4,}'?)`)
	bareValue       = regexp.MustCompile(`(?is)(` + confidential + `(?:` + quote + `)?(?:\s*=>?\s*(?:` + scheme + `)?|:\s*` + scheme + `|:))` + bare)
	number          = regexp.MustCompile(`(?is)(` + confidential + quote + `\s*:\s*)` + digits)
	inTag           = regexp.MustCompile(`(?is)(<` + confidential + `>)[^<]*(</)`)
	inURL           = regexp.MustCompile(`(://[^/\s:@]*:)[^/\s@]+(@)`)
)

// namedValues replaces values that follow the name of a secret: a service may quote secrets of
// other people, which are not known. It also looks into encodings for HTML and URLs; if it
// finds a value there, the result is the decoded text.
func namedValues(text string) string {
	if !anything.MatchString(text) {
		return text
	}
	inURLEncoding, _ := url.PathUnescape(text) // "" if the text is not encoded
	for _, decoded := range []string{html.UnescapeString(text), inURLEncoding} {
		if blanked := blank(decoded); blanked != decoded && decoded != text {
			text = blanked
		}
	}
	return blank(text)
}

func blank(text string) string {
	for _, pattern := range []*regexp.Regexp{valueAfterName, valueBeforeName, quotedValue, quotedBeside, bareValue, number, inTag, inURL} {
		text = pattern.ReplaceAllString(text, "${1}"+redacted+"${2}")
	}
	return text
}
