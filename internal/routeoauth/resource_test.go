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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	fullSettings = `options_passthrough = true
	cookie_prefix       = "mine."
	inactivity_timeout  = 600
	maximum_duration    = 4294967295
	auth_check_interval = 0
`
	fullMembers = `"options_passthrough":true,"cookie_prefix":"mine.","inactivity_timeout":600,"maximum_duration":4294967295,"auth_check_interval":0`

	ownApp       = `"client_id":"app","client_secret":"first"`
	ownAppHidden = `"client_id":"app","client_secret_wo":"first","client_secret_wo_version":"1"`
)

// TestResource_ladder climbs from the least that each kind of app needs to
// everything that can be set, and down again.
func TestResource_ladder(t *testing.T) {
	t.Parallel()
	for name, app := range map[string]struct {
		settings []string // the last one is set in the largest module only
		secret   string
		names    map[string]string // the service's own
	}{
		"managed app":       {},
		"stored secret":     {[]string{ownApp, `"scopes":["read","write"]`}, "first", nil},
		"write-only secret": {[]string{ownAppHidden, `"scopes":["read","write"]`}, "first", nil},
		"names of its own":  {[]string{ownApp, `"scopes":["read","write"]`}, "first", map[string]string{"idp_1": "alpha", "idp_8": "idp_1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, acctest.Start(t, refapi.Options{IdentityProviderNames: app.names}))
			least := idpWith("idp_1", app.settings[:min(1, len(app.settings))]...)
			most := with(idpWith("idp_1", append(app.settings, `"email_addresses":["a@example.com","b@example.com"]`,
				`"email_domains":["example.com","example.org"]`, `"teams":["acme/web","acme/ops"]`, `"organizations":["acme","emca"]`)...), fullMembers)
			module.applies(protocoltest.Create, least, servesSecret(app.secret),
				has("enabled", true), has("cookie_prefix", nil), has("options_passthrough", nil), has("maximum_duration", nil),
				has("deletion_policy", "DISABLE"), has("identity_provider.idp_1.client_secret_wo", nil),
				has("identity_provider.idp_1.email_domains", nil), has("identity_provider.idp_2", nil),
				serves(func(m refapi.OAuthModule) bool { return m.Enabled && m.CookiePrefix == "" && m.MaximumDuration == nil }))
			module.applies(protocoltest.Update, most, servesSecret(app.secret),
				has("options_passthrough", true), has("cookie_prefix", "mine."), has("inactivity_timeout", int64(600)),
				has("maximum_duration", int64(math.MaxUint32)), has("auth_check_interval", int64(0)),
				has("identity_provider.idp_1.email_addresses", []string{"a@example.com", "b@example.com"}),
				has("identity_provider.idp_1.email_domains", []string{"example.com", "example.org"}),
				has("identity_provider.idp_1.teams", []string{"acme/ops", "acme/web"}),
				has("identity_provider.idp_1.organizations", []string{"acme", "emca"}),
				serves(func(m refapi.OAuthModule) bool {
					return m.OptionsPassthrough && m.CookiePrefix == "mine." && *m.InactivityTimeout == 600 &&
						*m.MaximumDuration == math.MaxUint32 && *m.AuthCheckInterval == 0 && slices.Contains(m.Provider.Teams, "acme/ops")
				}))
			module.applies(protocoltest.NoOp, most)
			module.applies(protocoltest.Update, with(most, `"enabled":false`), has("enabled", false), servesSecret(app.secret),
				serves(func(m refapi.OAuthModule) bool { return !m.Enabled && m.Provider.Name == "idp_1" }))
			module.applies(protocoltest.Update, least, has("enabled", true), servesSecret(app.secret))
			module.disables()
		})
	}
}

// TestAccResource_ladder climbs a ladder with a CLI. After every step it plans
// twice more, and expects no change.
func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	server := start(t)
	least := idp("idp_1", writeOnly("first", "1", "example.com"))
	most := idp("idp_1", writeOnly("first", "1", "example.com")+`
		scopes          = ["read", "write"]
		email_addresses = ["a@example.com", "b@example.com"]
		teams           = ["acme/web", "acme/ops"]
		organizations   = ["acme", "emca"]`) + fullSettings
	resource.Test(t, testCase(server,
		step(server, least, plancheck.ResourceActionCreate,
			expectAttribute(knownvalue.Bool(true), "enabled"),
			setting(knownvalue.Null(), "idp_1", "client_secret_wo"),
			holdsSecret(server, "first")),
		step(server, most, plancheck.ResourceActionUpdate,
			expectAttribute(knownvalue.Int64Exact(math.MaxUint32), "maximum_duration"),
			setting(set("acme/web", "acme/ops"), "idp_1", "teams"),
			holdsSecret(server, "first")),
	))
	if err := server.ExpectWritesNow(put); err != nil {
		t.Errorf("destroying: %v", err)
	}
}

// TestResource_removedArguments removes one optional argument after the other.
// It must be left out of the request, whatever default the service shows for it.
func TestResource_removedArguments(t *testing.T) {
	t.Parallel()
	server := start(t)
	server.Answer(func(a *refapi.Answers) { a.UnsetTimers = new(uint32(3600)) })
	module := liveOn(t, server)
	rest := idpWith("idp_2", `"email_domains":["example.com"]`)
	members := strings.Split(fullMembers, ",")
	module.applies(protocoltest.Create, with(rest, fullMembers))
	for i, member := range members {
		name := strings.Trim(strings.Split(member, ":")[0], `"`)
		next := rest
		for _, left := range members[i+1:] {
			next = with(next, left)
		}
		module.applies(protocoltest.Update, next, has(name, nil), leftOut(name))
	}
	module.applies(protocoltest.NoOp, rest)
	module.disables()
}

func TestResource_removedSettings(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	settings := []string{
		`"scopes":["read"]`, `"email_addresses":["a@example.com"]`, `"email_domains":["example.com"]`, `"teams":["acme/web"]`, `"organizations":["acme"]`,
	}
	own := func(rest ...string) string { return idpWith("idp_1", append([]string{ownApp}, rest...)...) }
	module.applies(protocoltest.Create, own(settings...))
	for i, one := range settings {
		name := strings.Trim(strings.Split(one, ":")[0], `"`)
		module.applies(protocoltest.Update, own(settings[i+1:]...),
			has("identity_provider.idp_1."+name, nil), leftOut(provider, "idp_1", name))
	}
	module.applies(protocoltest.Update, own(`"teams":[]`),
		has("identity_provider.idp_1.teams", []string{}), leftOut(provider, "idp_1", "teams"))
	module.applies(protocoltest.Update, idpWith("idp_1"), leftOut(provider, "idp_1", "client_id"), leftOut(provider, "idp_1", "client_secret"))
	module.disables()
}

// leftOut checks that the last request left out a member. Its path is given by
// the names of attributes.
func leftOut(names ...string) check {
	return func(l *life) error {
		value, present := l.sent.Member(strings.Replace(names[0], provider, "provider", 1))
		for _, name := range names[1:] {
			object, _ := value.(map[string]any)
			value, present = object[name]
		}
		if present {
			return fmt.Errorf("expected %v to be left out of %s", names, l.sent.Body)
		}
		return nil
	}
}

func TestResource_everyIdentityProvider(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	action := protocoltest.Create
	for i := range 8 {
		name := fmt.Sprintf("idp_%d", i+1)
		module.applies(action, idpWith(name, ownApp, `"scopes":["read"]`, `"email_addresses":["a@example.com"]`, `"email_domains":["example.com"]`),
			has("identity_provider."+name+".client_id", "app"),
			has("identity_provider."+name+".email_domains", []string{"example.com"}),
			serves(func(m refapi.OAuthModule) bool {
				return m.Provider.Name == name && m.Provider.ClientID == "app" && m.Provider.ClientSecret == "first" &&
					slices.Equal(m.Provider.Scopes, []string{"read"}) &&
					slices.Equal(m.Provider.EmailAddresses, []string{"a@example.com"}) &&
					slices.Equal(m.Provider.EmailDomains, []string{"example.com"})
			}))
		// Each after the first replaces the one before it, in place.
		action = protocoltest.Update
	}
	module.disables()
}

// TestResource_routeChange moves the module to a route and to an edge whose ids
// must be escaped.
func TestResource_routeChange(t *testing.T) {
	t.Parallel()
	const second, third = "PUT /edges/https/edge_1/routes/route%202%2F%25/oauth", "PUT /edges/https/%2E%2E/routes/route%202%2F%25/oauth"
	server := start(t)
	module := liveOn(t, server)
	one := idpWith("idp_2", ownApp, `"email_domains":["example.com"]`)
	module.applies(protocoltest.Create, one)
	module.replaces(with(one, `"route_id":"route 2/%"`), put, second)
	if err := holdsNow(server.API, isDisabled); err != nil {
		t.Error(err)
	}
	module.replaces(with(with(one, `"edge_id":".."`), `"route_id":"route 2/%"`), second, third)
	module.destroys(third)
	if left, _ := server.RouteOAuth("..", "route 2/%"); !isDisabled(left) || left.Provider.EmailDomains == nil {
		t.Errorf("the service is left with %+v", left)
	}
}

func TestResource_driftIsNotSeen(t *testing.T) {
	t.Parallel()
	server := start(t)
	module := liveOn(t, server)
	one := with(idpWith("idp_2", `"email_domains":["example.com"]`), fullMembers)
	module.applies(protocoltest.Create, one)
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.CookiePrefix = "theirs." })
	module.applies(protocoltest.NoOp, one, has("cookie_prefix", "mine."))
	module.applies(protocoltest.Update, with(one, `"enabled":false`),
		serves(func(m refapi.OAuthModule) bool { return m.CookiePrefix == "mine." }))
	module.disables()
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
	return fmt.Sprintf("resource %q \"test\" {\nedge_id = %s\nroute_id = \"route_1\"\n%s\n}\n", typeName, edge, destructible(arguments))
}
