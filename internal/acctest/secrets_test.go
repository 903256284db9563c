// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package acctest_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
