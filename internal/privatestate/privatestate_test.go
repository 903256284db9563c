// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package privatestate_test

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
)

// privateData implements private state in memory.
type privateData map[string][]byte

func (d privateData) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) {
	return d[key], nil
}

func (d privateData) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	d[key] = value
	return nil
}

func TestKey(t *testing.T) {
	t.Parallel()
	private := privateData{"damaged": []byte(`["a",1]`)}
	var stored diag.Diagnostics
	privatestate.Key[[]string]("names").Store(t.Context(), private, []string{"a"}, &stored)
	if stored.HasError() {
		t.Fatal(stored)
	}
	for key, want := range map[privatestate.Key[[]string]]int{"names": 1, "absent": 0, "damaged": 0} {
		if names := key.Load(t.Context(), private); len(names) != want {
			t.Errorf("%s: got %v", key, names)
		}
	}
}
