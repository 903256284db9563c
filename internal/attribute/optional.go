// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package attribute holds what the attributes of several resources have in common:
// the conversion of null, empty and unset values between configuration and wire,
// and validators.
//
// In the API, null, an empty value and absence mean unset. In a configuration, null
// and an empty value do. State keeps the form of the configuration.
package attribute

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// String returns the attribute for a member that the API answered. Where the
// member is unset, a prior "" stays "" and all else becomes null.
func String(prior types.String, answered *string) types.String {
	if answered != nil && *answered != "" {
		return types.StringValue(*answered)
	}
	if prior.ValueString() == "" && IsSet(prior) {
		return prior
	}
	return types.StringNull()
}

// Set returns the attribute for a list without an order that the API answered.
// Where it is unset, a prior empty set stays empty and all else becomes null.
func Set(ctx context.Context, prior types.Set, answered []string) (types.Set, diag.Diagnostics) {
	if len(answered) > 0 {
		return types.SetValueFrom(ctx, types.StringType, answered)
	}
	if IsSet(prior) && len(prior.Elements()) == 0 {
		return prior, nil
	}
	return types.SetNull(types.StringType), nil
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
