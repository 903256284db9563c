// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func ignoring(attributes string) string {
	return fmt.Sprintf("lifecycle {\nignore_changes = %s\n}\n", attributes)
}

// app are the settings of an app of one's own, which lets in one domain.
func app(id, secret, domain string) string {
	return idp("idp_2", fmt.Sprintf("client_id = %q\n%s\nemail_domains = [%q]\n", id, secret, domain))
}

// TestAccIgnoreChanges_import imports without taking the identity provider from
// the configuration: nothing may be sent.
func TestAccIgnoreChanges_import(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for name, test := range map[string]struct {
		ignored, more string
		changes       string
	}{
		"all":                                {"all", "", "1 to import, 0 to add, 0 to change"},
		"all, with settings":                 {"all", `cookie_prefix = "x."`, "1 to import, 0 to add, 0 to change"},
		"identity provider":                  {"[identity_provider]", "", "1 to import, 0 to add, 0 to change"},
		"identity provider, with settings":   {"[identity_provider]", `cookie_prefix = "x."`, "1 to import, 0 to add, 1 to change"},
		"identity provider, with everything": {"[identity_provider]", "enabled = true\ndeletion_policy = \"ABANDON\"", "1 to import, 0 to add, 1 to change"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := start(t), binary.NewCLI(t)
			arguments := app("app", `client_secret = "first"`, "example.com") + test.more + "\n"
			block := importBlock(`id = "edge_1/route_1"`)
			cli.Configure(t, server.Config(block+module(arguments+ignoring(test.ignored))))
			says(t, cli.MustRun(t, "plan"), test.changes, "Nothing is sent for the OAuth module of route", "ignore_changes")
			cli.MustRun(t, "apply", "-auto-approve")
			cli.MustRun(t, "plan", "-detailed-exitcode")
			if made := server.Requests(); len(made) > 0 {
				t.Errorf("requested %v", made)
			}
			// Once it is not ignored, the whole module is sent.
			cli.Configure(t, server.Config(block+module(arguments)))
			cli.MustRun(t, "apply", "-auto-approve")
			if err := holdsNow(server.API, func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "first" && strings.Contains(test.more, "cookie_prefix") == (m.CookiePrefix == "x.")
			}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAccIgnoreChanges_secret changes another argument while the configuration
// has an app whose changes are ignored: the service must not get the client id of
// one app with the secret of the other.
func TestAccIgnoreChanges_secret(t *testing.T) {
	t.Parallel()
	const unknown = "The client secret is not known"
	for name, test := range map[string]struct {
		before, then string
		ignored      string
		id, secret   string // what the service has at the end
		refused      string
	}{
		"stored": {
			before: app("a", `client_secret = "first"`, "example.com"), then: app("b", `client_secret = "second"`, "example.com"),
			ignored: "[identity_provider]", id: "a", secret: "first",
		},
		"stored, the secret alone": {
			before: app("a", `client_secret = "first"`, "example.com"), then: app("a", `client_secret = "second"`, "example.org"),
			ignored: "[identity_provider.idp_2.client_secret]", id: "a", secret: "first",
		},
		"stored, then write-only": {
			before: app("a", `client_secret = "first"`, "example.com"), then: app("b", `client_secret_wo = "second"`, "example.com"),
			ignored: "[identity_provider]", id: "a", secret: "first",
		},
		"write-only, the same app": {
			before: app("a", `client_secret_wo = "first"`, "example.com"), then: app("a", `client_secret_wo = "second"`, "example.org"),
			ignored: "[identity_provider]", id: "a", secret: "second",
		},
		"write-only, another app": {
			before: app("a", `client_secret_wo = "first"`, "example.com"), then: app("b", `client_secret_wo = "second"`, "example.com"),
			ignored: "[identity_provider]", id: "a", secret: "first", refused: unknown,
		},
		"write-only, another identity provider": {
			before: app("a", `client_secret_wo = "first"`, "example.com"), then: strings.Replace(app("a", `client_secret_wo = "second"`, "example.com"), "idp_2", "idp_3", 1),
			ignored: "[identity_provider]", id: "a", secret: "first", refused: unknown,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			lifecycle := ignoring(test.ignored)
			has := holds(server, func(m refapi.OAuthModule) bool {
				return m.Provider.ClientID == test.id && m.Provider.ClientSecret == test.secret && m.Provider.Name == "idp_2"
			})
			changed := step(server, test.then+`cookie_prefix = "x."`+"\n"+lifecycle, plancheck.ResourceActionUpdate, has)
			steps := []resource.TestStep{step(server, test.before, plancheck.ResourceActionCreate), changed}
			if test.refused != "" {
				// What is configured last is what the destruction starts from.
				steps = []resource.TestStep{steps[0], failing(changed, test.refused), step(server, test.before, plancheck.ResourceActionNoop, has)}
			}
			resource.Test(t, testCase(server, steps...))
		})
	}
}
