// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// canaries are all secrets that the provider receives. The field named stored contains a
// client_secret. Only this secret may appear in the state and in the JSON of a plan.
type canaries struct {
	token, header, cookie, userinfo, stored, writeOnly string
}

func (c canaries) all() []string {
	return []string{c.token, c.header, c.cookie, c.userinfo, c.stored, c.writeOnly}
}

// files writes secrets to files and returns their directory. The
// configuration reads these files.
func (c canaries) files(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, secret := range map[string]string{"header": c.header, "cookie": c.cookie, "stored": c.stored, "write_only": c.writeOnly} {
		acctest.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(secret), 0o600))
	}
	return dir
}

// quoting returns an error body that repeats the secrets and the body of a request, in members that
// become parts of a message. The tests of package api cover encoded secrets and other members.
func quoting(r refapi.Request, c canaries) string {
	sent := fmt.Sprintf("%s, %s, %s, %s", r.Header.Get("Authorization"), r.Header.Get("X-Key"), r.Header.Get("Cookie"), r.Body)
	body, _ := json.Marshal(map[string]any{"detail": sent, "code": c.header, "request_id": c.token, "unheard": c.cookie, "errors": []map[string]string{
		{"pointer": "/description", "detail": sent}, {"pointer": "/provider/idp_1/client_secret", "detail": sent}, {"pointer": "/" + c.token, "detail": "no"},
	}})
	return string(body)
}

// squeezed returns text without spaces, line breaks and the frames that CLIs print,
// because a CLI may wrap a secret across lines.
func squeezed(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune("│╷╵|", r) {
			return -1
		}
		return r
	}, text))
}

// everything returns a configuration with all resource types and most data
// sources. Its secrets come from files, because a plan shows the values of
// variables.
func everything(url, secrets, description string) string {
	return fmt.Sprintf(`
		provider "trafficedge" {
		  base_url            = %[1]q
		  allow_insecure_http = true
		  headers             = { "X-Key" = file("%[2]s/header"), "Cookie" = "theme=dark; id=${file("%[2]s/cookie")}" }
		  max_retries         = 0
		  request_timeout     = "1s"
		}
		resource "trafficedge_failover_backend" "test" {
		  backends    = ["bkd_a"]
		  description = %[3]q
		}
		resource "trafficedge_tls_edge" "test" {
		  description     = %[3]q
		  deletion_policy = "ABANDON"
		  traffic_policy  = { value = "{}" }
		}
		resource "trafficedge_https_edge_route_oauth" "stored" {
		  edge_id  = "edge"
		  route_id = "stored"
		  identity_provider = {
		    idp_1 = { client_id = "app", client_secret = file("%[2]s/stored"), organizations = [%[3]q] }
		  }
		}
		data "trafficedge_failover_backends" "all" {
		  depends_on = [trafficedge_failover_backend.test]
		}
		data "trafficedge_failover_backend" "test" {
		  id = trafficedge_failover_backend.test.id
		}
		data "trafficedge_tls_edge" "test" {
		  id = trafficedge_tls_edge.test.id
		}
`, url, secrets, description)
}

// writeOnly returns a resource block with a write-only attribute. CLIs before version 1.11
// do not support write-only attributes.
func writeOnly(secrets, description string) string {
	return fmt.Sprintf(`
		resource "trafficedge_https_edge_route_oauth" "write_only" {
		  edge_id  = "edge"
		  route_id = "write_only"
		  identity_provider = {
		    idp_1 = { client_id = "app", client_secret_wo = file("%[1]s/write_only"), client_secret_wo_version = %[2]q, email_domains = [%[2]q] }
		  }
		}`, secrets, description)
}

// The service quotes secrets in its errors. No secret appears in the output of the CLI or
// in the log at level TRACE. Only a client_secret may appear in the state and in a plan.
func TestAccProvider_canary(t *testing.T) {
	t.Parallel()
	c := canaries{"canary-token-4711", "canary-header-4712", "canary-cookie-4716", "canary-userinfo-4713", "canary-stored-4714", "canary-written-4715"}
	server := acctest.Start(t, refapi.Options{Token: c.token})
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.Setenv("TRAFFICEDGE_API_TOKEN", c.token)
	secrets, hasWriteOnly := c.files(t), cli.AtLeast(t, "1.11.0")
	output := operate(t, cli, server, c, func(description string) string {
		config := everything(server.URL, secrets, description)
		if hasWriteOnly {
			config += writeOnly(secrets, description)
		}
		return config
	})

	log := readFile(t, cli.LogPath)
	if !strings.Contains(log, "API request finished") {
		t.Error("the log lacks the provider's own entries")
	}
	for where, text := range map[string]string{"output": squeezed(output), "log": squeezed(log)} {
		for _, canary := range c.all() {
			if strings.Contains(text, squeezed(canary)) {
				t.Errorf("%s is in the %s", canary, where)
			}
		}
	}
	searchFiles(t, cli.Dir, c.all())
}

// operate creates, updates and destroys all resources, with failures in between. It
// returns the output of the CLI.
func operate(t *testing.T, cli *acctest.CLI, server *acctest.Server, c canaries, config func(description string) string) string {
	t.Helper()
	var output strings.Builder
	run := func(args ...string) error {
		printed, err := cli.Run(t, args...)
		output.WriteString(printed)
		return err
	}
	must := func(args ...string) {
		if err := run(args...); err != nil {
			t.Fatalf("%v\n%s", err, output.String())
		}
	}
	// Each of these faults leads to a message in a different way. The tests of
	// package api inject other faults.
	faults := map[string]refapi.Fault{
		"422": {Status: 422, Body: "QUOTED"}, "dropped": {Drop: true}, "200 in HTML": {Status: 200, Body: "<html>QUOTED"},
		"redirected": {Status: 307, Header: map[string][]string{"Location": {"http://127.0.0.2/" + c.token}}},
	}
	fail := func() {
		for name, fault := range faults {
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				response := fault
				response.Body = strings.Replace(fault.Body, "QUOTED", quoting(r, c), 1)
				return &response
			})
			if run("apply", "-auto-approve") == nil {
				t.Errorf("expected %s to fail", name)
			}
		}
		server.Intercept(nil)
	}
	cli.Configure(t, config("one"))
	fail()
	must("apply", "-auto-approve")
	must("plan")
	if state := readFile(t, filepath.Join(cli.Dir, "terraform.tfstate")); !strings.Contains(state, c.stored) || strings.Contains(state, c.writeOnly) {
		t.Error("the state lacks the stored secret, or contains the write-only secret")
	}
	cli.Configure(t, config("two"))
	fail()
	must("plan", "-out=plan")
	if planned := cli.MustRun(t, "show", "-json", "plan"); strings.Contains(planned, c.writeOnly) || strings.Contains(planned, c.token) || strings.Contains(planned, c.header) {
		t.Error("a secret is in the plan")
	}
	must("apply", "plan")

	cli.Setenv("TRAFFICEDGE_BASE_URL", "http://user:"+c.userinfo+"@127.0.0.1:1")
	cli.Configure(t, strings.Replace(config("two"), "base_url ", "# ", 1))
	if run("plan") == nil {
		t.Error("expected credentials in the URL to be refused")
	}
	cli.Configure(t, config("two"))
	must("destroy", "-auto-approve")
	if err := os.Remove(filepath.Join(cli.Dir, "terraform.tfstate.backup")); err != nil {
		t.Error(err)
	}
	return output.String()
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	return string(acctest.Must(os.ReadFile(name))(t))
}

// searchFiles fails the test for each file below dir that contains a canary.
func searchFiles(t *testing.T, dir string, canaries []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content := readFile(t, name)
		for _, canary := range canaries {
			if strings.Contains(content, canary) {
				t.Errorf("%s is in %s", canary, entry.Name())
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
