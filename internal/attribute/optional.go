// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package attribute is what the attributes of several resources have in common:
// the conversion of null, empty and unset values between configuration and wire,
// and validators.
//
// In the API, null, an empty value and absence mean unset. In a configuration, null
// and an empty value do. State keeps the form of the configuration.
package attribute

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// String returns the attribute for a received member. Where the member is unset, a
// prior "" stays "" and all else becomes null.
func String(prior types.String, received *string) types.String {
	if received != nil && *received != "" {
		return types.StringValue(*received)
	}
	if prior.ValueString() == "" && IsSet(prior) {
		return prior
	}
	return types.StringNull()
}

// Set returns the attribute for a received list without an order. A prior set with the
// same elements stays. Upper and lower case mean the same in host names and slugs, and
// services rewrite them in email addresses.
func Set(prior types.Set, received []string) types.Set {
	switch {
	case IsSet(prior) && slices.Equal(foldedAndSorted(Strings(prior)), foldedAndSorted(received)):
		return prior
	case len(received) == 0:
		return types.SetNull(types.StringType)
	}
	return SetOf(received)
}

func foldedAndSorted(texts []string) []string {
	folded := make([]string, len(texts))
	for i, text := range texts {
		folded[i] = strings.ToLower(text)
	}
	slices.Sort(folded)
	return slices.Compact(folded)
}

// SetOf returns a list as a set. It drops elements that a service repeats, because the
// framework does not.
func SetOf(list []string) types.Set {
	elements := []attr.Value{}
	for _, text := range slices.Compact(slices.Sorted(slices.Values(list))) {
		elements = append(elements, types.StringValue(text))
	}
	return types.SetValueMust(types.StringType, elements)
}

// Strings returns the elements of a list or set of strings, and none where it is
// null or unknown.
func Strings(collection interface{ Elements() []attr.Value }) []string {
	elements := collection.Elements()
	texts := make([]string, 0, len(elements))
	for _, element := range elements {
		if text, ok := element.(types.String); ok {
			texts = append(texts, text.ValueString())
		}
	}
	return texts
}
