// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

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
		"description": "", "hostports": nil, "backend": arguments{"backend_id": "bkd_a"}, "tls_termination": arguments{"terminate_at": "edge"},
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
			edge := start(t)
			edge.Server.SetResponses(func(a *refapi.Responses) { *a = responses })
			for _, wanted := range []arguments{{}, fullArguments(), upstream, sparse} {
				edge.Instance = edge.Provider.NewInstance(typeName)
				shown := edge.Apply(protocoltest.Create, wanted)
				created := edge.State
				edge.MustApply(protocoltest.NoOp, wanted)
				if len(shown) > 0 || !edge.State.Equal(created) {
					t.Errorf("read\n%v, created\n%v\n%s", edge.State, created, shown)
				}
			}
		})
	}
}

// The id of an imported edge may contain any character. The imported edge has the
// default policy. The configuration then changes the policy, sets the description "",
// and omits the version that the service chose. The apply sends no write request.
func TestImport(t *testing.T) {
	t.Parallel()
	edge := start(t, api.UndocumentedOperations()...)
	documented := newEdge(t, edge.Server)
	edge.Server.SetResponses(func(a *refapi.Responses) { a.Unset = refapi.UnsetAbsent })
	for _, id := range []string{"a/b", "..", "ü?&#%2F", " "} {
		edge.Server.AddTLSEdge(refapi.TLSEdge{ID: id, TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.1"}})
		documented.MustImport(id)
		edge.Instance = documented.Instance
		same, shown, err := edge.Provider.ImportByIdentity(t.Context(), typeName, map[string]string{"id": id})
		if err != nil || len(shown) > 0 || edge.Text("id") != id || edge.Text("deletion_policy") != "PREVENT" || !same.State.Equal(edge.State) {
			t.Errorf("%q: imported %s and %s, %v\n%s", id, edge.State, same.State, err, shown)
		}
		configured := arguments{"description": "", "tls_termination": arguments{"terminate_at": "edge"}, "deletion_policy": "ABANDON"}
		edge.MustApply(protocoltest.Update, configured)
		edge.MustApply(protocoltest.Update, with(configured, arguments{"description": "other"}), update)
	}
}

// An import without an id is rejected, and an import whose response has no setting of the edge
// (interface section 4.2): every configuration would need a new edge, unless the service can
// change edges.
func TestImport_rejected(t *testing.T) {
	t.Parallel()
	edge := start(t)
	_, byID, err := edge.Provider.Import(t.Context(), typeName, "")
	_, byIdentity, otherErr := edge.Provider.ImportByIdentity(t.Context(), typeName, map[string]string{"id": ""})
	for _, id := range []string{"edge_1\n", "edge\u200b", "e\u0301dge"} {
		_, unprintable, err := edge.Provider.Import(t.Context(), typeName, id)
		acctest.NoError(t, err)
		wantShown(t, unprintable, "ERROR: Invalid import id", "only printable characters")
	}
	if requests := edge.Server.Requests(); len(requests) > 0 {
		t.Errorf("sent %v", requests)
	}
	edge.Server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", Description: "d"})
	edge.Server.SetResponses(func(a *refapi.Responses) { a.EdgeGetMembers = []string{"id", "uri"} })
	newEdge(t, edge.Server, api.UpdateTLSEdge).MustImport("edge_1")
	_, blind, blindErr := edge.Provider.Import(t.Context(), typeName, "edge_1")
	acctest.NoError(t, err, otherErr, blindErr)
	wantShown(t, byID, "ERROR: Invalid import id", "The id of the TLS edge cannot be empty")
	wantShown(t, byIdentity, "ERROR: Invalid import id", "The id of the TLS edge cannot be empty")
	wantShown(t, blind, `ERROR: TLS edge "edge_1" cannot be imported`, "no setting of the edge", "update_tls_edge")
}

// A young edge that the service does not show yet stays in state, even if created_at goes by
// another clock.
func TestRead_young(t *testing.T) {
	t.Parallel()
	edge := newEdge(t, acctest.Start(t, refapi.Options{CreatedAtOffset: -2 * time.Minute}))
	edge.Server.SetResponses(func(a *refapi.Responses) { a.ReadLag = time.Second })
	edge.Apply(protocoltest.Create, fullArguments())
	if shown := edge.Refresh(); len(shown) > 0 || !edge.Exists() {
		t.Errorf("in state: %t\n%s", edge.Exists(), shown)
	}
}

// addEdges adds edges without settings, with all settings, and with TLS that ends upstream, in turn.
func addEdges(server *acctest.Server, count int) {
	hostports := []string{"b.example.com:443", "a.example.com:443"}
	kinds := []refapi.TLSEdge{{}, {
		Description: "{\"number\":  1.0}", Metadata: "{\n  \"a\": 1\n}\n", Hostports: hostports,
		Backend:        &refapi.EdgeBackend{Enabled: true, BackendID: "bkd_a"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: false, IPPolicyIDs: []string{"ipp_b", "ipp_a"}},
		MutualTLS:      &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.2"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: `{"v": 1e3, "big": 12345678901234567890, "d": [2.50, -0.0]}`},
	}, {
		Hostports: hostports, MutualTLS: &refapi.EdgeMutualTLS{Enabled: false}, TrafficPolicy: &refapi.EdgeTrafficPolicy{Enabled: false, Value: "a\nb"},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "upstream"},
	}}
	for i := range count {
		edge := kinds[i%len(kinds)]
		edge.ID = fmt.Sprintf("edge_%d", i)
		server.AddTLSEdge(edge)
	}
}

// An edge in a query result equals the edge after an import, and the plan for the generated
// configuration shows no change. After three reads, a refresh reads the list instead, and only
// the edge that has changed individually.
func TestLists(t *testing.T) {
	t.Parallel()
	edge := start(t, api.UndocumentedOperations()...)
	addEdges(edge.Server, 5)
	var edges []*protocoltest.Instance
	for i, result := range acctest.Must(edge.Provider.Query(t.Context(), typeName, 0, true))(t) {
		edge.MustImport(fmt.Sprintf("edge_%d", i))
		listed, err := result.Resource.Unmarshal(edge.State.Type())
		name := cmp.Or(edge.Text("description"), edge.Text("id"))
		if err != nil || len(result.Diagnostics) > 0 || result.DisplayName != name || !edge.State.Equal(listed) {
			t.Errorf("listed %q\n%s, imported\n%s, %v", result.DisplayName, listed, edge.State, err)
		}
		edge.MustApply(protocoltest.NoOp, with(stateOf(edge), arguments{"id": nil, "uri": nil, "created_at": nil}))
		edges = append(edges, edge.Instance)
	}
	edge.Server.ChangeTLSEdge("edge_4", func(e *refapi.TLSEdge) { e.Backend = nil })
	edge.Server.ResetRequests()
	edge = newEdge(t, edge.Server, api.ListTLSEdges)
	edge.Provider.Shared = true
	for _, edge.Instance = range edges {
		acctest.NoError(t, edge.Refresh().Err())
	}
	acctest.NoError(t, edge.Server.ExpectRequests(read, read, read, "GET /edges/tls", read+"4")())
}

// An import with a configuration that the CLI generated changes nothing, also if the service
// responds with [] for hostports, which a configuration cannot contain.
func TestAccGeneratedConfiguration(t *testing.T) {
	t.Parallel()
	cli := acctest.BuildProvider(t).NewCLI(t)
	cli.SkipUnlessGenerates(t)
	server := acctest.Start(t, refapi.Options{Undocumented: true, PageSize: 2})
	server.SetResponses(func(a *refapi.Responses) { a.Unset = refapi.UnsetEmpty })
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
	acctest.NoError(t, server.ExpectWrites()())
}
