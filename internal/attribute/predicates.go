// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// IsSet reports whether a value is known and not null. An empty text, set or object is set.
func IsSet(value attr.Value) bool { return !value.IsNull() && !value.IsUnknown() }

// HasContent returns false for null, for an unknown value, for an empty text
// and for an empty set or list.
func HasContent(value attr.Value) bool {
	switch value := value.(type) {
	case types.String:
		return value.ValueString() != ""
	case types.Set:
		return len(value.Elements()) > 0
	case types.List:
		return len(value.Elements()) > 0
	}
	return value != nil && IsSet(value)
}

// IsWhollyKnown reports whether a value and all of its elements are known.
func IsWhollyKnown(ctx context.Context, value attr.Value) bool {
	raw, err := value.ToTerraformValue(ctx)
	return err == nil && raw.IsFullyKnown()
}
