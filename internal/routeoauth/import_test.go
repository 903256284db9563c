// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func importBlock(by string) string {
	return fmt.Sprintf("import {\n  to = %s\n  %s\n}\n", address, by)
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
	binary := acctest.BuildProvider(t)
	for name, test := range map[string]struct{ by, edge, route, since string }{
		"string with odd characters":   {`id = "..%2F é/a b"`, "..%2F é", "a b", "1.5.0"},
		"identity of ids with slashes": {`identity = { edge_id = "a/b", route_id = "/" }`, "a/b", "/", "1.12.0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := start(t), binary.NewCLI(t)
			if !cli.AtLeast(t, test.since) {
				t.Skip("the CLI has no such import blocks")
			}
			cli.Configure(t, server.Config(importBlock(test.by)+routeModule(test.edge, test.route, idp("idp_2", `email_domains = ["example.com"]`))))
			says(t, cli.MustRun(t, "apply", "-auto-approve"), "1 imported, 0 added, 1 changed, 0 destroyed")
			cli.MustRun(t, "plan", "-detailed-exitcode")
			if held, _ := server.RouteOAuth(test.edge, test.route); !held.Enabled {
				t.Errorf("the service has %+v", held)
			}
		})
	}
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

// appMembers returns the settings of the user's own app, which lets in one domain.
func appMembers(id, secret, domain string) string {
	return fmt.Sprintf(`"client_id":%q,%s,"email_domains":[%q]`, id, secret, domain)
}

func TestIgnoreChanges_import(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		ignored, more string
		action        protocoltest.Action
	}{
		"all":                                {protocoltest.IgnoreAll, "", protocoltest.NoOp},
		"all, with settings":                 {protocoltest.IgnoreAll, `"cookie_prefix":"x."`, protocoltest.NoOp},
		"identity provider":                  {provider, `"deletion_policy":null`, protocoltest.NoOp},
		"identity provider, with settings":   {provider, `"cookie_prefix":"x."`, protocoltest.Update},
		"identity provider, with everything": {provider, `"enabled":true,"deletion_policy":"ABANDON"`, protocoltest.Update},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			var told protocoltest.Diagnostics
			var err error
			if module.Instance, told, err = module.like.Import(t.Context(), typeName, "edge_1/route_1"); err != nil || told.Err() != nil {
				t.Fatalf("got %v, %s", err, told)
			}
			one := idpWith("idp_2", appMembers("app", `"client_secret":"first"`, "example.com"))
			if test.more != "" {
				one = with(one, test.more)
			}
			module.ignored = []string{test.ignored}
			if _, told, err = module.like.PlanChange(t.Context(), module.Instance, module.change(one)); err != nil ||
				!mentions(told, "Nothing is sent for the OAuth module of route", "ignore_changes") {
				t.Errorf("got %v, %s", err, told)
			}
			module.carriesOut(test.action, one, nil)
			module.plans(protocoltest.NoOp, one)
			// Once it is not ignored, the whole module is sent.
			module.ignored = nil
			module.applies(protocoltest.Update, one, serves(func(m refapi.OAuthModule) bool {
				return m.Enabled && m.Provider.ClientSecret == "first" && strings.Contains(test.more, "cookie_prefix") == (m.CookiePrefix == "x.")
			}))
		})
	}
}

// TestIgnoreChanges_secret changes another argument while the configuration
// has an app whose changes are ignored: the service must not get the client id of
// one app with the secret of the other.
func TestIgnoreChanges_secret(t *testing.T) {
	t.Parallel()
	const unknown = "The client secret is not known"
	for name, test := range map[string]struct {
		before, then  string
		identityAfter string // the identity provider that is configured then, idp_2 where it is ""
		id, secret    string // what the service has at the end
		refused       string
	}{
		"stored": {
			before: appMembers("a", `"client_secret":"first"`, "example.com"), then: appMembers("b", `"client_secret":"second"`, "example.com"),
			id: "a", secret: "first",
		},
		"stored, then write-only": {
			before: appMembers("a", `"client_secret":"first"`, "example.com"), then: appMembers("b", `"client_secret_wo":"second"`, "example.com"),
			id: "a", secret: "first",
		},
		"write-only, the same app": {
			before: appMembers("a", `"client_secret_wo":"first"`, "example.com"), then: appMembers("a", `"client_secret_wo":"second"`, "example.org"),
			id: "a", secret: "second",
		},
		"write-only, another app": {
			before: appMembers("a", `"client_secret_wo":"first"`, "example.com"), then: appMembers("b", `"client_secret_wo":"second"`, "example.com"),
			id: "a", secret: "first", refused: unknown,
		},
		"write-only, another identity provider": {
			before: appMembers("a", `"client_secret_wo":"first"`, "example.com"), then: appMembers("a", `"client_secret_wo":"second"`, "example.com"),
			identityAfter: "idp_3", id: "a", secret: "first", refused: unknown,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			module := liveOn(t, start(t))
			has := serves(func(m refapi.OAuthModule) bool {
				return m.Provider.ClientID == test.id && m.Provider.ClientSecret == test.secret && m.Provider.Name == "idp_2"
			})
			before := idpWith("idp_2", test.before)
			changed := with(idpWith(cmp.Or(test.identityAfter, "idp_2"), test.then), `"cookie_prefix":"x."`)
			module.applies(protocoltest.Create, before)
			module.ignored = []string{provider}
			if test.refused == "" {
				module.applies(protocoltest.Update, changed, has)
			} else {
				module.fails(changed, test.refused)
				module.applies(protocoltest.NoOp, before, has)
			}
			module.disables()
		})
	}
}
