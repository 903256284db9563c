// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"errors"
	"fmt"
	"net/http"
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
	module.imports()
	// The policy is configured, and the identity provider stays unknown.
	module.ignored = []string{provider}
	module.apply(protocoltest.Update, idpWith("idp_2"))
	if _, told, err := module.planned(module.run(), destroyed); err != nil || !mentions(told, "cannot be disabled yet", "Apply the resource first", "state rm") {
		t.Errorf("got %v, %s", err, told)
	}
	module.ignored = nil
	module.applies(protocoltest.Update, idpWith("idp_2"))
	module.disables()
}

func importBlock(by string) string {
	return fmt.Sprintf("import {\n  to = %s\n  %s\n}\n", address, by)
}

func TestAccImport_blocks(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	for name, test := range map[string]struct{ by, edge, route, since string }{
		"string with odd characters":   {`id = "..%2F é/a b"`, "..%2F é", "a b", "1.5.0"},
		"identity of ids with slashes": {`identity = { edge_id = "a/b", route_id = "/" }`, "a/b", "/", "1.12.0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := start(t), binary.NewCLI(t)
			if !cli.AtLeast(t, test.since) {
				t.Skip("the CLI has no such import blocks")
			}
			cli.Configure(t, server.Config(importBlock(test.by)+hclOf("test", test.edge, test.route, oneDomainOfIdp2)))
			says(t, cli.MustRun(t, "apply", "-auto-approve"), "1 imported, 0 added, 1 changed, 0 destroyed")
			cli.MustRun(t, "plan", "-detailed-exitcode")
			if held, _ := server.RouteOAuth(test.edge, test.route); !held.Enabled {
				t.Errorf("the service has %+v", held)
			}
		})
	}
}

func TestImport_ids(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	identity := func(edgeID, routeID string) map[string]string {
		return map[string]string{"edge_id": edgeID, "route_id": routeID}
	}
	for name, test := range map[string]struct {
		id       string
		identity map[string]string // in place of an id
		imported []string
	}{
		"two parts":            {id: "edge_1/route_1", imported: []string{"edge_1", "route_1"}},
		"odd characters":       {id: "..%2F é/ a", imported: []string{"..%2F é", " a"}},
		"empty":                {},
		"one part":             {id: "edge_1"},
		"no route":             {id: "edge_1/"},
		"no edge":              {id: "/route_1"},
		"neither":              {id: "/"},
		"three parts":          {id: "edge_1/route_1/oauth"},
		"slash at the end":     {id: "edge_1/route_1/"},
		"slashes alone":        {id: "//"},
		"identity":             {identity: identity("a/b", "/"), imported: []string{"a/b", "/"}},
		"identity, empty edge": {identity: identity("", "r")},
		"identity, no route":   {identity: identity("e", "")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			imported, told, err := protocol.Import(t.Context(), typeName, test.id)
			if test.identity != nil {
				imported, told, err = protocol.ImportByIdentity(t.Context(), typeName, test.identity)
			}
			summary, want := "Invalid import id", protocol.NewInstance(typeName).State
			if test.imported != nil {
				summary = "The first apply will replace the OAuth module"
				want = protocoltest.Object(protocol.Schemas.ResourceSchemas[typeName], map[string]tftypes.Value{
					"id":      protocoltest.String(test.imported[0] + "/" + test.imported[1]),
					"edge_id": protocoltest.String(test.imported[0]), "route_id": protocoltest.String(test.imported[1]),
				})
			}
			if err != nil || len(told) != 1 || !mentions(told, summary) || (told.Err() == nil) != imported.Exists() || !imported.State.Equal(want) {
				t.Errorf("got %v, %s\nimported %s, want %s", err, told, imported.State, want)
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
		"all":                                {protocoltest.IgnoreAll, `"enabled":true`, protocoltest.NoOp},
		"all, with settings":                 {protocoltest.IgnoreAll, `"cookie_prefix":"x."`, protocoltest.NoOp},
		"identity provider":                  {provider, `"deletion_policy":null`, protocoltest.NoOp},
		"identity provider, with settings":   {provider, `"cookie_prefix":"x."`, protocoltest.Update},
		"identity provider, with everything": {provider, `"enabled":true,"deletion_policy":"ABANDON"`, protocoltest.Update},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			module.imports()
			one := with(idpWith("idp_2", plain("first", "example.com")), test.more)
			module.ignored = []string{test.ignored}
			if _, told, err := module.like.PlanChange(t.Context(), module.Instance, module.change(one)); err != nil ||
				!mentions(told, "Nothing is sent for the OAuth module of route", "ignore_changes") {
				t.Errorf("got %v, %s", err, told)
			}
			module.apply(test.action, one)
			module.plans(protocoltest.NoOp, one)
			// Once it is not ignored, the whole module is sent.
			module.ignored = nil
			module.applies(protocoltest.Update, one, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "first" && strings.Contains(test.more, "cookie_prefix") == (m.CookiePrefix == "x.")
			}))
		})
	}
}

// TestIgnoreChanges_secret changes another argument while the configuration
// has an app whose changes are ignored: the service must not get the client id of
// one app with the secret of the other.
func TestIgnoreChanges_secret(t *testing.T) {
	t.Parallel()
	const a, aHidden, bHidden = `"client_id":"a","client_secret":"first"`, `"client_id":"a","client_secret_wo":"first"`, `"client_id":"b","client_secret_wo":"second"`
	for name, test := range map[string]struct {
		before, then  string
		identityAfter string // the identity provider that is configured then
		secret        string // what the service has at the end
		refused       bool
	}{
		"stored":                                {a, `"client_id":"b","client_secret":"second"`, "idp_2", "first", false},
		"stored, then write-only":               {a, bHidden, "idp_2", "first", false},
		"write-only, the same app":              {aHidden, `"client_id":"a","client_secret_wo":"second"`, "idp_2", "second", false},
		"write-only, another app":               {aHidden, bHidden, "idp_2", "first", true},
		"write-only, another identity provider": {aHidden, `"client_id":"a","client_secret_wo":"second"`, "idp_3", "first", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			has := serves(func(m refapi.OAuthModule) bool {
				return m.Provider.ClientID == "a" && m.Provider.ClientSecret == test.secret && m.Provider.Name == "idp_2"
			})
			before := idpWith("idp_2", test.before, oneDomain)
			changed := with(idpWith(test.identityAfter, test.then), `"cookie_prefix":"x."`)
			module.applies(protocoltest.Create, before)
			module.ignored = []string{provider}
			if test.refused {
				module.requests(nil, func() { module.fails(changed, "The client secret is not known") })
				changed = before
			} else {
				module.apply(protocoltest.Update, changed, put)
			}
			module.applies(protocoltest.NoOp, changed, has)
			module.disables()
		})
	}
}

// TestUndocumented_importedSettings imports settings that the configuration leaves
// out. They stay until one was configured: removing that brings the service's
// default back.
func TestUndocumented_importedSettings(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.SetRouteOAuth("edge_1", "route_1", refapi.OAuthModule{
		Enabled: true, OptionsPassthrough: true, CookiePrefix: "mine.", InactivityTimeout: new(uint32(600)), MaximumDuration: new(uint32(5)),
		Provider: refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.com"}, Scopes: []string{"the service's"}},
	})
	module := liveUndocumented(t, server)
	module.imports()
	are := func(prefix string, inactivity *uint32) check {
		return serves(func(m refapi.OAuthModule) bool {
			return m.OptionsPassthrough && m.CookiePrefix == prefix && cmp.Equal(m.InactivityTimeout, inactivity) && *m.MaximumDuration == 5
		})
	}
	least := idpWith("idp_2", oneDomain)
	module.plans(protocoltest.NoOp, with(least, `"deletion_policy":null`))
	module.plans(protocoltest.NoOp, with(least, `"deletion_policy":"ABANDON","cookie_prefix":"mine."`))
	module.apply(protocoltest.Update, least)
	module.applies(protocoltest.NoOp, least, are("mine.", new(uint32(600))), has("cookie_prefix", "mine."))
	// What others change is no difference, and is kept too.
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.CookiePrefix = "theirs." })
	module.applies(protocoltest.NoOp, least)
	module.applies(protocoltest.Update, with(idpWith("idp_2"), `"inactivity_timeout":700`), are("theirs.", new(uint32(700))))
	module.applies(protocoltest.Update, idpWith("idp_2"), are("theirs.", nil), has("inactivity_timeout", nil), has("maximum_duration", int64(5)))
	module.applies(protocoltest.Update, with(idpWith("idp_2"), `"cookie_prefix":"ours."`), are("ours.", nil))
	module.applies(protocoltest.Update, idpWith("idp_2"), are("", nil), has("cookie_prefix", nil))
	// A replacement is a new module, of which nothing was imported.
	module.replaces(with(least, `"route_id":"route_2"`), put, putSecond)
	module.is(has("maximum_duration", nil))
}

// TestAccUndocumented_generatedConfiguration lets the CLI generate the
// configuration of an imported module. It plans no change once the secret of the
// user's own app is filled in, which no service answers.
func TestAccUndocumented_generatedConfiguration(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	ownApp, managed := everything(), everything()
	managed.Provider.ClientID, managed.Provider.ClientSecret, managed.Provider.Scopes = "", "", nil
	for name, test := range map[string]struct {
		live    refapi.OAuthModule
		isOwn   bool
		applied string
	}{
		"most":    {managed, false, "1 imported, 0 added, 0 changed, 0 destroyed"},
		"own app": {ownApp, true, "1 imported, 0 added, 1 changed, 0 destroyed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := startUndocumented(t), binary.NewCLI(t)
			cli.SkipUnlessGenerates(t)
			server.SetRouteOAuth("edge_1", "route_1", test.live)
			cli.Configure(t, server.ConfigUndocumented(importBlock(`id = "edge_1/route_1"`)))
			output, err := cli.Run(t, "plan", "-generate-config-out=generated.tf")
			if (err != nil) != test.isOwn {
				t.Fatalf("got %v, %s", err, output)
			}
			generated := filepath.Join(cli.Dir, "generated.tf")
			var writes []string
			if test.isOwn {
				if !acctest.Message("client_secret").MatchString(output) {
					t.Errorf("the plan does not ask for the secret: %s", output)
				}
				filled := regexp.MustCompile(`client_secret +=.*`).ReplaceAllString(read(t, generated), `client_secret = "canary"`)
				if err := os.WriteFile(generated, []byte(filled), 0o600); err != nil {
					t.Fatal(err)
				}
				writes = []string{put}
			}
			if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, test.applied) {
				t.Errorf("expected %q, got\n%s\nof\n%s", test.applied, output, read(t, generated))
			}
			cli.MustRun(t, "plan", "-detailed-exitcode")
			if err := errors.Join(server.ExpectWritesNow(writes...), holdsNow(server.API, func(held refapi.OAuthModule) bool {
				return reflect.DeepEqual(held, test.live)
			})); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUndocumented_import(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.SetRouteOAuth("edge_1", "route_1", everything())
	protocol := switchedOn(t, server)
	instance, told, err := protocol.Import(t.Context(), typeName, "edge_1/route_1")
	if err != nil || len(told) > 0 {
		t.Fatalf("got %v, %s", err, told)
	}
	want := attributesOf(t, protocol, with(asAnswered, `"deletion_policy":"ABANDON"`))
	if !instance.State.Equal(want) {
		t.Errorf("imported\n%s, want\n%s", instance.State, want)
	}
	only(server, http.MethodGet, refapi.Fault{Body: `{"provider":{"idp_2":{}}}`})
	bare := attributesOf(t, protocol, `{"id":"edge_1/route_1","enabled":true,"deletion_policy":"ABANDON","provider":{"idp_2":{}}}`)
	if instance, told, err = protocol.Import(t.Context(), typeName, "edge_1/route_1"); err != nil || !instance.State.Equal(bare) {
		t.Errorf("imported %s, %v, %s, want %s", instance.State, err, told, bare)
	}
	server.Intercept(nil)
	if none, told, err := protocol.Import(t.Context(), typeName, "edge_1/route_2"); err == nil && none.Exists() {
		t.Errorf("a route without a module is imported: %s", told)
	}
	// One that was imported blindly, and whose identity provider is ignored, is read in
	// full later on. Its policy stays.
	module := liveOn(t, server)
	module.imports()
	module.ignored = []string{provider}
	module.apply(protocoltest.Update, idpWith("idp_1"))
	module.like = protocol
	module.run()
	module.is(has(idp1+"client_id", "app"), has(deletionPolicy, "DISABLE"))
}
