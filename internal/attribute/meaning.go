// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package attribute contains what several resources need for their attributes: what values
// mean, conversions between the API and state, validators, and parts of schemas.
//
// A value is unset if it is null or empty, or absent from a response. An unset member of a
// response becomes empty in state if the configured value is empty, and null otherwise.
package attribute

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Same reports whether two values of the attribute at a path mean the same. All values without
// content mean null: see [HasContent]. A set has no order. For texts, see [Forms].
func Same(at string, a, b attr.Value) bool {
	switch {
	case a.Equal(b):
		return true
	case a.IsUnknown() || b.IsUnknown():
		return false
	case isUnset(at, a) && isUnset(at, b):
		return true
	}
	switch a := a.(type) {
	case types.Set:
		b, _ := b.(types.Set)
		return slices.Equal(formsOf(at, a), formsOf(at, b))
	case types.String:
		b, _ := b.(types.String)
		return isSameText(at, a.ValueString(), b.ValueString())
	}
	return false
}

// isUnset reports whether a known value of the attribute at a path means null.
func isUnset(at string, value attr.Value) bool {
	if text, isText := value.(types.String); isText {
		return formOf(at)(text.ValueString()) == ""
	}
	return !HasContent(value)
}

func formsOf(at string, set types.Set) (texts []string) {
	form := formOf(at)
	for _, element := range set.Elements() {
		text := element.String()
		if element, isText := element.(types.String); isText {
			text = form(element.ValueString())
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// isSameText reports whether two texts of the attribute at a path mean the same.
func isSameText(at, a, b string) bool {
	form := formOf(at)
	return form(a) == form(b) || at == createdAt && isSameTime(a, b)
}

// createdAt is the path of a time, which has no form: two times within a second are the same.
const createdAt = "created_at"

// isSameTime ignores less than a second: services store times with different precisions.
func isSameTime(a, b string) bool {
	first, invalidFirst := time.Parse(time.RFC3339, a)
	second, invalidSecond := time.Parse(time.RFC3339, b)
	return invalidFirst == nil && invalidSecond == nil && first.Sub(second).Abs() < time.Second
}

// HasValue reports whether a value is known and not null. An empty value counts.
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
	case interface{ Elements() []attr.Value }: // a set or a list
		return len(value.Elements()) > 0
	case types.Map:
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
