// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const routeOAuth = "trafficedge_https_edge_route_oauth"

// manyRefreshes are enough for a provider to ask for a list in place of objects.
const manyRefreshes = 8

// Without the setting nothing undocumented is sent, even to a service that offers
// it all.
func TestUndocumentedOperations_switchedOff(t *testing.T) {
	t.Parallel()
	module := map[string]any{"deletion_policy": "DISABLE", "edge_id": "edge", "route_id": "route", "identity_provider": map[string]any{"idp_2": map[string]any{}}}
	operations := tftypes.Set{ElementType: tftypes.String}
	for setting, value := range map[string]tftypes.Value{"unset": tftypes.NewValue(operations, nil), "empty": protocoltest.Undocumented()} {
		for typeName, test := range map[string]struct {
			config, change map[string]any
			importID       string
		}{
			failoverBackend: {minimal(failoverBackend), map[string]any{"description": "changed"}, ""},
			tlsEdge:         {minimal(tlsEdge), map[string]any{"description": "changed"}, ""},
			routeOAuth:      {module, map[string]any{"cookie_prefix": "changed."}, "edge/route"},
		} {
			t.Run(setting+"/"+typeName, func(t *testing.T) {
				t.Parallel()
				server := acctest.Start(t, refapi.Options{Undocumented: true})
				provider, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
					"base_url": protocoltest.String(server.URL), "undocumented_operations": value,
				})
				if err != nil {
					t.Fatal(err)
				}
				testLifecycle(t, provider, typeName, test.config, test.change, test.importID)
				requests := server.Requests()
				if len(requests) == 0 {
					t.Error("nothing was sent")
				}
				for _, request := range requests {
					if operation := request.Method + " " + request.Path; !acctest.IsDocumented(operation) {
						t.Errorf("%s was sent", operation)
					}
				}
			})
		}
	}
}

// testLifecycle creates, refreshes, changes, imports, lists and destroys an object.
// An empty importID stands for the id of the object.
func testLifecycle(t *testing.T, provider *protocoltest.Provider, typeName string, config, change map[string]any, importID string) {
	t.Helper()
	instance := provider.NewInstance(typeName)
	changed := maps.Clone(config)
	maps.Copy(changed, change)
	for _, arguments := range []map[string]any{config, changed} {
		plan, told, err := provider.Plan(t.Context(), instance, provider.Config(typeName, arguments))
		applied(t, provider, instance, plan, told, err)
		for range manyRefreshes {
			if told, err := provider.Refresh(t.Context(), instance); err != nil || told.Err() != nil || !instance.Exists() {
				t.Fatal(told, err)
			}
		}
	}
	if importID == "" {
		importID = instance.Text("id")
	}
	if imported, told, err := provider.Import(t.Context(), typeName, importID); err != nil || told.Err() != nil || !imported.Exists() {
		t.Error(told, err)
	}
	if _, lists := provider.Schemas.ListResourceSchemas[typeName]; lists {
		// It says of a TLS edge that it needs the setting.
		if _, err := provider.Query(t.Context(), typeName, 1, true); err != nil {
			t.Error(err)
		}
	}
	plan, told, err := provider.PlanDestroy(t.Context(), instance)
	applied(t, provider, instance, plan, told, err)
	if instance.Exists() {
		t.Error("the object is still in state")
	}
}

func applied(t *testing.T, provider *protocoltest.Provider, instance *protocoltest.Instance, plan *protocoltest.Plan, told protocoltest.Diagnostics, err error) {
	t.Helper()
	if plan == nil || err != nil || told.Err() != nil {
		t.Fatal(told, err)
	}
	if told, err := provider.Apply(t.Context(), instance, plan); err != nil || told.Err() != nil {
		t.Fatal(told, err)
	}
}
