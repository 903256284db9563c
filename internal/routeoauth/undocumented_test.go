// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const remove = "DELETE /edges/https/edge_1/routes/route_1/oauth"

// everything returns a module with every setting. The constant asRead is the state after
// a read of that module.
func everything() refapi.OAuthModule {
	return refapi.OAuthModule{
		OptionsPassthrough: true, CookiePrefix: "mine.",
		InactivityTimeout: new(uint32(0)), MaximumDuration: new(uint32(math.MaxUint32)), AuthCheckInterval: new(uint32(1)),
		Provider: refapi.IdentityProvider{
			Name: "idp_1", ClientID: "app", ClientSecret: "canary", Scopes: []string{"s"}, EmailAddresses: []string{"A@example.com"},
			EmailDomains: []string{"example.com"}, Teams: []string{"a/b"}, Organizations: []string{"o"},
		},
	}
}

const asRead = `{"id":"edge_1/route_1","enabled":false,"options_passthrough":true,"cookie_prefix":"mine.","inactivity_timeout":0,"maximum_duration":4294967295,` +
	`"auth_check_interval":1,"provider":{"idp_1":{"client_id":"app","scopes":["s"],"email_addresses":["A@example.com"],` +
	`"email_domains":["example.com"],"teams":["a/b"],"organizations":["o"]}}}`

func only(server *acctest.Server, method string, fault refapi.Fault) {
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method != method {
			return nil
		}
		return &fault
	})
}

func TestUndocumented_ladder(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true, IdentityProviderNames: map[string]string{"idp_1": "alpha"}})
	module := liveUndocumented(t, server)
	const policy = `"deletion_policy":"DELETE"`
	managed, least := with(idpWith("idp_1", oneDomain), policy), with(idpWith("idp_1", plain("first", "example.com")), policy)
	most := with(with(idpWith("idp_1", plain("first", "example.com"), `"scopes":["read"]`, `"teams":["acme/web"]`), policy), fullMembers)
	healed := serves(func(m refapi.OAuthModule) bool {
		return m.Enabled && m.CookiePrefix == "mine." && m.Provider.Name == "idp_1" && m.Provider.ClientSecret == "first" &&
			len(m.Provider.EmailDomains) == 1 && *m.MaximumDuration == math.MaxUint32
	})
	module.apply(protocoltest.Create, least, has("cookie_prefix", nil))
	module.apply(protocoltest.NoOp, least, has("options_passthrough", nil))
	module.apply(protocoltest.Update, most, healed)
	module.apply(protocoltest.NoOp, most)
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
		m.Enabled, m.CookiePrefix, m.MaximumDuration = false, "theirs.", nil
		m.Provider = refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.org"}}
	})
	module.apply(protocoltest.Update, most, healed)
	module.apply(protocoltest.Update, least)
	module.apply(protocoltest.Update, managed)
	// Settings that are not configured do not show drift.
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
		m.CookiePrefix, m.OptionsPassthrough, m.MaximumDuration = "theirs.", true, new(uint32(5))
		m.Provider.ClientID, m.Provider.ClientSecret, m.Provider.Scopes = "managed", "secret", []string{"read"}
	})
	module.apply(protocoltest.NoOp, managed, has("cookie_prefix", nil))
	// A provider without undocumented_operations sends no undocumented requests and
	// shows no drift.
	documented := liveOn(t, server)
	documented.Instance = module.Instance
	disabling := with(idpWith("idp_1", oneDomain), `"deletion_policy":"DISABLE"`)
	documented.applyWith(protocoltest.Update, disabling)
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.Provider.EmailDomains = nil })
	documented.apply(protocoltest.NoOp, disabling)
	module.apply(protocoltest.Update, managed)
	module.applyWith(protocoltest.Delete, destroyed, remove)
	if left, there := server.RouteOAuth("edge_1", "route_1"); there {
		t.Errorf("the service is left with %+v", left)
	}
}

// In TestUndocumented_gone, the service responds that the module does not exist, and the
// provider removes the module from state. The reads of a service may lag behind a
// creation, so the provider retries the read before it removes the module.
func TestUndocumented_gone(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	module := liveUndocumented(t, server)
	module.apply(protocoltest.Create, idpWith("idp_2", oneDomain))
	created, _ := server.RouteOAuth("edge_1", "route_1")
	server.RemoveRouteOAuth("edge_1", "route_1")
	reads := 0
	server.Intercept(func(refapi.Request) *refapi.Fault {
		reads++
		if reads == 2 {
			server.SetRouteOAuth("edge_1", "route_1", created)
		}
		return nil
	})
	module.run()
	if !module.Exists() {
		t.Fatal("a read that lags removes the module from state")
	}
	server.RemoveRouteOAuth("edge_1", "route_1")
	diags, err := acctest.Must(module.like.Again(t.Context()))(t).Refresh(t.Context(), module.Instance)
	if err != nil || module.Exists() || !mentions(diags, `The service has no OAuth module of route "route_1"`) {
		t.Errorf("got %v, %s", err, diags)
	}
	module.apply(protocoltest.Create, idpWith("idp_2", oneDomain))
}

// TestUndocumented_faults reads and deletes a module while the service returns errors.
// The errors contain the expected words and no secret, and the module stays in state.
func TestUndocumented_faults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault          refapi.Fault
		read, deletion string
		next           protocoltest.Action // the plan after the failed deletion
	}{
		"unusable": {refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`}, "read_route_oauth", "may have changed", protocoltest.Update},
		"quoting": {
			refapi.Fault{Status: http.StatusBadRequest, Body: quoting(`{"client_secret":"canary"}`)}, "not like this", "not like this", protocoltest.NoOp,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			module, config := liveUndocumented(t, server), with(idpWith("idp_2", plain("canary", "example.com")), `"deletion_policy":"DELETE"`)
			module.apply(protocoltest.Create, config)
			before := module.State
			only(server, http.MethodGet, test.fault)
			diags, err := acctest.Must(module.like.Again(t.Context()))(t).Refresh(t.Context(), module.Instance)
			if err != nil || diags.Err() == nil || !mentions(diags, test.read) || !module.State.Equal(before) {
				t.Errorf("reading: got %v, %s", err, diags)
			}
			only(server, http.MethodDelete, test.fault)
			diags = append(diags, module.expectError(destroyed, "Could not delete the OAuth module of route", test.deletion)...)
			if strings.Contains(diags.String(), "canary") || mentions(diags, "The route stays protected") {
				t.Errorf("got %s", diags)
			}
			module.expect(serves(isEnabled))
			server.Intercept(nil)
			module.apply(test.next, config)
		})
	}
}

// In TestUndocumented_leftover, an update fails but leaves settings on the service. A
// refresh does not show these settings, but the next apply sends the module again.
func TestUndocumented_leftover(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	module, before := liveUndocumented(t, server), idpWith("idp_2", oneDomain)
	module.apply(protocoltest.Create, before)
	only(server, http.MethodPut, refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`, AfterActing: true})
	module.expectError(with(with(before, `"options_passthrough":true`), `"auth_check_interval":0`), "may have changed", "The next apply sends the whole module")
	server.Intercept(nil)
	module.apply(protocoltest.Update, before, serves(func(m refapi.OAuthModule) bool { return !m.OptionsPassthrough && m.AuthCheckInterval == nil }))
}

func TestDataSource(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.SetRouteOAuth("edge_1", "route_1", everything())
	protocol := switchedOn(t, server)
	for name, test := range map[string]struct {
		protocol *protocoltest.Provider
		route    string
		words    []string // words of the expected error
	}{
		"everything": {protocol, "route_1", nil},
		"no module":  {protocol, "route_2", []string{"Could not read the OAuth module of route", "404 Not Found"}},
		"not named":  {configured(t, server.URL), "route_1", []string{"Could not read the OAuth module of route", "read_route_oauth"}},
		"empty id":   {protocol, "", []string{"string length must be at least 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			schema := protocol.Schemas.DataSourceSchemas[typeName]
			config := dynamic(t, protocoltest.Object(schema, map[string]tftypes.Value{
				"edge_id": protocoltest.String("edge_1"), "route_id": protocoltest.String(test.route),
			}))
			validated := acctest.Must(protocol.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: config}))(t)
			read := acctest.Must(test.protocol.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: config}))(t)
			diags := append(protocoltest.Diagnostics(validated.Diagnostics), read.Diagnostics...)
			if (diags.Err() == nil) != (test.words == nil) || !mentions(diags, test.words...) {
				t.Fatalf("expected %q, got %s", test.words, diags)
			}
			if state, err := read.State.Unmarshal(schema.ValueType()); test.words == nil && (err != nil || !state.Equal(moduleOf(t, schema, asRead))) {
				t.Errorf("got %s, %v\nwant %s", state, err, asRead)
			}
		})
	}
}
