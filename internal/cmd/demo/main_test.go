// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestMain runs the tests in the root of the source, as make runs the command.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..", "..")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

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
			if name == "undocumented" && !acctest.All() {
				t.Skip("this demonstration runs with TRAFFICEDGE_TEST_ALL=1 only")
			}
			var stdout bytes.Buffer
			if err := run(t.Context(), test.args, &stdout); err != nil {
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
	const backend, edge = "failover backend fob_a is still there\n", "TLS edge edg_a is still there\n"
	const route = "the destroy opened the route of the OAuth module"
	for name, prepare := range map[string]func(*refapi.API){
		"a deleted OAuth module": func(*refapi.API) {},
		"a disabled OAuth module": func(api *refapi.API) {
			api.SetRouteOAuth("hed_back_office", "rte_all", refapi.OAuthModule{Enabled: false})
		},
	} {
		api := refapi.New(refapi.Options{})
		api.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a"})
		api.AddTLSEdge(refapi.TLSEdge{ID: "edg_a"})
		prepare(api)
		for undocumented, want := range map[bool]string{false: backend + route, true: backend + edge + route} {
			if err := leftovers(api, undocumented, t.Output()); err == nil || err.Error() != want {
				t.Errorf("%s, undocumented %t: got %v, want %s", name, undocumented, err, want)
			}
		}
	}
}
