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
		"documented":   {nil, []string{"so it was abandoned", "a destroy leaves it as it is"}},
		"undocumented": {[]string{"-undocumented", "-identity-provider-names", "idp_2=beta"}, []string{"What is left on the service\nOAuth module"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var stdout bytes.Buffer
			if err := run(t.Context(), append(test.args, "-root", filepath.Join("..", "..", "..")), &stdout, t.Output()); err != nil {
				t.Fatalf("%v\n%s", err, &stdout)
			}
			for _, want := range append(test.left, "Apply complete!", "Outputs:", "No changes.", "Destroy complete!") {
				if !strings.Contains(stdout.String(), want) {
					t.Errorf("the output lacks %q:\n%s", want, &stdout)
				}
			}
			if strings.Contains(stdout.String(), "\x1b[") {
				t.Error("the output has terminal colors, though it does not go to a terminal")
			}
		})
	}
}

// Objects that a destroy should have removed cause an error, and so does an OAuth module
// that it should have left as it is. [TestAccDemo] tests which objects may remain.
func TestLeftovers(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{Undocumented: true})
	api.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a"})
	api.AddTLSEdge(refapi.TLSEdge{ID: "edg_a"})
	body := strings.NewReader(`{"enabled":false,"provider":{"idp_1":{}}}`)
	module := httptest.NewRequestWithContext(t.Context(), http.MethodPut, "/edges/https/e/routes/r/oauth", body)
	module.Header.Set("Content-Type", "application/json")
	api.ServeHTTP(httptest.NewRecorder(), module)
	const backend, edge = "failover backend fob_a is still there\n", "TLS edge edg_a is still there\n"
	const route = "the destroy opened the route of the OAuth module /edges/https/e/routes/r/oauth"
	for undocumented, want := range map[bool]string{false: backend + route, true: backend + edge + route} {
		if _, err := leftovers(api, undocumented); err == nil || err.Error() != want {
			t.Errorf("undocumented %t: got %v, want %s", undocumented, err, want)
		}
	}
}
