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
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
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

// TestAccResource_ladder climbs a ladder with a CLI, from values that only the apply
// knows. After every step it plans twice more, and expects no change.
func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	server := start(t)
	has := func(want knownvalue.Check, names ...string) statecheck.StateCheck {
		at := tfjsonpath.New(names[0])
		for _, name := range names[1:] {
			at = at.AtMapKey(name)
		}
		return statecheck.ExpectKnownValue(address, at, want)
	}
	teams := knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("acme/app")})
	step := func(more string, action plancheck.ResourceActionType, checks ...statecheck.StateCheck) resource.TestStep {
		return resource.TestStep{
			Config: server.Config(`
				resource "terraform_data" "later" {
				  input = { edge = "edge_1", app = "app", secret = "first", list = ["example.com"], timer = 10000 / 3, yes = true }
				}
				locals { later = terraform_data.later.output }
				resource "` + typeName + `" "test" {
				  edge_id          = local.later.edge
				  route_id         = "route_1"
				  enabled          = local.later.yes
				  maximum_duration = floor(local.later.timer)
				  deletion_policy  = "DISABLE"
				  identity_provider = {
				    idp_1 = {
				      client_id        = local.later.app
				      client_secret_wo = local.later.secret
				      scopes           = local.later.list
				      email_domains    = local.later.list
				      teams            = ["acme/${local.later.app}"]
				    }
				  }
				  ` + more + `
				}`),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}},
			ConfigStateChecks: append(checks, server.ExpectRequests(put), has(knownvalue.Int64Exact(3333), "maximum_duration"),
				has(knownvalue.Null(), provider, "idp_1", "client_secret_wo"), has(teams, provider, "idp_1", "teams"),
				server.ExpectService(func(api *refapi.API) error {
					return holdsNow(api, func(m refapi.OAuthModule) bool {
						return m.Provider.ClientSecret == "first" && *m.MaximumDuration == 3333
					})
				})),
		}
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
		Steps: []resource.TestStep{
			step("", plancheck.ResourceActionCreate, has(knownvalue.Bool(true), "enabled")),
			step("inactivity_timeout = \"600\"\ncookie_prefix = \"mine.\"", plancheck.ResourceActionUpdate,
				has(knownvalue.Int64Exact(600), "inactivity_timeout"), has(knownvalue.StringExact("mine."), "cookie_prefix")),
		},
		CheckDestroy: func(*terraform.State) error { return holdsNow(server.API, isDisabled) },
	})
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
	members, settings := strings.Split(fullMembers, ","), []string{
		`"scopes":["read"]`, `"email_addresses":["a@example.com"]`, `"email_domains":["example.com"]`, `"teams":["acme/web"]`, `"organizations":["acme"]`,
	}
	rest := func() string {
		asked := idpWith("idp_1", append([]string{ownApp}, settings...)...)
		for _, member := range members {
			asked = with(asked, member)
		}
		return asked
	}
	first := func(of []string) (string, []string) { return strings.Trim(strings.Split(of[0], ":")[0], `"`), of[1:] }
	module.applies(protocoltest.Create, rest())
	var name string
	for len(members) > 0 {
		name, members = first(members)
		module.applies(protocoltest.Update, rest(), has(name, nil), leftOut(name))
	}
	for len(settings) > 0 {
		name, settings = first(settings)
		module.applies(protocoltest.Update, rest(), has("identity_provider.idp_1."+name, nil), leftOut(provider, "idp_1", name))
	}
	settings = []string{`"teams":[]`}
	module.applies(protocoltest.Update, rest(), has("identity_provider.idp_1.teams", []string{}), leftOut(provider, "idp_1", "teams"))
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

func TestResource_destroyDisables(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.applies(protocoltest.Create, with(idpWith("idp_1", plain("first", "example.com"), `"scopes":["read"]`,
		`"email_addresses":["a@example.com"]`, `"teams":["acme/web"]`, `"organizations":["acme"]`), fullMembers))
	module.disables()
	const want = `{"enabled":false,"provider":{"idp_1":{"email_addresses":["a@example.com"],"email_domains":["example.com"],` +
		`"teams":["acme/web"],"organizations":["acme"]}},"options_passthrough":true,"cookie_prefix":"mine.",` +
		`"inactivity_timeout":600,"maximum_duration":4294967295,"auth_check_interval":0}`
	if got := string(module.sent.Body); got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
}

// TestResource_abandon leaves a module on the service. The policy in state decides,
// also for a route that the same apply leaves, and a change of policy alone makes no
// request.
func TestResource_abandon(t *testing.T) {
	t.Parallel()
	server := start(t)
	module := liveOn(t, server)
	one := idpWith("idp_2", plain("first", "example.com"))
	kept := with(one, `"route_id":"route_2","deletion_policy":"ABANDON"`)
	module.applies(protocoltest.Create, one)
	module.replaces(kept, put, "PUT /edges/https/edge_1/routes/route_2/oauth")
	if err := holdsNow(server.API, isDisabled); err != nil {
		t.Error(err)
	}
	for _, policy := range []string{"DISABLE", "ABANDON"} {
		module.carriesOut(protocoltest.Update, with(kept, fmt.Sprintf(`"deletion_policy":%q`, policy)), nil)
	}
	module.plans(protocoltest.NoOp, kept)
	module.destroys()
	if left, _ := server.RouteOAuth("edge_1", "route_2"); !left.Enabled || left.Provider.ClientSecret != "first" {
		t.Errorf("the abandoned module is %+v", left)
	}
}

func TestResource_writeOnlySecret(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	noSecretInState := has("identity_provider.idp_3.client_secret_wo", nil)
	module.applies(protocoltest.Create, idpWith("idp_3", hidden("first", "1", "example.com")), noSecretInState, servesSecret("first"))
	// Another argument changes: the secret goes along.
	module.applies(protocoltest.Update, idpWith("idp_3", hidden("first", "1", "example.org")), noSecretInState, servesSecret("first"))
	// The secret alone changes: Terraform cannot see it.
	module.applies(protocoltest.NoOp, idpWith("idp_3", hidden("second", "1", "example.org")), servesSecret("first"))
	// The version alone changes: one request.
	module.applies(protocoltest.Update, idpWith("idp_3", hidden("second", "2", "example.org")),
		noSecretInState, servesSecret("second"), has("identity_provider.idp_3.client_secret_wo_version", "2"))
	// No version any more: the secret stays.
	module.applies(protocoltest.Update, idpWith("idp_3", `"client_id":"app","client_secret_wo":"second","email_domains":["example.org"]`),
		noSecretInState, servesSecret("second"))
	module.applies(protocoltest.Update, idpWith("idp_3", plain("third", "example.org")),
		has("identity_provider.idp_3.client_secret", "third"), servesSecret("third"))
	module.applies(protocoltest.Update, idpWith("idp_3", plain("changed", "example.org")), servesSecret("changed"))
	module.applies(protocoltest.Update, idpWith("idp_3", hidden("fourth", "1", "example.org")),
		has("identity_provider.idp_3.client_secret", nil), noSecretInState, servesSecret("fourth"))
	module.disables()
}

// TestResource_answers takes every freedom of a service's answers, and expects
// empty plans.
func TestResource_answers(t *testing.T) {
	t.Parallel()
	for name, answers := range map[string]refapi.Answers{
		"the most it can say": {Secrets: refapi.SecretAsSent},
		"masked secrets, reversed lists, default timers": {
			Secrets: refapi.SecretMasked, ReverseSets: true, UnsetTimers: new(uint32(3600)),
		},
		"null secrets, unset is empty":      {Secrets: refapi.SecretNull, Unset: refapi.UnsetEmpty},
		"absent secrets, unset is absent":   {Secrets: refapi.SecretAbsent, Unset: refapi.UnsetAbsent},
		"absent secrets and default timers": {Secrets: refapi.SecretAbsent, ReverseSets: true, UnsetTimers: new(uint32(1)), Unset: refapi.UnsetEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			server.Answer(func(a *refapi.Answers) { *a = answers })
			module := liveOn(t, server)
			const lists = `"email_addresses":["z@example.com","a@example.com"],"email_domains":["z.example.com","a.example.com"],` +
				`"teams":["z/z","a/a"],"organizations":[]`
			own := idpWith("idp_1", ownApp, `"scopes":["z","a"]`, lists)
			module.applies(protocoltest.Create, idpWith("idp_1", lists))
			module.applies(protocoltest.Update, own, has("identity_provider.idp_1.client_secret", "first"))
			module.applies(protocoltest.NoOp, own)
			module.applies(protocoltest.Update, with(idpWith("idp_1"), `"cookie_prefix":"","auth_check_interval":0,"options_passthrough":false`),
				has("cookie_prefix", ""), has("auth_check_interval", int64(0)))
			module.disables()
		})
	}
}
