// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	firstCanary  = "canary-of-the-first-secret"
	secondCanary = "canary-of-the-second-secret"
)

func canaries(texts ...string) []string {
	return slices.DeleteFunc([]string{firstCanary, secondCanary}, func(canary string) bool { return !strings.Contains(strings.Join(texts, "\n"), canary) })
}

// traces are the texts in which a client secret could appear.
type traces struct {
	output []string // the log, and the output of every command that does not print a whole plan
	plans  []string // every saved plan as JSON
	states []string // the state file after every apply
}

// live creates a module, changes the module, rotates the client secret and destroys the
// module. The service refuses the first rotation with an error. This error repeats the request
// body, and the text in the argument named quoted, such as the previous client secret.
func live(t *testing.T, cli *acctest.CLI, server *acctest.Server, quoted string, config func(domain, version string) string) (found traces) {
	t.Helper()
	apply := func(expected func(refapi.OAuthModule) bool, args ...string) {
		t.Helper()
		found.output = append(found.output, cli.MustRun(t, append([]string{"plan", "-out=tfplan"}, args...)...))
		found.plans = append(found.plans, cli.MustRun(t, "show", "-json", "tfplan"))
		found.output = append(found.output, cli.MustRun(t, "show", "tfplan"), cli.MustRun(t, "apply", "tfplan"))
		found.states = append(found.states, read(t, filepath.Join(cli.Dir, "terraform.tfstate")))
		if err := checkModule(server.API, expected); err != nil {
			t.Error(err)
		}
	}
	first := func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == firstCanary }
	cli.Setenv("TF_VAR_secret", firstCanary)
	cli.Configure(t, config("example.com", "1"))
	apply(first)
	cli.Configure(t, config("example.org", "1"))
	apply(first)

	cli.Setenv("TF_VAR_secret", secondCanary)
	cli.Configure(t, config("example.org", "2"))
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		return &refapi.Fault{Status: http.StatusUnprocessableEntity, Body: quoting(quoted + string(r.Body))}
	})
	refused, err := cli.Run(t, "apply", "-auto-approve")
	if err == nil || !strings.Contains(refused, "not like this") {
		t.Errorf("expected a refusal, got %s", refused)
	}
	server.Intercept(nil)
	apply(func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == secondCanary })
	apply(isEnabled, "-destroy")
	log := read(t, cli.LogPath)
	if !strings.Contains(log, "API request finished") {
		t.Error("the log lacks the provider's own entries")
	}
	found.output = append(found.output, refused, log)
	return found
}

// quoting returns an error that quotes the request body twice.
func quoting(body string) string {
	return fmt.Sprintf(`{"detail":%q,"errors":[{"pointer":"/provider/idp_1/client_secret","detail":%q}]}`,
		"cannot take "+body, "not like this: "+body)
}

func read(t *testing.T, name string) string {
	t.Helper()
	return string(acctest.Must(os.ReadFile(name))(t))
}

func TestAccSecrets_canary(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	config := func(server *acctest.Server, lasting, secret string) func(string, string) string {
		return func(domain, version string) string {
			return server.ConfigUndocumented(fmt.Sprintf("variable \"secret\" {\ntype = string\nsensitive = true\n"+lasting+"\n}\n"+
				"resource %q \"test\" {\nedge_id = \"edge_1\"\nroute_id = \"route_1\"\n"+
				"identity_provider = {\nidp_1 = {\nclient_id = \"app\"\nemail_domains = [%q]\n"+secret+"\n}\n}\n}\n", typeName, domain, version))
		}
	}
	t.Run("write-only", func(t *testing.T) {
		t.Parallel()
		server, cli := startUndocumented(t), binary.NewCLI(t)
		if !cli.AtLeast(t, "1.11.0") {
			t.Skip("the CLI has no write-only arguments")
		}
		found := live(t, cli, server, "", config(server, "ephemeral = true", "client_secret_wo = var.secret\nclient_secret_wo_version = %q"))
		if secrets := canaries(slices.Concat(found.output, found.plans, found.states)...); len(secrets) > 0 {
			t.Errorf("%v in output, log, a plan or state", secrets)
		}
		expectNoFile(t, cli.Dir)
	})
	t.Run("stored", func(t *testing.T) {
		t.Parallel()
		server, cli := startUndocumented(t), binary.NewCLI(t)
		// A stored client secret needs no version, so the configuration contains
		// the version only in a comment.
		found := live(t, cli, server, firstCanary, config(server, "", "client_secret = var.secret # %s"))
		if secrets := canaries(append(found.output, found.states[len(found.states)-1])...); len(secrets) > 0 {
			t.Errorf("%v in output, log, or state after destroy", secrets)
		}
		// A saved plan contains the planned state. Providers cannot prevent that.
		for where, texts := range map[string][]string{"plans": found.plans, "states": found.states} {
			if secrets := canaries(texts...); len(secrets) != 2 {
				t.Errorf("expected both secrets in %s, one after the other, found %v", where, secrets)
			}
		}
	})
}

func expectNoFile(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if content := read(t, name); strings.Contains(content, "canary-of") {
			t.Errorf("a secret is in %s", entry.Name())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
