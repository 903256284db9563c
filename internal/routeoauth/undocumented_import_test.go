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

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestAccUndocumented_importChangesNothing imports a module whose configuration
// equals the live one.
func TestAccUndocumented_importChangesNothing(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.SetRouteOAuth("edge_1", "route_1", refapi.OAuthModule{
		Enabled: true, OptionsPassthrough: true, CookiePrefix: "mine.", MaximumDuration: new(uint32(5)),
		Provider: refapi.IdentityProvider{Name: "idp_1", Teams: []string{"a/b"}},
	})
	arguments := "options_passthrough = true\ncookie_prefix = \"mine.\"\nmaximum_duration = 5\n" + idp("idp_1", `teams = ["a/b"]`)
	resource.Test(t, testCase(server, resource.TestStep{
		Config: server.ConfigUndocumented(importBlock(`id = "edge_1/route_1"`) + module(arguments)),
		ConfigPlanChecks: resource.ConfigPlanChecks{
			PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionNoop)},
		},
		ConfigStateChecks: []statecheck.StateCheck{server.ExpectWrites()},
	}))
}

// TestAccUndocumented_generatedConfiguration lets the CLI generate the
// configuration of an imported module. It plans no change once the secret of the
// user's own app is filled in, which no service answers.
func TestAccUndocumented_generatedConfiguration(t *testing.T) {
	t.Parallel()
	binary := acctest.BuildProvider(t)
	least := refapi.OAuthModule{Enabled: true, Provider: refapi.IdentityProvider{Name: "idp_3"}}
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
		"least":   {least, false, "1 imported, 0 added, 0 changed, 0 destroyed"},
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
		"auth_check_interval":4294967295,"deletion_policy":"DISABLE","provider":{"idp_1":{"client_id":"app","scopes":["s"],
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
