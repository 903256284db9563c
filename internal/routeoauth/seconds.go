// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// uint32Seconds accepts what the API takes for a time: an unsigned 32-bit number
// of seconds (interface section 8). The attributes are numbers of any kind,
// because the framework refuses a fraction for an integer attribute as a bug in
// the provider, before any validator is asked.
type uint32Seconds struct{ described }

func (uint32Seconds) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	number := req.ConfigValue.ValueBigFloat()
	switch {
	case number.IsInt() && number.Sign() >= 0 && number.Cmp(big.NewFloat(math.MaxUint32)) <= 0:
	case number.IsInt() || number.IsInf():
		resp.Diagnostics.AddAttributeError(req.Path, "Number of seconds out of range",
			fmt.Sprintf("Expected a whole number of seconds from 0 to 4294967295, got %s. The API has no more than 32 bits for it.",
				shortNumber(number)))
	default:
		resp.Diagnostics.AddAttributeError(req.Path, "Not a whole number of seconds",
			fmt.Sprintf("Expected a whole number of seconds, got %s; floor() rounds down.", shortNumber(number)))
	}
}

// shortNumber is a number for a message, with no more decimals than say what is
// wrong with it.
func shortNumber(number *big.Float) string {
	if text := number.Text('f', 2); !number.IsInt() && len(text) <= len("4294967295.00") {
		if text = strings.TrimRight(text, "0"); !strings.HasSuffix(text, ".") {
			return text
		}
	}
	return number.Text('g', 12)
}

// secondsToAPI returns a number of seconds, nil where it is unset or, which the
// validator rules out, no unsigned 32-bit number.
func secondsToAPI(value types.Number) *uint32 {
	if value.IsNull() || value.IsUnknown() {
		return nil
	}
	number, accuracy := value.ValueBigFloat().Uint64()
	if accuracy != big.Exact || number > math.MaxUint32 {
		return nil
	}
	return new(uint32(number))
}

// wholeSecondsFromAPI is a number of seconds as it was answered.
func wholeSecondsFromAPI(answered *uint32) types.Number {
	if answered == nil {
		return types.NumberNull()
	}
	return types.NumberValue(new(big.Float).SetUint64(uint64(*answered)))
}

// secondsFromAPI is a number of seconds after an answer. Absent means the same as
// 0, and what is not configured stays so.
func secondsFromAPI(configured types.Number, answered *uint32) types.Number {
	sent := secondsToAPI(configured)
	switch {
	case sent == nil:
		return configured
	case answered == nil && *sent == 0, answered != nil && *answered == *sent:
		return configured
	}
	return wholeSecondsFromAPI(answered)
}
