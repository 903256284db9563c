// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/routeoauth"
)

// TestDiagnostics_fitOnAScreen counts the lines of every diagnostic of the package.
func TestDiagnostics_fitOnAScreen(t *testing.T) {
	t.Parallel()
	all := routeoauth.AllDiagnostics(t.Context())
	for name, one := range all {
		if lines := protocoltest.Lines(one.Severity().String(), one.Summary(), one.Detail()); lines > protocoltest.MaxLines {
			t.Errorf("%s takes %d lines", name, lines)
		}
	}
	source, err := os.ReadFile("diagnostics.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, declared := range regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?(\w+)\(.*\) diag\.Diagnostic \{$`).FindAllSubmatch(source, -1) {
		if all[string(declared[1])] == nil {
			t.Errorf("%s is not counted", declared[1])
		}
	}
}
