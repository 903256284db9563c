// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func ignoring(attributes string) string {
	return fmt.Sprintf("lifecycle {\nignore_changes = %s\n}\n", attributes)
}

// app returns the settings of the user's own app, which lets in one domain.
func app(id, secret, domain string) string {
	return idp("idp_2", fmt.Sprintf("client_id = %q\n%s\nemail_domains = [%q]\n", id, secret, domain))
}

// appMembers returns the same settings as they would be sent.
func appMembers(id, secret, domain string) string {
	return fmt.Sprintf(`"client_id":%q,%s,"email_domains":[%q]`, id, secret, domain)
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
		"all":                              {"all", "", "1 to import, 0 to add, 0 to change"},
		"identity provider, with settings": {"[identity_provider]", `cookie_prefix = "x."`, "1 to import, 0 to add, 1 to change"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := start(t), binary.NewCLI(t)
			arguments := app("app", `client_secret = "first"`, "example.com") + test.more + "\n"
			cli.Configure(t, server.Config(importBlock(`id = "edge_1/route_1"`)+module(arguments+ignoring(test.ignored))))
			says(t, cli.MustRun(t, "plan"), test.changes, "Nothing is sent for the OAuth module of route", "ignore_changes")
			cli.MustRun(t, "apply", "-auto-approve")
			cli.MustRun(t, "plan", "-detailed-exitcode")
			if made := server.Requests(); len(made) > 0 {
				t.Errorf("requested %v", made)
			}
		})
	}
}

func TestIgnoreChanges_import(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ignored, more string
		action        protocoltest.Action
	}{
		"all":                                {protocoltest.IgnoreAll, "", protocoltest.NoOp},
		"all, with settings":                 {protocoltest.IgnoreAll, `"cookie_prefix":"x."`, protocoltest.NoOp},
		"identity provider":                  {provider, `"deletion_policy":null`, protocoltest.NoOp},
		"identity provider, with settings":   {provider, `"cookie_prefix":"x."`, protocoltest.Update},
		"identity provider, with everything": {provider, `"enabled":true,"deletion_policy":"ABANDON"`, protocoltest.Update},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			var told protocoltest.Diagnostics
			var err error
			if module.Instance, told, err = module.like.Import(t.Context(), typeName, "edge_1/route_1"); err != nil || told.Err() != nil {
				t.Fatalf("got %v, %s", err, told)
			}
			one := idpWith("idp_2", appMembers("app", `"client_secret":"first"`, "example.com"))
			if test.more != "" {
				one = with(one, test.more)
			}
			module.ignored = []string{test.ignored}
			if _, told, err = module.like.PlanChange(t.Context(), module.Instance, module.change(one)); err != nil ||
				!mentions(told, "Nothing is sent for the OAuth module of route", "ignore_changes") {
				t.Errorf("got %v, %s", err, told)
			}
			module.carriesOut(test.action, one, nil)
			module.plans(protocoltest.NoOp, one)
			// Once it is not ignored, the whole module is sent.
			module.ignored = nil
			module.applies(protocoltest.Update, one, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "first" && strings.Contains(test.more, "cookie_prefix") == (m.CookiePrefix == "x.")
			}))
		})
	}
}

// TestIgnoreChanges_secret changes another argument while the configuration
// has an app whose changes are ignored: the service must not get the client id of
// one app with the secret of the other.
func TestIgnoreChanges_secret(t *testing.T) {
	t.Parallel()
	const unknown = "The client secret is not known"
	for name, test := range map[string]struct {
		before, then  string
		identityAfter string // the identity provider that is configured then, idp_2 where it is ""
		id, secret    string // what the service has at the end
		refused       string
	}{
		"stored": {
			before: appMembers("a", `"client_secret":"first"`, "example.com"), then: appMembers("b", `"client_secret":"second"`, "example.com"),
			id: "a", secret: "first",
		},
		"stored, then write-only": {
			before: appMembers("a", `"client_secret":"first"`, "example.com"), then: appMembers("b", `"client_secret_wo":"second"`, "example.com"),
			id: "a", secret: "first",
		},
		"write-only, the same app": {
			before: appMembers("a", `"client_secret_wo":"first"`, "example.com"), then: appMembers("a", `"client_secret_wo":"second"`, "example.org"),
			id: "a", secret: "second",
		},
		"write-only, another app": {
			before: appMembers("a", `"client_secret_wo":"first"`, "example.com"), then: appMembers("b", `"client_secret_wo":"second"`, "example.com"),
			id: "a", secret: "first", refused: unknown,
		},
		"write-only, another identity provider": {
			before: appMembers("a", `"client_secret_wo":"first"`, "example.com"), then: appMembers("a", `"client_secret_wo":"second"`, "example.com"),
			identityAfter: "idp_3", id: "a", secret: "first", refused: unknown,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			has := serves(func(m refapi.OAuthModule) bool {
				return m.Provider.ClientID == test.id && m.Provider.ClientSecret == test.secret && m.Provider.Name == "idp_2"
			})
			before := idpWith("idp_2", test.before)
			changed := with(idpWith(cmp.Or(test.identityAfter, "idp_2"), test.then), `"cookie_prefix":"x."`)
			module.applies(protocoltest.Create, before)
			module.ignored = []string{provider}
			if test.refused == "" {
				module.applies(protocoltest.Update, changed, has)
			} else {
				module.fails(changed, test.refused)
				module.applies(protocoltest.NoOp, before, has)
			}
			module.disables()
		})
	}
}

// TestAccIgnoreChanges_nested ignores one argument inside an identity provider,
// and changes others beside it.
func TestAccIgnoreChanges_nested(t *testing.T) {
	t.Parallel()
	server := start(t)
	const ignored = "[identity_provider.idp_2.client_secret]"
	resource.Test(t, testCase(server,
		step(server, app("a", `client_secret = "first"`, "example.com"), plancheck.ResourceActionCreate),
		step(server, app("a", `client_secret = "second"`, "example.org")+`cookie_prefix = "x."`+"\n"+ignoring(ignored), plancheck.ResourceActionUpdate,
			holds(server, func(m refapi.OAuthModule) bool {
				return m.Provider.ClientID == "a" && m.Provider.ClientSecret == "first" && m.Provider.Name == "idp_2"
			})),
	))
}
