// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// onlyIDs checks that a planned change starts from nothing but the two ids.
type onlyIDs struct{}

func (onlyIDs) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, change := range req.Plan.ResourceChanges {
		before, _ := change.Change.Before.(map[string]any)
		for name, value := range before {
			if isID := name == "edge_id" || name == "route_id"; isID == (value == nil) {
				resp.Error = fmt.Errorf("before the change %s is %v", name, value)
			}
		}
	}
}

func importBlock(by string) string {
	return fmt.Sprintf("import {\n  to = %s\n  %s\n}\n", address, by)
}

func TestAccImport_command(t *testing.T) {
	t.Parallel()
	server := start(t)
	arguments := idp("idp_2", stored("first", "example.com"))
	imported := step(server, arguments, plancheck.ResourceActionUpdate, holdsSecret(server, "first"))
	imported.ConfigPlanChecks.PreApply = append(imported.ConfigPlanChecks.PreApply, onlyIDs{})
	resource.Test(t, testCase(server,
		resource.TestStep{
			Config:             server.Config(module(arguments)),
			ResourceName:       address,
			ImportState:        true,
			ImportStateId:      "edge_1/route_1",
			ImportStatePersist: true,
		},
		imported,
	))
}

func TestImport_destroyBeforeTheFirstApply(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	imported, told, err := module.like.Import(t.Context(), typeName, "edge_1/route_1")
	if err != nil || told.Err() != nil {
		t.Fatalf("got %v, %s", err, told)
	}
	module.Instance = imported
	module.failsToDestroy(isPrevented, "state rm")
	module.fails(with(idpWith("idp_2"), `"route_id":"route_2"`), isKeptOnRoute)
	// The policy is configured, and the identity provider stays unknown.
	module.ignored = []string{provider}
	module.carriesOut(protocoltest.Update, idpWith("idp_2"), nil)
	module.failsToDestroy("cannot be disabled yet", "Apply the resource first", "state rm")
	module.ignored = nil
	module.applies(protocoltest.Update, idpWith("idp_2"))
	module.disables()
}

func TestAccImport_blocks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		by, edge, route string
		since           tfversion.TerraformVersionCheck
	}{
		"string":                       {`id = "edge_1/route_1"`, "edge_1", "route_1", tfversion.SkipBelow(tfversion.Version1_5_0)},
		"string with odd characters":   {`id = "..%2F é/a b"`, "..%2F é", "a b", tfversion.SkipBelow(tfversion.Version1_5_0)},
		"identity":                     {`identity = { edge_id = "edge_1", route_id = "route_1" }`, "edge_1", "route_1", tfversion.SkipBelow(tfversion.Version1_12_0)},
		"identity of ids with slashes": {`identity = { edge_id = "a/b", route_id = "/" }`, "a/b", "/", tfversion.SkipBelow(tfversion.Version1_12_0)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t)
			arguments := idp("idp_2", `email_domains = ["example.com"]`)
			imported := testCase(server, resource.TestStep{
				Config: server.Config(importBlock(test.by) + routeModule(test.edge, test.route, arguments)),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate), onlyIDs{}},
				},
				ConfigStateChecks: []statecheck.StateCheck{
					server.ExpectRequests("PUT /edges/https/*/routes/*/oauth"),
					expectAttribute(knownvalue.StringExact(test.edge), "edge_id"),
					expectAttribute(knownvalue.StringExact(test.route), "route_id"),
				},
			})
			imported.TerraformVersionChecks = []tfversion.TerraformVersionCheck{test.since}
			imported.CheckDestroy = nil
			resource.Test(t, imported)
			if left, there := server.RouteOAuth(test.edge, test.route); !there || left.Enabled {
				t.Errorf("the service is left with %+v (there: %t)", left, there)
			}
		})
	}
}

func TestAccImport_identityInState(t *testing.T) {
	t.Parallel()
	server := start(t)
	identified := statecheck.ExpectIdentity(address, map[string]knownvalue.Check{
		"edge_id": knownvalue.StringExact("edge_1"), "route_id": knownvalue.StringExact("route_1"),
	})
	known := testCase(server,
		step(server, idp("idp_2", ""), plancheck.ResourceActionCreate, identified),
		step(server, idp("idp_3", ""), plancheck.ResourceActionUpdate, identified),
	)
	known.TerraformVersionChecks = []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)}
	resource.Test(t, known)
}

func TestImport_ids(t *testing.T) {
	t.Parallel()
	protocol := configured(t, "http://127.0.0.1:1")
	for name, test := range map[string]struct {
		id       string
		identity string // JSON, in place of an id
		imported []string
	}{
		"two parts":            {id: "edge_1/route_1", imported: []string{"edge_1", "route_1"}},
		"odd characters":       {id: "..%2F é/ a", imported: []string{"..%2F é", " a"}},
		"empty":                {},
		"one part":             {id: "edge_1"},
		"no route":             {id: "edge_1/"},
		"no edge":              {id: "/route_1"},
		"neither":              {id: "/"},
		"three parts":          {id: "edge_1/route_1/oauth"},
		"slash at the end":     {id: "edge_1/route_1/"},
		"slashes alone":        {id: "//"},
		"identity":             {identity: `{"edge_id":"a/b","route_id":"/"}`, imported: []string{"a/b", "/"}},
		"identity, empty edge": {identity: `{"edge_id":"","route_id":"r"}`},
		"identity, no route":   {identity: `{"edge_id":"e","route_id":""}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := &tfprotov6.ImportResourceStateRequest{TypeName: typeName, ID: test.id}
			if test.identity != "" {
				req.Identity = &tfprotov6.ResourceIdentityData{IdentityData: &tfprotov6.DynamicValue{JSON: []byte(test.identity)}}
			}
			resp, err := protocol.ImportResourceState(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			if test.imported == nil {
				if len(resp.Diagnostics) != 1 || resp.Diagnostics[0].Summary != "Invalid import id" || len(resp.ImportedResources) > 0 {
					t.Errorf("expected an error and nothing imported, got %s", protocoltest.Diagnostics(resp.Diagnostics))
				}
				return
			}
			if len(resp.Diagnostics) != 1 || resp.Diagnostics[0].Severity != tfprotov6.DiagnosticSeverityWarning {
				t.Errorf("expected one warning, got %v", resp.Diagnostics)
			}
			state, err := resp.ImportedResources[0].State.Unmarshal(protocol.Schemas.ResourceSchemas[typeName].ValueType())
			if err != nil {
				t.Fatal(err)
			}
			want := protocoltest.Object(protocol.Schemas.ResourceSchemas[typeName], map[string]tftypes.Value{
				"edge_id": protocoltest.String(test.imported[0]), "route_id": protocoltest.String(test.imported[1]),
			})
			if !state.Equal(want) {
				t.Errorf("imported %s, want %s", state, want)
			}
		})
	}
}
