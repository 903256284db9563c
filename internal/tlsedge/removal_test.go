// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// lagging lets the first reads after an update show the edge as it was before.
func lagging(t *testing.T, server *acctest.Server, id string, reads int) {
	t.Helper()
	server.SetResponses(func(a *refapi.Responses) { a.Patch = refapi.PatchNoContent })
	before, isUpdated := acctest.Must(readEdge(t, server, id))(t), false
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		isUpdated = isUpdated || r.Method == http.MethodPatch
		if r.Method != http.MethodGet || !isUpdated || reads == 0 {
			return nil
		}
		reads--
		return &refapi.Fault{Status: http.StatusOK, Body: before}
	})
}

func readEdge(t *testing.T, server *acctest.Server, id string) (string, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/edges/tls/"+id, http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var body json.RawMessage
	err = json.NewDecoder(response.Body).Decode(&body)
	return string(body), err
}

// Without delete_tls_edge_module, only an update can remove a module. The reads after the
// update may lag behind the removal.
func TestRemoval_readsLag(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.UpdateTLSEdge)
	c.mustApply(t, protocoltest.Create, fullArguments())
	wanted := with(fullArguments(), arguments{"mutual_tls": nil})
	plan, diags := c.plan(t, wanted)
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	lagging(t, server, c.edge.Text("id"), 2)
	if diags := c.applyPlan(t, plan); len(diags) > 0 {
		t.Errorf("expected no diagnostics, got\n%s", diags)
	}
	if module := c.state()["mutual_tls"]; module != nil {
		t.Errorf("state has %v", module)
	}
}
