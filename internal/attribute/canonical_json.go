// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/unicode/norm"
)

// canonicalText returns a JSON object or array in a form that depends only on its meaning (RFC 8785,
// but integers keep all digits). It returns any other text in NFC: a bare number may be a version,
// and 1.10 is not 1.1. JSON keeps its Unicode form, because two forms are two strings to a parser.
// It keeps its notation if parsers read it differently, because of a repeated member or half of a
// surrogate pair (RFC 8259, sections 4 and 8.2).
func canonicalText(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n") // In JSON, only between tokens.
	document := jsontext.Value(text)
	isJSON := document.IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	switch trimmed := strings.TrimLeft(text, whiteSpace); {
	case trimmed == "", !strings.ContainsAny(trimmed[:1], "{["), !isJSON:
		return norm.NFC.String(text)
	case document.Canonicalize(jsontext.CanonicalizeRawInts(false)) != nil:
		return text
	}
	return string(document)
}
