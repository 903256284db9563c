// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// privateData is private state in memory.
type privateData map[string][]byte

func (d privateData) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) {
	return d[key], nil
}

func (d privateData) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	d[key] = value
	return nil
}

func TestPrivateState(t *testing.T) {
	t.Parallel()
	private := privateData{"damaged": []byte(`[`)}
	if diags := attribute.StorePrivate(t.Context(), private, "names", []string{"a"}); diags.HasError() {
		t.Fatal(diags)
	}
	names, diags := attribute.LoadPrivate[[]string](t.Context(), private, "names")
	if diags.HasError() || len(names) != 1 {
		t.Errorf("got %v, %v", names, diags)
	}
	if names, diags := attribute.LoadPrivate[[]string](t.Context(), private, "absent"); diags.HasError() || names != nil {
		t.Errorf("got %v, %v", names, diags)
	}
	if names, diags := attribute.LoadPrivate[[]string](t.Context(), private, "damaged"); !diags.HasError() || names != nil {
		t.Errorf("got %v, %v", names, diags)
	}
}
