// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// lacking are the answers of a service that lacks an operation, by their status.
func lacking() map[string]refapi.Fault {
	html := http.Header{"Content-Type": {"text/html"}}
	return map[string]refapi.Fault{
		"405 Method Not Allowed": {Status: http.StatusMethodNotAllowed, Body: `{"title":"method not allowed"}`},
		"501 Not Implemented":    {Status: http.StatusNotImplemented},
		"404 Not Found, HTML":    {Status: http.StatusNotFound, Header: html, Body: `<h1>Not here</h1>`},
	}
}

// A write that the service lacks is an error that names the operation, the status
// and the setting to take back. State and the service stay as they are.
func TestMissing_writes(t *testing.T) {
	t.Parallel()
	for answer, fault := range lacking() {
		status, _, _ := strings.Cut(answer, ",")
		for operation, method := range map[string]string{"update": http.MethodPatch, "delete": http.MethodDelete} {
			t.Run(operation+"/"+answer, func(t *testing.T) {
				t.Parallel()
				server := acctest.Start(t, refapi.Options{Undocumented: true})
				c := newClient(t, server, true)
				c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
				before := c.edge.State
				server.Intercept(on(method, fault))
				var said protocoltest.Diagnostics
				if operation == "update" {
					said = c.apply(t, protocoltest.Update, with(withPolicy("DELETE"), arguments{"description": "other"}))
				} else {
					said = c.destroy(t)
				}
				if len(said) != 1 || said.Err() == nil {
					t.Errorf("expected one error, got\n%s", said)
				}
				wantWords(t, said, fmt.Sprintf("Could not %s TLS edge %q", operation, c.edge.Text("id")), method, status,
					"does not offer this operation", operation+"_tls_edge")
				if !c.edge.State.Equal(before) || len(server.TLSEdges()) != 1 {
					t.Errorf("state has changed to %s", c.edge.State)
				}
			})
		}
	}
}

// A partial answer to a write is followed by a read.
func TestMissing_halfAnObject(t *testing.T) {
	t.Parallel()
	half := refapi.Fault{Status: http.StatusOK, Body: `{"id":"half","description":"other"}`}
	acting := half
	acting.AfterActing = true
	changed := with(withPolicy("DELETE"), arguments{"description": "other"})
	for name, test := range map[string]struct {
		fault  refapi.Fault
		failed bool
	}{"applied": {acting, false}, "not applied": {half, true}} {
		t.Run("update/"+name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			c := newClient(t, server, true)
			c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
			server.Intercept(on(http.MethodPatch, test.fault))
			said := c.apply(t, protocoltest.Update, changed)
			if failed := said.Err() != nil; failed != test.failed {
				t.Errorf("got\n%s", said)
			}
			if has := c.edge.Text("description"); has != server.TLSEdges()[0].Description {
				t.Errorf("state has %q, the service has %q", has, server.TLSEdges()[0].Description)
			}
		})
		t.Run("delete/"+name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			c := newClient(t, server, true)
			c.mustApply(t, protocoltest.Create, withPolicy("DELETE"))
			server.Intercept(on(http.MethodDelete, test.fault))
			said := c.destroy(t)
			if failed := said.Err() != nil; failed != test.failed || c.edge.Exists() != test.failed {
				t.Errorf("in state: %t, got\n%s", c.edge.Exists(), said)
			}
		})
	}
}

// A refresh reads each edge if the list is of no use.
func TestMissing_listInRefresh(t *testing.T) {
	t.Parallel()
	const count = 8
	for answer, fault := range withHalfAPage() {
		t.Run(answer, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			c := newClient(t, server, true)
			edges := make([]*protocoltest.Instance, count)
			for i := range edges {
				c.edge = c.NewInstance(typeName)
				c.mustApply(t, protocoltest.Create, arguments{"description": fmt.Sprintf("number %d", i)})
				edges[i] = c.edge
			}
			server.ChangeTLSEdge(edges[count-1].Text("id"), func(e *refapi.TLSEdge) { e.Description = "drifted" })
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if r.Method == http.MethodGet && r.Path == "/edges/tls" {
					return &fault
				}
				return nil
			})
			for _, edge := range edges {
				if said, err := c.Refresh(t.Context(), edge); err != nil || len(said) > 0 {
					t.Fatal(err, said)
				}
			}
			if got := edges[count-1].Text("description"); got != "drifted" {
				t.Errorf("the drift is not seen: %q", got)
			}
		})
	}
}

// withHalfAPage returns the answers of services that lack the list, and of some
// whose list is of no use.
func withHalfAPage() map[string]refapi.Fault {
	answers := lacking()
	answers["200 OK, half a page"] = refapi.Fault{Status: http.StatusOK, Body: `{"tls_edges":[{"id":"edge_1"}],"next_page_uri":null}`}
	answers["200 OK, no page"] = refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`}
	return answers
}
