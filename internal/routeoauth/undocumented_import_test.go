// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// TestAccUndocumented_importChangesNothing imports a module whose configuration
// says what is live.
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
	protocol := switchedOn(t, server.URL)
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
	if _, told, err := protocol.Import(t.Context(), typeName, "edge_1/route_2"); err != nil || !mentions(told, "The first apply will replace") {
		t.Errorf("a route without a module: got %v, %s", err, told)
	}
}

// mentions reports whether diagnostics have words, in this order.
func mentions(told protocoltest.Diagnostics, words ...string) bool {
	return acctest.Message(words...).MatchString(told.String())
}
