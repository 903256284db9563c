// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAccDemo runs the whole demonstration with the CLI of the acceptance tests.
func TestAccDemo(t *testing.T) {
	t.Parallel()
	if os.Getenv("TF_ACC") == "" || testing.Short() {
		t.Skip("acceptance tests run with TF_ACC=1 only, slow ones without -short only")
	}
	for name, test := range map[string]struct{ args, left []string }{
		"documented":   {nil, []string{"so it was abandoned", "a destroy leaves it as it is"}},
		"undocumented": {[]string{"-undocumented", "-identity-provider-names", "idp_2=beta"}, []string{"What is left on the service\nOAuth module"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr bytes.Buffer
			err := run(t.Context(), append([]string{"-root", filepath.Join("..", "..", "..")}, test.args...), &stdout, &stderr)
			if err != nil {
				t.Fatalf("demo: %v\n%s\n%s", err, stdout.String(), stderr.String())
			}
			for _, want := range append([]string{"Apply complete!", "Outputs:", "No changes.", "Destroy complete!"}, test.left...) {
				if !strings.Contains(stdout.String(), want) {
					t.Errorf("the output lacks %q:\n%s", want, stdout.String())
				}
			}
			if strings.Contains(stdout.String(), "\x1b[") {
				t.Error("the output has terminal colors, though it does not go to a terminal")
			}
		})
	}
}
