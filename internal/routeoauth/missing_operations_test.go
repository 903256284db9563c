// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	deletedState = `{"enabled":true,"deletion_policy":"DELETE","provider":{"idp_2":{"client_id":"app","client_secret":"canary-stored","email_domains":["example.com"]}}}`
)

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

// lacking are the answers of a service that lacks an operation.
func lacking() map[string]refapi.Fault {
	page := http.Header{"Content-Type": {"text/html"}}
	return map[string]refapi.Fault{
		"405":         {Status: http.StatusMethodNotAllowed},
		"501":         {Status: http.StatusNotImplemented},
		"404 page":    {Status: http.StatusNotFound, Header: page, Body: "<html>nothing here</html>"},
		"half":        {Status: http.StatusOK, Body: `{"success":true}`},
		"half a text": {Status: http.StatusOK, Body: `{"enabled":`},
	}
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

// created returns an instance that a provider has created.
func created(t *testing.T, protocol *protocoltest.Provider, config tftypes.Value) *protocoltest.Instance {
	t.Helper()
	instance := protocol.NewInstance(typeName)
	plan, told, err := protocol.Plan(t.Context(), instance, config)
	if err != nil || told.Err() != nil {
		t.Fatalf("got %v, %s", err, told)
	}
	told, err = protocol.Apply(t.Context(), instance, plan)
	if err != nil || told.Err() != nil || instance.Tainted {
		t.Fatalf("got %v, %s", err, told)
	}
	return instance
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

// TestUndocumented_readMissing says which operation the service lacks, and leaves
// state as it is. A creation needs no read.
func TestUndocumented_readMissing(t *testing.T) {
	t.Parallel()
	for name, fault := range lacking() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			only(server, http.MethodGet, fault)
			protocol := switchedOn(t, server)
			instance := created(t, protocol, attributesOf(t, protocol, deletedState))
			before := instance.State
			told, err := again(t, protocol).Refresh(t.Context(), instance)
			if err != nil || told.Err() == nil || !mentions(told, "read_route_oauth") || !instance.State.Equal(before) {
				t.Errorf("got %v, %s", err, told)
			}
		})
	}
}

// TestUndocumented_gone removes a module from state that the service says is gone,
// in any of its words. A young module is asked for again first.
func TestUndocumented_gone(t *testing.T) {
	t.Parallel()
	for name, none := range map[string]refapi.NoOAuthAnswer{
		"404": refapi.NoOAuthNotFound, "null": refapi.NoOAuthNull, "no identity provider": refapi.NoOAuthUnused,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			server.Answer(func(a *refapi.Answers) { a.NoOAuth = none })
			protocol := switchedOn(t, server)
			instance := created(t, protocol, attributesOf(t, protocol, deletedState))
			// The reads of a service may lag behind its writes.
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
			if told, err := again(t, protocol).Refresh(t.Context(), instance); err != nil || len(told) > 0 || !instance.Exists() {
				t.Fatalf("lagging: got %v, %s", err, told)
			}
			server.RemoveRouteOAuth("edge_1", "route_1")
			told, err := again(t, protocol).Refresh(t.Context(), instance)
			if err != nil || instance.Exists() || !mentions(told, `The service has no OAuth module of route "route_1"`) {
				t.Errorf("got %v, %s", err, told)
			}
			if imported, told, err := protocol.Import(t.Context(), typeName, "edge_1/route_1"); err == nil && imported.Exists() {
				t.Errorf("nothing was imported: %s", told)
			}
		})
	}
}

// TestUndocumented_deletionMissing names the operation that the service lacks,
// and leaves the module and its state as they are.
func TestUndocumented_deletionMissing(t *testing.T) {
	t.Parallel()
	for name, fault := range lacking() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			protocol := switchedOn(t, server)
			instance := created(t, protocol, attributesOf(t, protocol, deletedState))
			before := instance.State
			only(server, http.MethodDelete, fault)
			protocol = again(t, protocol)
			plan, told, err := protocol.PlanDestroy(t.Context(), instance)
			if err != nil || !mentions(told, isOpened) || !mentions(told, "deletion_policy is DELETE") {
				t.Fatalf("got %v, %s", err, told)
			}
			told, err = protocol.Apply(t.Context(), instance, plan)
			status := strings.Fields(name)[0]
			if status == "half" {
				status = "200"
			}
			if err != nil || !mentions(told, "Could not delete the OAuth module of route") || !mentions(told, "oauth answered "+status) ||
				!mentions(told, "delete_route_oauth") {
				t.Errorf("got %v, %s", err, told)
			}
			if err := holdsNow(server.API, isEnabled); err != nil {
				t.Error(err)
			}
			if isLacking := status != "200"; isLacking && !instance.State.Equal(before) {
				t.Errorf("state became %s", instance.State)
			}
			if _, err = protocol.Refresh(t.Context(), instance); err != nil || !instance.State.Equal(before) {
				t.Errorf("the next refresh (%v) leaves state as %s", err, instance.State)
			}
		})
	}
}

// TestUndocumented_quotedSecrets has the service quote the stored secret in its
// answers to undocumented operations.
func TestUndocumented_quotedSecrets(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	protocol := switchedOn(t, server)
	instance := created(t, protocol, attributesOf(t, protocol, deletedState))
	fault := refapi.Fault{Status: http.StatusConflict, Body: quoting(`{"client_secret":"canary-stored"}`)}
	only(server, http.MethodGet, fault)
	protocol = again(t, protocol)
	refreshed, err := protocol.Refresh(t.Context(), instance)
	if err != nil || refreshed.Err() == nil {
		t.Fatalf("got %v, %s", err, refreshed)
	}
	only(server, http.MethodDelete, fault)
	plan, _, err := protocol.PlanDestroy(t.Context(), instance)
	if err != nil {
		t.Fatal(err)
	}
	destroyed, err := protocol.Apply(t.Context(), instance, plan)
	if err != nil || destroyed.Err() == nil {
		t.Fatalf("got %v, %s", err, destroyed)
	}
	if told := refreshed.String() + destroyed.String(); strings.Contains(told, "canary") || !strings.Contains(told, "not like this") {
		t.Errorf("got %s", told)
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
			state := attributesOf(t, protocol, deletedState)
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
