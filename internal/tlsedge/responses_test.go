// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// A service may send responses in several forms. In each form, the plan after an apply is
// empty, and a refresh does not change state.
func TestResponses(t *testing.T) {
	t.Parallel()
	sparse := arguments{
		"description": "", "hostports": []string{}, "backend": arguments{"backend_id": "bkd_a"}, "tls_termination": arguments{"terminate_at": "edge"},
		"ip_restriction": arguments{"ip_policy_ids": []string{"ipp_a"}},
		"mutual_tls":     arguments{"enabled": false, "certificate_authority_ids": []string{}},
	}
	upstream := arguments{
		"mutual_tls":      arguments{"enabled": false, "certificate_authority_ids": []string{"ca_a"}},
		"tls_termination": arguments{"terminate_at": "upstream"},
	}
	for name, responses := range map[string]refapi.Responses{
		"unset as null":        {Unset: refapi.UnsetNull},
		"unset as empty":       {Unset: refapi.UnsetEmpty},
		"unset as absent":      {Unset: refapi.UnsetAbsent},
		"another order":        {ReverseSets: true},
		"one Ref for a list":   {RefLists: refapi.RefListSingle},
		"null for a list":      {RefLists: refapi.RefListNull},
		"read says id and uri": {EdgeGetMembers: []string{"id", "uri"}},
		"read says id":         {EdgeGetMembers: []string{"id"}},
		"read says no id":      {EdgeGetMembers: []string{"uri"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t)
			server.SetResponses(func(a *refapi.Responses) { *a = responses })
			for _, wanted := range []arguments{{}, fullArguments(), upstream, sparse} {
				c.edge = c.NewInstance(typeName)
				c.mustApply(t, protocoltest.Create, wanted)
				created := c.edge.State
				c.wantNoChange(t, wanted)
				if !c.edge.State.Equal(created) {
					t.Errorf("read\n%v, created\n%v", c.edge.State, created)
				}
			}
		})
	}
}

// Some values are unknown until the apply, at which the edge is created, and then replaced.
func TestUnknownUntilApply(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	apply := func(action protocoltest.Action, known, unknown arguments) {
		change := protocoltest.Change{Config: c.Config(typeName, with(known, unknown)), Known: c.Config(typeName, known)}
		plan, diags := c.planChange(t, change)
		if plan.Action != action {
			t.Fatalf("expected to %s, got %q\n%s", action, plan.Action, diags)
		}
		acctest.NoError(t, acctest.Must(c.Apply(t.Context(), c.edge, plan))(t).Err())
		wantWrites(t, server, create)
		c.wantNoChange(t, known)
	}
	later, policy := protocoltest.Unknown{}, arguments{"deletion_policy": "ABANDON"}
	everyModule := arguments{"backend": later, "ip_restriction": later, "mutual_tls": later, "tls_termination": later, "traffic_policy": later}
	apply(protocoltest.Create, with(fullArguments(), policy), everyModule)
	members := func(id, place any) arguments {
		return with(policy, arguments{"backend": arguments{"backend_id": id}, "tls_termination": arguments{"terminate_at": place}})
	}
	apply(protocoltest.Replace, members("bkd_b", "upstream"), members(later, later))
}

// The service may add a module to a new edge. The provider ignores this module
// until the configuration contains it. If an unconfigured module appears later,
// the plan shows a change.
func TestOwnModules(t *testing.T) {
	t.Parallel()
	backend := arguments{"backend": arguments{"backend_id": "bkd_a"}}
	termination := with(backend, arguments{"tls_termination": arguments{"enabled": false, "terminate_at": "edge", "min_version": "1.2"}})
	server, changing := start(t, api.UndocumentedOperations()...)
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge_1", Backend: &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: false, TerminateAt: "edge", MinVersion: "1.2"},
	})
	server.Fail(http.MethodPost, refapi.Fault{Status: http.StatusCreated, Body: `{"id":"edge_1"}`})
	c := newClient(t, server)
	c.mustApply(t, protocoltest.Create, backend)
	changing.edge = c.edge
	c.wantNoChange(t, backend)

	changing.mustApply(t, protocoltest.Update, with(backend, arguments{"description": "d"}))
	changing.mustApply(t, protocoltest.Update, backend)
	c.wantNoChange(t, backend)
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
		restored, patched := *changing.edge, false
		server.Intercept(func(r refapi.Request) *refapi.Fault {
			if patched = patched || r.Method == http.MethodPatch; !patched || r.Method != test.failing {
				return nil
			}
			return &refapi.Fault{Status: test.status}
		})
		diags := changing.apply(t, protocoltest.Update, termination)
		server.Intercept(nil)
		if plan, _ := changing.plan(t, backend); diags.Err() == nil || plan.Action != test.next {
			t.Errorf("after %d to %s, planned to %q\n%s", test.status, test.failing, plan.Action, diags)
		}
		*changing.edge = restored
	}

	server.ChangeTLSEdge("edge_1", func(e *refapi.TLSEdge) { e.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true} })
	c.wantRefused(t, backend, "cannot be replaced for mutual_tls")

	changing.mustApply(t, protocoltest.Update, termination)
	changing.mustApply(t, protocoltest.Update, backend)
	if e := server.TLSEdges()[0]; e.MutualTLS != nil || e.TLSTermination != nil {
		t.Errorf("the service has %+v", e)
	}
}
