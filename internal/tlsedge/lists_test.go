// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// read validates the configuration of a data source, and reads the data source. After an
// error, the returned object is nil.
func (c client) read(t *testing.T, dataSource string, config arguments) (map[string]any, protocoltest.Diagnostics) {
	t.Helper()
	valueType := c.Schemas.DataSourceSchemas[dataSource].ValueType()
	dynamic := protocoltest.Dynamic(protocoltest.Value(valueType, config))
	validated, err := c.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: dataSource, Config: dynamic})
	if err != nil || len(validated.Diagnostics) > 0 {
		return nil, validated.Diagnostics
	}
	resp, err := c.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: dataSource, Config: dynamic})
	if err != nil || len(resp.Diagnostics) > 0 {
		return nil, resp.Diagnostics
	}
	return protocoltest.PlainObject(acctest.Must(resp.State.Unmarshal(valueType))(t)), nil
}

func TestDataSource_everything(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClient(t, server, api.UndocumentedOperations()...)
	server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge/1", CreatedAt: "2026-01-02T03:04:05Z", Description: "checkout", Metadata: "m", Hostports: []string{"b:2", "a:1"},
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: false, IPPolicyIDs: []string{"ipp_a", "ipp_b"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_a"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.2"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: "v"},
	})
	server.SetResponses(func(a *refapi.Responses) { a.RefLists = refapi.RefListSingle })
	ref := func(kind, id string) any { return map[string]any{"id": id, "uri": server.URL + "/" + kind + "/" + id} }
	want := map[string]any{
		"id": "edge/1", "uri": server.URL + "/edges/tls/edge%2F1", "created_at": "2026-01-02T03:04:05Z",
		"description": "checkout", "metadata": "m", "hostports": []string{"a:1", "b:2"},
		"backend":         map[string]any{"enabled": true, "backend": ref("backends", "bkd_a")},
		"ip_restriction":  map[string]any{"enabled": false, "ip_policies": []any{ref("ip_policies", "ipp_a"), ref("ip_policies", "ipp_b")}},
		"mutual_tls":      map[string]any{"enabled": true, "certificate_authorities": []any{ref("certificate_authorities", "ca_a")}},
		"tls_termination": map[string]any{"enabled": true, "terminate_at": "edge", "min_version": "1.2"},
		"traffic_policy":  map[string]any{"enabled": true, "value": "v"},
	}
	if got, diags := c.read(t, typeName, arguments{"id": "edge/1"}); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%v, want\n%v\n%s", got, want, diags)
	}
	server.SetResponses(func(a *refapi.Responses) { a.ListOmits = []string{"uri", "created_at"} })
	all, diags := c.read(t, typeName+"s", nil)
	if listed := []any{want}; !reflect.DeepEqual(all["tls_edges"], listed) {
		t.Errorf("listed\n%v, want\n%v\n%s", all, listed, diags)
	}
}

func TestDataSource_failures(t *testing.T) {
	t.Parallel()
	_, c := start(t)
	_, diags := c.read(t, typeName, arguments{"id": ""})
	wantWords(t, diags, "ERROR", "id string length must be at least 1")
	_, diags = c.read(t, typeName, arguments{"id": "gone"})
	wantWords(t, diags, "ERROR", `Could not read TLS edge "gone"`, "404 Not Found")
	_, diags = c.read(t, typeName+"s", nil)
	wantWords(t, diags, "ERROR", "Could not list TLS edges", "was not sent", "list_tls_edges")
}

// addEdges adds three kinds of edges in turn: without settings, with all settings, and
// with TLS that ends upstream.
func addEdges(server *acctest.Server, count int) {
	for i := range count {
		edge := refapi.TLSEdge{ID: fmt.Sprintf("edge_%d", i), Hostports: []string{"b.example.com:443", "a.example.com:443"}}
		switch i % 3 {
		case 1:
			edge.Description, edge.Metadata = fmt.Sprintf("number %d", i), indentedJSON
			edge.Backend = &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"}
			edge.IPRestriction = &refapi.EdgeIPRestriction{Enabled: false, IPPolicyIDs: []string{"ipp_b", "ipp_a"}}
			edge.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{}}
			edge.TLSTermination = &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.2"}
			edge.TrafficPolicy = &refapi.EdgeTrafficPolicy{Enabled: false, Value: "a\nb"}
		case 2:
			edge.MutualTLS = &refapi.EdgeMutualTLS{Enabled: false}
			edge.TLSTermination = &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "upstream"}
		default:
			edge.Hostports = nil
		}
		server.AddTLSEdge(edge)
	}
}

func query(t *testing.T, c client, limit int64, includeResource bool) []tfprotov6.ListResourceResult {
	t.Helper()
	return acctest.Must(c.Query(t.Context(), typeName, limit, includeResource))(t)
}

func TestList_results(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true, PageSize: 2})
	addEdges(server, 5)
	c := newClient(t, server, api.UndocumentedOperations()...)
	if results := query(t, c, 3, false); len(results) != 3 || len(server.Requests()) != 2 {
		t.Errorf("got %d results from %d pages, want 3 from 2", len(results), len(server.Requests()))
	}
	// If a list omits settings, the provider reads each whole edge, because the CLI
	// generates a configuration from the query result.
	for _, summary := range [][]string{nil, {"description", "backend"}} {
		server.SetResponses(func(a *refapi.Responses) { a.ListOmits = summary })
		server.ResetRequests()
		ids, results := query(t, c, 0, false), query(t, c, 0, true)
		if made := len(server.Requests()); len(ids) != 5 || summary == nil && made != 3+3 || summary != nil && made != 3+3+5 {
			t.Errorf("took %d requests where the list omits %q", made, summary)
		}
		for i, want := range map[int]string{0: "edge_0", 1: "number 1"} {
			if err := protocoltest.Diagnostics(results[i].Diagnostics).Err(); err != nil || results[i].DisplayName != want {
				t.Errorf("got display name %q, %v, want %q", results[i].DisplayName, err, want)
			}
		}
		// An edge in a query result equals the edge after an import. The plan for the
		// generated configuration shows no change.
		for i, result := range results {
			listed, err := result.Resource.Unmarshal(c.edge.State.Type())
			if c.edge = c.imported(t, fmt.Sprintf("edge_%d", i)); err != nil || !c.edge.State.Equal(listed) {
				t.Errorf("listed\n%s, imported\n%s, %v", listed, c.edge.State, err)
			}
			c.wantNoChange(t, with(c.state(), arguments{"id": nil, "uri": nil, "created_at": nil}))
		}
	}
	server.Intercept(func(r refapi.Request) *refapi.Fault {
		if r.Path == "/edges/tls" {
			return nil
		}
		return &refapi.Fault{Status: http.StatusForbidden}
	})
	wantWords(t, query(t, c, 1, true)[0].Diagnostics, "WARNING", "Could not read TLS edge", "403 Forbidden")
	wantWords(t, query(t, newClient(t, server), 1, false)[0].Diagnostics, "ERROR", "Could not list TLS edges", "list_tls_edges")
}

// A refresh of many edges reads the list once. If the list shows that an edge has not
// changed, the provider does not read that edge individually.
func TestRefresh_fromTheList(t *testing.T) {
	t.Parallel()
	server, importing := start(t, api.UndocumentedOperations()...)
	addEdges(server, 30)
	edges := make([]*protocoltest.Instance, 30)
	for i := range edges {
		edges[i] = importing.imported(t, fmt.Sprintf("edge_%d", i))
	}
	server.ChangeTLSEdge("edge_19", func(e *refapi.TLSEdge) { e.Backend = nil })
	server.ResetRequests()
	c := newClient(t, server, api.ListTLSEdges)
	for _, edge := range edges {
		if diags, err := c.Refresh(t.Context(), edge); err != nil || len(diags) > 0 {
			t.Fatal(err, diags)
		}
	}
	// The provider reads three edges, then the list, and then the changed edge.
	if made := len(server.Requests()); made != 1+3+1 {
		t.Errorf("a refresh took %d requests, want 5", made)
	}
	if protocoltest.PlainObject(edges[19].State)["backend"] != nil {
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
	output := cli.MustRun(t, "apply", "-auto-approve")
	if want := "3 imported, 0 added, 0 changed, 0 destroyed"; !strings.Contains(output, want) {
		t.Errorf("expected %q in\n%s", want, output)
	}
	cli.MustRun(t, "plan", "-detailed-exitcode")
	wantWrites(t, server)
}
