// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"math"
	"net/http"
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

func TestUndocumented_ladder(t *testing.T) {
	t.Parallel()
	module := live(t, refapi.Options{Undocumented: true, IdentityProviderNames: map[string]string{"idp_1": "alpha"}})
	managed, least := idpWith("idp_1", oneDomain), idpWith("idp_1", plain("first", "example.com"))
	most := with(idpWith("idp_1", plain("first", "example.com"), `"scopes":["read"]`, `"teams":["acme/web"]`), fullMembers)
	healed := serves(func(m refapi.OAuthModule) bool {
		return m.Enabled && m.CookiePrefix == "mine." && m.Provider.Name == "idp_1" && m.Provider.ClientSecret == "first" &&
			len(m.Provider.EmailDomains) == 1 && *m.MaximumDuration == math.MaxUint32
	})
	module.apply(protocoltest.Create, least, has("cookie_prefix", nil), has("options_passthrough", nil))
	module.apply(protocoltest.Update, most, healed)
	module.server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
		m.Enabled, m.CookiePrefix, m.MaximumDuration = false, "theirs.", nil
		m.Provider = refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.org"}}
	})
	module.apply(protocoltest.Update, most, healed)
	module.apply(protocoltest.Update, least)
	module.apply(protocoltest.Update, managed)
	// Settings that are not configured do not show drift.
	module.server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
		m.CookiePrefix, m.OptionsPassthrough, m.MaximumDuration = "theirs.", true, new(uint32(5))
		m.Provider.ClientID, m.Provider.ClientSecret, m.Provider.Scopes = "managed", "secret", []string{"read"}
	})
	module.apply(protocoltest.NoOp, managed, has("cookie_prefix", nil))
	// A provider without undocumented_operations sends no undocumented requests and
	// shows no drift.
	module.server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.Provider.EmailDomains = nil })
	documented := *module
	documented.like = acctest.Must(protocoltest.New(t.Context(), module.server.Block()))(t)
	documented.apply(protocoltest.NoOp, managed)
	acctest.NoError(t, documented.server.ExpectRequests()())
	module.apply(protocoltest.Update, managed)
	module.destroy()
}

// A refresh sends one request, and another before it removes anything from state. If the service responds that the module does not exist, the
// provider removes it from state: a false alarm costs one PUT. After any other fault, the
// module stays in state. No message shows a secret.
func TestUndocumented_refresh(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault refapi.Fault
		words string
	}{
		"gone":     {refapi.Fault{Status: http.StatusNotFound}, `The service has no OAuth module of route "route_1"`},
		"unusable": {refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`}, "read_route_oauth"},
		"quoting":  {refapi.Fault{Status: http.StatusBadRequest, Body: `{"detail":"not like this: canary"}`}, "not like this"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module, least := live(t, refapi.Options{Undocumented: true}), idpWith("idp_2", plain("canary", "example.com"))
			module.apply(protocoltest.Create, least)
			before, isGone := module.State, name == "gone"
			module.server.ResetRequests()
			module.server.Intercept(func(r refapi.Request) *refapi.Fault {
				if r.Path == "/backends/failover" {
					return nil // The list of failover backends shows that the API answers.
				}
				return &test.fault
			})
			diags := acctest.Must(module.like.Refresh(t.Context(), module.Instance))(t)
			if (diags.Err() == nil) != isGone || !mentions(diags, test.words) || strings.Contains(diags.String(), "canary") {
				t.Errorf("got %s", diags)
			}
			expected := map[bool]int{true: 2, false: 1}[isGone]
			if requests := module.server.Requests(); len(requests) != expected || module.Exists() == isGone || !isGone && !module.State.Equal(before) {
				t.Errorf("after %v, state is %s", requests, module.State)
			}
			module.server.Intercept(nil)
			module.apply(map[bool]protocoltest.Action{true: protocoltest.Create, false: protocoltest.NoOp}[isGone], least)
		})
	}
}

// The response to a read may have an identity provider that nobody names. A refresh and an
// import warn, and the next plan sends the module.
func TestUndocumented_unnamedProvider(t *testing.T) {
	t.Parallel()
	const beside = `{"enabled":true,"provider":{"alpha":{"email_domains":["example.com"]},"gamma":{"email_domains":["example.org"]}}}`
	const alone = `{"enabled":true,"provider":{"gamma":{}}}`
	words := []string{`The response for the OAuth module of route "route_1" of HTTPS edge "edge_1" has the identity provider "gamma"`, "Add it to identity_provider_names", "console"}
	for name, response := range map[string]string{"beside": beside, "alone": alone} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := live(t, refapi.Options{Undocumented: true, IdentityProviderNames: map[string]string{"idp_1": "alpha"}})
			least := idpWith("idp_1", oneDomain)
			module.apply(protocoltest.Create, least)
			module.server.Fail(http.MethodGet, refapi.Fault{Body: response})
			warns := func(diags protocoltest.Diagnostics) {
				t.Helper()
				if diags.Err() != nil || len(diags) != 1 || len(diags.Long()) > 0 || !mentions(diags, words...) {
					t.Errorf("got %s", diags)
				}
				module.expect(has("enabled", nil))
			}
			warns(acctest.Must(module.like.Refresh(t.Context(), module.Instance))(t))
			module.plan(protocoltest.Update, least)
			warns(module.importModule())
			module.plan(protocoltest.Update, least)
			module.server.Intercept(nil)
			module.apply(protocoltest.Update, least)
		})
	}
}

func TestDataSource(t *testing.T) {
	t.Parallel()
	module := live(t, refapi.Options{Undocumented: true})
	module.server.SetRouteOAuth("edge_1", "route_1", everything())
	module.server.Intercept(func(r refapi.Request) *refapi.Fault {
		if !strings.Contains(r.Path, "route_3") {
			return nil
		}
		return &refapi.Fault{Status: http.StatusOK, Body: `{"enabled":true,"provider":{"idp_1":{},"gamma":{"teams":["a/b"]}}}`}
	})
	protocol := module.like
	for name, test := range map[string]struct {
		protocol *protocoltest.Provider
		route    string
		words    []string // words of the expected error
	}{
		"everything": {protocol, "route_1", nil},
		"no module":  {protocol, "route_2", []string{"Could not read the OAuth module of route", "404 Not Found"}},
		"unnamed":    {protocol, "route_3", nil},
		"not named":  {configured(t, module.server.URL), "route_1", []string{"Could not read the OAuth module of route", "read_route_oauth"}},
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
			if name == "unnamed" && !mentions(diags, `"gamma"`, "Add it to identity_provider_names") || test.words == nil && name != "unnamed" && len(diags) > 0 {
				t.Errorf("got %s", diags)
			}
			if test.words != nil || name == "unnamed" {
				return
			}
			if state := acctest.Must(read.State.Unmarshal(schema.ValueType()))(t); !state.Equal(attributesOf(t, schema, asRead)) {
				t.Errorf("got %s\nwant %s", state, asRead)
			}
		})
	}
}
