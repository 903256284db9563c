// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const remove = "DELETE /edges/https/edge_1/routes/route_1/oauth"

func startUndocumented(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{Undocumented: true})
}

// undocumentedStep is step with undocumented_operations switched on.
func undocumentedStep(
	server *acctest.Server, arguments string, action plancheck.ResourceActionType, checks ...statecheck.StateCheck,
) resource.TestStep {
	one := step(server, arguments, action, checks...)
	one.Config = server.ConfigUndocumented(module(arguments))
	writes := []string{put}
	if action == plancheck.ResourceActionNoop {
		writes = nil
	}
	one.ConfigStateChecks[len(checks)] = server.ExpectWrites(writes...)
	return one
}

// deleted is a test case which ends with no module on the service.
func deleted(server *acctest.Server, steps ...resource.TestStep) resource.TestCase {
	all := testCase(server, steps...)
	all.CheckDestroy = func(*terraform.State) error {
		if left, there := server.RouteOAuth("edge_1", "route_1"); there {
			return fmt.Errorf("the service is left with %+v", left)
		}
		return server.ExpectWritesNow(remove)
	}
	return all
}

// TestAccUndocumented_ladder creates, changes, sees drift in and loses a module,
// and deletes it.
func TestAccUndocumented_ladder(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	policy := "deletion_policy = \"DELETE\"\n"
	least := policy + idp("idp_1", stored("first", "example.com"))
	most := policy + idp("idp_1", stored("first", "example.com")+`
		scopes        = ["read"]
		teams         = ["acme/web"]`) + fullSettings
	drift := func(change func(*refapi.OAuthModule)) func() {
		return func() { server.ChangeRouteOAuth("edge_1", "route_1", change) }
	}
	healed := holds(server, func(m refapi.OAuthModule) bool {
		return m.Enabled && m.CookiePrefix == "mine." && m.Provider.Name == "idp_1" && m.Provider.ClientSecret == "first" &&
			len(m.Provider.EmailDomains) == 1 && *m.MaximumDuration == math.MaxUint32
	})
	again := func(change func(*refapi.OAuthModule)) resource.TestStep {
		return after(drift(change), undocumentedStep(server, most, plancheck.ResourceActionUpdate, healed,
			setting(knownvalue.StringExact("first"), "idp_1", "client_secret")))
	}
	resource.Test(t, deleted(server,
		undocumentedStep(server, least, plancheck.ResourceActionCreate, expectAttribute(knownvalue.Null(), "cookie_prefix")),
		undocumentedStep(server, least, plancheck.ResourceActionNoop, expectAttribute(knownvalue.Null(), "options_passthrough")),
		undocumentedStep(server, most, plancheck.ResourceActionUpdate, healed),
		undocumentedStep(server, most, plancheck.ResourceActionNoop),
		again(func(m *refapi.OAuthModule) { m.Enabled = false }),
		again(func(m *refapi.OAuthModule) { m.CookiePrefix, m.MaximumDuration = "theirs.", nil }),
		again(func(m *refapi.OAuthModule) { m.Provider.EmailDomains = []string{"example.com", "example.org"} }),
		again(func(m *refapi.OAuthModule) {
			m.Provider = refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.org"}}
		}),
		after(func() { server.RemoveRouteOAuth("edge_1", "route_1") }, undocumentedStep(server, most, plancheck.ResourceActionCreate, healed)),
		undocumentedStep(server, least, plancheck.ResourceActionUpdate),
	))
}

// TestAccUndocumented_off makes no request but the documented ones of a service
// that offers more, and goes on with the state that they left when the switch is
// turned on and off.
func TestAccUndocumented_off(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	arguments := idp("idp_2", writeOnly("first", "1", "example.com"))
	resource.Test(t, testCase(server,
		step(server, arguments, plancheck.ResourceActionCreate),
		step(server, arguments, plancheck.ResourceActionNoop),
		undocumentedStep(server, arguments, plancheck.ResourceActionNoop),
		after(func() {
			server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.Provider.EmailDomains = nil })
			server.ResetRequests()
		}, step(server, arguments, plancheck.ResourceActionNoop)),
	))
	if err := server.ExpectRequestsNow(put); err != nil {
		t.Error(err)
	}
}

// TestAccUndocumented_unset changes on the service what the configuration leaves
// to it, which is no drift.
func TestAccUndocumented_unset(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	arguments := idp("idp_2", `email_domains = ["example.com"]`)
	resource.Test(t, testCase(server,
		undocumentedStep(server, arguments, plancheck.ResourceActionCreate),
		after(func() {
			server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
				m.CookiePrefix, m.OptionsPassthrough, m.MaximumDuration = "theirs.", true, new(uint32(5))
				m.Provider.ClientID, m.Provider.ClientSecret, m.Provider.Scopes = "managed", "secret", []string{"read"}
			})
		}, undocumentedStep(server, arguments, plancheck.ResourceActionNoop, expectAttribute(knownvalue.Null(), "cookie_prefix"))),
	))
}

// TestAccUndocumented_routeStaysProtected renames and swaps what is deleted when it
// goes.
func TestAccUndocumented_routeStaysProtected(t *testing.T) {
	t.Parallel()
	named := func(name, route string) string {
		return strings.Replace(onRoute(name, route, ""), "edge_id", "deletion_policy = \"DELETE\"\nedge_id", 1)
	}
	for name, test := range map[string]struct{ before, then string }{
		"renamed": {named("a", "route_1"), named("b", "route_1")},
		"swapped": {named("a", "route_1") + named("b", "route_2"), named("a", "route_2") + named("b", "route_1")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			protected := testCase(server,
				resource.TestStep{Config: server.ConfigUndocumented(test.before)},
				resource.TestStep{
					Config:            server.ConfigUndocumented(test.then),
					ConfigStateChecks: []statecheck.StateCheck{holds(server, isEnabled)},
				},
			)
			protected.CheckDestroy = func(*terraform.State) error {
				if left, there := server.RouteOAuth("edge_1", "route_1"); there {
					return fmt.Errorf("the service is left with %+v", left)
				}
				return nil
			}
			resource.Test(t, protected)
		})
	}
}
