// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"strings"
	"testing"
)

func TestRefs_emptyElementsTakeNoMemory(t *testing.T) {
	t.Parallel()
	var refs Refs
	err := refs.UnmarshalJSON([]byte("[" + strings.Repeat("{},", 1<<20) + `{"id":"x"}]`))
	if err != nil || len(refs) != 1 || refs[0].ID != "x" || cap(refs) > 8 {
		t.Errorf("got %d of %d, %v", len(refs), cap(refs), err)
	}
}
