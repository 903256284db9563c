// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"math"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const remove = "DELETE /edges/https/edge_1/routes/route_1/oauth"

func startUndocumented(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{Undocumented: true})
}

// TestUndocumented_ladder creates a module, changes it, sees its drift and its
// loss, and deletes it.
func TestUndocumented_ladder(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true, IdentityProviderNames: map[string]string{"idp_1": "alpha"}})
	module := liveUndocumented(t, server)
	const policy = `"deletion_policy":"DELETE"`
	least := with(idpWith("idp_1", plain("first", "example.com")), policy)
	most := with(with(idpWith("idp_1", plain("first", "example.com"), `"scopes":["read"]`, `"teams":["acme/web"]`), policy), fullMembers)
	healed := serves(func(m refapi.OAuthModule) bool {
		return m.Enabled && m.CookiePrefix == "mine." && m.Provider.Name == "idp_1" && m.Provider.ClientSecret == "first" &&
			len(m.Provider.EmailDomains) == 1 && *m.MaximumDuration == math.MaxUint32
	})
	module.applies(protocoltest.Create, least, has("cookie_prefix", nil))
	module.applies(protocoltest.NoOp, least, has("options_passthrough", nil))
	module.applies(protocoltest.Update, most, healed)
	module.applies(protocoltest.NoOp, most)
	for _, drift := range []func(*refapi.OAuthModule){
		func(m *refapi.OAuthModule) { m.Enabled = false },
		func(m *refapi.OAuthModule) { m.CookiePrefix, m.MaximumDuration = "theirs.", nil },
		func(m *refapi.OAuthModule) { m.Provider.EmailDomains = []string{"example.com", "example.org"} },
		func(m *refapi.OAuthModule) {
			m.Provider = refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.org"}}
		},
	} {
		server.ChangeRouteOAuth("edge_1", "route_1", drift)
		module.applies(protocoltest.Update, most, healed, has("identity_provider.idp_1.client_secret", "first"))
	}
	server.RemoveRouteOAuth("edge_1", "route_1")
	module.applies(protocoltest.Create, most, healed)
	module.applies(protocoltest.Update, least)
	module.destroys(remove)
	if left, there := server.RouteOAuth("edge_1", "route_1"); there {
		t.Errorf("the service is left with %+v", left)
	}
}

// TestUndocumented_off makes only documented requests to a service that offers
// more. The state stays good when the setting is turned on and off.
func TestUndocumented_off(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	module := liveOn(t, server)
	one := idpWith("idp_2", hidden("first", "1", "example.com"))
	module.applies(protocoltest.Create, one)
	module.applies(protocoltest.NoOp, one)
	documented := module.like
	module.like, module.reads = switchedOn(t, server), true
	module.applies(protocoltest.NoOp, one)
	module.like, module.reads = documented, false
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.Provider.EmailDomains = nil })
	module.applies(protocoltest.NoOp, one)
	module.disables()
}

// TestUndocumented_unset changes settings on the service that the configuration
// leaves to it, which is no drift.
func TestUndocumented_unset(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	module := liveUndocumented(t, server)
	one := idpWith("idp_2", oneDomain)
	module.applies(protocoltest.Create, one)
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
		m.CookiePrefix, m.OptionsPassthrough, m.MaximumDuration = "theirs.", true, new(uint32(5))
		m.Provider.ClientID, m.Provider.ClientSecret, m.Provider.Scopes = "managed", "secret", []string{"read"}
	})
	module.applies(protocoltest.NoOp, one, has("cookie_prefix", nil))
	module.disables()
}
