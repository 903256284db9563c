// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const fullSettings = `options_passthrough = true
	cookie_prefix       = "mine."
	inactivity_timeout  = 600
	maximum_duration    = 4294967295
	auth_check_interval = 0
`

// TestAccResource_ladder climbs from the least that each kind of app needs to
// everything that can be set, and down again.
func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	for name, app := range map[string]struct {
		credentials, scopes string
		secret              string
	}{
		"managed app":       {},
		"stored secret":     {"client_id = \"app\"\nclient_secret = \"first\"\n", `scopes = ["read", "write"]`, "first"},
		"write-only secret": {"client_id = \"app\"\nclient_secret_wo = \"first\"\nclient_secret_wo_version = \"1\"\n", `scopes = ["read", "write"]`, "first"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			hasSecret := func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == app.secret }
			least := idp("idp_1", app.credentials)
			most := idp("idp_1", app.credentials+app.scopes+`
				email_addresses = ["a@example.com", "b@example.com"]
				email_domains   = ["example.com", "example.org"]
				teams           = ["acme/web", "acme/ops"]
				organizations   = ["acme", "emca"]`) + fullSettings
			resource.Test(t, testCase(server,
				step(server, least, plancheck.ResourceActionCreate,
					expectAttribute(knownvalue.Bool(true), "enabled"),
					expectAttribute(knownvalue.Null(), "cookie_prefix"),
					expectAttribute(knownvalue.Null(), "options_passthrough"),
					expectAttribute(knownvalue.Null(), "maximum_duration"),
					expectAttribute(knownvalue.StringExact("DISABLE"), "deletion_policy"),
					setting(knownvalue.Null(), "idp_1", "client_secret_wo"),
					setting(knownvalue.Null(), "idp_1", "email_domains"),
					setting(knownvalue.Null(), "idp_2"),
					holds(server, func(m refapi.OAuthModule) bool { return m.Enabled && m.CookiePrefix == "" && m.MaximumDuration == nil }),
					holds(server, hasSecret)),
				step(server, most, plancheck.ResourceActionUpdate,
					expectAttribute(knownvalue.Bool(true), "options_passthrough"),
					expectAttribute(knownvalue.StringExact("mine."), "cookie_prefix"),
					expectAttribute(knownvalue.Int64Exact(600), "inactivity_timeout"),
					expectAttribute(knownvalue.Int64Exact(math.MaxUint32), "maximum_duration"),
					expectAttribute(knownvalue.Int64Exact(0), "auth_check_interval"),
					setting(set("a@example.com", "b@example.com"), "idp_1", "email_addresses"),
					setting(set("example.com", "example.org"), "idp_1", "email_domains"),
					setting(set("acme/web", "acme/ops"), "idp_1", "teams"),
					setting(set("acme", "emca"), "idp_1", "organizations"),
					holds(server, hasSecret),
					holds(server, func(m refapi.OAuthModule) bool {
						return m.OptionsPassthrough && m.CookiePrefix == "mine." && *m.InactivityTimeout == 600 &&
							*m.MaximumDuration == math.MaxUint32 && *m.AuthCheckInterval == 0 &&
							slices.Contains(m.Provider.Teams, "acme/ops")
					})),
				step(server, most, plancheck.ResourceActionNoop),
				step(server, "enabled = false\n"+most, plancheck.ResourceActionUpdate,
					expectAttribute(knownvalue.Bool(false), "enabled"),
					holds(server, hasSecret),
					holds(server, func(m refapi.OAuthModule) bool { return !m.Enabled && m.Provider.Name == "idp_1" })),
				step(server, least, plancheck.ResourceActionUpdate,
					expectAttribute(knownvalue.Bool(true), "enabled"),
					holds(server, hasSecret)),
			))
			if err := server.ExpectWritesNow(put); err != nil {
				t.Errorf("destroying: %v", err)
			}
		})
	}
}

// TestAccResource_removedArguments removes one optional argument after the other.
// It must be left out of the request, whatever default the service shows for it.
func TestAccResource_removedArguments(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Answer(func(a *refapi.Answers) { a.UnsetTimers = new(uint32(3600)) })
	rest := idp("idp_2", `email_domains = ["example.com"]`)
	arguments := strings.SplitAfter(strings.TrimSpace(fullSettings), "\n")
	steps := []resource.TestStep{step(server, rest+fullSettings, plancheck.ResourceActionCreate)}
	for i, argument := range arguments {
		name := strings.Fields(argument)[0]
		steps = append(steps, step(server, rest+strings.Join(arguments[i+1:], ""), plancheck.ResourceActionUpdate,
			expectAttribute(knownvalue.Null(), name), leftOut(server, name)))
	}
	resource.Test(t, testCase(server, append(steps, step(server, rest, plancheck.ResourceActionNoop))...))
}

func TestAccResource_removedSettings(t *testing.T) {
	t.Parallel()
	server := start(t)
	const app = "client_id = \"app\"\nclient_secret = \"first\"\n"
	settings := []string{
		"scopes = [\"read\"]\n", "email_addresses = [\"a@example.com\"]\n", "email_domains = [\"example.com\"]\n",
		"teams = [\"acme/web\"]\n", "organizations = [\"acme\"]\n",
	}
	steps := []resource.TestStep{step(server, idp("idp_1", app+strings.Join(settings, "")), plancheck.ResourceActionCreate)}
	for i, argument := range settings {
		name := strings.Fields(argument)[0]
		steps = append(steps, step(server, idp("idp_1", app+strings.Join(settings[i+1:], "")), plancheck.ResourceActionUpdate,
			setting(knownvalue.Null(), "idp_1", name), leftOut(server, provider, "idp_1", name)))
	}
	resource.Test(t, testCase(server, append(steps,
		step(server, idp("idp_1", app+"teams = []"), plancheck.ResourceActionUpdate,
			setting(knownvalue.SetSizeExact(0), "idp_1", "teams"), leftOut(server, provider, "idp_1", "teams")),
		step(server, idp("idp_1", ""), plancheck.ResourceActionUpdate,
			leftOut(server, provider, "idp_1", "client_id"), leftOut(server, provider, "idp_1", "client_secret")),
	)...))
}

// leftOut checks that the last request lacked a member, which is given by its
// attribute's name.
func leftOut(server *acctest.Server, names ...string) statecheck.StateCheck {
	return server.ExpectService(func(api *refapi.API) error {
		requests := api.Requests()
		last := requests[len(requests)-1]
		value, present := last.Member(strings.Replace(names[0], provider, "provider", 1))
		for _, name := range names[1:] {
			object, _ := value.(map[string]any)
			value, present = object[name]
		}
		if present {
			return fmt.Errorf("expected %v to be left out of %s", names, last.Body)
		}
		return nil
	})
}

func TestAccResource_everyIdentityProvider(t *testing.T) {
	t.Parallel()
	server := start(t)
	const settings = `client_id       = "app"
		client_secret   = "first"
		scopes          = ["read"]
		email_addresses = ["a@example.com"]
		email_domains   = ["example.com"]`
	action := plancheck.ResourceActionCreate
	var steps []resource.TestStep
	for i := range 8 {
		name := fmt.Sprintf("idp_%d", i+1)
		steps = append(steps, step(server, idp(name, settings), action,
			setting(knownvalue.StringExact("app"), name, "client_id"),
			setting(set("example.com"), name, "email_domains"),
			holds(server, func(m refapi.OAuthModule) bool {
				return m.Provider.Name == name && m.Provider.ClientID == "app" && m.Provider.ClientSecret == "first" &&
					slices.Equal(m.Provider.Scopes, []string{"read"}) &&
					slices.Equal(m.Provider.EmailAddresses, []string{"a@example.com"}) &&
					slices.Equal(m.Provider.EmailDomains, []string{"example.com"})
			})))
		// Each after the first replaces the one before it, in place.
		action = plancheck.ResourceActionUpdate
	}
	resource.Test(t, testCase(server, steps...))
}

func TestAccResource_routeChange(t *testing.T) {
	t.Parallel()
	server := start(t)
	const arguments = "client_id = \"app\"\nclient_secret = \"first\"\nemail_domains = [\"example.com\"]"
	resource.Test(t, testCase(server,
		step(server, idp("idp_2", arguments), plancheck.ResourceActionCreate),
		resource.TestStep{
			Config:           server.Config(routeModule("edge_1", "route 2/%", idp("idp_2", arguments))),
			ConfigPlanChecks: planned(plancheck.ResourceActionDestroyBeforeCreate),
			ConfigStateChecks: []statecheck.StateCheck{
				server.ExpectRequests(put, "PUT /edges/https/edge_1/routes/route%202%2F%25/oauth"),
				holds(server, isDisabled),
			},
		},
		resource.TestStep{
			Config:           server.Config(routeModule("..", "route 2/%", idp("idp_2", arguments))),
			ConfigPlanChecks: planned(plancheck.ResourceActionDestroyBeforeCreate),
			ConfigStateChecks: []statecheck.StateCheck{
				server.ExpectRequests("PUT /edges/https/edge_1/routes/route%202%2F%25/oauth", "PUT /edges/https/%2E%2E/routes/route%202%2F%25/oauth"),
			},
		},
	))
	if left, _ := server.RouteOAuth("..", "route 2/%"); !isDisabled(left) || left.Provider.EmailDomains == nil {
		t.Errorf("the service is left with %+v", left)
	}
}

func TestAccResource_driftIsNotSeen(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", `email_domains = ["example.com"]`) + fullSettings
	changed := step(server, arguments, plancheck.ResourceActionNoop, expectAttribute(knownvalue.StringExact("mine."), "cookie_prefix"))
	changed.PreConfig = func() {
		server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.CookiePrefix = "theirs." })
	}
	resource.Test(t, testCase(server,
		step(server, arguments, plancheck.ResourceActionCreate),
		changed,
		resource.TestStep{RefreshState: true},
		step(server, "enabled = false\n"+arguments, plancheck.ResourceActionUpdate,
			holds(server, func(m refapi.OAuthModule) bool { return m.CookiePrefix == "mine." })),
	))
}

func TestAccResource_unknownValues(t *testing.T) {
	t.Parallel()
	server := start(t)
	resource.Test(t, testCase(server, resource.TestStep{
		Config: server.Config(`
			resource "terraform_data" "later" {
			  input = { edge = "edge_1", app = "app", secret = "first", list = ["example.com"], timer = 5, yes = true }
			}
			locals { later = terraform_data.later.output }
			` + routeModuleOf("local.later.edge", `
			enabled          = local.later.yes
			maximum_duration = local.later.timer
			identity_provider = {
			  idp_1 = {
			    client_id        = local.later.app
			    client_secret_wo = local.later.secret
			    scopes           = local.later.list
			    email_domains    = local.later.list
			    teams            = ["acme/${local.later.app}"]
			  }
			}`)),
		ConfigPlanChecks: planned(plancheck.ResourceActionCreate),
		ConfigStateChecks: []statecheck.StateCheck{
			server.ExpectRequests(put),
			expectAttribute(knownvalue.Int64Exact(5), "maximum_duration"),
			setting(set("acme/app"), "idp_1", "teams"),
			holds(server, func(m refapi.OAuthModule) bool { return m.Provider.ClientSecret == "first" && *m.MaximumDuration == 5 }),
		},
	}))
}

// routeModuleOf is routeModule with an expression for the edge.
func routeModuleOf(edge, arguments string) string {
	return fmt.Sprintf("resource %q \"test\" {\nedge_id = %s\nroute_id = \"route_1\"\n%s\n}\n", typeName, edge, arguments)
}
