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

// everything returns a module with every setting, and asAnswered is what the provider
// reads of it.
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

const asAnswered = `{"id":"edge_1/route_1","enabled":false,"options_passthrough":true,"cookie_prefix":"mine.","inactivity_timeout":0,"maximum_duration":4294967295,` +
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
		module.applies(protocoltest.Update, most, healed)
	}
	server.RemoveRouteOAuth("edge_1", "route_1")
	module.applies(protocoltest.Create, most, healed)
	module.applies(protocoltest.Update, least)
	module.applies(protocoltest.Update, managed)
	// Settings that the configuration leaves to the service do not drift.
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) {
		m.CookiePrefix, m.OptionsPassthrough, m.MaximumDuration = "theirs.", true, new(uint32(5))
		m.Provider.ClientID, m.Provider.ClientSecret, m.Provider.Scopes = "managed", "secret", []string{"read"}
	})
	module.applies(protocoltest.NoOp, managed, has("cookie_prefix", nil))
	// A provider without undocumented_operations makes none of them, and sees no drift.
	documented := liveOn(t, server)
	documented.Instance = module.Instance
	disabling := with(idpWith("idp_1", oneDomain), `"deletion_policy":"DISABLE"`)
	documented.apply(protocoltest.Update, disabling)
	server.ChangeRouteOAuth("edge_1", "route_1", func(m *refapi.OAuthModule) { m.Provider.EmailDomains = nil })
	documented.applies(protocoltest.NoOp, disabling)
	module.applies(protocoltest.Update, managed)
	module.destroys(remove)
	if left, there := server.RouteOAuth("edge_1", "route_1"); there {
		t.Errorf("the service is left with %+v", left)
	}
}

// TestUndocumented_gone removes a module from state that the service says is gone. A
// young module is asked for again first, because reads may lag behind writes.
func TestUndocumented_gone(t *testing.T) {
	t.Parallel()
	for _, action := range []protocoltest.Action{protocoltest.Create, protocoltest.Update} {
		server := startUndocumented(t)
		module := liveUndocumented(t, server)
		if action == protocoltest.Update {
			server.SetRouteOAuth("edge_1", "route_1", everything())
			module.imports()
		}
		module.applies(action, idpWith("idp_2", oneDomain))
		held, _ := server.RouteOAuth("edge_1", "route_1")
		server.RemoveRouteOAuth("edge_1", "route_1")
		reads := 0
		server.Intercept(func(refapi.Request) *refapi.Fault {
			reads++
			if reads == 2 {
				server.SetRouteOAuth("edge_1", "route_1", held)
			}
			return nil
		})
		module.run()
		if !module.Exists() {
			t.Fatalf("%s: a read that lags removes the module from state", action)
		}
		server.RemoveRouteOAuth("edge_1", "route_1")
		told, err := again(t, module.like).Refresh(t.Context(), module.Instance)
		if err != nil || module.Exists() || !mentions(told, `The service has no OAuth module of route "route_1"`) {
			t.Errorf("%s: got %v, %s", action, err, told)
		}
	}
}

// TestUndocumented_faults reads and deletes on a service that cannot, or that quotes
// the stored secret. The error names the operation that the service may lack, and a
// module stays in state.
func TestUndocumented_faults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault          refapi.Fault
		read, deletion []string
		isKept         bool // the failed deletion has certainly changed nothing
	}{
		"lacking": {refapi.Fault{Status: http.StatusNotImplemented}, []string{"read_route_oauth"}, []string{"oauth responded 501", "delete_route_oauth"}, true},
		"half an answer": {
			refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`},
			[]string{"read_route_oauth"}, []string{"oauth responded 200", "delete_route_oauth", "may have been deleted all the same"}, false,
		},
		"failing": {
			refapi.Fault{Status: http.StatusInternalServerError}, []string{"500"}, []string{"500", "may have been deleted all the same"}, false,
		},
		"quoting": {
			refapi.Fault{Status: http.StatusBadRequest, Body: quoting(`{"client_secret":"canary"}`)}, []string{"not like this"}, []string{"not like this"}, true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			module, config, back := liveUndocumented(t, server), with(idpWith("idp_2", plain("canary", "example.com")), `"deletion_policy":"DELETE"`), protocoltest.Update
			if test.isKept {
				back = protocoltest.NoOp
			}
			module.applies(protocoltest.Create, config)
			before := module.State
			only(server, http.MethodGet, test.fault)
			told, err := again(t, module.like).Refresh(t.Context(), module.Instance)
			if err != nil || told.Err() == nil || !mentions(told, test.read...) || !module.State.Equal(before) {
				t.Errorf("reading: got %v, %s", err, told)
			}
			only(server, http.MethodDelete, test.fault)
			told = append(told, module.fails(destroyed, append([]string{"Could not delete the OAuth module of route"}, test.deletion...)...)...)
			if strings.Contains(told.String(), "canary") || mentions(told, "The route stays protected") || module.State.Equal(before) != test.isKept {
				t.Errorf("deleting: got %s, with %s in state", told, module.State)
			}
			module.is(serves(isEnabled))
			server.Intercept(nil)
			module.applies(back, config)
			if !module.State.Equal(before) {
				t.Errorf("the next apply leaves %s in state", module.State)
			}
		})
	}
}

// TestUndocumented_leftover sends a module again although a refresh shows nothing of what a failed update has left.
func TestUndocumented_leftover(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	module, before := liveUndocumented(t, server), idpWith("idp_2", oneDomain)
	module.applies(protocoltest.Create, before)
	only(server, http.MethodPut, refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`, AfterActing: true})
	module.fails(with(with(before, `"options_passthrough":true`), `"auth_check_interval":0`), "may have been replaced all the same", "the next apply sends the whole module")
	server.Intercept(nil)
	module.applies(protocoltest.Update, before, serves(func(m refapi.OAuthModule) bool { return !m.OptionsPassthrough && m.AuthCheckInterval == nil }))
}

func TestDataSource(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		route string
		lacks bool   // the service lacks the operation
		unset bool   // undocumented_operations does not name it
		want  string // the module, or none where an error has these words
		words []string
	}{
		"everything": {route: "route_1", want: asAnswered},
		"little":     {route: "route_2", want: `{"id":"edge_1/route_2","route_id":"route_2","enabled":false,"options_passthrough":false,"cookie_prefix":"trafficedge.","provider":{"idp_7":{}}}`},
		"no module":  {route: "route_3", words: []string{"Could not read the OAuth module of route", "404 Not Found"}},
		"lacking":    {route: "route_1", lacks: true, words: []string{"Could not read the OAuth module of route", "405", "read_route_oauth"}},
		"not named":  {route: "route_1", unset: true, words: []string{"Could not read the OAuth module of route", "read_route_oauth"}},
		"empty id":   {words: []string{"string length must be at least 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			server.SetRouteOAuth("edge_1", "route_1", everything())
			server.SetRouteOAuth("edge_1", "route_2", refapi.OAuthModule{Provider: refapi.IdentityProvider{Name: "idp_7"}})
			if test.lacks {
				only(server, http.MethodGet, refapi.Fault{Status: http.StatusMethodNotAllowed})
			}
			protocol := switchedOn(t, server)
			if test.unset {
				protocol = configured(t, server.URL)
			}
			schema := protocol.Schemas.DataSourceSchemas[typeName]
			config := dynamic(t, protocoltest.Object(schema, map[string]tftypes.Value{
				"edge_id": protocoltest.String("edge_1"), "route_id": protocoltest.String(test.route),
			}))
			validated := must(protocol.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: config}))(t)
			told := protocoltest.Diagnostics(validated.Diagnostics)
			if told.Err() == nil {
				read := must(protocol.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: config}))(t)
				told = read.Diagnostics
				if state, err := read.State.Unmarshal(schema.ValueType()); test.want != "" && (err != nil || !state.Equal(moduleOf(t, schema, test.want))) {
					t.Errorf("got %s, %v\nwant %s", state, err, test.want)
				}
			}
			if (told.Err() == nil) != (test.words == nil) || !mentions(told, test.words...) {
				t.Errorf("expected %q, got %s", test.words, told)
			}
			if made := server.Requests(); test.unset && len(made) > 0 {
				t.Errorf("requested %v", made)
			}
		})
	}
}
