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
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestImport_destroyBeforeTheFirstApply(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.server.SetRouteOAuth("edge_1", "route_1", everything())
	module.importModule()
	module.destroy()
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
				want = protocol.Config(typeName, map[string]any{
					"id": test.imported[0] + "/" + test.imported[1], "edge_id": test.imported[0], "route_id": test.imported[1],
				})
			}
			if err != nil || len(diags) != 1 || !mentions(diags, summary) || (diags.Err() == nil) != imported.Exists() || !imported.State.Equal(want) {
				t.Errorf("got %v, %s\nimported %s, want %s", err, diags, imported.State, want)
			}
		})
	}
}

// After an import that reads nothing, ignore_changes may hide the configured identity
// provider. The apply then sends nothing and says so. The plan succeeds, so that a destroy
// is possible.
func TestIgnoreChanges_import(t *testing.T) {
	t.Parallel()
	one := idpWith("idp_2", plain("first", "example.com"))
	for name, ignored := range map[string]string{"all": protocoltest.IgnoreAll, "identity provider": provider} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			module.importModule()
			module.ignored = []string{ignored}
			module.expectRequests(nil, func() {
				module.expectError(one, "The identity provider is not known", "Nothing was sent", "Remove identity_provider from ignore_changes", "run state rm")
			})
			module.plan(protocoltest.Delete, destroyed)
			module.ignored = nil
			module.apply(protocoltest.Update, one, serves(func(m refapi.OAuthModule) bool { return m.Enabled && m.Provider.ClientSecret == "first" }))
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
				module.expectRequests(nil, func() {
					module.expectError(changed, "The client secret is not known", "Nothing was sent", "Remove identity_provider from ignore_changes", "run state rm")
				})
				changed = before
			} else {
				module.applyWith(protocoltest.Update, changed, put)
			}
			module.apply(protocoltest.NoOp, changed, has)
			module.destroy()
		})
	}
}

// After an import, the configuration decides: a plan shows every setting of the service
// that is not configured as removed, unless it is false, 0 or "". If the configuration
// says what the service has, nothing changes. As an exception, a configured false or 0 is
// sent once, because an import counts such a value as left out.
func TestUndocumented_importedSettings(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		live   refapi.OAuthModule // the settings on the service
		config string
		action protocoltest.Action
	}{
		"all configured":  {refapi.OAuthModule{CookiePrefix: "mine.", MaximumDuration: new(uint32(5))}, `"cookie_prefix":"mine.","maximum_duration":5`, protocoltest.NoOp},
		"none configured": {refapi.OAuthModule{CookiePrefix: "mine.", MaximumDuration: new(uint32(5))}, `"cookie_prefix":null`, protocoltest.Update},
		"timer":           {refapi.OAuthModule{MaximumDuration: new(uint32(5))}, `"cookie_prefix":"trafficedge."`, protocoltest.Update},
		"options":         {refapi.OAuthModule{OptionsPassthrough: true}, `"cookie_prefix":"trafficedge."`, protocoltest.Update},
		"zeros":           {refapi.OAuthModule{MaximumDuration: new(uint32(0))}, `"cookie_prefix":"trafficedge."`, protocoltest.NoOp},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			test.live.Enabled, test.live.Provider = true, refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}, Scopes: []string{"the service's"}}
			server.SetRouteOAuth("edge_1", "route_1", test.live)
			module := liveUndocumented(t, server)
			module.importModule()
			module.apply(test.action, with(idpWith("idp_2", oneDomain), test.config), serves(func(m refapi.OAuthModule) bool {
				isLive := m.OptionsPassthrough == test.live.OptionsPassthrough && cmp.Equal(m.MaximumDuration, test.live.MaximumDuration)
				isUnset := !m.OptionsPassthrough && m.MaximumDuration == nil
				return isLive && test.action == protocoltest.NoOp || isUnset && test.action == protocoltest.Update
			}))
		})
	}
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
	written := string(acctest.Must(os.ReadFile(generated))(t))
	filled := regexp.MustCompile(`client_secret +=.*`).ReplaceAllString(written, `client_secret = "canary"`)
	acctest.NoError(t, os.WriteFile(generated, []byte(filled), 0o600))
	if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, "1 imported, 0 added, 1 changed, 0 destroyed") {
		t.Errorf("got\n%s\nof\n%s", output, written)
	}
	cli.MustRun(t, "plan", "-detailed-exitcode")
	acctest.NoError(t, server.ExpectWritesNow(put), checkModule(server.API, func(m refapi.OAuthModule) bool {
		want := everything()
		want.InactivityTimeout = nil // an import counts 0 as left out
		return reflect.DeepEqual(m, want)
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
	want := attributesOf(t, protocol, strings.Replace(asRead, `"inactivity_timeout":0,`, "", 1))
	if !instance.State.Equal(want) {
		t.Errorf("imported\n%s, want\n%s", instance.State, want)
	}
	if none, diags, err := protocol.Import(t.Context(), typeName, "edge_1/route_2"); err == nil && none.Exists() {
		t.Errorf("a route without a module is imported: %s", diags)
	}
}

// A state with an attribute that the schema does not have, such as a deletion_policy from
// an earlier build, loads, and its plan is empty.
func TestState_unknownAttribute(t *testing.T) {
	t.Parallel()
	module, least := liveOn(t, start(t)), idpWith("idp_2", oneDomain)
	written := `{"edge_id":"edge_1","route_id":"route_1","id":"edge_1/route_1","enabled":true,"deletion_policy":"DISABLE",` +
		`"identity_provider":{"idp_2":{"email_domains":["example.com"]}}}`
	upgraded := acctest.Must(module.like.UpgradeResourceState(t.Context(), &tfprotov6.UpgradeResourceStateRequest{
		TypeName: typeName, RawState: &tfprotov6.RawState{JSON: []byte(written)},
	}))(t)
	acctest.NoError(t, protocoltest.Diagnostics(upgraded.Diagnostics).Err())
	module.State = acctest.Must(upgraded.UpgradedState.Unmarshal(module.State.Type()))(t)
	module.Private = []byte(`{"token":"ImEi","plan":"e30="}`)
	module.apply(protocoltest.NoOp, least)
}
