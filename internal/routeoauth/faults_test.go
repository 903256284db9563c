// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

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
	lost := refapi.Fault{Status: http.StatusBadGateway, AfterActing: true}
	const unknown, again, untaint = "may have changed", "The next apply sends the whole module again", "If prevent_destroy rejects that plan, run untaint first"
	for name, test := range map[string]struct {
		to    string // the module to apply with the fault; if it is the module "before", the apply creates it
		fault refapi.Fault
		words []string
		back  protocoltest.Action
	}{
		"create refused":  {before, refused, []string{"Could not create the OAuth module", "not with", "403 Forbidden"}, protocoltest.Create},
		"create unusable": {before, unusable, []string{"Could not create the OAuth module", unknown, "tainted", untaint}, protocoltest.Replace},
		"create lost":     {before, lost, []string{"502 Bad Gateway", unknown, untaint}, protocoltest.Replace},
		"update refused":  {changed, refused, []string{"Could not update the OAuth module", "not with", "403 Forbidden"}, protocoltest.NoOp},
		"update unusable": {changed, unusable, []string{"Could not update the OAuth module", unknown, again}, protocoltest.Update},
		"update lost":     {changed, lost, []string{"502 Bad Gateway", unknown, again}, protocoltest.Update},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			if test.to != before {
				module.apply(protocoltest.Create, before)
			}
			module.like = withoutRetries(t, module.server)
			module.withFault(test.fault, func() {
				if diags := module.expectError(test.to, test.words...); strings.Contains(diags.String(), "canary") || len(diags.Long()) > 0 {
					t.Errorf("got %s", diags)
				}
			})
			if test.back == protocoltest.Replace || test.back == protocoltest.Update {
				module.expect(has("enabled", nil), has(idp2+"client_secret", "canary"))
			}
			module.apply(test.back, before, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "canary" && m.Provider.EmailDomains[0] == "example.com"
			}))
			module.destroy()
		})
	}
}

// A created module whose outcome is unknown is tainted. After an untaint, which
// prevent_destroy requires, an update sends the module.
func TestResource_untainted(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.like = withoutRetries(t, module.server)
	module.withFault(refapi.Fault{Status: http.StatusBadGateway}, func() { module.expectError(idpWith("idp_2", oneDomain), "may have changed") })
	if !module.Tainted {
		t.Error("the module is not tainted")
	}
	module.Tainted = false
	module.apply(protocoltest.Update, idpWith("idp_2", oneDomain), serves(isEnabled))
}

const (
	allSettings = `"enabled":true,` + fullMembers
	oneProvider = `"provider":{"idp_2":{"client_id":"app","email_domains":["example.com"]}}`
)

// In TestResource_notApplied, the module in the response differs from the module in the
// request. Each differing attribute gets an error. State has enabled null, and otherwise
// the plan of a creation, or the state before an update. The next apply mends this, with
// create_before_destroy too, and after the untaint that prevent_destroy requires.
func TestResource_notApplied(t *testing.T) {
	t.Parallel()
	settings := func(old, changed string) string {
		return "{" + strings.Replace(allSettings, old, changed, 1) + "," + oneProvider + "}"
	}
	providers := func(old, changed string) string {
		return "{" + allSettings + "," + strings.Replace(oneProvider, old, changed, 1) + "}"
	}
	disabled := "{" + strings.Replace(allSettings, "true", "false", 1) + `,"provider":{"idp_2":`
	before := idpWith("idp_2", `"client_id":"former"`, `"client_secret":"former"`, oneDomain)
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
		for mode := range 6 {
			action := []protocoltest.Action{protocoltest.Create, protocoltest.Update}[mode%2]
			createFirst, untaint := mode/2 == 1, mode/2 == 2
			t.Run(fmt.Sprintf("%s, %s, create first %t, untaint %t", name, action, createFirst, untaint), func(t *testing.T) {
				t.Parallel()
				module, asked, next := liveOn(t, start(t)), asked, protocoltest.Replace
				module.createFirst = createFirst
				if strings.HasPrefix(name, "provider {}") {
					asked = disabled + "{}}}" // disabled, because an enabled module without access rules causes one more warning
				}
				if action == protocoltest.Update {
					module.State = attributesOf(t, module.like, with(before, `"enabled":true`))
					next = protocoltest.Update
				}
				var after tftypes.Value
				module.withFault(refapi.Fault{Body: test.response}, func() {
					run, plan := module.plan(action, asked)
					after = plan.After
					diags, err := run.Apply(t.Context(), module.Instance, plan)
					if got := refused(diags); err != nil || !slices.Equal(got, test.want) || len(got) != len(diags) || module.Tainted != (test.want != nil && action == protocoltest.Create) {
						t.Errorf("want errors at %q, got %v, %s", test.want, err, diags)
					}
					for _, value := range []string{"canary", "example.", "mine.", "601", "theirs", "stranger"} {
						if strings.Contains(diags.String(), value) || strings.Contains(module.State.String(), "canary") {
							t.Errorf("shows a value: %s", diags)
						}
					}
				})
				switch {
				case test.want == nil:
					next = protocoltest.NoOp
				case action == protocoltest.Update:
					after = attributesOf(t, module.like, with(before, `"enabled":null`))
				default:
					after = withNull(t, after, "enabled")
				}
				if !module.State.Equal(after) {
					t.Errorf("got state %s, want %s", module.State, after)
				}
				if untaint && module.Tainted {
					module.Tainted, next = false, protocoltest.Update
				}
				module.apply(next, asked)
				if module.Deposed != nil {
					t.Error("there is a deposed module")
				}
			})
		}
	}
}

func withNull(t *testing.T, state tftypes.Value, attribute string) tftypes.Value {
	t.Helper()
	var members map[string]tftypes.Value
	acctest.NoError(t, state.As(&members))
	members[attribute] = tftypes.NewValue(members[attribute].Type(), nil)
	return tftypes.NewValue(state.Type(), members)
}

// withoutRetries returns a provider that sends each request once.
func withoutRetries(t *testing.T, server *acctest.Server) *protocoltest.Provider {
	t.Helper()
	block := server.Block()
	block["max_retries"] = 0
	return acctest.Must(protocoltest.New(t.Context(), block))(t)
}
