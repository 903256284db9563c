// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// canonicalText returns a JSON object or array in a form that depends only on its meaning. It
// returns any other text in NFC: a bare number may be a version, and 1.10 is not 1.1. JSON keeps
// its Unicode form, because two forms are two strings to a parser. It keeps its notation if
// parsers read it differently, because of a repeated member or half of a surrogate pair (RFC
// 8259, sections 4 and 8.2). The decoder drops repeated members, so the canonical form has fewer
// tokens. It replaces half of a surrogate pair by the replacement character.
func canonicalText(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n") // In JSON, only between tokens.
	if trimmed := strings.TrimLeft(text, whiteSpace); trimmed == "" || !strings.ContainsAny(trimmed[:1], "{[") || !json.Valid([]byte(text)) {
		return norm.NFC.String(text)
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // A float64 would round a number.
	var document any
	_ = decoder.Decode(&document)                            // The text is valid JSON.
	canonical, _ := json.Marshal(canonicalNumbers(document)) //nolint:errchkjson // decoded JSON can be encoded
	if bytes.ContainsRune(canonical, utf8.RuneError) || tokens(string(canonical)) != tokens(text) {
		return text
	}
	return string(canonical)
}

func canonicalNumbers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			value[name] = canonicalNumbers(member)
		}
	case []any:
		for i, element := range value {
			value[i] = canonicalNumbers(element)
		}
	case json.Number:
		return canonicalNumber(value)
	}
	return value
}

// canonicalNumber returns digits without zeros at either end, and an exponent. It does not
// compute the number, since a short exponent can stand for many digits. A number keeps its
// notation if the exponent does not fit into an int32.
func canonicalNumber(number json.Number) json.Number {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(number.String()), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	sign := whole[:strings.IndexAny(whole, "0123456789")]
	digits := strings.TrimRight(whole+fraction, "0")
	shift := int64(len(whole) - len(digits)) // 1.5 is 15e-1
	power, err := strconv.ParseInt(cmp.Or(exponent, "0"), 10, 32)
	if digits = strings.TrimLeft(digits, "-0"); digits == "" {
		return "0"
	}
	if err != nil {
		return number
	}
	return json.Number(fmt.Sprintf("%s%se%d", sign, digits, power+shift))
}

func tokens(document string) (count int) {
	decoder := json.NewDecoder(strings.NewReader(document))
	for {
		if _, err := decoder.Token(); err != nil {
			return count // the end of the document
		}
		count++
	}
}
