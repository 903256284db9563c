// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// everything returns a module with every setting.
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

func TestUndocumented_ladder(t *testing.T) {
	t.Parallel()
	module := live(t, refapi.Options{Undocumented: true, IdentityProviderNames: map[string]string{"idp_1": "alpha"}})
	managed, least := idpWith("idp_1", oneDomain), idpWith("idp_1", plain("first", "example.com"))
	most := with(idpWith("idp_1", plain("first", "example.com"), `"scopes":["read"]`, `"teams":["acme/web"]`), fullMembers)
	healed := func(m refapi.OAuthModule) bool {
		return m.Enabled && m.CookiePrefix == "mine." && m.Provider.Name == "idp_1" && m.Provider.ClientSecret == "first" &&
			len(m.Provider.EmailDomains) == 1 && *m.MaximumDuration == math.MaxUint32
	}
	module.apply(protocoltest.Create, least)
	module.apply(protocoltest.Update, most, healed)
	module.Server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
		m.Enabled, m.CookiePrefix, m.MaximumDuration = false, "theirs.", nil
		m.Provider = refapi.IdentityProvider{Name: "idp_2", EmailDomains: []string{"example.org"}}
	})
	module.apply(protocoltest.Update, most, healed)
	module.apply(protocoltest.Update, least)
	module.apply(protocoltest.Update, managed)
	// Settings that are not configured do not show drift.
	module.Server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
		m.CookiePrefix, m.OptionsPassthrough, m.MaximumDuration = "theirs.", true, new(uint32(5))
		m.Provider.ClientID, m.Provider.ClientSecret, m.Provider.Scopes = "managed", "secret", []string{"read"}
	})
	module.apply(protocoltest.NoOp, managed)
	// A provider without undocumented_operations sends no undocumented requests.
	module.Server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.Provider.EmailDomains = nil })
	undocumented := module.Provider
	module.Provider = module.Server.NewResource(t, typeName, nil).Provider
	module.apply(protocoltest.NoOp, managed)
	acctest.NoError(t, module.Server.ExpectRequests()())
	module.Provider = undocumented
	module.apply(protocoltest.Update, managed)
	module.apply(protocoltest.Delete, destroyed)
}

// If the service responds that the module does not exist, a refresh removes it from state: a
// false alarm costs one PUT. The second request shows that the API responds at all. After any
// other fault, the module stays in state. No message shows a secret.
func TestUndocumented_refresh(t *testing.T) {
	t.Parallel()
	for words, test := range map[string]struct {
		fault    refapi.Fault
		requests int
		next     protocoltest.Action
	}{
		`no such object any more The OAuth module of route "route_1"`: {refapi.Fault{Status: http.StatusNotFound}, 2, protocoltest.Create},
		"read_route_oauth": {refapi.Fault{Body: `{"success":true}`}, 1, protocoltest.NoOp},
		"not like this":    {refapi.Fault{Status: http.StatusBadRequest, Body: `{"detail":"not like this: canary"}`}, 1, protocoltest.NoOp},
	} {
		module, least := live(t, refapi.Options{Undocumented: true}), idpWith("idp_2", plain("canary", "example.com"))
		module.apply(protocoltest.Create, least)
		module.Server.ResetRequests()
		module.Server.Intercept(func(r refapi.Request) *refapi.Fault {
			if r.Path == "/backends/failover" {
				return nil
			}
			return &test.fault
		})
		diags := module.Refresh()
		if (diags.Err() != nil) != module.Exists() || !mentions(diags, strings.Fields(words)...) || strings.Contains(diags.String(), "canary") {
			t.Errorf("got %s", diags)
		}
		if requests := module.Server.Requests(); len(requests) != test.requests {
			t.Errorf("sent %v", requests)
		}
		module.Server.Intercept(nil)
		module.apply(test.next, least)
	}
}

// If somebody configures another app, the secret in state is not that of this app. It is not sent with
// the other client id, even if ignore_changes keeps that id.
func TestUndocumented_anotherApp(t *testing.T) {
	t.Parallel()
	module, ours := live(t, refapi.Options{Undocumented: true}), idpWith("idp_2", plain("canary", "example.com"))
	module.apply(protocoltest.Create, ours)
	module.Server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.Provider.ClientID, m.Provider.ClientSecret = "other", "theirs" })
	module.ignored = []string{provider}
	module.Server.ResetRequests()
	module.plan(protocoltest.NoOp, ours)
	module.expectError(nil, with(ours, `"cookie_prefix":"x."`), "The client secret is not known", "Nothing was sent", "from ignore_changes")
	acctest.NoError(t, module.Server.ExpectWrites()())
	module.ignored = nil
	module.apply(protocoltest.Update, ours, hasSecret("canary"))
}

// A managed app may have a client id. After an import, an apply without client_id succeeds.
func TestUndocumented_managedApp(t *testing.T) {
	t.Parallel()
	module, least := live(t, refapi.Options{Undocumented: true}), idpWith("idp_2", oneDomain)
	module.Server.Intercept(func(refapi.Request) *refapi.Fault {
		return &refapi.Fault{Status: http.StatusOK, Body: `{"enabled":true,"provider":{"idp_2":{"client_id":"managed","scopes":["read"],` + oneDomain + `}}}`}
	})
	module.importModule()
	module.apply(protocoltest.Update, least)
}

// The response to a read may have an identity provider that nobody names. A refresh and an
// import warn, and the next plan sends the module.
func TestUndocumented_unnamedProvider(t *testing.T) {
	t.Parallel()
	const beside = `{"enabled":true,"provider":{"alpha":{"email_domains":["example.com"]},"gamma":{"email_domains":["example.org"]}}}`
	const alone = `{"enabled":true,"provider":{"gamma":{}}}`
	const warning = `The response for the OAuth module of route "route_1" of HTTPS edge "edge_1" has the identity provider "gamma"`
	for _, response := range []string{beside, alone} {
		module := live(t, refapi.Options{Undocumented: true, IdentityProviderNames: map[string]string{"idp_1": "alpha"}})
		least := idpWith("idp_1", oneDomain)
		module.apply(protocoltest.Create, least)
		module.Server.Fail(http.MethodGet, refapi.Fault{Body: response})
		for _, read := range []func() protocoltest.Diagnostics{module.Refresh, module.importModule} {
			if diags := read(); len(diags) != 1 || len(diags.Long()) > 0 || !mentions(diags, warning, "Add it to identity_provider_names", "console") {
				t.Errorf("got %s", diags)
			}
			module.plan(protocoltest.Update, least)
		}
		module.Server.Intercept(nil)
		module.apply(protocoltest.Update, least)
	}
}

// The data source shows everything but secrets. An import counts 0 as left out.
func TestUndocumented_everything(t *testing.T) {
	t.Parallel()
	module := live(t, refapi.Options{Undocumented: true})
	module.Server.SetRouteOAuth("edge_1", "route_1", everything())
	shown := map[string]any{
		"client_id": "app", "scopes": []string{"s"}, "email_addresses": []string{"A@example.com"}, "email_domains": []string{"example.com"},
		"teams": []string{"a/b"}, "organizations": []string{"o"},
	}
	want := map[string]any{
		"id": "edge_1/route_1", "edge_id": "edge_1", "route_id": "route_1", "enabled": false, "options_passthrough": true, "cookie_prefix": "mine.",
		"inactivity_timeout": int64(0), "maximum_duration": int64(math.MaxUint32), "auth_check_interval": int64(1), provider: map[string]any{"idp_1": shown},
	}
	module.Server.Intercept(func(r refapi.Request) *refapi.Fault {
		if !strings.Contains(r.Path, "route_3") {
			return nil
		}
		return &refapi.Fault{Status: http.StatusOK, Body: `{"enabled":true,"provider":{"idp_1":{},"gamma":{"teams":["a/b"]}}}`}
	})
	const failed = "Could not read the OAuth module of route"
	for name, test := range map[string]struct {
		provider *protocoltest.Provider
		route    string
		words    []string // of the only diagnostic
	}{
		"everything": {module.Provider, "route_1", nil},
		"no module":  {module.Provider, "route_2", []string{"ERROR", failed, "404 Not Found"}},
		"unnamed":    {module.Provider, "route_3", []string{"WARNING", `"gamma"`, "Add it to identity_provider_names"}},
		"not named":  {module.Server.NewResource(t, typeName, nil).Provider, "route_1", []string{"ERROR", failed, "read_route_oauth"}},
	} {
		state, diags, err := test.provider.ReadData(t.Context(), typeName, map[string]any{"edge_id": "edge_1", "route_id": test.route})
		if err != nil || len(diags) != min(len(test.words), 1) || !mentions(diags, test.words...) {
			t.Errorf("%s: got %v, %s", name, err, diags)
		}
		valueType := module.Provider.Schemas.DataSourceSchemas[typeName].ValueType()
		if test.words == nil && !protocoltest.Value(valueType, state).Equal(protocoltest.Value(valueType, want)) {
			t.Errorf("got %v, want %v", state, want)
		}
	}
	want["inactivity_timeout"] = nil
	if diags := module.importModule(); len(diags) > 0 || !module.State.Equal(module.Config(want)) {
		t.Errorf("%s imported\n%s, want\n%s", diags, module.State, want)
	}
}
