// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// SameText reports whether two texts are the same, or are both JSON that means
// the same: the order of an object's members, space between tokens, escapes in
// strings and the way a number is written mean nothing. Numbers are compared
// without rounding. A text that is one number and nothing else is compared as it
// is written, because it may be a version: 1.10 is not 1.1.
func SameText(a, b string) bool {
	if a == b {
		return true
	}
	first, ok := parseJSON(a)
	if !ok {
		return false
	}
	second, ok := parseJSON(b)
	if !ok {
		return false
	}
	if number, ok := first.(json.Number); ok {
		return number == second
	}
	return sameJSON(first, second)
}

// parseJSON returns the value of a text that is one JSON document.
func parseJSON(text string) (any, bool) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, false
	}
	_, err := decoder.Token()
	return value, err == io.EOF
}

func sameJSON(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, sameJSON)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, sameJSON)
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(string(a), string(b))
	}
	return a == b
}

// sameNumber reports whether two JSON numbers have the same value.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	first, ok := parseDecimal(a)
	if !ok {
		return false
	}
	second, ok := parseDecimal(b)
	return ok && first == second
}

// decimal is digits × 10^exponent. Digits have a sign, and neither leading nor
// trailing zeros. It stays small for 1e999999999, unlike a fraction.
type decimal struct {
	digits   string
	exponent int64
}

// parseDecimal returns the value of a JSON number. It is false for an exponent
// beyond 32 bits.
func parseDecimal(number string) (decimal, bool) {
	mantissa, power, _ := strings.Cut(strings.ToLower(number), "e")
	exponent := int64(0)
	if power != "" {
		var err error
		if exponent, err = strconv.ParseInt(power, 10, 32); err != nil {
			return decimal{}, false
		}
	}
	mantissa, isNegative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	exponent += int64(len(digits)-len(trimmed)) - int64(len(fraction))
	switch {
	case trimmed == "":
		return decimal{digits: "0"}, true
	case isNegative:
		trimmed = "-" + trimmed
	}
	return decimal{digits: trimmed, exponent: exponent}, true
}
