// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

func TestKey(t *testing.T) {
	t.Parallel()
	private := privateData{"damaged": []byte(`["a",1]`)}
	var stored diag.Diagnostics
	resourcebase.Key[[]string]("names").Store(t.Context(), private, []string{"a"}, &stored)
	if stored.HasError() {
		t.Fatal(stored)
	}
	for key, want := range map[resourcebase.Key[[]string]]int{"names": 1, "absent": 0, "damaged": 0} {
		if names := key.Load(t.Context(), private); len(names) != want {
			t.Errorf("%s: got %v", key, names)
		}
	}
}
