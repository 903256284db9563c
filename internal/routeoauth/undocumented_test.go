// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

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
	managed, least := idpWith("idp_1", oneDomain), idpWith("idp_1", plain("first", "example.com"))
	most := with(idpWith("idp_1", plain("first", "example.com"), `"scopes":["read"]`, `"teams":["acme/web"]`), fullMembers)
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
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.Provider.EmailDomains = nil })
	documented.apply(protocoltest.NoOp, managed)
	module.apply(protocoltest.Update, managed)
	module.destroy()
}

// If the service responds that a module does not exist, the provider removes the module from
// state after one read. A false alarm costs one PUT.
func TestUndocumented_gone(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	module := liveUndocumented(t, server)
	module.apply(protocoltest.Create, idpWith("idp_2", oneDomain))
	server.RemoveRouteOAuth("edge_1", "route_1")
	server.ResetRequests()
	diags, err := acctest.Must(module.like.Again(t.Context()))(t).Refresh(t.Context(), module.Instance)
	if err != nil || module.Exists() || !mentions(diags, `The service has no OAuth module of route "route_1"`) || len(server.Requests()) != 1 {
		t.Errorf("got %v, %s, %v", err, diags, server.Requests())
	}
	module.apply(protocoltest.Create, idpWith("idp_2", oneDomain))
}

// TestUndocumented_faults reads a module while the service returns errors. The errors
// contain the expected words and no secret, and the module stays in state.
func TestUndocumented_faults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault refapi.Fault
		words string
	}{
		"unusable": {refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`}, "read_route_oauth"},
		"quoting":  {refapi.Fault{Status: http.StatusBadRequest, Body: `{"detail":"not like this: canary"}`}, "not like this"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			module := liveUndocumented(t, server)
			module.apply(protocoltest.Create, idpWith("idp_2", plain("canary", "example.com")))
			before := module.State
			only(server, http.MethodGet, test.fault)
			diags, err := acctest.Must(module.like.Again(t.Context()))(t).Refresh(t.Context(), module.Instance)
			if err != nil || diags.Err() == nil || !mentions(diags, test.words) || !module.State.Equal(before) || strings.Contains(diags.String(), "canary") {
				t.Errorf("got %v, %s", err, diags)
			}
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

// A service may merge a PUT with the former module. A former options_passthrough or client
// id that the response still has is an error, although the plan leaves both to the service.
func TestResource_merged(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.apply(protocoltest.Create, with(idpWith("idp_2", plain("canary", "example.com")), `"options_passthrough":true`))
	merged := `{"enabled":true,"options_passthrough":true,"provider":{"idp_2":{"client_id":"app",` + oneDomain + `}}}`
	module.withFault(refapi.Fault{Body: merged}, func() {
		diags := module.expectError(idpWith("idp_2", oneDomain), "did not apply", "The next apply sends the whole module again")
		if got := refused(diags); !slices.Equal(got, []string{idp2 + "client_id", "options_passthrough"}) {
			t.Errorf("got errors at %q, %s", got, diags)
		}
	})
	module.apply(protocoltest.Update, idpWith("idp_2", oneDomain))
	// A managed app may have an id, and the service may choose to pass OPTIONS requests.
	module.withFault(refapi.Fault{Body: merged}, func() {
		module.applyWith(protocoltest.Update, idpWith("idp_2", oneDomain, `"email_addresses":[]`), put)
	})
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
			config := protocoltest.Dynamic(protocoltest.Value(schema.ValueType(), map[string]any{"edge_id": "edge_1", "route_id": test.route}))
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
