// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute_test

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

func set(elements ...string) types.Set { return attribute.SetOf(elements) }

func list(elements ...string) types.List { return attribute.ListOf(elements) }

// The result is the prior text if the received text has the same meaning.
func TestText(t *testing.T) {
	t.Parallel()
	null, text := types.StringNull(), types.StringValue
	for _, test := range []struct {
		at       string
		prior    types.String
		received *string
		want     types.String
	}{
		{"uri", null, nil, null},
		{"uri", null, new(""), null},
		{"uri", text(""), new(""), text("")},
		{"uri", text("x"), nil, null},
		{"uri", text("x"), new("y"), text("y")},
		{"uri", null, new("y"), text("y")},
		{"uri", types.StringUnknown(), new("y"), text("y")},
		{"uri", types.StringUnknown(), nil, null},
		{"uri", null, new(" "), text(" ")},
		{"metadata", text(`{"a":1}`), new(`{"a": 1}`), text(`{"a":1}`)},
		{"metadata", text(`{"a":1}`), new(`{"a":2}`), text(`{"a":2}`)},
		{"metadata", null, new(`{"a": 1}`), text(`{"a": 1}`)},
		{"metadata", text(`{"a":1}`), nil, null},
		{"description", text("  "), nil, text("  ")},
		{"description", text("  "), new(""), text("  ")},
		{"description", null, new(" \n"), null},
		{"description", text("a"), new(" \n"), null},
		{"description", text("two words \n"), new("two words"), text("two words \n")},
		{"created_at", text("2026-01-31T12:34:56.500000Z"), new("2026-01-31T13:34:56.5+01:00"), text("2026-01-31T12:34:56.500000Z")},
	} {
		if got := attribute.Text(test.at)(test.prior, test.received); !got.Equal(test.want) {
			t.Errorf("%s, %s and %v: got %s, want %s", test.at, test.prior, test.received, got, test.want)
		}
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	null := types.SetNull(types.StringType)
	for _, test := range []struct {
		prior    types.Set
		received []string
		want     types.Set
	}{
		{null, nil, null},
		{null, []string{}, null},
		{set(), nil, set()},
		{set("x"), nil, null},
		{set("x", "y"), []string{"y", "x"}, set("x", "y")},
		{set("X", "y"), []string{"Y", "x", "x"}, set("X", "y")},
		{null, []string{"y", "y"}, set("y")},
	} {
		if got := attribute.Set("hostports")(test.prior, &test.received); !got.Equal(test.want) {
			t.Errorf("%s and %v: got %s, want %s", test.prior, test.received, got, test.want)
		}
	}
}

func TestWholeNumber(t *testing.T) {
	t.Parallel()
	for number, isValid := range map[string]bool{
		"0": true, "7": true, "3.0": true, "0.7e1": true,
		"1.5": false, "-1": false, "8": false, "-0.5": false, "0.001": false, "12345678901234.25": false, "1e400": false,
	} {
		value, _, err := big.ParseFloat(number, 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		var resp validator.NumberResponse
		attribute.WholeNumber(0, 7).ValidateNumber(t.Context(),
			validator.NumberRequest{Path: path.Root("retries"), ConfigValue: types.NumberValue(value)}, &resp)
		if want := "retries must be a whole number from 0 to 7."; isValid != (len(resp.Diagnostics) == 0) || !isValid && resp.Diagnostics[0].Detail() != want {
			t.Errorf("%s: got %v, want %q", number, resp.Diagnostics, want)
		}
	}
	for _, value := range []types.Number{types.NumberNull(), types.NumberUnknown()} {
		var resp validator.NumberResponse
		attribute.WholeNumber(0, 7).ValidateNumber(t.Context(), validator.NumberRequest{ConfigValue: value}, &resp)
		if number, ok := attribute.Whole(value); ok || number != 0 || len(resp.Diagnostics) > 0 {
			t.Errorf("%s: got %d and %v", value, number, resp.Diagnostics)
		}
	}
}

// A message describes the refused text. It is on the set or the map of a refused element,
// because the path of the element contains its value or its key.
func TestTextRule(t *testing.T) {
	t.Parallel()
	root := path.Root("a")
	oneOf, short := attribute.OneOf("x", "y"), attribute.MaxBytes(2)
	for name, test := range map[string]struct {
		rule     validator.String
		at       path.Path
		accepted types.String
		refused  string
		shownAt  path.Path
		detail   string
	}{
		"a text":      {oneOf, root, types.StringValue("y"), "canary", root, "a must be one of x, y."},
		"unknown":     {oneOf, root.AtName("b"), types.StringUnknown(), "X", root.AtName("b"), "a.b must be one of x, y."},
		"in a set":    {oneOf, root.AtSetValue(types.StringValue("canary")), types.StringUnknown(), "canary", root, "Every element of a must be one of x, y."},
		"in a map":    {oneOf, root.AtMapKey("canary"), types.StringUnknown(), "canary", root, "Every element of a must be one of x, y."},
		"in a list":   {oneOf, root.AtListIndex(1), types.StringUnknown(), "canary", root.AtListIndex(1), "a[1] must be one of x, y."},
		"two letters": {short, root, types.StringValue("ab"), "ää", root, "a must have at most 2 bytes."},
	} {
		var accepted, refused validator.StringResponse
		test.rule.ValidateString(t.Context(), validator.StringRequest{Path: test.at, ConfigValue: test.accepted}, &accepted)
		test.rule.ValidateString(t.Context(), validator.StringRequest{Path: test.at, ConfigValue: types.StringValue(test.refused)}, &refused)
		if len(accepted.Diagnostics) > 0 || len(refused.Diagnostics) != 1 {
			t.Fatalf("%s: accepted with %v, refused with %v", name, accepted.Diagnostics, refused.Diagnostics)
		}
		shown, _ := refused.Diagnostics[0].(diag.DiagnosticWithPath)
		if shown.Detail() != test.detail || !shown.Path().Equal(test.shownAt) {
			t.Errorf("%s: at %s, %s", name, shown.Path(), shown.Detail())
		}
	}
}

// The same rules decide what differs in plans, responses and imports.
func TestDifferences(t *testing.T) {
	t.Parallel()
	text, object := types.StringValue, func(members map[string]attr.Value) types.Object {
		of := map[string]attr.Type{}
		for name, member := range members {
			of[name] = member.Type(t.Context())
		}
		return types.ObjectValueMust(of, members)
	}
	module := func(enabled types.Bool, ids types.Set) types.Object {
		return object(map[string]attr.Value{"enabled": enabled, "ids": ids})
	}
	rules := func(names ...string) types.Set {
		rule := func(name string) attr.Value { return object(map[string]attr.Value{"name": text(name)}) }
		return types.SetValueMust(rule("").Type(t.Context()), []attr.Value{rule(names[0]), rule(names[1])})
	}
	labels := func(of map[string]attr.Value) types.Map { return types.MapValueMust(types.StringType, of) }
	null := types.ObjectNull(module(types.BoolNull(), set()).AttributeTypes(t.Context()))
	for name, test := range map[string]struct {
		at             string
		prior, planned attr.Value
		want           string // the differing paths
	}{
		"order":                     {"ids", set("a", "b"), set("b", "a"), ""},
		"null and empty":            {"ids", types.SetNull(types.StringType), set(), ""},
		"null and empty text":       {"description", types.StringNull(), text(""), ""},
		"order of a list":           {"backends", list("a", "b"), list("b", "a"), "backends"},
		"null and empty list":       {"backends", types.ListNull(types.StringType), list(), ""},
		"text, case":                {"description", text("a"), text("A"), "description"},
		"white space and null":      {"description", text(" "), types.StringNull(), ""},
		"unknown":                   {"description", types.StringNull(), types.StringUnknown(), "description"},
		"unknown set":               {"hostports", set("a"), types.SetUnknown(types.StringType), "hostports"},
		"a set of objects":          {"rules", rules("a", "b"), rules("b", "a"), ""},
		"a set of other objects":    {"rules", rules("a", "b"), rules("a", "c"), "rules"},
		"null and empty map":        {"labels", types.MapNull(types.StringType), labels(map[string]attr.Value{}), ""},
		"maps":                      {"labels", labels(map[string]attr.Value{"a": text("b")}), labels(map[string]attr.Value{"a": text("c")}), "labels"},
		"0 and null":                {"timer", types.NumberNull(), types.NumberValue(new(big.Float)), ""},
		"a disabled, empty module":  {"m", null, module(types.BoolValue(false), set()), ""},
		"an enabled, empty module":  {"m", null, module(types.BoolValue(true), set()), "m"},
		"a module is removed":       {"m", module(types.BoolValue(true), set("a")), null, "m"},
		"a member of a module":      {"m", module(types.BoolValue(true), set("a")), module(types.BoolValue(true), set("b")), "m.ids"},
		"an unknown module":         {"m", module(types.BoolValue(true), set("a")), types.ObjectUnknown(null.AttributeTypes(t.Context())), "m"},
		"an object without content": {"o", types.ObjectNull(map[string]attr.Type{"a": types.StringType}), object(map[string]attr.Value{"a": types.StringNull()}), "o"},
	} {
		var got []string
		for _, change := range attribute.Differences(path.Root(test.at), test.prior, test.planned) {
			got = append(got, change.At.String())
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

type unusual struct{ resource.Resource }

func (unusual) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema.Attributes = map[string]schema.Attribute{
		"rules": schema.ListNestedAttribute{
			Optional:     true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{"name": schema.StringAttribute{Required: true}}},
		},
		"labels": schema.MapAttribute{Optional: true, ElementType: types.StringType},
	}
}

// A data source supports types of attributes that no resource has yet.
func TestForDataSource_unusual(t *testing.T) {
	t.Parallel()
	shown := attribute.ForDataSource(t.Context(), unusual{})
	for name, want := range map[string]attr.Type{
		"rules":  types.ListType{ElemType: types.ObjectType{AttrTypes: map[string]attr.Type{"name": types.StringType}}},
		"labels": types.MapType{ElemType: types.StringType},
	} {
		if !shown[name].IsComputed() || !shown[name].GetType().Equal(want) {
			t.Errorf("%s: got %s", name, shown[name].GetType())
		}
	}
}
