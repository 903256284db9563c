// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestResource_faults injects a fault into an apply and then applies the previous
// configuration. The provider cannot read the module, so it sends the module again,
// unless the failed request certainly changed nothing.
func TestResource_faults(t *testing.T) {
	t.Parallel()
	before, changed := idpWith("idp_2", plain("canary", "example.com")), idpWith("idp_2", plain("second", "example.org"))
	refused := refapi.Fault{Status: http.StatusForbidden, Body: `{"detail":"not with canary"}`}
	unusable := refapi.Fault{Body: "gone wrong", AfterActing: true}
	const create, update, unknown = "Could not create the OAuth module", "Could not update the OAuth module", "may have changed"
	const again, untaint = "The next apply sends the whole module again", "If prevent_destroy rejects that plan, run untaint first"
	for name, test := range map[string]struct {
		to    string // the module to apply with the fault; if it is the module "before", the apply creates it
		fault refapi.Fault
		words []string
		back  protocoltest.Action
	}{
		"create refused":  {before, refused, []string{create, "not with", "403 Forbidden"}, protocoltest.Create},
		"create unusable": {before, unusable, []string{create, unknown, "tainted", untaint}, protocoltest.Replace},
		"update refused":  {changed, refused, []string{update, "not with", "403 Forbidden"}, protocoltest.NoOp},
		"update unusable": {changed, unusable, []string{update, unknown, again}, protocoltest.Update},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := live(t, refapi.Options{})
			if test.to != before {
				module.apply(protocoltest.Create, before)
			}
			module.expectError(&test.fault, test.to, test.words...)
			if test.fault.AfterActing {
				module.expect(has("enabled", nil), has(idp2+"client_secret", "canary"))
			}
			module.apply(test.back, before, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "canary" && m.Provider.EmailDomains[0] == "example.com"
			}))
			module.destroy()
		})
	}
}

// In TestResource_notApplied, the module in the response differs from the module in the
// request. Each differing attribute gets an error. State has enabled null, and otherwise
// the plan of a creation, or the state before an update. The next apply mends this, also
// after the untaint that prevent_destroy requires.
func TestResource_notApplied(t *testing.T) {
	t.Parallel()
	const allSettings = `"enabled":true,` + fullMembers
	const oneProvider = `"provider":{"idp_2":{"client_id":"app","email_domains":["example.com"]}}`
	settings := func(old, changed string) string {
		return "{" + strings.Replace(allSettings, old, changed, 1) + "," + oneProvider + "}"
	}
	providers := func(old, changed string) string {
		return "{" + allSettings + "," + strings.Replace(oneProvider, old, changed, 1) + "}"
	}
	disabled := "{" + strings.Replace(allSettings, "true", "false", 1) + `,"provider":{"idp_2":`
	const more = `],"scopes":["x"],"client_secret":"*"},"idp_1":null,"idp_3":{},"idp_4":{"email_domains":[]},"idp_9":{}}`
	for name, test := range map[string]struct {
		response string
		want     []string
	}{
		"all applied":             {settings("", ""), nil},
		"more than was asked for": {providers(`]}}`, more), nil},
		"another case":            {providers(`"example.com"`, `"Example.COM"`), nil},
		"no enabled":              {settings(`"enabled":true,`, ``), nil},
		"enabled":                 {settings(`"enabled":true`, `"enabled":false`), []string{"enabled"}},
		"null timer":              {settings(`4294967295`, `null`), []string{"maximum_duration"}},
		"null for 0":              {settings(`"auth_check_interval":0`, `"auth_check_interval":null`), nil},
		"client_id":               {providers(`"app"`, `"stranger"`), []string{idp2 + "client_id"}},
		"a rule beyond":           {providers(`]}}`, `],"email_addresses":["a@example.com"]}}`), []string{idp2 + "email_addresses"}},
		"the provider before":     {providers(`]}}`, `]},"idp_1":{"teams":["a/b"]}}`), []string{"identity_provider.idp_1"}},
		"options_passthrough":     {settings(`"options_passthrough":true`, `"options_passthrough":false`), []string{"options_passthrough"}},
		"several at once":         {settings(`"mine.","inactivity_timeout":600`, `"","inactivity_timeout":1`), []string{"cookie_prefix", "inactivity_timeout"}},
		"other identity provider": {providers("idp_2", "idp_3"), []string{"identity_provider.idp_2", "identity_provider.idp_3"}},
		"no identity provider":    {"{" + allSettings + `,"provider":{}}`, []string{provider}},
		"provider {} missing":     {disabled + `null}}`, []string{provider}},
		"provider {}":             {disabled + `{},"idp_3":{}}}`, nil},
		"unnamed, beside it":      {providers(`]}}`, `]},"gamma":{"email_domains":["example.org"]}}`), []string{provider}},
		"unnamed, alone":          {providers("idp_2", "gamma"), []string{provider}},
	} {
		asked := providers(`"app"`, `"app","client_secret_wo_version":"1"`)
		if strings.HasPrefix(name, "provider {}") {
			asked = disabled + "{}}}" // disabled, because an enabled module without access rules causes one more warning
		}
		for _, request := range []string{"creation", "creation, untainted", "update"} {
			t.Run(name+", "+request, func(t *testing.T) {
				t.Parallel()
				module, action, next := live(t, refapi.Options{}), protocoltest.Create, protocoltest.NoOp
				after := with(asked, `"id":"edge_1/route_1"`)
				failed, mended := with(after, `"enabled":null`), protocoltest.Replace
				if request == "update" {
					before := idpWith("idp_2", `"client_id":"former"`, `"client_secret":"former"`, oneDomain)
					module.State, failed = module.attributesOf(with(before, `"enabled":true`)), with(before, `"enabled":null`)
					action, mended = protocoltest.Update, protocoltest.Update
				}
				if test.want != nil {
					after, next = failed, mended
				}
				sent := strings.Replace(asked, `"app"`, `"app","client_secret_wo":"canary"`, 1)
				plan := module.plan(action, sent)
				module.server.Fail(http.MethodPut, refapi.Fault{Body: test.response})
				diags := acctest.Must(module.like.Apply(t.Context(), module.Instance, plan))(t)
				module.server.Intercept(nil)
				isTainted := test.want != nil && action == protocoltest.Create
				if got := refused(diags); !slices.Equal(got, test.want) || len(got) != len(diags) || module.Tainted != isTainted {
					t.Errorf("want errors at %q, got %s", test.want, diags)
				}
				if strings.HasPrefix(name, "unnamed") && !mentions(diags, `"gamma"`, "Add it to identity_provider_names", "console", "sends the whole module again") {
					t.Errorf("got %s", diags)
				}
				for _, value := range []string{"canary", "example.", "mine.", "601", "theirs", "stranger"} {
					if strings.Contains(diags.String(), value) {
						t.Errorf("shows a value: %s", diags)
					}
				}
				if want := module.attributesOf(after); !module.State.Equal(want) {
					t.Errorf("got state %s, want %s", module.State, want)
				}
				if request == "creation, untainted" && module.Tainted {
					module.Tainted, next = false, protocoltest.Update
				}
				module.apply(next, sent)
			})
		}
	}
}

// A service may merge a PUT with the former module. A former options_passthrough or client
// id that the response still has is an error, although the plan leaves both to the service.
func TestResource_merged(t *testing.T) {
	t.Parallel()
	module, least := live(t, refapi.Options{}), idpWith("idp_2", oneDomain)
	module.apply(protocoltest.Create, with(idpWith("idp_2", plain("canary", "example.com")), `"options_passthrough":true`))
	merged := &refapi.Fault{Body: `{"enabled":true,"options_passthrough":true,"provider":{"idp_2":{"client_id":"app",` + oneDomain + `}}}`}
	diags := module.expectError(merged, least, "did not apply", "The next apply sends the whole module again")
	if got := refused(diags); !slices.Equal(got, []string{idp2 + "client_id", "options_passthrough"}) {
		t.Errorf("got errors at %q, %s", got, diags)
	}
	module.apply(protocoltest.Update, least)
	// A managed app may have an id, and the service may choose to pass OPTIONS requests.
	module.server.Fail(http.MethodPut, *merged)
	module.apply(protocoltest.Update, idpWith("idp_2", oneDomain, `"email_addresses":[]`))
}
