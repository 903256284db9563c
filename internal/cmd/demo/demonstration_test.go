// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestAccDemo runs the whole demonstration with the CLI of the acceptance tests.
func TestAccDemo(t *testing.T) {
	t.Parallel()
	if os.Getenv("TF_ACC") == "" || testing.Short() {
		t.Skip("acceptance tests run with TF_ACC=1 only, slow ones without -short only")
	}
	for name, test := range map[string]struct{ args, left []string }{
		"documented":   {nil, []string{"so it was abandoned", "disabled, since the API has no way to delete one"}},
		"undocumented": {[]string{"-undocumented", "-identity-provider-names", "idp_2=beta"}, []string{"What is left on the service\nNothing."}},
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

// Objects that a destroy should have removed or disabled cause an error. [TestAccDemo]
// tests which objects may remain.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{Undocumented: true})
	api.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a"})
	api.AddTLSEdge(refapi.TLSEdge{ID: "edg_a"})
	module := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/edges/https/e/routes/r/oauth", strings.NewReader(`{"provider":{"idp_1":{}}}`))
	module.Header.Set("Content-Type", "application/json")
	api.ServeHTTP(httptest.NewRecorder(), module)
	for undocumented, want := range map[bool][]string{
		false: {"fob_a is still there", "oauth is still enabled"},
		true:  {"fob_a is still there", "edg_a is still there", "oauth is still there"},
	} {
		_, err := leftovers(api, undocumented)
		for _, words := range want {
			if err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("undocumented %t: got %v, want %q", undocumented, err, words)
			}
		}
	}
}
