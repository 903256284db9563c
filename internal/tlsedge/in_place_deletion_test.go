// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func withPolicy(policy string) arguments {
	return with(fullArguments(), arguments{"deletion_policy": policy})
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

// The policy in state decides whatever the way in which an edge is to go, and
// needs its operation. A warning comes once: in the plan where that can tell.
func TestDelete_policies(t *testing.T) {
	t.Parallel()
	prevented, onPolicy := []string{"is PREVENT", `deletion_policy = "DELETE"`}, `AttributeName("deletion_policy")`
	for name, test := range map[string]struct {
		policy     string
		operations []api.Undocumented
		refused    []string // nil where the edge may go
	}{
		"PREVENT":     {"PREVENT", []api.Undocumented{api.DeleteTLSEdge}, prevented},
		"ABANDON":     {"ABANDON", []api.Undocumented{api.DeleteTLSEdge}, nil},
		"DELETE":      {"DELETE", []api.Undocumented{api.DeleteTLSEdge}, nil},
		"DELETE, off": {"DELETE", nil, []string{"is DELETE", "delete_tls_edge", `deletion_policy = "ABANDON"`}},
	} {
		for way, words := range map[string]struct {
			refused []string
			warned  string
		}{
			"destroyed":            {[]string{"must not be destroyed", "only renamed, add a moved block", "its replacement may exist already", onPolicy}, "will be abandoned"},
			"changed":              {[]string{"must not be replaced for description", "configure what it has", `AttributeName("description")`}, "will be replaced and abandoned"},
			"replaced on request":  {[]string{"must not be replaced", "-replace names it, or its replace_triggered_by does", onPolicy}, "was abandoned"},
			"replaced for a taint": {[]string{"must not be destroyed", "terraform untaint", "its replacement may exist already", onPolicy}, "was abandoned"},
		} {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				server := acctest.Start(t, refapi.Options{Undocumented: true})
				creating, c := newClient(t, server, true), newClientWith(t, server, test.operations...)
				creating.mustApply(t, protocoltest.Create, withPolicy(test.policy))
				c.edge = creating.edge
				c.edge.Tainted = way == "replaced for a taint"
				wanted := withPolicy("PREVENT")
				if way == "changed" {
					wanted["description"] = "other"
				}
				plan, said, err := c.PlanChange(t.Context(), c.edge, protocoltest.Change{Config: c.Config(typeName, wanted), Replace: way == "replaced on request"})
				writes := []string{create, destroy, create}
				if way == "destroyed" {
					plan, said, err = c.PlanDestroy(t.Context(), c.edge)
					writes = writes[:2]
				}
				if err != nil {
					t.Fatal(err)
				}
				if plan != nil {
					more, err := c.Apply(t.Context(), c.edge, plan)
					if said = append(said, more...); err != nil {
						t.Fatal(err)
					}
				}
				switch {
				case test.refused != nil:
					if writes = writes[:1]; len(said) != 1 || (plan != nil) != c.edge.Tainted {
						t.Errorf("expected one error, in the plan if it can tell, got\n%s", said)
					}
					wantWords(t, said, append(test.refused, words.refused...)...)
				case test.policy == "ABANDON":
					writes = slices.DeleteFunc(writes, func(request string) bool { return request == destroy })
					wantWords(t, said, words.warned)
					if len(said) != 1 || said.Err() != nil {
						t.Errorf("expected one warning, got\n%s", said)
					}
				case len(said) > 0:
					t.Errorf("expected no diagnostics, got\n%s", said)
				}
				wantWrites(t, server, writes...)
			})
		}
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
