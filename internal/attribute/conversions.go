// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Model reads a model with the Get method of a configuration, plan or state. It returns the
// zero value for null, such as the state of a new object or the plan of a destroy.
func Model[M any](ctx context.Context, get func(context.Context, any) diag.Diagnostics, diags *diag.Diagnostics) M {
	model := new(M)
	diags.Append(get(ctx, &model)...)
	return *cmp.Or(model, new(M))
}

// Text returns a function that converts the text at a path in a response: to prior if both mean
// the same, and to null if the text is unset.
func Text(at string) func(prior types.String, response *string) types.String {
	return func(prior types.String, response *string) types.String {
		return keepPrior(at, prior, types.StringPointerValue(response), types.StringNull())
	}
}

// Set is [Text] for a set of texts. In a response, it is a list whose order has no meaning.
func Set(at string) func(prior types.Set, response *[]string) types.Set {
	return func(prior types.Set, response *[]string) types.Set {
		return keepPrior(at, prior, SetOf(*cmp.Or(response, new([]string))), types.SetNull(types.StringType))
	}
}

func keepPrior[V attr.Value](at string, prior, response, null V) V {
	switch {
	case !prior.IsNull() && Same(at, prior, response):
		return prior
	case isUnset(at, response):
		return null
	}
	return response
}

// SetOf returns a list as a set, without the repetitions that the framework would keep.
func SetOf(list []string) types.Set {
	return types.SetValueMust(types.StringType, valuesOf(slices.Compact(slices.Sorted(slices.Values(list)))))
}

// ListOf returns a list of texts as an attribute.
func ListOf(list []string) types.List { return types.ListValueMust(types.StringType, valuesOf(list)) }

func valuesOf(texts []string) []attr.Value {
	values := make([]attr.Value, len(texts))
	for i, text := range texts {
		values[i] = types.StringValue(text)
	}
	return values
}

// Strings returns the elements of a list or set of strings: none if it is null or unknown.
func Strings(collection interface{ Elements() []attr.Value }) []string {
	elements := collection.Elements()
	texts := make([]string, 0, len(elements))
	for _, element := range elements {
		text, _ := element.(types.String)
		texts = append(texts, text.ValueString())
	}
	return texts
}

// NumberFromAPI returns the number in a response, or null for nil.
func NumberFromAPI[N ~uint32](number *N) types.Number {
	if number == nil {
		return types.NumberNull()
	}
	return types.NumberValue(new(big.Float).SetUint64(uint64(*number)))
}

// NumberToAPI returns nil if the value is unset, or out of range, which [WholeNumber] rejects.
func NumberToAPI(value types.Number) *uint32 {
	number, ok := Whole(value)
	if !ok || number < 0 || number > math.MaxUint32 {
		return nil
	}
	return new(uint32(number))
}

// Whole returns a whole number. It is not ok for null, unknown values and fractions.
func Whole(value types.Number) (number int64, ok bool) {
	if !HasValue(value) {
		return 0, false
	}
	number, accuracy := value.ValueBigFloat().Int64()
	return number, accuracy == big.Exact
}
