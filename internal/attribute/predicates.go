// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// HasValue reports whether a value is known and not null. An empty text, set or object is
// a value.
func HasValue(value attr.Value) bool { return !value.IsNull() && !value.IsUnknown() }

// HasContent reports whether a value is known and means something else than null. Null, "",
// false, 0, an empty collection, and a disabled and empty module of an edge have no content.
// Any other object, such as an identity provider without settings, has content.
func HasContent(value attr.Value) bool {
	if value == nil || !HasValue(value) {
		return false
	}
	switch value := value.(type) {
	case types.Bool:
		return value.ValueBool()
	case types.Number:
		return value.ValueBigFloat().Sign() != 0
	case types.String:
		return value.ValueString() != ""
	case types.Set:
		return len(value.Elements()) > 0
	case types.List:
		return len(value.Elements()) > 0
	case types.Object:
		members := value.Attributes()
		_, isModule := members["enabled"]
		return !isModule || slices.ContainsFunc(slices.Collect(maps.Values(members)),
			func(member attr.Value) bool { return member.IsUnknown() || HasContent(member) })
	}
	return true
}

// IsWhollyKnown reports whether a value and all of its elements are known.
func IsWhollyKnown(ctx context.Context, value attr.Value) bool {
	raw, err := value.ToTerraformValue(ctx)
	return err == nil && raw.IsFullyKnown()
}
