package provider_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The provider's own secrets are written nowhere: not to the output, the log at
// TRACE, the state or a plan, also when the service quotes them in an error.
func TestAccProvider_canary(t *testing.T) {
	t.Parallel()
	const token, header = "canary-token-4711", "canary-header-4712"
	server := acctest.Start(t, refapi.Options{Token: token})
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Setenv("TRAFFICEDGE_API_TOKEN", token)
	// In a variable the CLI itself would show it in a plan.
	headerFile := filepath.Join(t.TempDir(), "header")
	if err := os.WriteFile(headerFile, []byte(header), 0o600); err != nil {
		t.Fatal(err)
	}
	configure := func(description string) {
		cli.Configure(t, fmt.Sprintf(`
			provider "trafficedge" {
			  base_url    = %q
			  headers     = { "X-Key" = file(%q) }
			  max_retries = 0
			}
			resource "trafficedge_failover_backend" "test" {
			  backends    = ["bkd_a"]
			  description = %q
			}
			data "trafficedge_failover_backends" "all" {
			  depends_on = [trafficedge_failover_backend.test]
			}`, server.URL, headerFile, description))
	}
	var output bytes.Buffer
	run := func(args ...string) error {
		printed, err := cli.Run(t, args...)
		output.WriteString(printed)
		return err
	}
	configure("one")
	for _, args := range [][]string{{"apply", "-auto-approve"}, {"plan", "-out=plan"}, {"show", "-json", "plan"}, {"show", "-json"}} {
		if err := run(args...); err != nil {
			t.Fatalf("%v\n%s", err, output.String())
		}
	}
	configure("two")
	echo := fmt.Sprintf(`{"detail":"neither %s nor %s may do this","errors":[{"pointer":"/description","detail":%q}]}`, token, header, token)
	for _, fault := range []refapi.Fault{
		{Status: 401, Body: echo}, {Status: 422, Body: echo}, {Status: 500, Body: "<html>" + token + header}, {Status: 400, Body: header + token},
		{Status: 200, Body: header}, {Drop: true}, {Truncate: true}, {Status: 302}, {Status: 307, Header: map[string][]string{"Location": {"http://127.0.0.2/" + token}}},
	} {
		server.Intercept(func(refapi.Request) *refapi.Fault { return &fault })
		if run("apply", "-auto-approve") == nil {
			t.Errorf("expected %+v to fail", fault)
		}
	}
	server.Intercept(nil)
	if err := run("destroy", "-auto-approve"); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(cli.LogPath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(log, []byte("API request answered")) {
		t.Error("the log lacks the provider's own entries")
	}
	for _, canary := range []string{token, header} {
		if bytes.Contains(output.Bytes(), []byte(canary)) {
			t.Errorf("%s is in the output", canary)
		}
		if bytes.Contains(log, []byte(canary)) {
			t.Errorf("%s is in the log", canary)
		}
		searchFiles(t, cli.Dir, canary)
	}
}

// searchFiles fails the test for each file below dir that holds a canary.
func searchFiles(t *testing.T, dir, canary string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		if err == nil && bytes.Contains(content, []byte(canary)) {
			t.Errorf("%s is in %s", canary, entry.Name())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
