// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
	var err error
	if module.Instance, _, err = module.like.Import(t.Context(), typeName, "edge_1/route_1"); err != nil {
		t.Fatal(err)
	}
	are := func(prefix string, inactivity *uint32) check {
		return serves(func(m refapi.OAuthModule) bool {
			return m.OptionsPassthrough && m.CookiePrefix == prefix && cmp.Equal(m.InactivityTimeout, inactivity) && *m.MaximumDuration == 5
		})
	}
	least := idpWith("idp_2", oneDomain)
	module.plans(protocoltest.NoOp, with(least, `"deletion_policy":"PREVENT"`))
	module.plans(protocoltest.NoOp, with(least, `"deletion_policy":"PREVENT","cookie_prefix":"mine."`))
	module.carriesOut(protocoltest.Update, least, nil)
	module.applies(protocoltest.NoOp, least, are("mine.", new(uint32(600))), has("cookie_prefix", "mine."))
	// What others change is no difference, and is kept too.
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.CookiePrefix = "theirs." })
	module.applies(protocoltest.NoOp, least)
	configured := with(idpWith("idp_2"), `"inactivity_timeout":700`)
	module.applies(protocoltest.Update, configured, are("theirs.", new(uint32(700))))
	module.applies(protocoltest.Update, idpWith("idp_2"), are("theirs.", nil), has("inactivity_timeout", nil), has("maximum_duration", int64(5)))
	module.applies(protocoltest.Update, with(idpWith("idp_2"), `"cookie_prefix":"ours."`), are("ours.", nil))
	module.applies(protocoltest.Update, idpWith("idp_2"), are("", nil), has("cookie_prefix", nil))
	// A replacement is a new module, of which nothing was imported.
	module.replaces(with(least, `"route_id":"route_2"`), put, "PUT /edges/https/edge_1/routes/route_2/oauth")
	if err := has("maximum_duration", nil)(module); err != nil {
		t.Error(err)
	}
}

// TestAccUndocumented_generatedConfiguration lets the CLI generate the
// configuration of an imported module. It plans no change once the secret of the
// user's own app is filled in, which no service answers.
func TestAccUndocumented_generatedConfiguration(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	most := refapi.OAuthModule{
		OptionsPassthrough: true, CookiePrefix: "mine.", InactivityTimeout: new(uint32(0)), MaximumDuration: new(uint32(4294967295)),
		Provider: refapi.IdentityProvider{Name: "idp_1", EmailDomains: []string{"example.com"}, Teams: []string{"a/b"}, Organizations: []string{"o"}},
	}
	ownApp := most
	ownApp.Provider.ClientID, ownApp.Provider.ClientSecret, ownApp.Provider.Scopes = "app", "canary", []string{"s"}
	for name, test := range map[string]struct {
		live    refapi.OAuthModule
		isOwn   bool
		applied string
	}{
		"most":    {most, false, "1 imported, 0 added, 0 changed, 0 destroyed"},
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

// TestUndocumented_import reads everything but the secret into state.
func TestUndocumented_import(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.SetRouteOAuth("edge_1", "route_1", refapi.OAuthModule{
		Enabled: false, InactivityTimeout: new(uint32(0)), AuthCheckInterval: new(uint32(4294967295)),
		Provider: refapi.IdentityProvider{
			Name: "idp_1", ClientID: "app", ClientSecret: "canary", Scopes: []string{"s"}, EmailAddresses: []string{"A@example.com"},
			EmailDomains: []string{"example.com"}, Teams: []string{"a/b"}, Organizations: []string{"o"},
		},
	})
	protocol := switchedOn(t, server)
	instance, told, err := protocol.Import(t.Context(), typeName, "edge_1/route_1")
	if err != nil || len(told) > 0 {
		t.Fatalf("got %v, %s", err, told)
	}
	want := attributesOf(t, protocol, `{"enabled":false,"options_passthrough":false,"cookie_prefix":"trafficedge.","inactivity_timeout":0,
		"auth_check_interval":4294967295,"deletion_policy":"PREVENT","provider":{"idp_1":{"client_id":"app","scopes":["s"],
		"email_addresses":["A@example.com"],"email_domains":["example.com"],"teams":["a/b"],"organizations":["o"]}}}`)
	if !instance.State.Equal(want) {
		t.Errorf("imported\n%s, want\n%s", instance.State, want)
	}
	if none, told, err := protocol.Import(t.Context(), typeName, "edge_1/route_2"); err == nil && none.Exists() {
		t.Errorf("a route without a module is imported: %s", told)
	}
}

// mentions reports whether diagnostics have words, in this order.
func mentions(told protocoltest.Diagnostics, words ...string) bool {
	return acctest.Message(words...).MatchString(told.String())
}
