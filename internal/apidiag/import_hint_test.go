// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package apidiag_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// An id that a service chose never becomes an expression or shell syntax.
func TestImportHint(t *testing.T) {
	t.Parallel()
	for id, block := range map[string]string{
		"fob_1":             `"fob_1"`,
		`a"b\c`:             `"a\"b\\c"`,
		"${file(\"/x\")}":   `"$${file(\"/x\")}"`,
		"%{if true}":        `"%%{if true}"`,
		"it's $(id) `id` ;": "\"it's $(id) `id` ;\"",
	} {
		if got, want := apidiag.ImportBlock("type", id), "import {\n  to = type.NAME\n  id = "+block+"\n}"; got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		word := strings.TrimPrefix(apidiag.ImportCommand("type", id), "terraform import type.NAME ")
		printed, err := exec.CommandContext(t.Context(), "sh", "-c", "printf %s "+word).Output()
		if err != nil || string(printed) != id {
			t.Errorf("a shell reads %s as %q, %v", word, printed, err)
		}
	}
}
