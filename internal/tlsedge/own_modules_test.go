// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"reflect"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A module that the answer to the creation has, or the read that completes it,
// although nobody asked for it, is the service's own until it is configured. Any
// other module that nobody configured is a difference.
func TestOwnModules(t *testing.T) {
	t.Parallel()
	backend := arguments{"backend": arguments{"backend_id": "bkd_a"}}
	termination := with(backend, arguments{"tls_termination": arguments{"enabled": false, "terminate_at": "edge", "min_version": "1.2"}})
	for name, answer := range map[string]string{
		"in the answer": `{"id":"edge_1","uri":"u","backend":{"enabled":true,"backend":{"id":"bkd_a"}},"mutual_tls":null,` +
			`"tls_termination":{"enabled":false,"terminate_at":"edge","min_version":"1.2"}}`,
		"in the read": `{"id":"edge_1"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			change := func(change func(*refapi.TLSEdge)) { server.ChangeTLSEdge("edge_1", change) }
			server.AddTLSEdge(refapi.TLSEdge{
				ID: "edge_1", Backend: &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
				TLSTermination: &refapi.EdgeTLSTermination{Enabled: false, TerminateAt: "edge", MinVersion: "1.2"},
			})
			server.Intercept(on(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: answer}))
			c, changing := newClient(t, server, false), newClient(t, server, true)
			c.mustApply(t, protocoltest.Create, backend)
			changing.edge = c.edge
			c.wantNoChange(t, backend)

			server.ResetRequests()
			changing.mustApply(t, protocoltest.Update, with(backend, arguments{"description": "d"}))
			for _, request := range server.Requests() {
				if _, named := request.Member("tls_termination"); named {
					t.Errorf("the service's own module is named in %s", request.Body)
				}
			}
			changing.mustApply(t, protocoltest.Update, backend)
			c.wantNoChange(t, backend)

			change(func(e *refapi.TLSEdge) { e.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true} })
			plan, said := c.plan(t, backend)
			if plan != nil {
				t.Errorf("expected an error, got %q", plan.Action)
			}
			wantWords(t, said, "must not be replaced for mutual_tls")
			changing.mustApply(t, protocoltest.Update, backend)
			if e := server.TLSEdges()[0]; e.MutualTLS != nil || e.TLSTermination == nil {
				t.Errorf("the service has %+v", e)
			}

			// Once it is configured, it is as any other module.
			changing.mustApply(t, protocoltest.Update, termination)
			c.wantNoChange(t, termination)
			changing.mustApply(t, protocoltest.Update, backend)
			c.wantNoChange(t, backend)
			if e := server.TLSEdges()[0]; e.TLSTermination != nil {
				t.Errorf("the service has %+v", e)
			}
		})
	}
}

// A replacement asks for its modules anew: what the service added to the old edge
// says nothing about the new one.
func TestOwnModules_ofAReplacement(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	server.Intercept(on(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1","uri":"u","traffic_policy":{"value":"v"}}`}))
	c := newClientWith(t, server, api.DeleteTLSEdge)
	c.mustApply(t, protocoltest.Create, arguments{"deletion_policy": "DELETE"})
	server.Intercept(nil)
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", TrafficPolicy: &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"}})
	plan, said, err := c.PlanChange(t.Context(), c.edge, protocoltest.Change{Config: c.Config(typeName, arguments{"deletion_policy": "DELETE"}), Replace: true})
	if err != nil || plan == nil {
		t.Fatal(err, said)
	}
	if said, err := c.Apply(t.Context(), c.edge, plan); err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
	server.ChangeTLSEdge(c.edge.Text("id"), func(e *refapi.TLSEdge) { e.TrafficPolicy = &refapi.EdgeTrafficPolicy{Enabled: true, Value: "w"} })
	if said, err := c.Refresh(t.Context(), c.edge); err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
	if got := protocoltest.PlainObject(c.edge.State)["traffic_policy"]; !reflect.DeepEqual(got, map[string]any{"enabled": true, "value": "w"}) {
		t.Errorf("state has %v", got)
	}
}
