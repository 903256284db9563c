// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func dataSource(route string) string {
	return fmt.Sprintf("data %q \"test\" {\nedge_id = \"edge_1\"\nroute_id = %q\n}\n", typeName, route)
}

func shown(value knownvalue.Check, names ...string) statecheck.StateCheck {
	return statecheck.ExpectKnownValue("data."+address, pathOf(names), value)
}

func TestAccDataSource_everything(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.SetRouteOAuth("edge_1", "route_1", refapi.OAuthModule{
		Enabled: true, OptionsPassthrough: true, CookiePrefix: "mine.",
		InactivityTimeout: new(uint32(1)), MaximumDuration: new(uint32(2)), AuthCheckInterval: new(uint32(0)),
		Provider: refapi.IdentityProvider{
			Name: "idp_1", ClientID: "app", ClientSecret: "canary", Scopes: []string{"s"}, EmailAddresses: []string{"A@example.com"},
			EmailDomains: []string{"example.com"}, Teams: []string{"a/b"}, Organizations: []string{"o"},
		},
	})
	server.SetRouteOAuth("edge_1", "route_2", refapi.OAuthModule{Provider: refapi.IdentityProvider{Name: "idp_7"}})
	nothing := knownvalue.Null()
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config: server.ConfigUndocumented(dataSource("route_1")),
				ConfigStateChecks: []statecheck.StateCheck{
					shown(knownvalue.Bool(true), "enabled"),
					shown(knownvalue.Bool(true), "options_passthrough"),
					shown(knownvalue.StringExact("mine."), "cookie_prefix"),
					shown(knownvalue.Int64Exact(1), "inactivity_timeout"),
					shown(knownvalue.Int64Exact(2), "maximum_duration"),
					shown(knownvalue.Int64Exact(0), "auth_check_interval"),
					shown(knownvalue.ObjectExact(map[string]knownvalue.Check{
						"idp_1": knownvalue.ObjectExact(map[string]knownvalue.Check{
							"client_id": knownvalue.StringExact("app"), "scopes": set("s"), "email_addresses": set("A@example.com"),
							"email_domains": set("example.com"), "teams": set("a/b"), "organizations": set("o"),
						}),
						"idp_2": nothing, "idp_3": nothing, "idp_4": nothing, "idp_5": nothing, "idp_6": nothing, "idp_7": nothing, "idp_8": nothing,
					}), provider),
				},
			},
			{
				Config: server.ConfigUndocumented(dataSource("route_2")),
				ConfigStateChecks: []statecheck.StateCheck{
					shown(knownvalue.Bool(false), "enabled"),
					shown(nothing, "maximum_duration"),
					shown(knownvalue.ObjectExact(map[string]knownvalue.Check{
						"client_id": nothing, "scopes": nothing, "email_addresses": nothing, "email_domains": nothing,
					}), provider, "idp_7"),
				},
			},
		},
	})
}

func TestAccDataSource_failures(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	lackingRead := func() { only(server, http.MethodGet, refapi.Fault{Status: http.StatusMethodNotAllowed}) }
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{
			{
				Config:      server.Config(dataSource("route_1")),
				ExpectError: acctest.Message("Could not read the OAuth module of route", "read_route_oauth"),
			},
			{
				PreConfig: func() {
					if err := server.ExpectRequestsNow(); err != nil {
						t.Error(err)
					}
				},
				Config:      server.ConfigUndocumented(dataSource("route_1")),
				ExpectError: acctest.Message("Could not read the OAuth module of route", "404 Not Found"),
			},
			{
				Config:      server.ConfigUndocumented(dataSource("")),
				ExpectError: acctest.Message("string length must be at least 1"),
			},
			{
				PreConfig:   lackingRead,
				Config:      server.ConfigUndocumented(dataSource("route_1")),
				ExpectError: acctest.Message("Could not read the OAuth module of route", "405", "read_route_oauth"),
			},
			{Config: server.Config("")},
		},
	})
}
