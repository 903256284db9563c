// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// addEdges adds edges, every other one with a description and all modules.
func addEdges(server *acctest.Server, count int) {
	for i := range count {
		edge := refapi.TLSEdge{ID: fmt.Sprintf("edge_%d", i), Hostports: []string{"a.example.com:443"}}
		if i%2 == 1 {
			edge.Description = fmt.Sprintf("number %d", i)
			edge.Backend = &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"}
			edge.IPRestriction = &refapi.EdgeIPRestriction{Enabled: false, IPPolicyIDs: []string{"ipp_b", "ipp_a"}}
			edge.MutualTLS = &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_a"}}
			edge.TLSTermination = &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.2"}
			edge.TrafficPolicy = &refapi.EdgeTrafficPolicy{Enabled: true, Value: `{"on_tcp_connect":[]}`}
		}
		server.AddTLSEdge(edge)
	}
}

func query(t *testing.T, c client, limit int64, includeResource bool) []tfprotov6.ListResourceResult {
	t.Helper()
	results, err := c.Query(t.Context(), typeName, limit, includeResource)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestList_results(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true, PageSize: 2})
	addEdges(server, 5)
	c := newClient(t, server, true)
	for limit, want := range map[int64]struct{ results, pages int }{0: {5, 3}, 3: {3, 2}, 2: {2, 1}, 100: {5, 3}} {
		server.ResetRequests()
		if results := query(t, c, limit, false); len(results) != want.results || len(server.Requests()) != want.pages {
			t.Errorf("limit %d: got %d results from %d pages, want %+v", limit, len(results), len(server.Requests()), want)
		}
	}
	results := query(t, c, 0, true)
	for i, want := range map[int]string{0: "edge_0", 1: "number 1"} {
		if err := protocoltest.Failure(results[i].Diagnostics); err != nil || results[i].DisplayName != want {
			t.Errorf("got display name %q, %v, want %q", results[i].DisplayName, err, want)
		}
	}
	// An edge in a query equals the edge that its import brings, and as a
	// configuration it plans no change.
	for i, result := range results {
		listed, err := result.Resource.Unmarshal(c.Schemas.ResourceSchemas[typeName].ValueType())
		if err != nil {
			t.Fatal(err)
		}
		imported, said, err := c.Import(t.Context(), typeName, fmt.Sprintf("edge_%d", i))
		if err != nil || len(said) > 0 || !imported.State.Equal(listed) {
			t.Errorf("listed\n%s, imported\n%s\n%v\n%s", listed, imported.State, err, said)
		}
		generated := with(protocoltest.PlainObject(listed), arguments{"id": nil, "uri": nil, "created_at": nil})
		c.edge = imported
		c.wantNoChange(t, generated)
	}
}

// A list may summarise. An edge is read in whole before a configuration is
// generated from it.
func TestList_summary(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	addEdges(server, 2)
	server.Answer(func(a *refapi.Answers) { a.ListOmits = []string{"description", "backend"} })
	c := newClient(t, server, true)
	query(t, c, 0, false)
	if err := server.ExpectRequestsNow(listing); err != nil {
		t.Error(err)
	}
	results := query(t, c, 0, true)
	if err := server.ExpectRequestsNow(listing, read, read); err != nil {
		t.Error(err)
	}
	imported, said, err := c.Import(t.Context(), typeName, "edge_1")
	if err != nil || len(said) > 0 {
		t.Fatal(err, said)
	}
	listed, err := results[1].Resource.Unmarshal(imported.State.Type())
	if err != nil || !listed.Equal(imported.State) {
		t.Errorf("listed\n%s, imported\n%s\n%v", listed, imported.State, err)
	}
}

func TestList_failures(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true, PageSize: 2})
	addEdges(server, 5)
	for name, test := range map[string]struct {
		offered bool
		fault   refapi.Fault
		results int // before the error
		words   []string
	}{
		"switched off": {false, refapi.Fault{}, 0, []string{"was not sent", "list_tls_edges"}},
		"no list":      {true, refapi.Fault{Status: 405}, 0, []string{"405 Method Not Allowed", "list_tls_edges"}},
		"later page":   {true, refapi.Fault{Status: 403, Body: `{"detail":"enough"}`}, 2, []string{"403 Forbidden", "enough"}},
	} {
		server.ResetRequests()
		server.Intercept(func(r refapi.Request) *refapi.Fault {
			if test.results > 0 && r.Query == "" {
				return nil
			}
			return &test.fault
		})
		results := query(t, newClient(t, server, test.offered), 0, false)
		if made := server.Requests(); len(results) != test.results+1 || !test.offered && len(made) > 0 {
			t.Fatalf("%s: got %d results, requests %v", name, len(results), made)
		}
		said := protocoltest.Diagnostics(results[test.results].Diagnostics)
		wantWords(t, said, append(test.words, "Could not list TLS edges")...)
		if said.Err() == nil {
			t.Errorf("%s: expected an error", name)
		}
	}
}

// A refresh of many edges costs pages of the list and a few reads. One that
// differs there is read by itself.
func TestRefresh_fromTheList(t *testing.T) {
	t.Parallel()
	const count, alone = 500, 3
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	addEdges(server, count)
	edges := make([]*protocoltest.Instance, count)
	importing := newClient(t, server, false)
	for i := range edges {
		imported, said, err := importing.Import(t.Context(), typeName, fmt.Sprintf("edge_%d", i))
		if err != nil || len(said) > 0 {
			t.Fatal(err, said)
		}
		edges[i] = imported
	}
	refresh := func(undocumented bool) (pages, reads int) {
		server.ResetRequests()
		c := newClient(t, server, undocumented)
		for _, edge := range edges {
			if said, err := c.Refresh(t.Context(), edge); err != nil || len(said) > 0 {
				t.Fatal(err, said)
			}
		}
		for _, request := range server.Requests() {
			if request.Path == "/edges/tls" {
				pages++
			} else {
				reads++
			}
		}
		return pages, reads
	}
	if pages, reads := refresh(true); pages != count/100 || reads != alone {
		t.Errorf("a refresh of %d edges took %d pages and %d reads", count, pages, reads)
	}
	if pages, reads := refresh(false); pages != 0 || reads != count {
		t.Errorf("switched off, it took %d pages and %d reads", pages, reads)
	}
	server.ChangeTLSEdge("edge_401", func(e *refapi.TLSEdge) { e.Backend = nil })
	if pages, reads := refresh(true); pages != count/100 || reads != alone+1 {
		t.Errorf("with one that differs, it took %d pages and %d reads", pages, reads)
	}
	if protocoltest.PlainObject(edges[401].State)["backend"] != nil {
		t.Error("the drift is not in state")
	}
}

// The configuration that query generates imports without a change.
func TestAccList_generatedConfiguration(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true, PageSize: 2})
	addEdges(server, 5)
	cli := acctest.BuildProvider(t).NewCLI(t)
	if !cli.AtLeast(t, "1.14.0") {
		t.Skip("query needs a CLI of 1.14 or later")
	}
	cli.Configure(t, server.ConfigUndocumented(""))
	query := "list \"trafficedge_tls_edge\" \"all\" {\n  provider = trafficedge\n}\n"
	if err := os.WriteFile(filepath.Join(cli.Dir, "all.tfquery.hcl"), []byte(query), 0o600); err != nil {
		t.Fatal(err)
	}
	cli.MustRun(t, "query", "-generate-config-out=imported.tf")
	output := cli.MustRun(t, "apply", "-auto-approve")
	if want := "5 imported, 0 added, 0 changed, 0 destroyed"; !strings.Contains(output, want) {
		t.Errorf("expected %q:\n%s", want, output)
	}
	wantWrites(t, server)
	cli.MustRun(t, "plan", "-detailed-exitcode")
}
