// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// WholeNumber returns a validator for whole numbers from least to most. The validator
// is for a NumberAttribute. With an Int64Attribute, the framework would reject a
// fraction before any validator runs, and its message would blame the provider.
func WholeNumber(least, most int64) validator.Number {
	return wholeNumber{Described(fmt.Sprintf("must be a whole number from %d to %d", least, most)), least, most}
}

type wholeNumber struct {
	Described

	least, most int64
}

func (w wholeNumber) ValidateNumber(ctx context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	number, ok := Whole(req.ConfigValue)
	if HasValue(req.ConfigValue) && (!ok || number < w.least || number > w.most) {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a whole number in range",
			fmt.Sprintf("%s %s, got %s.", req.Path, w.Description(ctx), req.ConfigValue.ValueBigFloat().Text('g', 12)))
	}
}

// Whole returns the value of a whole number. The result ok is false for
// null, unknown values and fractions.
func Whole(value types.Number) (number int64, ok bool) {
	if !HasValue(value) {
		return 0, false
	}
	number, accuracy := value.ValueBigFloat().Int64()
	return number, accuracy == big.Exact
}
