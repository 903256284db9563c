// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func withPolicy(policy string) arguments {
	return with(fullArguments(), arguments{"deletion_policy": policy})
}

func TestDelete(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]refapi.DeleteAnswer{
		"no content": refapi.DeleteNoContent, "the object": refapi.DeleteShown,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			server.Answer(func(a *refapi.Answers) { a.Delete = answer })
			c := newClient(t, server, true)
			c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
			if said := c.destroy(t); len(said) > 0 {
				t.Errorf("expected no diagnostics, got\n%s", said)
			}
			wantWrites(t, server, create, destroy)
			if c.edge.Exists() || len(server.TLSEdges()) > 0 {
				t.Error("the edge is still there")
			}
		})
	}
}

// A destroy that fails leaves the edge in state, and succeeds when it is tried
// again, also if the edge has vanished meanwhile.
func TestDelete_failedAndRetried(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault    refapi.Fault
		answer   refapi.DeleteAnswer
		words    []string
		vanishes bool
	}{
		"refused":           {fault: refapi.Fault{Status: 409, Body: `{"detail":"in use"}`}, words: []string{"in use", "409 Conflict"}},
		"refused, vanishes": {fault: refapi.Fault{Status: 403}, words: []string{"403 Forbidden"}, vanishes: true},
		"not done":          {answer: refapi.DeleteNotDone, words: []string{"still has the object"}},
		"accepted":          {answer: refapi.DeleteAccepted, words: []string{"still has the object"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			c := newClient(t, server, true)
			c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
			server.Answer(func(a *refapi.Answers) { a.Delete = test.answer })
			if test.fault.Status != 0 {
				server.Intercept(on(http.MethodDelete, test.fault))
			}
			said := c.destroy(t)
			wantWords(t, said, append(test.words, "Could not delete TLS edge")...)
			if !c.edge.Exists() || said.Err() == nil {
				t.Fatalf("expected an error, and the edge in state, got\n%s", said)
			}
			server.ActPending()
			server.Intercept(nil)
			server.Answer(func(a *refapi.Answers) { a.Delete = refapi.DeleteNoContent })
			if test.vanishes {
				server.RemoveTLSEdge(c.edge.Text("id"))
			}
			if said := c.destroy(t); len(said) > 0 {
				t.Errorf("expected no diagnostics, got\n%s", said)
			}
			if c.edge.Exists() || len(server.TLSEdges()) > 0 {
				t.Error("the edge is still there")
			}
		})
	}
}

// A replacement is only made on request, and deletes the edge first.
func TestDelete_replacement(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClient(t, server, true)
	c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
	id := c.edge.Text("id")
	plan, said, err := c.PlanChange(t.Context(), c.edge, protocoltest.Change{Config: c.Config(typeName, withPolicy("DELETE")), Replace: true})
	if err != nil || actionOf(plan) != protocoltest.Replace || len(said) > 0 {
		t.Fatalf("expected a replacement, got %q, %v\n%s", actionOf(plan), err, said)
	}
	if said, err := c.Apply(t.Context(), c.edge, plan); err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
	wantWrites(t, server, create, destroy, create)
	if edges := server.TLSEdges(); len(edges) != 1 || edges[0].ID == id || c.edge.Text("id") != edges[0].ID {
		t.Errorf("state has %s, the service has %+v", c.edge.Text("id"), edges)
	}
}

// Where edges can be deleted but not changed, DELETE makes a change a replacement.
func TestDelete_replacementForAChange(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClientWith(t, server, api.DeleteTLSEdge)
	c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
	c.mustApply(t, protocoltest.Replace, with(withPolicy("DELETE"), arguments{"description": "other"}))
	wantWrites(t, server, create, destroy, create)
}

// With the setting on, PREVENT and ABANDON do the same as with it off. With it
// off, DELETE is an error that names the setting.
func TestDelete_policies(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		policy       string
		undocumented bool
		refused      []string // nil where the edge may go
		replacement  []string // what a replacement says beyond that
	}{
		"PREVENT":     {"PREVENT", true, []string{"is PREVENT", `deletion_policy = "DELETE"`}, nil},
		"ABANDON":     {"ABANDON", true, nil, nil},
		"DELETE, off": {"DELETE", false, []string{"is DELETE", "delete_tls_edge", "deletion_policy"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			c := newClient(t, server, true)
			c.mustApply(t, protocoltest.Create, withPolicy(test.policy))
			if !test.undocumented {
				off := newClient(t, server, false)
				off.edge = c.edge
				c = off
			}
			for kind, plan := range map[string]func() (*protocoltest.Plan, protocoltest.Diagnostics, error){
				"destroyed": func() (*protocoltest.Plan, protocoltest.Diagnostics, error) {
					return c.PlanDestroy(t.Context(), c.edge)
				},
				"replaced": func() (*protocoltest.Plan, protocoltest.Diagnostics, error) {
					return c.PlanChange(t.Context(), c.edge, protocoltest.Change{Config: c.Config(typeName, withPolicy("PREVENT")), Replace: true})
				},
			} {
				planned, said, err := plan()
				switch {
				case err != nil:
					t.Error(err)
				case test.refused == nil && planned == nil:
					t.Errorf("%s: expected a plan, got\n%s", kind, said)
				case test.refused != nil && planned != nil:
					t.Errorf("%s: expected an error, got %q", kind, planned.Action)
				case test.refused != nil:
					wantWords(t, said, append(test.refused, "must not be "+kind, `AttributeName("deletion_policy")`)...)
				}
			}
			// A plan does not see a taint, so the deletion itself is refused.
			c.edge.Tainted = true
			plan, said, err := c.PlanChange(t.Context(), c.edge, protocoltest.Change{Config: c.Config(typeName, withPolicy("PREVENT"))})
			if err != nil || plan == nil {
				t.Fatal(err, said)
			}
			said, err = c.Apply(t.Context(), c.edge, plan)
			switch {
			case err != nil:
				t.Error(err)
			case test.refused != nil:
				wantWords(t, said, append(test.refused, "must not be destroyed")...)
				wantWrites(t, server, create)
			default:
				wantWords(t, said, "was abandoned")
				wantWrites(t, server, create, create)
			}
		})
	}
}

// Without its operation, DELETE is an error in every plan that would store it.
func TestDelete_notOffered(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	on, off := newClient(t, server, true), newClientWith(t, server, api.UpdateTLSEdge)
	wantRefused := func(wanted arguments) {
		t.Helper()
		plan, said := off.plan(t, wanted)
		if plan != nil || len(said) != 1 {
			t.Errorf("expected one error, got %q\n%s", actionOf(plan), said)
		}
		wantWords(t, said, `add "delete_tls_edge"`, `AttributeName("deletion_policy")`)
	}
	wantRefused(withPolicy("DELETE"))
	on.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
	off.edge = on.edge
	wantRefused(withPolicy("DELETE"))
	wantRefused(with(withPolicy("DELETE"), arguments{"description": "other"}))
	off.mustApply(t, protocoltest.Update, withPolicy("PREVENT"))
	wantRefused(withPolicy("DELETE"))
	wantWrites(t, server, create)
}

// Any new policy is applied without a request.
func TestDelete_policyAlone(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClient(t, server, true)
	c.mustApply(t, protocoltest.Create, withPolicy("PREVENT"))
	for _, policy := range []string{"DELETE", "ABANDON", "DELETE"} {
		c.mustApply(t, protocoltest.Update, withPolicy(policy))
	}
	wantWrites(t, server, create)
}

// An edge that vanished leaves state with a warning, and is planned again.
func TestDelete_vanished(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClient(t, server, true)
	c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
	server.RemoveTLSEdge(c.edge.Text("id"))
	said, err := c.Refresh(t.Context(), c.edge)
	if err != nil || said.Err() != nil || c.edge.Exists() {
		t.Fatalf("expected the edge to leave state, got %v\n%s", err, said)
	}
	wantWords(t, said, "The service has no TLS edge")
	c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
}

// A write that the service lacks is an error that names the operation, the status
// and the setting to take back. State and the service stay as they are.
func TestDelete_serviceLacksTheOperation(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClient(t, server, true)
	c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
	before := c.edge.State
	server.Intercept(on(http.MethodPatch, refapi.Fault{Status: http.StatusMethodNotAllowed}))
	updated := c.apply(t, protocoltest.Update, with(withPolicy("DELETE"), arguments{"description": "other"}))
	server.Intercept(on(http.MethodDelete, refapi.Fault{Status: http.StatusNotFound, Body: `<h1>Not here</h1>`}))
	for operation, said := range map[string]protocoltest.Diagnostics{"update": updated, "delete": c.destroy(t)} {
		if len(said) != 1 || said.Err() == nil {
			t.Errorf("expected one error, got\n%s", said)
		}
		wantWords(t, said, fmt.Sprintf("Could not %s TLS edge %q", operation, c.edge.Text("id")), "does not offer this operation", operation+"_tls_edge")
	}
	if !c.edge.State.Equal(before) || len(server.TLSEdges()) != 1 {
		t.Errorf("state has changed to %s", c.edge.State)
	}
}
