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

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestImport_ids(t *testing.T) {
	t.Parallel()
	module := live(t, refapi.Options{})
	for name, test := range map[string]struct {
		id       string
		identity map[string]string // the identity to import by, or nil to import by id
		imported string            // the ids of the edge and the route, or "" if the import is refused
	}{
		"two parts":            {id: "edge_1/route_1", imported: "edge_1|route_1"},
		"odd characters":       {id: "..%2F é/ a", imported: "..%2F é| a"},
		"no route":             {id: "edge_1/"},
		"no edge":              {id: "/route_1"},
		"three parts":          {id: "edge_1/route_1/oauth"},
		"a line break":         {id: "edge_1/route_1\n"},
		"identity":             {identity: map[string]string{"edge_id": "a/b", "route_id": "/"}, imported: "a/b|/"},
		"identity, empty edge": {identity: map[string]string{"edge_id": "", "route_id": "r"}},
		"identity, no route":   {identity: map[string]string{"edge_id": "e", "route_id": ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			imported, diags, err := module.Provider.Import(t.Context(), typeName, test.id)
			if test.identity != nil {
				imported, diags, err = module.Provider.ImportByIdentity(t.Context(), typeName, test.identity)
			}
			summary, want := "Invalid import id", module.State
			if edge, route, isImported := strings.Cut(test.imported, "|"); isImported {
				summary = "The first apply will replace an imported OAuth module"
				want = module.Config(map[string]any{"id": edge + "/" + route, "edge_id": edge, "route_id": route})
			}
			if err != nil || len(diags) != 1 || !mentions(diags, summary) || mentions(diags, `""`) || (diags.Err() == nil) != imported.Exists() || !imported.State.Equal(want) {
				t.Errorf("got %v, %s\nimported %s, want %s", err, diags, imported.State, want)
			}
		})
	}
}

// ignore_changes may hide what a PUT needs. The apply then sends nothing and says so. The plan
// succeeds, so that a destroy is possible, unless it shows the write-only secret that an old
// secret hides: no apply may follow. A secret is never sent with the client id of another app or
// to another identity provider.
func TestIgnoreChanges(t *testing.T) {
	t.Parallel()
	const writeOnly, stored = `"client_id":"a","client_secret_wo":"first"`, `"client_id":"a","client_secret":"first"`
	old, hidden := idpWith("idp_2", stored, oneDomain), idpWith("idp_2", writeOnly, oneDomain)
	const second, otherApp = `"client_id":"a","client_secret_wo":"canary"`, `"client_id":"b","client_secret_wo":"canary"`
	const noProvider, noSecret, twoSecrets = "The identity provider is not known", "The client secret is not known", "client_secret_wo has no effect"
	const onlySecret, otherStored = idp2 + "client_secret", `"client_id":"b","client_secret":"canary"`
	for name, test := range map[string]struct {
		before  string // the settings that are applied first; "" for an import
		then    string // the settings in the configuration whose change is hidden
		ignored string
		refused string // the summary of the error, or ""
		id      string // the client id on the service at the end
		secret  string // the secret on the service at the end
	}{
		"imported, all ignored":    {"", stored, protocoltest.IgnoreAll, noProvider, "a", "first"},
		"imported":                 {"", stored, provider, noProvider, "a", "first"},
		"stored, then write-only":  {old, otherApp, provider, "", "a", "first"},
		"write-only, the same app": {hidden, second, provider, "", "a", "canary"},
		"write-only, another app":  {hidden, otherApp, provider, noSecret, "b", "canary"},
		"stored, the same app":     {old, second, provider, twoSecrets, "a", "canary"},
		"secret, the same app":     {old, second, onlySecret, twoSecrets, "a", "canary"},
		"secret, another app":      {old, otherApp, onlySecret, twoSecrets, "b", "canary"},
		"secret, write-only":       {hidden, second, onlySecret, "", "a", "canary"},
		"secret, another stored":   {old, `"client_id":"a","client_secret":"canary"`, onlySecret, "", "a", "first"},
		"secret, stored, another":  {old, otherStored, onlySecret, noSecret, "b", "canary"},
		"id, stored, another app":  {old, otherStored, idp2 + "client_id", noSecret, "b", "canary"},
		"id, write-only, another":  {hidden, otherApp, idp2 + "client_id", noSecret, "b", "canary"},
		"another, still planned":   {strings.Replace(old, "idp_2", "idp_1", 1), second, provider + ".idp_1", "More than one identity provider", "a", "canary"},
		"nothing hidden":           {old, second, "edge_id", "", "a", "canary"},
		"secret, another provider": {strings.Replace(old, "idp_2", "idp_3", 1), second, provider + ".idp_3.client_secret", "", "a", "canary"},
		"another provider":         {idpWith("idp_3", writeOnly, oneDomain), second, provider, noSecret, "a", "canary"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := live(t, refapi.Options{})
			changed := with(idpWith("idp_2", test.then, oneDomain), `"cookie_prefix":"x."`)
			if test.before == "" {
				module.importModule()
			} else {
				module.apply(protocoltest.Create, test.before)
			}
			if module.ignored = []string{test.ignored}; test.refused != "" {
				isShown := map[bool]string{true: idp2 + "client_secret_wo"}[test.ignored == onlySecret && test.refused == twoSecrets]
				for unknown, want := range map[string]string{"": isShown, "client_secret_wo": ""} {
					if _, diags := module.Plan(module.change(changed, unknown)); refused(diags) != want {
						t.Errorf("the plan is not refused at %q: %s", want, diags)
					}
				}
				module.expectError(nil, changed, test.refused, "Nothing was sent", "from ignore_changes")
				acctest.NoError(t, module.Server.ExpectRequests()())
				module.plan(protocoltest.Delete, destroyed)
				module.ignored = nil
			}
			module.apply(protocoltest.Update, changed, hasSecret(test.secret), func(m refapi.OAuthModule) bool {
				return m.Enabled && m.CookiePrefix == "x." && m.Provider.ClientID == test.id && m.Provider.Name == "idp_2"
			})
		})
	}
}

// After an import, the configuration decides: a plan shows every setting of the service that is
// not configured as removed, unless it is false, 0 or "".
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
			module := live(t, refapi.Options{Undocumented: true})
			test.live.Enabled = true
			test.live.Provider = refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}, Scopes: []string{"the service's"}}
			module.Server.SetRouteOAuth("edge_1", "route_1", test.live)
			module.importModule()
			module.apply(test.action, with(idpWith("idp_2", oneDomain), test.config))
		})
	}
}

// TestAccUndocumented_generatedConfiguration lets the CLI generate the configuration of
// an imported module. No service returns the secret of the user's own app. After the
// test adds that secret and applies the configuration, the plan is empty.
func TestAccUndocumented_generatedConfiguration(t *testing.T) {
	t.Parallel()
	server, cli := acctest.Start(t, refapi.Options{Undocumented: true}), acctest.BuildProvider(t).NewCLI(t)
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
	acctest.NoError(t, server.ExpectWrites(put)(), checkModule(server.API, func(m refapi.OAuthModule) bool {
		want := everything()
		want.InactivityTimeout = nil // an import counts 0 as left out
		return reflect.DeepEqual(m, want)
	}))
}
