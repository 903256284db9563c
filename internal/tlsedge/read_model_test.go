// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// readModel reads the same as the framework.
func TestReadModel(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]func(tftypes.Type) tftypes.Value{
		"known":   someValue,
		"null":    func(of tftypes.Type) tftypes.Value { return tftypes.NewValue(of, nil) },
		"unknown": func(of tftypes.Type) tftypes.Value { return tftypes.NewValue(of, tftypes.UnknownValue) },
	} {
		state := stateOf(t, value)
		var want, got model
		diags := state.Get(t.Context(), &want)
		diags.Append(readModel(t.Context(), state.Get, &got)...)
		if diags.HasError() || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v and %v, expected %+v", name, got, diags, want)
		}
	}
}

// stateOf is a state with a value for each attribute's type.
func stateOf(t *testing.T, value func(tftypes.Type) tftypes.Value) tfsdk.State {
	t.Helper()
	var described resource.SchemaResponse
	NewResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
	objectType, ok := described.Schema.Type().TerraformType(t.Context()).(tftypes.Object)
	if !ok {
		t.Fatal("a schema's type is always an object")
	}
	values := map[string]tftypes.Value{}
	for attribute, of := range objectType.AttributeTypes {
		values[attribute] = value(of)
	}
	return tfsdk.State{Schema: described.Schema, Raw: tftypes.NewValue(objectType, values)}
}

// someValue returns a value that is known in all its parts.
func someValue(of tftypes.Type) tftypes.Value {
	switch of := of.(type) {
	case tftypes.Object:
		values := map[string]tftypes.Value{}
		for name, member := range of.AttributeTypes {
			values[name] = someValue(member)
		}
		return tftypes.NewValue(of, values)
	case tftypes.Set:
		return tftypes.NewValue(of, []tftypes.Value{someValue(of.ElementType)})
	}
	if of.Is(tftypes.Bool) {
		return tftypes.NewValue(of, true)
	}
	return tftypes.NewValue(of, "text")
}
