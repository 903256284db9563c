// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// JSON is [String] for a text that may be JSON, but need not. A prior text that means the
// same stays, because services and CLIs rewrite JSON.
func JSON(prior types.String, received *string) types.String {
	text := String(prior, received)
	if IsSet(prior) && IsSet(text) && SameText(prior.ValueString(), text.ValueString()) {
		return prior
	}
	return text
}

// KeepSameText returns a plan modifier that keeps the text in state where the
// configured one means the same, so that there is nothing to plan.
func KeepSameText() planmodifier.String {
	return keepSameText{"JSON that means the same as the JSON in state shows no change"}
}

type keepSameText struct{ Described }

func (keepSameText) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if IsSet(req.StateValue) && IsSet(req.PlanValue) && SameText(req.StateValue.ValueString(), req.PlanValue.ValueString()) {
		resp.PlanValue = req.StateValue
	}
}

// SameText reports whether two texts are the same, or are both JSON that means
// the same: the order of an object's members, space between tokens, escapes in
// strings and the way a number is written mean nothing. Numbers are compared
// without rounding. A text that is one number and nothing else is compared as it
// is written, because it may be a version: 1.10 is not 1.1.
func SameText(a, b string) bool {
	if a == b {
		return true
	}
	first, firstOK := parseJSON(a)
	second, secondOK := parseJSON(b)
	if !firstOK || !secondOK {
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
		return ok && canonicalNumber(string(a)) == canonicalNumber(string(b))
	}
	return a == b
}

// canonicalNumber writes a JSON number as its digits, without leading and
// trailing zeros, times a power of ten, so that equal numbers are equal texts. It
// stays short for 1e999999999, unlike a fraction. A number with an exponent
// beyond 32 bits stays as it is.
func canonicalNumber(number string) string {
	mantissa, power, hasPower := strings.Cut(strings.ToLower(number), "e")
	var exponent int64
	if hasPower {
		var err error
		if exponent, err = strconv.ParseInt(power, 10, 32); err != nil {
			return number
		}
	}
	unsigned := strings.TrimPrefix(mantissa, "-")
	sign := strings.TrimSuffix(mantissa, unsigned)
	whole, fraction, _ := strings.Cut(unsigned, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	significant := strings.TrimRight(digits, "0")
	if significant == "" {
		return "0"
	}
	exponent += int64(len(digits) - len(significant) - len(fraction))
	return fmt.Sprintf("%s%s × 10^%d", sign, significant, exponent)
}
