// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestResource_destroyDisables(t *testing.T) {
	t.Parallel()
	module := liveOn(t, start(t))
	module.applies(protocoltest.Create, with(idpWith("idp_1", plain("first", "example.com"), `"scopes":["read"]`,
		`"email_addresses":["a@example.com"]`, `"teams":["acme/web"]`, `"organizations":["acme"]`), fullMembers))
	module.disables()
	const want = `{"enabled":false,"provider":{"idp_1":{"email_addresses":["a@example.com"],"email_domains":["example.com"],` +
		`"teams":["acme/web"],"organizations":["acme"]}},"options_passthrough":true,"cookie_prefix":"mine.",` +
		`"inactivity_timeout":600,"maximum_duration":4294967295,"auth_check_interval":0}`
	if got := string(module.sent.Body); got != want {
		t.Errorf("sent %s\nwant %s", got, want)
	}
}

// TestResource_abandon changes the policy alone, which makes no request, and
// destroys, which makes none either.
func TestResource_abandon(t *testing.T) {
	t.Parallel()
	server := start(t)
	module := liveOn(t, server)
	one := idpWith("idp_2", hidden("first", "1", "example.com"))
	module.applies(protocoltest.Create, one)
	module.carriesOut(protocoltest.Update, with(one, `"deletion_policy":"ABANDON"`), nil)
	if err := has("deletion_policy", "ABANDON")(module); err != nil {
		t.Error(err)
	}
	module.plans(protocoltest.NoOp, with(one, `"deletion_policy":"ABANDON"`))
	module.destroys()
	if err := holdsNow(server.API, func(m refapi.OAuthModule) bool {
		return m.Enabled && m.Provider.ClientSecret == "first" && slices.Equal(m.Provider.EmailDomains, []string{"example.com"})
	}); err != nil {
		t.Error(err)
	}
}

// TestResource_policyInStateDecides replaces the resource in the same apply
// that changes the policy.
func TestResource_policyInStateDecides(t *testing.T) {
	t.Parallel()
	server := start(t)
	module := liveOn(t, server)
	one := idpWith("idp_2", plain("first", "example.com"))
	module.applies(protocoltest.Create, one)
	module.replaces(with(one, `"route_id":"route_2","deletion_policy":"ABANDON"`), put, "PUT /edges/https/edge_1/routes/route_2/oauth")
	if err := holdsNow(server.API, isDisabled); err != nil {
		t.Error(err)
	}
	module.destroys()
	if left, _ := server.RouteOAuth("edge_1", "route_2"); !left.Enabled || left.Provider.ClientSecret != "first" {
		t.Errorf("the abandoned module is %+v", left)
	}
}

// slowToDisable delays every request that disables a module.
func slowToDisable(r refapi.Request) *refapi.Fault {
	value, _ := r.Member("enabled")
	if enabled, sent := value.(bool); sent && !enabled {
		return &refapi.Fault{Delay: 500 * time.Millisecond}
	}
	return nil
}

// TestAccResource_routeStaysProtected lets one resource go and another one have
// its route in the same run, in whatever order the CLI chooses.
func TestAccResource_routeStaysProtected(t *testing.T) {
	t.Parallel()
	named := func(name, route, domain, more string) string {
		return fmt.Sprintf("resource %q %q {\nedge_id = \"edge_1\"\nroute_id = %q\n%s%s\n}\n", typeName, name, route,
			idp("idp_2", fmt.Sprintf("email_domains = [%q]", domain)), destructible(more))
	}
	const createFirst = "lifecycle {\ncreate_before_destroy = true\n}"
	binary := acctest.BuildProvider(t)
	for name, test := range map[string]struct{ before, then string }{
		"renamed": {named("a", "route_1", "example.com", ""), named("b", "route_1", "example.com", "")},
		"renamed, the new one first": {
			named("a", "route_1", "example.com", ""),
			named("b", "route_1", "example.com", "") + named("c", "route_2", "example.com", ""),
		},
		"swapped": {
			named("a", "route_1", "a.example.com", "") + named("b", "route_2", "b.example.com", ""),
			named("a", "route_2", "a.example.com", "") + named("b", "route_1", "b.example.com", ""),
		},
		"swapped, the new ones first": {
			named("a", "route_1", "a.example.com", createFirst) + named("b", "route_2", "b.example.com", createFirst),
			named("a", "route_2", "a.example.com", createFirst) + named("b", "route_1", "b.example.com", createFirst),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, cli := start(t), binary.NewCLI(t)
			server.Intercept(slowToDisable)
			for _, config := range []string{test.before, test.then} {
				cli.Configure(t, server.Config(config))
				cli.MustRun(t, "apply", "-auto-approve")
			}
			if err := holdsNow(server.API, func(m refapi.OAuthModule) bool { return m.Enabled && len(m.Provider.EmailDomains) == 1 }); err != nil {
				t.Error(err)
			}
			cli.MustRun(t, "plan", "-detailed-exitcode")
			cli.MustRun(t, "destroy", "-auto-approve")
			if err := holdsNow(server.API, isDisabled); err != nil {
				t.Error(err)
			}
		})
	}
}
