// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package attribute holds what the attributes of several resources have in
// common: the conversion between configuration and wire of what may be null,
// empty or unset, and validators.
//
// The API says "unset" by null, an empty value or absence; a configuration says
// it by null or an empty value. What the configuration says is what stays in
// state.
package attribute

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// String returns the attribute for a member that the API answered. Where the
// member is unset, a prior "" stays "" and all else becomes null.
func String(prior types.String, answered *string) types.String {
	if answered != nil && *answered != "" {
		return types.StringValue(*answered)
	}
	if prior.ValueString() == "" && isSet(prior) {
		return prior
	}
	return types.StringNull()
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

func isSet(value attr.Value) bool {
	return !value.IsNull() && !value.IsUnknown()
}
