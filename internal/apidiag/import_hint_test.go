// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag_test

import (
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// An id that a service chose never becomes an expression.
func TestImportHint(t *testing.T) {
	t.Parallel()
	for id, block := range map[string]string{
		"fob_1":           `"fob_1"`,
		`a"b\c`:           `"a\"b\\c"`,
		"${file(\"/x\")}": `"$${file(\"/x\")}"`,
		"%{if true}":      `"%%{if true}"`,
	} {
		if got, want := apidiag.ImportBlock("type", id), "import {\n  to = type.NAME\n  id = "+block+"\n}"; got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
