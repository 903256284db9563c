// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The id of an imported edge may contain any character. The imported edge has the
// default policy. The configuration then changes the policy, sets the description "",
// and omits the version that the service chose. The apply sends no write request.
func TestImport(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.UndocumentedOperations()...)
	server.SetResponses(func(a *refapi.Responses) { a.Unset = refapi.UnsetAbsent })
	for _, id := range []string{"a/b", "..", "ü?&#%2F", " "} {
		server.AddTLSEdge(refapi.TLSEdge{ID: id, TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.1"}})
		c.edge = newClient(t, server).imported(t, id)
		same, diags, err := c.ImportByIdentity(t.Context(), typeName, map[string]string{"id": id})
		if err != nil || len(diags) > 0 || c.edge.Text("id") != id || c.edge.Text("deletion_policy") != "PREVENT" || !same.State.Equal(c.edge.State) {
			t.Errorf("%q: imported %s and %s, %v\n%s", id, c.edge.State, same.State, err, diags)
		}
		configured := arguments{"description": "", "tls_termination": arguments{"terminate_at": "edge"}, "deletion_policy": "ABANDON"}
		c.mustApply(t, protocoltest.Update, configured)
		wantWrites(t, server)
		c.mustApply(t, protocoltest.Update, with(configured, arguments{"description": "other"}))
		wantWrites(t, server, update)
		c.wantNoChange(t, with(configured, arguments{"description": "other"}))
	}
}

// An import without an id is rejected, and an import whose response has no setting of the edge
// (interface section 4.2): every configuration would need a new edge, unless the service can
// change edges.
func TestImport_rejected(t *testing.T) {
	t.Parallel()
	server, c := start(t)
	_, byID, err := c.Import(t.Context(), typeName, "")
	_, byIdentity, otherErr := c.ImportByIdentity(t.Context(), typeName, map[string]string{"id": ""})
	server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Description: "d"})
	server.SetResponses(func(a *refapi.Responses) { a.EdgeGetMembers = []string{"id", "uri"} })
	newClient(t, server, api.UpdateTLSEdge).imported(t, "edge_1")
	_, blind, blindErr := c.Import(t.Context(), typeName, "edge_1")
	acctest.NoError(t, err, otherErr, blindErr)
	for _, diags := range []protocoltest.Diagnostics{byID, byIdentity} {
		wantWords(t, diags, "ERROR: Invalid import id", "The id of the TLS edge cannot be empty")
	}
	wantWords(t, blind, `ERROR: TLS edge "edge_1" cannot be imported`, "no setting of the edge", "update_tls_edge")
	if len(byID) != 1 || len(byIdentity) != 1 || len(blind) != 1 {
		t.Errorf("expected one error each, got\n%s%s%s", byID, byIdentity, blind)
	}
}

// addEdges adds edges without settings, with all settings, and with TLS that ends upstream, in turn.
func addEdges(server *acctest.Server, count int) {
	for i := range count {
		edge := refapi.TLSEdge{ID: fmt.Sprintf("edge_%d", i), Hostports: []string{"b.example.com:443", "a.example.com:443"}}
		switch i % 3 {
		case 1:
			edge.Description, edge.Metadata = fmt.Sprintf("{\"number\":  %d.0}", i), "{\n  \"a\": 1\n}\n"
			edge.Backend = &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"}
			edge.IPRestriction = &refapi.EdgeIPRestriction{Enabled: false, IPPolicyIDs: []string{"ipp_b", "ipp_a"}}
			edge.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{}}
			edge.TLSTermination = &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.2"}
			edge.TrafficPolicy = &refapi.EdgeTrafficPolicy{Enabled: true, Value: `{"v": 1e3, "big": 12345678901234567890, "d": [2.50, -0.0]}`}
		case 2:
			edge.MutualTLS = &refapi.EdgeMutualTLS{Enabled: false}
			edge.TrafficPolicy = &refapi.EdgeTrafficPolicy{Enabled: false, Value: "a\nb"}
			edge.TLSTermination = &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "upstream"}
		default:
			edge.Hostports = nil
		}
		server.AddTLSEdge(edge)
	}
}

// An edge in a query result equals the edge after an import, and the plan for the generated
// configuration shows no change. After three reads, a refresh reads the list instead, and only
// the edge that has changed individually.
func TestLists(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.UndocumentedOperations()...)
	addEdges(server, 5)
	var edges []*protocoltest.Instance
	for i, result := range acctest.Must(c.Query(t.Context(), typeName, 0, true))(t) {
		c.edge = c.imported(t, fmt.Sprintf("edge_%d", i))
		listed, err := result.Resource.Unmarshal(c.edge.State.Type())
		name := cmp.Or(c.edge.Text("description"), c.edge.Text("id"))
		if err != nil || len(result.Diagnostics) > 0 || result.DisplayName != name || !c.edge.State.Equal(listed) {
			t.Errorf("listed %q\n%s, imported\n%s, %v", result.DisplayName, listed, c.edge.State, err)
		}
		c.wantNoChange(t, with(c.state(), arguments{"id": nil, "uri": nil, "created_at": nil}))
		edges = append(edges, c.edge)
	}
	server.ChangeTLSEdge("edge_4", func(e *refapi.TLSEdge) { e.Backend = nil })
	server.ResetRequests()
	c = newClient(t, server, api.ListTLSEdges)
	for _, c.edge = range edges {
		acctest.NoError(t, acctest.Must(c.Refresh(t.Context(), c.edge))(t).Err())
	}
	acctest.NoError(t, server.ExpectRequests(read, read, read, listing, read+"4")())
	if c.state()["backend"] != nil {
		t.Error("the drift is not in state")
	}
}

// An import with a configuration that the CLI generated changes nothing.
func TestAccGeneratedConfiguration(t *testing.T) {
	t.Parallel()
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.SkipUnlessGenerates(t)
	server := acctest.Start(t, refapi.Options{Undocumented: true, PageSize: 2})
	addEdges(server, 3)
	var blocks strings.Builder
	for i := range 3 {
		fmt.Fprintf(&blocks, "import {\n  to = trafficedge_tls_edge.test_%d\n  id = \"edge_%d\"\n}\n", i, i)
	}
	cli.Configure(t, server.ConfigUndocumented(blocks.String()))
	cli.MustRun(t, "plan", "-generate-config-out=generated.tf")
	if output := cli.MustRun(t, "apply", "-auto-approve"); !strings.Contains(output, "3 imported, 0 added, 0 changed, 0 destroyed") {
		t.Errorf("got\n%s", output)
	}
	cli.MustRun(t, "plan", "-detailed-exitcode")
	wantWrites(t, server)
}
