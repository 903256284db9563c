// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi_test

import (
	"reflect"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// What the store takes and gives are copies, and what a test changes in it shows.

func TestStore_failoverBackends(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{})
	children := []string{"a", "b"}
	added := api.AddFailoverBackend(refapi.FailoverBackend{Backends: children})
	want := refapi.FailoverBackend{ID: added.ID, CreatedAt: added.CreatedAt, Description: "drifted", Backends: []string{"a", "b"}}
	children[0], added.Backends[1] = "written into", "written into"
	var kept *refapi.FailoverBackend
	changed := api.ChangeFailoverBackend(added.ID, func(b *refapi.FailoverBackend) { b.ID, b.Description, kept = "other", "drifted", b })
	kept.Backends[1] = "written into"
	api.FailoverBackends()[0].Backends[0] = "written into"
	if got := api.FailoverBackends(); added.ID == "" || added.CreatedAt == "" || !changed || !reflect.DeepEqual(got, []refapi.FailoverBackend{want}) {
		t.Errorf("stored %+v (changed: %t), want %+v", got, changed, want)
	}
	if api.ChangeFailoverBackend("none", func(*refapi.FailoverBackend) { t.Error("called for nothing") }) {
		t.Error("changed what is not there")
	}
	if !api.RemoveFailoverBackend(added.ID) || api.RemoveFailoverBackend(added.ID) || len(api.FailoverBackends()) > 0 {
		t.Error("removing tells wrongly what was there")
	}
}

func TestStore_edges(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{})
	given := patchable()
	spoil := func(e refapi.TLSEdge) {
		e.Hostports[0], e.IPRestriction.IPPolicyIDs[0], e.MutualTLS.CertificateAuthorityIDs[0] = "x", "x", "x"
		e.Backend.BackendID, e.IPRestriction.Enabled, e.MutualTLS.Enabled, e.TLSTermination.MinVersion, e.TrafficPolicy.Value = "x", false, false, "x", "x"
	}
	spoil(api.AddTLSEdge(given))
	spoil(given)
	spoil(api.TLSEdges()[0])
	want := patchable()
	want.Description = "drifted"
	changed := api.ChangeTLSEdge("e", func(e *refapi.TLSEdge) { e.ID, e.Description = "other", "drifted" })
	if got := api.TLSEdges(); !changed || !reflect.DeepEqual(got, []refapi.TLSEdge{want}) {
		t.Errorf("stored %+v (changed: %t), want %+v", got, changed, want)
	}
	if api.ChangeTLSEdge("none", nil) || !api.RemoveTLSEdge("e") || api.RemoveTLSEdge("e") || len(api.TLSEdges()) > 0 {
		t.Error("changing or removing tells wrongly what was there")
	}
}

func TestStore_routeOAuth(t *testing.T) {
	t.Parallel()
	api := refapi.New(refapi.Options{})
	provider := func() refapi.IdentityProvider {
		return refapi.IdentityProvider{Name: "idp_1", Scopes: []string{"s"}, EmailAddresses: []string{"a"}, EmailDomains: []string{"d"}, Teams: []string{"a/b"}, Organizations: []string{"o"}}
	}
	module := func() refapi.OAuthModule {
		return refapi.OAuthModule{Provider: provider(), FormerProviders: []refapi.IdentityProvider{provider()},
			InactivityTimeout: new(uint32(5)), MaximumDuration: new(uint32(6)), AuthCheckInterval: new(uint32(7))}
	}
	spoil := func(m refapi.OAuthModule) {
		*m.InactivityTimeout, *m.MaximumDuration, *m.AuthCheckInterval = 0, 0, 0
		for _, p := range []refapi.IdentityProvider{m.Provider, m.FormerProviders[0]} {
			p.Scopes[0], p.EmailAddresses[0], p.EmailDomains[0], p.Teams[0], p.Organizations[0] = "x", "x", "x", "x", "x"
		}
		m.FormerProviders[0].Name = "x"
	}
	if api.ChangeRouteOAuth("e", "r", nil) || api.RemoveRouteOAuth("e", "r") {
		t.Error("there is a module that was never set")
	}
	given := module()
	api.SetRouteOAuth("e", "r", given)
	spoil(given)
	shown, _ := api.RouteOAuth("e", "r")
	spoil(shown)
	var kept *refapi.OAuthModule
	changed := api.ChangeRouteOAuth("e", "r", func(m *refapi.OAuthModule) { m.CookiePrefix, kept = "drifted", m })
	spoil(*kept)
	want := module()
	want.CookiePrefix = "drifted"
	if got, there := api.RouteOAuth("e", "r"); !there || !changed || !reflect.DeepEqual(got, want) {
		t.Errorf("stored %+v (there: %t, changed: %t), want %+v", got, there, changed, want)
	}
	if removed := api.RemoveRouteOAuth("e", "r"); !removed || api.RemoveRouteOAuth("e", "r") {
		t.Error("removing tells wrongly what was there")
	}
}
