// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A list may omit settings. Data sources and queries read such objects individually, so the
// configuration that a query generates changes nothing. Texts of the service reach the terminal
// without characters that control it. An object that cannot be read is one warning, and the
// query shows the others.
func TestAccLists(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), acctest.BuildProvider(t).NewCLI(t)
	const hostile = "evil \x1b[31m\u202Etxet\u2066 \nResource: other"
	server.AddFailoverBackend(refapi.FailoverBackend{ID: "fob_a", Backends: []string{"bkd_a"}, Description: hostile})
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_a", Description: "unreadable"})
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_b", Description: "readable"})
	server.SetResponses(func(a *refapi.Responses) { a.ListOmits = []string{"backends", "metadata"} })
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Path != "/edges/tls/edge_a" {
			return nil
		}
		return &refapi.Fault{Status: http.StatusForbidden}
	})
	cli.Configure(t, server.ConfigUndocumented(`
data "trafficedge_failover_backends" "all" {}
output "backends" { value = data.trafficedge_failover_backends.all.failover_backends[0].backends }`))
	if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, "bkd_a") {
		t.Errorf("the data source lacks the backends: %s", output)
	}
	if cli.IsOpenTofu(t) || !cli.AtLeast(t, "1.14.0") {
		return // query needs Terraform 1.14
	}
	cli.SkipUnlessGenerates(t)
	const block = "list %q \"all\" {\n  provider = trafficedge\n}\n"
	acctest.NoError(t, cli.Write("all.tfquery.hcl", fmt.Sprintf(block+block, "trafficedge_failover_backend", "trafficedge_tls_edge")))
	output := cli.MustRun(t, "query", "-generate-config-out=imported.tf")
	isControl := func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' }
	if strings.ContainsFunc(output, isControl) || strings.Contains(output, "\nResource: other") {
		t.Errorf("the query prints %q", output)
	}
	for _, words := range []*regexp.Regexp{
		acctest.Message("evil", "txet"), acctest.Message(" readable"), acctest.Message(`Could not read TLS edge "edge_a"`, "403 Forbidden"),
	} {
		if !words.MatchString(output) {
			t.Errorf("the query does not print %s: %s", words, output)
		}
	}
	if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, "2 imported, 0 added, 0 changed") {
		t.Errorf("got %s", output)
	}
	acctest.NoError(t, server.ExpectWrites()())
}

// The error of a creation without a response has the time of the request. With this time, the
// block of the heading that the error names finds the object. The clock of the service may be
// behind, and objects may lack a time.
func TestAccCreate_lost(t *testing.T) {
	t.Parallel()
	binary, guide := acctest.BuildProvider(t), readPage(t, "../../docs/guides/troubleshooting.md")
	for typeName, arguments := range map[string]string{"trafficedge_failover_backend": `backends = ["bkd_lost"]`, "trafficedge_tls_edge": `description = "bkd_lost"`} {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
			before := func(age time.Duration) string { return time.Now().Add(-age).UTC().Format(time.RFC3339) }
			for id, created := range map[string]string{"slow_clock": before(50 * time.Minute), "too_old": before(70 * time.Minute), "no_time": "unknown"} {
				server.AddFailoverBackend(refapi.FailoverBackend{ID: id, CreatedAt: created})
				server.AddTLSEdge(refapi.TLSEdge{ID: id, CreatedAt: created})
			}
			server.Fail(http.MethodPost, refapi.Fault{Drop: true, AfterActing: true})
			cli.Configure(t, server.ConfigUndocumented(fmt.Sprintf("resource %q \"new\" {\n  %s\n}\n", typeName, arguments)))
			output, _ := cli.Run(t, "apply", "-auto-approve")
			output = strings.Join(strings.Fields(output), " ")
			sent := regexp.MustCompile(`sent at (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ),`).FindStringSubmatch(output)
			heading := regexp.MustCompile(`See "([^"]*)" in the Troubleshooting guide`).FindStringSubmatch(output)
			if sent == nil || heading == nil {
				t.Fatal(output)
			}
			_, section, _ := strings.Cut(guide, "\n## "+heading[1]+"\n")
			instead := func(text string) string { return text }
			if strings.HasPrefix(section, "\nFollow the steps [above]") && strings.Contains(section, "with `tls_edges` in place of `failover_backends`") {
				_, section, _ = strings.Cut(guide, "\n## Could not tell whether the failover backend was created\n")
				instead = strings.NewReplacer("failover_backends", "tls_edges").Replace
			}
			block := strings.Replace(instead(blocksOf(t, "troubleshooting.md", section)[0].text), "2026-01-31T12:34:56Z", sent[1], 1)
			acctest.NoError(t, cli.Write("lost.tf", block))
			server.Intercept(nil)
			shown := cli.MustRun(t, "plan", "-refresh-only")
			for id, expected := range map[string]bool{"bkd_lost": true, "slow_clock": true, "no_time": true, "too_old": false} {
				if strings.Contains(shown, `"`+id+`"`) != expected {
					t.Errorf("shows %s: want %t\n%s", id, expected, shown)
				}
			}
		})
	}
}

// A service stores the same values in other words. The first apply creates each object once,
// without a warning, and all later plans are empty, whatever the policy of the edge. The last
// configuration has the line ends of another platform.
func TestAccNormalized(t *testing.T) {
	t.Parallel()
	const config = `
resource "trafficedge_failover_backend" "test" {
  backends    = ["bkd_a"]
  description = "zwei Wörter \n"
  metadata    = "{\"v\": 1.50}\n"
}
resource "trafficedge_failover_backend" "blank" {
  backends    = ["bkd_a"]
  description = "  "
}
resource "trafficedge_tls_edge" "test" {
  description     = "two words \n"
  metadata        = "{\"v\": 1.50}\n"
  hostports       = ["münchen.example.com:443", "*.münchen.example.com:443", "_X.example.com:443", "edge.example.com.:443", "[2001:0db8:0:0::0001]:443"]
  backend         = { backend_id = trafficedge_failover_backend.test.id }
  traffic_policy  = { value = "{\"t\": 0.10}\n" }
  deletion_policy = "%[1]s"
}
resource "trafficedge_tls_edge" "lines" {
  description     = "one%[2]stwo"
  traffic_policy  = { value = "a: 1%[2]sb: 2%[2]s" }
  deletion_policy = "%[1]s"
}
resource "trafficedge_https_edge_route_oauth" "test" {
  edge_id           = "e"
  route_id          = "r"
  identity_provider = {
    idp_1 = {
      email_addresses = ["Ann@BÜCHER.example", "Jane.Doe@Example.org"]
      email_domains   = ["Bücher.example"]
      teams           = ["Acme/Platform"]
      organizations   = ["Acme"]
    }
  }
}
`
	binary := acctest.BuildProvider(t)
	for policy, undocumented := range map[string]string{
		"PREVENT": `[]`, "ABANDON": `["list_tls_edges", "read_route_oauth"]`, "DELETE": `["delete_tls_edge", "update_tls_edge", "read_route_oauth"]`,
	} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), binary.NewCLI(t)
			server.SetResponses(func(r *refapi.Responses) { r.Rewrite = acctest.Normalized })
			for i, writes := range []string{"on r" + strings.Repeat(" post", 4), ""} {
				end := []string{`\r\n`, `\n`}[i]
				cli.Configure(t, server.Config(fmt.Sprintf(config, policy, end), "undocumented_operations = "+undocumented))
				output := cli.MustRun(t, "apply", "-auto-approve")
				const ofTheCLI = 1 // the warning about development overrides
				if sent := strings.Join(slices.Sorted(slices.Values(writesTo(server))), " "); sent != writes || strings.Count(output, "Warning:") > ofTheCLI {
					t.Errorf("sent %q, want %q\n%s", sent, writes, output)
				}
				cli.MustRun(t, "plan", "-detailed-exitcode")
				server.ResetRequests()
			}
		})
	}
}

// secret returns a secret. The secrets "literal" and "open" are in testdata/secrets.
func secret(name string) string { return "canary-" + name + "-4711" }

// quoting returns an error body that repeats the secrets and the body of a request, in members that
// become parts of a message. The tests of package api cover encoded secrets and other members.
func quoting(r refapi.Request) string {
	token, key, cookie := r.Header.Get("Authorization"), r.Header.Get("X-Key"), r.Header.Get("Cookie")
	sent := fmt.Sprintf("%s, %s, %s, %s", token, key, cookie, r.Body)
	var fields []map[string]string
	for _, pointer := range []string{"/description", "/provider/idp_1/client_secret", "/" + token} {
		fields = append(fields, map[string]string{"pointer": pointer, "detail": sent})
	}
	body, _ := json.Marshal(map[string]any{"detail": sent, "code": key, "request_id": token, "unheard": cookie, "errors": fields})
	return string(body)
}

// The service quotes secrets in its errors. The CLI prints no secret and writes none to the log
// at level TRACE. The state contains only a client_secret, and a saved plan contains the
// secrets that the guide names.
func TestAccSecrets(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{Token: secret("token")}), acctest.BuildProvider(t).NewCLI(t)
	acctest.NoError(t, os.CopyFS(cli.Dir, os.DirFS("testdata/secrets")))
	log := filepath.Join(t.TempDir(), "trace.log")
	cli.Setenv("TF_LOG", "TRACE")
	cli.Setenv("TF_LOG_PATH", log)
	inPlan := []string{"lasting", "literal", "open", "stored"}
	if !cli.AtLeast(t, "1.11.0") {
		inPlan = slices.DeleteFunc(inPlan, func(name string) bool { return name == "open" })
		acctest.NoError(t, os.Remove(filepath.Join(cli.Dir, "since_1_11.tf")))
	}
	for _, name := range []string{"header", "cookie", "stored", "written"} {
		acctest.NoError(t, cli.Write(name, secret(name)))
	}
	cli.Setenv("TRAFFICEDGE_BASE_URL", server.URL)
	cli.Setenv("TRAFFICEDGE_API_TOKEN", secret("token"))
	cli.Setenv("TF_VAR_lasting", secret("lasting"))
	cli.Setenv("TF_VAR_fleeting", secret("fleeting"))
	contains := func(where, text string, want ...string) {
		t.Helper()
		unwrapped := regexp.MustCompile(`[\s\p{Cf}│╷╵|]+`).ReplaceAllString(text, "") // a CLI may wrap a secret across lines
		var found []string
		for _, match := range regexp.MustCompile(`(?i)canary-([a-z]+)-`).FindAllStringSubmatch(unwrapped, -1) {
			found = append(found, match[1])
		}
		slices.Sort(found)
		if found = slices.Compact(found); !slices.Equal(found, want) {
			t.Errorf("%s contains the secrets %q, want %q", where, found, want)
		}
	}
	var output strings.Builder
	run := func(isRight bool, args ...string) {
		t.Helper()
		printed, err := cli.Run(t, args...)
		output.WriteString(printed)
		if (err == nil) != isRight {
			t.Fatalf("%s: %v\n%s", args, err, printed)
		}
	}
	for _, text := range []string{"one", "two"} {
		cli.Setenv("TF_VAR_text", text)
		// Each fault leads to a message in a different way. The tests of package api inject others.
		for _, fault := range []refapi.Fault{
			{Status: 422, Body: "QUOTED"}, {Drop: true}, {Status: 200, Body: "<html>QUOTED"},
			{Status: 307, Header: map[string][]string{"Location": {"http://127.0.0.2/" + secret("token")}}},
		} {
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				response := fault
				if fault.Drop && text == "one" && r.Method == http.MethodGet {
					return nil // Otherwise, a creation waits for minutes until the service is available.
				}
				response.Body = strings.Replace(fault.Body, "QUOTED", quoting(r), 1)
				return &response
			})
			run(false, "apply", "-auto-approve")
		}
		server.Intercept(nil)
		run(true, "plan", "-out=tfplan")
		contains("the saved plan", unzipped(t, filepath.Join(cli.Dir, "tfplan")), inPlan...)
		run(true, "apply", "tfplan")
		contains("the state", readPage(t, filepath.Join(cli.Dir, "terraform.tfstate")), "stored")
	}
	cli.Setenv("TRAFFICEDGE_BASE_URL", "http://user:"+secret("userinfo")+"@127.0.0.1:1")
	run(false, "plan")
	cli.Setenv("TRAFFICEDGE_BASE_URL", server.URL)
	run(true, "destroy", "-auto-approve")
	contains("the output", output.String())
	logged := readPage(t, log)
	contains("the log", logged)
	if !strings.Contains(logged, "API request finished") {
		t.Error("the log lacks the provider's own entries")
	}
}

func unzipped(t *testing.T, name string) string {
	t.Helper()
	archive := acctest.Must(zip.OpenReader(name))(t)
	defer archive.Close() //nolint:errcheck // The archive is only read.
	var all strings.Builder
	for _, entry := range archive.File {
		acctest.Must(io.Copy(&all, acctest.Must(entry.Open())(t)))(t)
	}
	return all.String()
}
