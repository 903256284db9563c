// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// After a fault, an apply of the former configuration sends the module again, unless the failed
// request certainly changed nothing.
func TestResource_faults(t *testing.T) {
	t.Parallel()
	before, changed := idpWith("idp_2", plain("canary", "example.com")), idpWith("idp_2", plain("second", "example.org"))
	refused := refapi.Fault{Status: http.StatusForbidden, Body: `{"detail":"not with canary"}`}
	unusable := refapi.Fault{Body: "gone wrong", AfterActing: true}
	const create, update, unknown = "Could not create the OAuth module", "Could not update the OAuth module", "may have changed"
	const again, untaint = "The next apply sends the whole module again", "If prevent_destroy rejects that plan, run untaint first"
	for name, test := range map[string]struct {
		to    string // the module to apply with the fault: "before" is created
		fault refapi.Fault
		words []string
		back  protocoltest.Action
	}{
		"create refused":  {before, refused, []string{create, "not with", "403 Forbidden"}, protocoltest.Create},
		"create nowhere":  {before, refapi.Fault{Status: http.StatusNotFound, Body: "{}"}, []string{create, "404 Not Found", "and the path in the provider's base_url"}, protocoltest.Create},
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
			module.apply(test.back, before, hasSecret("canary"), func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.EmailDomains[0] == "example.com"
			})
		})
	}
}

// Each attribute in which the response differs from the request gets an error. State then has
// enabled null, and otherwise the plan of a creation, or the state before an update. The next
// apply mends this, also after the untaint that prevent_destroy requires.
func TestResource_notApplied(t *testing.T) {
	t.Parallel()
	const allSettings = `"enabled":true,` + fullMembers
	const oneProvider = `"provider":{"idp_2":{"client_id":"app","email_domains":["example.com"]}}`
	but := func(old, changed string) string {
		return strings.Replace("{"+allSettings+","+oneProvider+"}", old, changed, 1)
	}
	disabled := "{" + strings.Replace(allSettings, "true", "false", 1) + `,"provider":{"idp_2":`
	const more = `],"scopes":["x"],"client_secret":"*"},"idp_1":null,"idp_3":{},"idp_4":{"email_domains":[]},"idp_9":{}}`
	for name, test := range map[string]struct{ response, refused string }{
		"all applied":             {but("", ""), ""},
		"more than was asked for": {but(`]}}`, more), ""},
		"no enabled":              {but(`"enabled":true,`, ``), ""},
		"enabled":                 {but(`"enabled":true`, `"enabled":false`), "enabled"},
		"null timer":              {but(`4294967295`, `null`), "maximum_duration"},
		"client_id":               {but(`"app"`, `"stranger"`), idp2 + "client_id"},
		"a rule beyond":           {but(`]}}`, `],"email_addresses":["a@example.com"]}}`), idp2 + "email_addresses"},
		"the provider before":     {but(`]}}`, `]},"idp_1":{"teams":["a/b"]}}`), "identity_provider.idp_1"},
		"another app beside it":   {but(`]}}`, `]},"idp_3":{"client_id":"stranger"}}`), "identity_provider.idp_3"},
		"options_passthrough":     {but(`"options_passthrough":true`, `"options_passthrough":false`), "options_passthrough"},
		"several at once":         {but(`"mine.","inactivity_timeout":600`, `"","inactivity_timeout":1`), "cookie_prefix inactivity_timeout"},
		"other identity provider": {but("idp_2", "idp_3"), "identity_provider.idp_2 identity_provider.idp_3"},
		"no identity provider":    {"{" + allSettings + `,"provider":{}}`, provider},
		"provider {} missing":     {disabled + `null}}`, provider},
		"provider {}":             {disabled + `{},"idp_3":{}}}`, ""},
		"unnamed, beside it":      {but(`]}}`, `]},"gamma":{"email_domains":["example.org"]}}`), provider},
		"unnamed, alone":          {but("idp_2", "gamma"), provider},
	} {
		asked, former := but(`"app"`, `"app","client_secret_wo_version":"1"`), `"enabled":true`
		if strings.HasPrefix(name, "provider {}") {
			asked, former = disabled+"{}}}", `"enabled":false` // An enabled module without access rules, or one that is turned off, causes one more warning.
		}
		for _, request := range []string{"creation", "creation, untainted", "update"} {
			t.Run(name+", "+request, func(t *testing.T) {
				t.Parallel()
				module, action, mended, failed := live(t, refapi.Options{}), protocoltest.Create, protocoltest.Replace, with(asked, `"id":"edge_1/route_1"`)
				state, next := failed, protocoltest.NoOp
				if request == "update" {
					failed = idpWith("idp_2", `"client_id":"former"`, `"client_secret":"former"`, oneDomain)
					module.State = module.attributesOf(with(failed, former))
					action, mended = protocoltest.Update, protocoltest.Update
				}
				if test.refused != "" {
					state, next = with(failed, `"enabled":null`), mended
				}
				sent := strings.Replace(asked, `"app"`, `"app","client_secret_wo":"canary"`, 1)
				plan := module.plan(action, sent)
				module.Server.Fail(http.MethodPut, refapi.Fault{Body: test.response})
				diags := acctest.Must(module.Provider.Apply(t.Context(), module.Instance, plan))(t)
				module.Server.Intercept(nil)
				warnings := map[bool]int{true: 1}[strings.HasPrefix(name, "provider {}") && request != "update"] // a new module that is off
				if refused(diags) != test.refused || len(diags) != len(strings.Fields(test.refused))+warnings || module.Tainted != (next == protocoltest.Replace) {
					t.Errorf("want errors at %q, got %s", test.refused, diags)
				}
				if strings.HasPrefix(name, "unnamed") && !mentions(diags, `"gamma"`, "Add it to identity_provider_names", "console", "sends the whole module again") {
					t.Errorf("got %s", diags)
				}
				if shown := regexp.MustCompile(`canary|example\.|mine\.|stranger`).FindString(diags.String()); shown != "" {
					t.Errorf("shows %s: %s", shown, diags)
				}
				if want := module.attributesOf(state); !module.State.Equal(want) {
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
	const writeOnly = `"client_id":"app","client_secret_wo":"canary","client_secret_wo_version":"1"`
	module.apply(protocoltest.Create, with(idpWith("idp_2", writeOnly, oneDomain), `"options_passthrough":true`))
	merged := &refapi.Fault{Body: `{"enabled":true,"options_passthrough":true,"provider":{"idp_2":{"client_id":"app",` + oneDomain + `}}}`}
	diags := module.expectError(merged, least, "did not apply", "The next apply sends the whole module again")
	if got := refused(diags); got != idp2+"client_id options_passthrough" {
		t.Errorf("got errors at %s, %s", got, diags)
	}
	module.apply(protocoltest.Update, least)
	// A managed app may have an id, and the service may choose to pass OPTIONS requests.
	module.Server.Fail(http.MethodPut, *merged)
	module.apply(protocoltest.Update, idpWith("idp_2", oneDomain, `"email_addresses":[]`))
}
