// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	lacks        = "The service does not offer an operation"
	deletedState = `{"enabled":true,"deletion_policy":"DELETE","provider":{"idp_2":{"client_id":"app","client_secret":"canary-stored","email_domains":["example.com"]}}}`
)

// switchedOn returns a provider with undocumented_operations, and without
// retries.
func switchedOn(t *testing.T, url string) *protocoltest.Provider {
	t.Helper()
	protocol, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
		"base_url":                protocoltest.String(url),
		"undocumented_operations": tftypes.NewValue(tftypes.Bool, true),
		"max_retries":             tftypes.NewValue(tftypes.Number, 0),
		"max_retry_wait":          protocoltest.String("1ms"),
	})
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
		"404 JSON":    {Status: http.StatusNotFound, Body: `{"title":"no such path"}`},
		"half":        {Status: http.StatusOK, Body: `{"enabled":true}`},
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
func created(t *testing.T, protocol *protocoltest.Provider, config tftypes.Value) (*protocoltest.Instance, protocoltest.Diagnostics) {
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
	return instance, told
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

// TestUndocumented_readMissing goes on without the read: state stays, and a
// warning says so once in a run.
func TestUndocumented_readMissing(t *testing.T) {
	t.Parallel()
	for name, fault := range lacking() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startUndocumented(t)
			only(server, http.MethodGet, fault)
			protocol := switchedOn(t, server.URL)
			config := attributesOf(t, protocol, deletedState)
			instance, told := created(t, protocol, config)
			if !mentions(told, lacks) {
				t.Errorf("the creation does not warn: %s", told)
			}
			nextRun := switchedOn(t, server.URL)
			for run, warned := range []bool{true, false} {
				told, err := nextRun.Refresh(t.Context(), instance)
				if err != nil || told.Err() != nil || mentions(told, lacks) != warned || strings.Contains(told.String(), "canary") {
					t.Errorf("refresh %d: got %v, %s", run, err, told)
				}
			}
			plan, told, err := nextRun.Plan(t.Context(), instance, config)
			if err != nil || told.Err() != nil || plan.Action != protocoltest.NoOp {
				t.Errorf("planned %v: %v, %s", plan, err, told)
			}
			imported, told, err := switchedOn(t, server.URL).Import(t.Context(), typeName, "edge_1/route_1")
			if err != nil || !imported.Exists() || !mentions(told, "The first apply will replace") {
				t.Errorf("import: got %v, %s", err, told)
			}
		})
	}
}

// TestUndocumented_gone removes a module from state if the service has answered
// a read of it before.
func TestUndocumented_gone(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	protocol := switchedOn(t, server.URL)
	instance, _ := created(t, protocol, attributesOf(t, protocol, deletedState))
	server.RemoveRouteOAuth("edge_1", "route_1")
	told, err := protocol.Refresh(t.Context(), instance)
	if err != nil || instance.Exists() || !mentions(told, `The service has no OAuth module of route "route_1"`) {
		t.Errorf("got %v, %s", err, told)
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
			protocol := switchedOn(t, server.URL)
			instance, _ := created(t, protocol, attributesOf(t, protocol, deletedState))
			before := instance.State
			only(server, http.MethodDelete, fault)
			protocol = again(t, protocol)
			plan, told, err := protocol.PlanDestroy(atOnce(t), instance)
			if err != nil || !mentions(told, opens) || !mentions(told, "deletion_policy is DELETE") {
				t.Fatalf("got %v, %s", err, told)
			}
			told, err = protocol.Apply(t.Context(), instance, plan)
			status := strings.Fields(name)[0]
			if status == "half" {
				status = "200"
			}
			if err != nil || !mentions(told, "Could not delete the OAuth module of route") || !mentions(told, "oauth answered "+status) ||
				!mentions(told, "Set undocumented_operations to false") {
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

// TestUndocumented_neither has a service that lacks both operations, and says so
// in JSON as if there were no module.
func TestUndocumented_neither(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Method == http.MethodPut {
			return nil
		}
		return &refapi.Fault{Status: http.StatusNotFound, Body: `{"title":"no such path"}`}
	})
	protocol := switchedOn(t, server.URL)
	instance, _ := created(t, protocol, attributesOf(t, protocol, deletedState))
	protocol = again(t, protocol)
	plan, _, err := protocol.PlanDestroy(atOnce(t), instance)
	if err != nil {
		t.Fatal(err)
	}
	told, err := protocol.Apply(t.Context(), instance, plan)
	if err != nil || told.Err() == nil || !instance.Exists() || !mentions(told, "undocumented_operations") {
		t.Errorf("got %v, %s", err, told)
	}
}

// TestUndocumented_quotedSecrets has the service quote the stored secret in its
// answers to undocumented operations.
func TestUndocumented_quotedSecrets(t *testing.T) {
	t.Parallel()
	server := startUndocumented(t)
	protocol := switchedOn(t, server.URL)
	instance, _ := created(t, protocol, attributesOf(t, protocol, deletedState))
	fault := refapi.Fault{Status: http.StatusConflict, Body: quoting(`{"client_secret":"canary-stored"}`)}
	only(server, http.MethodGet, fault)
	protocol = again(t, protocol)
	refreshed, err := protocol.Refresh(t.Context(), instance)
	if err != nil || refreshed.Err() == nil {
		t.Fatalf("got %v, %s", err, refreshed)
	}
	only(server, http.MethodDelete, fault)
	plan, _, err := protocol.PlanDestroy(atOnce(t), instance)
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

// TestUndocumented_policyNeedsTheSwitch refuses DELETE only in a plan without
// undocumented_operations.
func TestUndocumented_policyNeedsTheSwitch(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		value   any
		refused bool
	}{"unset": {nil, true}, "false": {false, true}, "true": {true, false}, "unknown": {tftypes.UnknownValue, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protocol, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
				"base_url": protocoltest.String("http://127.0.0.1:1"), "undocumented_operations": tftypes.NewValue(tftypes.Bool, test.value),
			})
			if err != nil {
				t.Fatal(err)
			}
			state := attributesOf(t, protocol, deletedState)
			_, told, err := protocol.Plan(t.Context(), protocol.NewInstance(typeName), state)
			if err != nil || (told.Err() != nil) != test.refused {
				t.Errorf("got %v, %s", err, told)
			}
			if test.refused && (!strings.Contains(told.String(), `at AttributeName("deletion_policy")`) || !mentions(told, "undocumented_operations = true")) {
				t.Errorf("got %s", told)
			}
			_, told, err = again(t, protocol).PlanDestroy(atOnce(t), &protocoltest.Instance{TypeName: typeName, State: state})
			if err != nil || (told.Err() != nil) != test.refused || mentions(told, opens) == test.refused {
				t.Errorf("to destroy: got %v, %s", err, told)
			}
		})
	}
}
