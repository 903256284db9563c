// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const remove = "DELETE /edges/https/edge_1/routes/route_1/oauth"

func startUndocumented(t *testing.T) *acctest.Server {
	t.Helper()
	return acctest.Start(t, refapi.Options{Undocumented: true})
}

// switchedOn returns a provider with undocumented_operations, and without
// retries.
func switchedOn(t *testing.T, server *acctest.Server) *protocoltest.Provider {
	t.Helper()
	block := server.Block()
	block["undocumented_operations"] = protocoltest.Undocumented(api.AllUndocumented()...)
	block["max_retries"] = tftypes.NewValue(tftypes.Number, 0)
	block["max_retry_wait"] = protocoltest.String("1ms")
	protocol, err := protocoltest.New(t.Context(), block)
	if err != nil {
		t.Fatal(err)
	}
	return protocol
}

// only injects a fault into the requests of one method.
func only(server *acctest.Server, method string, fault refapi.Fault) {
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method != method {
			return nil
		}
		return &fault
	})
}

// again returns the provider of the next run, which knows of no other resource of
// the route.
func again(t *testing.T, protocol *protocoltest.Provider) *protocoltest.Provider {
	t.Helper()
	next, err := protocol.Again(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return next
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

// TestUndocumented_gone removes a module from state that the service says is gone. A
// young module is asked for again first, because reads may lag behind writes.
func TestUndocumented_gone(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	module := liveUndocumented(t, server)
	module.applies(protocoltest.Create, idpWith("idp_2", oneDomain))
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
		t.Fatal("a read that lags removes the module from state")
	}
	server.RemoveRouteOAuth("edge_1", "route_1")
	told, err := again(t, module.like).Refresh(t.Context(), module.Instance)
	if err != nil || module.Exists() || !mentions(told, `The service has no OAuth module of route "route_1"`) {
		t.Errorf("got %v, %s", err, told)
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
		"lacking": {refapi.Fault{Status: http.StatusNotImplemented}, []string{"read_route_oauth"}, []string{"oauth answered 501", "delete_route_oauth"}, true},
		"half an answer": {
			refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`},
			[]string{"read_route_oauth"}, []string{"oauth answered 200", "delete_route_oauth", "may have been deleted all the same"}, false,
		},
		"quoting": {
			refapi.Fault{Status: http.StatusConflict, Body: quoting(`{"client_secret":"canary"}`)}, []string{"not like this"}, []string{"not like this"}, true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			module := liveUndocumented(t, server)
			module.applies(protocoltest.Create, with(idpWith("idp_2", plain("canary", "example.com")), `"deletion_policy":"DELETE"`))
			before := module.State
			only(server, http.MethodGet, test.fault)
			told, err := again(t, module.like).Refresh(t.Context(), module.Instance)
			if err != nil || told.Err() == nil || !mentions(told, test.read...) || !module.State.Equal(before) {
				t.Errorf("reading: got %v, %s", err, told)
			}
			only(server, http.MethodDelete, test.fault)
			told = append(told, module.failsToDestroy(append([]string{"Could not delete the OAuth module of route"}, test.deletion...)...)...)
			if strings.Contains(told.String(), "canary") || module.State.Equal(before) != test.isKept {
				t.Errorf("deleting: got %s, with %s in state", told, module.State)
			}
			if err := holdsNow(server.API, isEnabled); err != nil {
				t.Error(err)
			}
			module.run()
			if !module.State.Equal(before) {
				t.Errorf("the next refresh leaves %s in state", module.State)
			}
		})
	}
}

// TestUndocumented_policyNeedsItsOperation refuses DELETE only in a plan that surely
// lacks its operation.
func TestUndocumented_policyNeedsItsOperation(t *testing.T) {
	t.Parallel()
	operations := tftypes.Set{ElementType: tftypes.String}
	for name, test := range map[string]struct {
		value   tftypes.Value
		refused bool
	}{
		"unset":           {tftypes.NewValue(operations, nil), true},
		"another":         {protocoltest.Undocumented(api.ReadRouteOAuth), true},
		"named":           {protocoltest.Undocumented(api.DeleteRouteOAuth), false},
		"unknown":         {tftypes.NewValue(operations, tftypes.UnknownValue), false},
		"unknown element": {tftypes.NewValue(operations, []tftypes.Value{tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protocol, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
				"base_url": protocoltest.String("http://127.0.0.1:1"), "undocumented_operations": test.value,
			})
			if err != nil {
				t.Fatal(err)
			}
			state := attributesOf(t, protocol, stateUnder("DELETE"))
			_, told, err := protocol.Plan(t.Context(), protocol.NewInstance(typeName), state)
			if err != nil || (told.Err() != nil) != test.refused {
				t.Errorf("got %v, %s", err, told)
			}
			if test.refused && (!strings.Contains(told.String(), `at AttributeName("deletion_policy")`) || !mentions(told, "delete_route_oauth")) {
				t.Errorf("got %s", told)
			}
			_, told, err = again(t, protocol).PlanDestroy(t.Context(), &protocoltest.Instance{TypeName: typeName, State: state})
			if err != nil || (told.Err() != nil) != test.refused || mentions(told, isOpened) == test.refused {
				t.Errorf("to destroy: got %v, %s", err, told)
			}
		})
	}
}
