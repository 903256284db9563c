// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// JSON returns the attribute for a received text that may be a JSON document. If the text
// has the same meaning as prior, the result is prior, because services and CLIs may
// reformat the document. Otherwise the result is that of [String].
func JSON(prior types.String, received *string) types.String {
	text := String(prior, received)
	if IsSet(prior) && IsSet(text) && SameText(prior.ValueString(), text.ValueString()) {
		return prior
	}
	return text
}

// KeepSameText returns a plan modifier that keeps the text in state if the configured
// text has the same meaning, so that the plan shows no change.
func KeepSameText() planmodifier.String {
	return keepSameText{"JSON with the same meaning as in state causes no change"}
}

type keepSameText struct{ Described }

func (keepSameText) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if IsSet(req.StateValue) && IsSet(req.PlanValue) && SameText(req.StateValue.ValueString(), req.PlanValue.ValueString()) {
		resp.PlanValue = req.StateValue
	}
}

// SameText reports whether two texts are equal, or are JSON with the same meaning. Such
// JSON may differ in the order of members, in whitespace, in string escapes and in the
// notation of numbers. Two texts that are single numbers must have the same notation,
// because a number may be a version: 1.10 is not 1.1.
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

// parseJSON returns the value of a text that consists of one JSON document.
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

// sameNumber reports whether two JSON numbers are equal, without
// rounding. Numbers with exponents beyond a million are compared as
// texts, because [big.Rat] rejects such numbers.
func sameNumber(a, b string) bool {
	first, ok := new(big.Rat).SetString(a)
	second, secondOK := new(big.Rat).SetString(b)
	return a == b || ok && secondOK && first.Cmp(second) == 0
}
