// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestImport_destroyBeforeTheFirstApply(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.importModule()
	// The deletion policy is DISABLE, but the identity provider is not in state.
	module.ignored = []string{provider}
	module.applyWith(protocoltest.Update, idpWith("idp_2"))
	if _, diags, err := module.tryPlan(module.run(), destroyed); err != nil || !mentions(diags, "cannot be disabled yet", "Apply the resource first", "state rm") {
		t.Errorf("got %v, %s", err, diags)
	}
	// With the policy DELETE, the provider does not need the identity
	// provider to delete the module.
	deleting := liveUndocumented(t, module.server)
	deleting.State = attributesOf(t, deleting.like, `{"deletion_policy":"DELETE"}`)
	if _, diags, err := deleting.tryPlan(deleting.like, destroyed); err != nil || diags.Err() != nil {
		t.Errorf("got %v, %s", err, diags)
	}
	module.ignored = nil
	module.apply(protocoltest.Update, idpWith("idp_2"))
	module.disable()
}

func TestImport_ids(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	for name, test := range map[string]struct {
		id       string
		identity map[string]string // the identity to import by, or nil to import by id
		imported []string
	}{
		"two parts":            {id: "edge_1/route_1", imported: []string{"edge_1", "route_1"}},
		"odd characters":       {id: "..%2F é/ a", imported: []string{"..%2F é", " a"}},
		"no route":             {id: "edge_1/"},
		"no edge":              {id: "/route_1"},
		"three parts":          {id: "edge_1/route_1/oauth"},
		"identity":             {identity: map[string]string{"edge_id": "a/b", "route_id": "/"}, imported: []string{"a/b", "/"}},
		"identity, empty edge": {identity: map[string]string{"edge_id": "", "route_id": "r"}},
		"identity, no route":   {identity: map[string]string{"edge_id": "e", "route_id": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			imported, diags, err := protocol.Import(t.Context(), typeName, test.id)
			if test.identity != nil {
				imported, diags, err = protocol.ImportByIdentity(t.Context(), typeName, test.identity)
			}
			summary, want := "Invalid import id", protocol.NewInstance(typeName).State
			if test.imported != nil {
				summary = "The first apply will replace the OAuth module"
				want = protocoltest.Object(protocol.Schemas.ResourceSchemas[typeName], map[string]tftypes.Value{
					"id":      protocoltest.String(test.imported[0] + "/" + test.imported[1]),
					"edge_id": protocoltest.String(test.imported[0]), "route_id": protocoltest.String(test.imported[1]),
				})
			}
			if err != nil || len(diags) != 1 || !mentions(diags, summary) || (diags.Err() == nil) != imported.Exists() || !imported.State.Equal(want) {
				t.Errorf("got %v, %s\nimported %s, want %s", err, diags, imported.State, want)
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
		"all":                              {protocoltest.IgnoreAll, `"enabled":true`, protocoltest.NoOp},
		"identity provider":                {provider, `"deletion_policy":null`, protocoltest.NoOp},
		"identity provider, with settings": {provider, `"cookie_prefix":"x."`, protocoltest.Update},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			module.importModule()
			one := with(idpWith("idp_2", plain("first", "example.com")), test.more)
			module.ignored = []string{test.ignored}
			if _, diags, err := module.like.PlanChange(t.Context(), module.Instance, module.change(one)); err != nil ||
				!mentions(diags, "Nothing is sent for the OAuth module of route", "ignore_changes") {
				t.Errorf("got %v, %s", err, diags)
			}
			module.applyWith(test.action, one)
			module.plan(protocoltest.NoOp, one)
			// After identity_provider is removed from ignore_changes, the
			// apply sends the whole module.
			module.ignored = nil
			module.apply(protocoltest.Update, one, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "first" && strings.Contains(test.more, "cookie_prefix") == (m.CookiePrefix == "x.")
			}))
		})
	}
}

// In TestIgnoreChanges_secret, cookie_prefix changes while ignore_changes hides a
// change of the configured app. The provider must not send the client id of one app
// with the secret of another app.
func TestIgnoreChanges_secret(t *testing.T) {
	t.Parallel()
	const a, aHidden, bHidden = `"client_id":"a","client_secret":"first"`, `"client_id":"a","client_secret_wo":"first"`, `"client_id":"b","client_secret_wo":"second"`
	for name, test := range map[string]struct {
		before, then  string
		identityAfter string // the identity provider that is configured later
		secret        string // the secret on the service at the end
		refused       bool
	}{
		"stored, then write-only":  {a, bHidden, "idp_2", "first", false},
		"write-only, the same app": {aHidden, `"client_id":"a","client_secret_wo":"second"`, "idp_2", "second", false},
		"write-only, another app":  {aHidden, bHidden, "idp_2", "first", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			has := serves(func(m refapi.OAuthModule) bool {
				return m.Provider.ClientID == "a" && m.Provider.ClientSecret == test.secret && m.Provider.Name == "idp_2"
			})
			before := idpWith("idp_2", test.before, oneDomain)
			changed := with(idpWith(test.identityAfter, test.then), `"cookie_prefix":"x."`)
			module.apply(protocoltest.Create, before)
			module.ignored = []string{provider}
			if test.refused {
				module.expectRequests(nil, func() { module.expectError(changed, "The client secret is not known") })
				changed = before
			} else {
				module.applyWith(protocoltest.Update, changed, put)
			}
			module.apply(protocoltest.NoOp, changed, has)
			module.disable()
		})
	}
}

// TestUndocumented_importedSettings imports settings that are not configured. An
// apply does not change such a setting until it is configured. If the setting is
// later removed from the configuration, the service's default applies.
func TestUndocumented_importedSettings(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.SetRouteOAuth("edge_1", "route_1", refapi.OAuthModule{
		Enabled: true, OptionsPassthrough: true, CookiePrefix: "mine.", InactivityTimeout: new(uint32(600)), MaximumDuration: new(uint32(5)),
		Provider: refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}, Scopes: []string{"the service's"}},
	})
	module := liveUndocumented(t, server)
	module.importModule()
	are := func(prefix string, inactivity *uint32) check {
		return serves(func(m refapi.OAuthModule) bool {
			return m.OptionsPassthrough && m.CookiePrefix == prefix && cmp.Equal(m.InactivityTimeout, inactivity) && *m.MaximumDuration == 5
		})
	}
	least := idpWith("idp_2", oneDomain)
	module.plan(protocoltest.NoOp, with(least, `"deletion_policy":null`))
	module.applyWith(protocoltest.Update, least)
	module.apply(protocoltest.NoOp, least, are("mine.", new(uint32(600))), has("cookie_prefix", "mine."))
	// If an imported setting changes outside of Terraform, the plan shows no change,
	// and the setting keeps the new value.
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.CookiePrefix = "theirs." })
	module.apply(protocoltest.NoOp, least)
	module.apply(protocoltest.Update, with(idpWith("idp_2"), `"inactivity_timeout":700`), are("theirs.", new(uint32(700))))
	module.apply(protocoltest.Update, idpWith("idp_2"), are("theirs.", nil), has("inactivity_timeout", nil), has("maximum_duration", int64(5)))
	// An imported setting that the service no longer has is not sent.
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.MaximumDuration = nil })
	module.apply(protocoltest.Update, least, serves(func(m refapi.OAuthModule) bool { return m.MaximumDuration == nil }))
}

// TestAccUndocumented_generatedConfiguration lets the CLI generate the configuration of
// an imported module. No service returns the secret of the user's own app. After the
// test adds that secret and applies the configuration, the plan is empty.
func TestAccUndocumented_generatedConfiguration(t *testing.T) {
	t.Parallel()
	server, cli := startUndocumented(t), acctest.BuildProvider(t).NewCLI(t)
	cli.SkipUnlessGenerates(t)
	server.SetRouteOAuth("edge_1", "route_1", everything())
	cli.Configure(t, server.ConfigUndocumented(fmt.Sprintf("import {\n  to = %s\n  id = \"edge_1/route_1\"\n}\n", address)))
	output, err := cli.Run(t, "plan", "-generate-config-out=generated.tf")
	if err == nil || !acctest.Message("needs the secret of your app: set client_secret_wo").MatchString(output) {
		t.Fatalf("the plan does not ask for the secret: %v, %s", err, output)
	}
	generated := filepath.Join(cli.Dir, "generated.tf")
	filled := regexp.MustCompile(`client_secret +=.*`).ReplaceAllString(read(t, generated), `client_secret = "canary"`)
	acctest.NoError(t, os.WriteFile(generated, []byte(filled), 0o600))
	if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, "1 imported, 0 added, 1 changed, 0 destroyed") {
		t.Errorf("got\n%s\nof\n%s", output, read(t, generated))
	}
	cli.MustRun(t, "plan", "-detailed-exitcode")
	acctest.NoError(t, server.ExpectWritesNow(put), checkModule(server.API, func(m refapi.OAuthModule) bool {
		return reflect.DeepEqual(m, everything())
	}))
}

func TestUndocumented_import(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.SetRouteOAuth("edge_1", "route_1", everything())
	protocol := switchedOn(t, server)
	instance, diags, err := protocol.Import(t.Context(), typeName, "edge_1/route_1")
	if err != nil || len(diags) > 0 {
		t.Fatalf("got %v, %s", err, diags)
	}
	want := attributesOf(t, protocol, with(asRead, `"deletion_policy":"ABANDON"`))
	if !instance.State.Equal(want) {
		t.Errorf("imported\n%s, want\n%s", instance.State, want)
	}
	if none, diags, err := protocol.Import(t.Context(), typeName, "edge_1/route_2"); err == nil && none.Exists() {
		t.Errorf("a route without a module is imported: %s", diags)
	}
}
