// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

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
	unusable := refapi.Fault{Body: "gone wrong"}
	const unknown, again = "may have changed", "The next apply sends the whole module again"
	for name, test := range map[string]struct {
		to    string // the module to apply with the fault; if it is the module "before", the apply creates it
		fault refapi.Fault
		words []string
		back  protocoltest.Action
	}{
		"create refused": {
			before, refapi.Fault{Status: http.StatusForbidden, Body: `{"detail":"not yours"}`},
			[]string{"Could not create the OAuth module", "not yours", "403 Forbidden"}, protocoltest.Create,
		},
		"create unusable": {before, unusable, []string{"gone wrong", unknown, again}, protocoltest.Create},
		"update unusable": {changed, unusable, []string{"Could not update the OAuth module", "gone wrong", unknown, again}, protocoltest.Update},
		"destroy refused": {
			destroyed, refapi.Fault{Status: http.StatusConflict, Body: `{"detail":"not with canary"}`},
			[]string{"Could not disable the OAuth module", "not with", "409 Conflict"}, protocoltest.NoOp,
		},
		"destroy accepted": {
			destroyed, refapi.Fault{Body: `{"enabled":true,"provider":{"idp_2":{"email_domains":["example.com"]}}}`},
			[]string{"The service did not disable the OAuth module of route", "still enabled"}, protocoltest.Update,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			if test.to != before {
				module.apply(protocoltest.Create, before)
			}
			module.withFault(test.fault, func() {
				if diags := module.expectError(test.to, test.words...); strings.Contains(diags.String(), "canary") || mentions(diags, "The route stays protected") {
					t.Errorf("got %s", diags)
				}
			})
			module.apply(test.back, before, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "canary" && m.Provider.EmailDomains[0] == "example.com"
			}))
			module.disable()
		})
	}
}

// TestResource_alreadyOpen destroys a module that no longer exists, and a module for which the
// response to the disabling lacks the member enabled. Neither destroy causes a diagnostic.
func TestResource_alreadyOpen(t *testing.T) {
	t.Parallel()
	gone, silent := refapi.Fault{Status: http.StatusNotFound, Body: `{}`}, refapi.Fault{Body: `{"provider":{"idp_2":{}}}`}
	for policy, faults := range map[string][]refapi.Fault{"DISABLE": {gone, silent}, "DELETE": {gone}} {
		for _, fault := range faults {
			module := liveUndocumented(t, startUndocumented(t))
			module.apply(protocoltest.Create, with(idpWith("idp_2", oneDomain), `"deletion_policy":"`+policy+`"`))
			run, plan := module.plan(protocoltest.Delete, destroyed)
			module.withFault(fault, func() {
				if diags, err := run.Apply(t.Context(), module.Instance, plan); err != nil || len(diags) > 0 || module.Exists() {
					t.Errorf("%s: got %v, %s", policy, err, diags)
				}
			})
		}
	}
}

func TestResource_refusedFields(t *testing.T) {
	t.Parallel()
	module := liveOn(t, acctest.Start(t, refapi.Options{IdentityProviderNames: map[string]string{"idp_1": "alpha"}}))
	writeOnly := with(idpWith("idp_1", hidden("canary", "1", "example.com")), `"cookie_prefix":"x."`)
	for _, test := range []struct{ module, pointer, attribute string }{
		{writeOnly, "/cookie_prefix", "cookie_prefix"},
		{writeOnly, "/provider/alpha/email_domains/0", idp1 + "email_domains"},
		{writeOnly, "/provider/alpha/client_secret", idp1 + "client_secret_wo"},
		{idpWith("idp_1", plain("canary", "example.com")), "/provider/alpha/client_secret", idp1 + "client_secret"},
		// If no client secret is configured, the error is on client_secret.
		{idpWith("idp_1", oneDomain), "/provider/alpha/client_secret", idp1 + "client_secret"},
	} {
		body := fmt.Sprintf(`{"errors":[{"pointer":%q,"detail":"not like canary"}]}`, test.pointer)
		module.withFault(refapi.Fault{Status: http.StatusUnprocessableEntity, Body: body}, func() {
			diags := module.expectError(test.module, "refused "+test.attribute+": not like")
			if got := refused(diags); !slices.Equal(got, []string{test.attribute}) || strings.Contains(diags.String(), "canary") == strings.Contains(test.module, `"client_id"`) {
				t.Errorf("%s: got %s", test.pointer, diags)
			}
		})
	}
}

// TestResource_noManagedApp destroys a module on a service that requires a client id,
// because the service has no OAuth app of its own (managed app). The request to disable
// the module contains no client id, so the service refuses the request.
func TestResource_noManagedApp(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.server.SetResponses(func(a *refapi.Responses) { a.NoManagedApp = []string{"idp_2"} })
	one := idpWith("idp_2", plain("first", "example.com"))
	module.apply(protocoltest.Create, one)
	module.expectError(destroyed, "Could not disable the OAuth module", "there is no managed app", "The route stays protected", "ABANDON", "DELETE", "delete_route_oauth")
	module.expect(serves(isEnabled))
	module.applyWith(protocoltest.Update, with(one, `"deletion_policy":"ABANDON"`))
	module.applyWith(protocoltest.Delete, destroyed)
	// This module has no client id, so the missing client id cannot be the reason for the refusal.
	module.apply(protocoltest.Create, idpWith("idp_3", oneDomain))
	module.withFault(refapi.Fault{Status: http.StatusUnprocessableEntity}, func() {
		if diags := module.expectError(destroyed, "Could not disable the OAuth module"); mentions(diags, "The route stays protected") {
			t.Errorf("got %s", diags)
		}
	})
}

const (
	allSettings = `"enabled":true,` + fullMembers
	oneProvider = `"provider":{"idp_2":{"client_id":"app","email_domains":["example.com"]}}`
)

// In TestResource_notApplied, the module in the response differs from the module in the
// request. After an update, each differing attribute gets an error, and state contains
// the response. After a creation, each differing attribute gets a warning, and state
// contains the plan. A creation causes no error, because an error would taint the
// resource.
func TestResource_notApplied(t *testing.T) {
	t.Parallel()
	settings := func(old, changed string) string {
		return "{" + strings.Replace(allSettings, old, changed, 1) + "," + oneProvider + "}"
	}
	providers := func(old, changed string) string {
		return "{" + allSettings + "," + strings.Replace(oneProvider, old, changed, 1) + "}"
	}
	disabled := "{" + strings.Replace(allSettings, "true", "false", 1) + `,"provider":{"idp_2":`
	asked := providers(`"app"`, `"app","client_secret_wo":"canary","client_secret_wo_version":"1"`)
	for name, test := range map[string]struct {
		response string
		want     []string
	}{
		"all applied":             {settings("", ""), nil},
		"more than was asked for": {providers(`]}}`, `],"scopes":["x"],"client_secret":"*"},"idp_1":null,"idp_3":{},"idp_4":{"email_domains":[]},"idp_9":{}}`), nil},
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
	} {
		for _, action := range []protocoltest.Action{protocoltest.Create, protocoltest.Update} {
			t.Run(fmt.Sprintf("%s, %s", name, action), func(t *testing.T) {
				t.Parallel()
				module, asked := liveOn(t, start(t)), asked
				if strings.HasPrefix(name, "provider {}") {
					asked = disabled + "{}}}" // disabled, because an enabled module without access rules causes one more warning
				}
				severity := tfprotov6.DiagnosticSeverityWarning
				if action == protocoltest.Update {
					module.State = attributesOf(t, module.like, with(idpWith("idp_2"), `"enabled":true`))
					severity = tfprotov6.DiagnosticSeverityError
				}
				module.withFault(refapi.Fault{Body: test.response}, func() {
					run, plan := module.plan(action, asked)
					diags, err := run.Apply(t.Context(), module.Instance, plan)
					if got := attributes(diags, severity); err != nil || !slices.Equal(got, test.want) || len(got) != len(diags) || module.Tainted {
						t.Errorf("want %q at %q, got %v, %s", severity, test.want, err, diags)
					}
					for _, value := range []string{"canary", "example.", "mine.", "601", "theirs", "stranger"} {
						if strings.Contains(diags.String(), value) {
							t.Errorf("shows a value: %s", diags)
						}
					}
					asPlanned := action == protocoltest.Create || test.want == nil
					if module.State.Equal(plan.After) != asPlanned || strings.Contains(module.State.String(), "canary") {
						t.Errorf("want the plan in state: %t, got %s", asPlanned, module.State)
					}
				})
				// The difference remains after every refresh until an apply
				// removes the difference.
				next := protocoltest.NoOp
				if test.want != nil {
					next = protocoltest.Update
				}
				module.plan(next, asked)
				module.apply(next, asked)
			})
		}
	}
}
