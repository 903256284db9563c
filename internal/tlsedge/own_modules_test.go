// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The service may add a module to a new edge. The provider ignores this module
// until the configuration contains it. If an unconfigured module appears later,
// the plan shows a change.
func TestOwnModules(t *testing.T) {
	t.Parallel()
	backend := arguments{"backend": arguments{"backend_id": "bkd_a"}}
	termination := with(backend, arguments{"tls_termination": arguments{"enabled": false, "terminate_at": "edge", "min_version": "1.2"}})
	changing := start(t, api.UndocumentedOperations()...)
	server, edge := changing.Server, newEdge(t, changing.Server)
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge_1", Backend: &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: false, TerminateAt: "edge", MinVersion: "1.2"},
	})
	server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1"}`})
	edge.MustApply(protocoltest.Create, backend, create)
	changing.Instance = edge.Instance
	changing.MustApply(protocoltest.Update, with(backend, arguments{"description": "d"}), update)
	changing.MustApply(protocoltest.Update, backend, update)
	edge.MustApply(protocoltest.NoOp, backend)
	if e := server.TLSEdges()[0]; e.TLSTermination == nil {
		t.Errorf("the service has %+v", e)
	}

	server.SetResponses(func(a *refapi.Responses) { a.Patch = refapi.PatchNoContent })
	for _, test := range []struct {
		failing string
		status  int
		next    protocoltest.Action
	}{
		// After an update that the service refused, the module still belongs to the service.
		{http.MethodPatch, http.StatusConflict, protocoltest.NoOp},
		// If the outcome of the update is unknown, or the updated edge cannot be read, no plan hides the module.
		{http.MethodPatch, http.StatusInternalServerError, protocoltest.Update},
		{http.MethodGet, http.StatusForbidden, protocoltest.Update},
	} {
		restored, patched := *changing.Instance, false
		server.Intercept(func(r refapi.Request) *refapi.Fault {
			if patched = patched || r.Method == http.MethodPatch; !patched || r.Method != test.failing {
				return nil
			}
			return &refapi.Fault{Status: test.status}
		})
		shown := changing.Apply(protocoltest.Update, termination)
		server.Intercept(nil)
		if plan, _ := changing.Plan(protocoltest.Change{Config: changing.Config(backend)}); shown.Err() == nil || plan.Action != test.next {
			t.Errorf("after %d to %s, planned to %q\n%s", test.status, test.failing, plan.Action, shown)
		}
		*changing.Instance = restored
	}

	server.ChangeTLSEdge("edge_1", func(e *refapi.TLSEdge) { e.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true} })
	wantRefused(edge, backend, "cannot be replaced for mutual_tls")

	changing.MustApply(protocoltest.Update, termination, update, destroy+"/mutual_tls")
	changing.MustApply(protocoltest.Update, backend, update, destroy+"/tls_termination")
}

// A service may remove a module that it has added, as with an update that leaves the module out. No plan
// would show that, because no configuration has the module, so plans warn until an apply.
func TestRead_ownModuleRemoved(t *testing.T) {
	t.Parallel()
	edge, wanted := start(t), arguments{"description": "d"}
	edge.Server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge_1", Description: "d", IPRestriction: &refapi.EdgeIPRestriction{Enabled: true}, TrafficPolicy: &refapi.EdgeTrafficPolicy{Value: "v"},
	})
	edge.Server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1"}`})
	edge.MustApply(protocoltest.Create, wanted, create)
	edge.Server.ChangeTLSEdge("edge_1", func(e *refapi.TLSEdge) { e.IPRestriction = nil })
	wantShown(t, edge.Refresh(), "WARNING: TLS edge lost modules that the service had added", `TLS edge "edge_1" no longer has ip_restriction.`)
	if again := edge.Refresh(); len(again) > 0 { // The first refresh was stored.
		t.Errorf("warned again: %s", again)
	}
	edge.Server.SetResponses(func(a *refapi.Responses) { a.EdgeGetMembers = []string{"id", "uri", "created_at", "description"} })
	edge.MustApply(protocoltest.NoOp, wanted)
}
