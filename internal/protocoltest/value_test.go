// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest_test

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// A plain value of every type that an attribute may have stays the same in the protocol.
func TestPlainObject(t *testing.T) {
	t.Parallel()
	objectType := tftypes.Object{AttributeTypes: map[string]tftypes.Type{
		"text": tftypes.String, "flag": tftypes.Bool, "number": tftypes.Number, "unset": tftypes.String,
		"list": tftypes.List{ElementType: tftypes.String}, "set": tftypes.Set{ElementType: tftypes.String}, "map": tftypes.Map{ElementType: tftypes.String},
		"object": tftypes.Object{AttributeTypes: map[string]tftypes.Type{"text": tftypes.String}},
	}}
	plain := map[string]any{
		"text": "a", "flag": true, "number": int64(7), "unset": nil, "list": []string{"b", "a"}, "set": []string{"a", "b"},
		"map": map[string]any{"a": "b"}, "object": map[string]any{"text": "a"},
	}
	if got := protocoltest.PlainObject(protocoltest.Value(objectType, plain)); !reflect.DeepEqual(got, plain) {
		t.Errorf("got %v", got)
	}
}
