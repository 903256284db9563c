// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	fullMembers = `"options_passthrough":true,"cookie_prefix":"mine.","inactivity_timeout":600,"maximum_duration":4294967295,"auth_check_interval":0`

	ownApp       = `"client_id":"app","client_secret":"first"`
	ownAppHidden = `"client_id":"app","client_secret_wo":"first","client_secret_wo_version":"1"`
)

// The smallest module of each kind of app gets all settings, and loses them again. The services
// use every form of response that the API documentation allows.
func TestResource_ladder(t *testing.T) {
	t.Parallel()
	const scoped, rules = `"scopes":["write","read"]`, `"email_addresses":["b@example.com","a@example.com"],` +
		`"email_domains":["example.org","example.com"],"teams":["acme/web","acme/ops"],"organizations":["emca","acme"]`
	unlike := refapi.Responses{Secrets: refapi.SecretAbsent, ReverseSets: true, UnsetTimers: new(uint32(1)), Unset: refapi.UnsetEmpty}
	for name, test := range map[string]struct {
		app, scopes, secret string
		names               map[string]string // the service's own names of identity providers
		responses           refapi.Responses
	}{
		"managed app":       {`"client_id":null`, `"scopes":null`, "", nil, unlike},
		"stored secret":     {ownApp, scoped, "first", nil, refapi.Responses{Secrets: refapi.SecretAsSent}},
		"write-only secret": {ownAppHidden, scoped, "first", nil, refapi.Responses{Secrets: refapi.SecretAbsent, Unset: refapi.UnsetAbsent}},
		"names of its own":  {ownApp, scoped, "first", map[string]string{"idp_1": "alpha", "idp_8": "idp_1"}, refapi.Responses{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := live(t, refapi.Options{IdentityProviderNames: test.names})
			module.Server.SetResponses(func(a *refapi.Responses) { *a = test.responses })
			least, most := idpWith("idp_1", test.app), with(idpWith("idp_1", test.app, test.scopes, rules), fullMembers)
			bare := func(m refapi.OAuthModule) bool { return m.Enabled && m.CookiePrefix == "" && m.MaximumDuration == nil }
			module.apply(protocoltest.Create, least, hasSecret(test.secret), bare)
			module.apply(protocoltest.Update, most, hasSecret(test.secret), func(m refapi.OAuthModule) bool {
				return m.OptionsPassthrough && m.CookiePrefix == "mine." && *m.InactivityTimeout == 600 &&
					*m.MaximumDuration == math.MaxUint32 && *m.AuthCheckInterval == 0 && slices.Contains(m.Provider.Teams, "acme/ops")
			})
			module.apply(protocoltest.Update, with(most, `"enabled":false`), hasSecret(test.secret),
				func(m refapi.OAuthModule) bool { return !m.Enabled && m.Provider.Name == "idp_1" })
			empty := with(idpWith("idp_1", test.app, `"scopes":[],"organizations":[]`),
				`"cookie_prefix":"","auth_check_interval":0,"options_passthrough":false`)
			module.apply(protocoltest.Update, empty, hasSecret(test.secret), bare)
			module.apply(protocoltest.Update, most)
			module.apply(protocoltest.Delete, destroyed)
		})
	}
}

// A CLI applies a module with values that are unknown in its first plan, changes it, and
// removes settings. After each apply, a plan shows no change.
func TestAccResource_ladder(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{}), acctest.BuildProvider(t).NewCLI(t)
	if !cli.AtLeast(t, "1.11.0") {
		t.Skip("write-only arguments need a CLI of 1.11")
	}
	const config = `
		resource "terraform_data" "later" {
		  input = { edge = "edge_1", app = "app", secret = "first", list = ["example.com"], timer = 10000 / 3, yes = true }
		}
		locals { later = terraform_data.later.output }
		resource "` + typeName + `" "test" {
		  edge_id          = local.later.edge
		  route_id         = "route_1"
		  enabled          = local.later.yes
		  maximum_duration = floor(local.later.timer)
		  identity_provider = {
		    idp_1 = {
		      client_id        = local.later.app
		      client_secret_wo = local.later.secret
		      scopes           = local.later.list
		      email_domains    = local.later.list
		      teams            = ["acme/${local.later.app}"]
		    }
		  }
		  `
	for _, step := range []struct{ settings, done string }{
		{"", "2 added, 0 changed, 0 destroyed"},
		{"inactivity_timeout = \"600\"\ncookie_prefix = \"mine.\"", "0 added, 1 changed, 0 destroyed"},
		{"", "0 added, 1 changed, 0 destroyed"},
	} {
		server.ResetRequests()
		cli.Configure(t, server.Config(config+step.settings+"\n}"))
		if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, step.done) {
			t.Errorf("got %s", output)
		}
		cli.MustRun(t, "plan", "-detailed-exitcode")
		acctest.NoError(t, server.ExpectRequests(put)(), checkModule(server.API, func(m refapi.OAuthModule) bool {
			return m.Enabled && m.Provider.ClientSecret == "first" && slices.Equal(m.Provider.Teams, []string{"acme/app"}) &&
				*m.MaximumDuration == 3333 && (m.CookiePrefix == "mine.") == (step.settings != "")
		}))
	}
}

// A request has exactly the arguments that are set, even if the service responds with a default
// for a removed one.
func TestResource_removedArguments(t *testing.T) {
	t.Parallel()
	module, sent := live(t, refapi.Options{}), ""
	module.Server.SetResponses(func(a *refapi.Responses) { a.UnsetTimers = new(uint32(3600)) })
	module.Server.Intercept(func(r refapi.Request) *refapi.Fault {
		sent = string(r.Body)
		return nil
	})
	const lists = `,"scopes":["read"],"email_addresses":["a@example.com"],` + oneDomain + `,"teams":["acme/web"],"organizations":["acme"]`
	steps := []string{`{"enabled":true,"provider":{"idp_1":{"client_id":"app"` + lists + `,"client_secret":"first"}},` + fullMembers + `}`}
	for removed := range strings.SplitSeq(fullMembers+lists, ",") {
		steps = append(steps, strings.Replace(steps[len(steps)-1], ","+removed, "", 1))
	}
	action := protocoltest.Create
	for _, asked := range append(steps, `{"enabled":true,"provider":{"idp_1":{}}}`, `{"enabled":true,"provider":{"idp_1":{"teams":[]}}}`) {
		module.apply(action, asked)
		if want := strings.Replace(asked, `"teams":[]`, "", 1); sent != want {
			t.Errorf("sent %s, want %s", sent, want)
		}
		action = protocoltest.Update
	}
}

func TestResource_everyIdentityProvider(t *testing.T) {
	t.Parallel()
	module := live(t, refapi.Options{})
	action := protocoltest.Create
	for i := range 8 {
		want := refapi.IdentityProvider{
			Name: fmt.Sprintf("idp_%d", i+1), ClientID: "app", ClientSecret: "first", Scopes: []string{"read"},
			EmailAddresses: []string{"a@example.com"}, EmailDomains: []string{"example.com"},
		}
		module.apply(action, idpWith(want.Name, ownApp, `"scopes":["read"]`, `"email_addresses":["a@example.com"]`, oneDomain),
			func(m refapi.OAuthModule) bool { return cmp.Equal(m.Provider, want, cmpopts.EquateEmpty()) })
		action = protocoltest.Update
	}
}

func TestResource_writeOnlySecret(t *testing.T) {
	t.Parallel()
	module := live(t, refapi.Options{})
	hidden := func(secret, version, domain string) string {
		return fmt.Sprintf(`"client_id":"app","client_secret_wo":%q,"client_secret_wo_version":%s,"email_domains":[%q]`, secret, version, domain)
	}
	for _, step := range []struct {
		action           protocoltest.Action
		settings, secret string
	}{
		{protocoltest.Create, hidden("first", `"1"`, "example.com"), "first"},
		{protocoltest.Update, hidden("first", `"1"`, "example.org"), "first"},
		{protocoltest.NoOp, hidden("second", `"1"`, "example.org"), "first"}, // a plan does not see the change
		{protocoltest.Update, hidden("second", `"2"`, "example.org"), "second"},
		{protocoltest.Update, hidden("second", "null", "example.org"), "second"},
		{protocoltest.Update, plain("third", "example.org"), "third"},
		{protocoltest.Update, plain("changed", "example.org"), "changed"},
		{protocoltest.Update, hidden("fourth", `"1"`, "example.org"), "fourth"},
	} {
		module.apply(step.action, idpWith("idp_3", step.settings), hasSecret(step.secret))
	}
}
