// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

func set(elements ...string) types.Set {
	values := make([]attr.Value, len(elements))
	for i, element := range elements {
		values[i] = types.StringValue(element)
	}
	return types.SetValueMust(types.StringType, values)
}

func TestString(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	for _, test := range []struct {
		prior    types.String
		answered *string
		want     types.String
	}{
		{types.StringNull(), nil, types.StringNull()},
		{types.StringNull(), text(""), types.StringNull()},
		{types.StringUnknown(), nil, types.StringNull()},
		{types.StringValue(""), nil, types.StringValue("")},
		{types.StringValue(""), text(""), types.StringValue("")},
		{types.StringValue("x"), nil, types.StringNull()},
		{types.StringValue("x"), text("y"), types.StringValue("y")},
		{types.StringNull(), text("y"), types.StringValue("y")},
	} {
		if got := attribute.String(test.prior, test.answered); !got.Equal(test.want) {
			t.Errorf("%s and %v: got %s, want %s", test.prior, test.answered, got, test.want)
		}
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	null := types.SetNull(types.StringType)
	for _, test := range []struct {
		prior    types.Set
		answered []string
		want     types.Set
	}{
		{null, nil, null},
		{null, []string{}, null},
		{types.SetUnknown(types.StringType), nil, null},
		{set(), nil, set()},
		{set("x"), nil, null},
		{set("x", "y"), []string{"y", "x"}, set("x", "y")},
		{null, []string{"y"}, set("y")},
	} {
		got, diags := attribute.Set(t.Context(), test.prior, test.answered)
		if diags.HasError() || !got.Equal(test.want) {
			t.Errorf("%s and %v: got %s, want %s (%v)", test.prior, test.answered, got, test.want, diags)
		}
	}
}

func TestStrings(t *testing.T) {
	t.Parallel()
	if got := attribute.Strings(set("a")); len(got) != 1 || got[0] != "a" {
		t.Errorf("got %q", got)
	}
	if got := attribute.Strings(types.ListNull(types.StringType)); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}
