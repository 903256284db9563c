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
		"404 Not Found, JSON":    {Status: http.StatusNotFound, Body: `{"title":"no such path"}`},
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
					"does not offer this operation", "Set undocumented_operations to false")
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

// A refresh reads each edge if the service lacks the list, with one warning for
// the run. A list that is there but of no use gets no warning, since reads make
// up for it.
func TestMissing_listInRefresh(t *testing.T) {
	t.Parallel()
	const count = 8
	for answer, test := range withHalfAPage() {
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
					return &test.fault
				}
				return nil
			})
			var said protocoltest.Diagnostics
			for _, edge := range edges {
				more, err := c.Refresh(t.Context(), edge)
				if err != nil || more.Err() != nil {
					t.Fatal(err, more)
				}
				said = append(said, more...)
			}
			if len(said) != test.warnings {
				t.Errorf("expected %d warnings, got\n%s", test.warnings, said)
			}
			if test.warnings > 0 {
				wantWords(t, said, "list TLS edges", "does not offer", "undocumented_operations", test.status)
			}
			if got := edges[count-1].Text("description"); got != "drifted" {
				t.Errorf("the drift is not seen: %q", got)
			}
		})
	}
}

type lackingList struct {
	fault    refapi.Fault
	status   string
	warnings int
}

// withHalfAPage returns the answers of services that lack the list, and of one
// whose list is incomplete.
func withHalfAPage() map[string]lackingList {
	answers := map[string]lackingList{
		"half a page": {fault: refapi.Fault{Status: http.StatusOK, Body: `{"tls_edges":[{"id":"edge_1"}],"next_page_uri":null}`}},
		"no page":     {fault: refapi.Fault{Status: http.StatusOK, Body: `{"success":true}`}, status: "200 OK", warnings: 1},
	}
	for answer, fault := range lacking() {
		status, _, _ := strings.Cut(answer, ",")
		answers[answer] = lackingList{fault: fault, status: status, warnings: 1}
	}
	return answers
}
