// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http"
	"path"
	"reflect"
	"slices"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// The provider makes every change in place with exactly one update request. An edge keeps what
// the configuration leaves to the service.
func TestInPlace_everyChange(t *testing.T) {
	t.Parallel()
	edgeTermination := arguments{"tls_termination": arguments{"terminate_at": "edge"}}
	open := with(fullArguments(), with(edgeTermination, arguments{"mutual_tls": nil, "traffic_policy": nil}))
	upstream := with(open, arguments{"tls_termination": arguments{"terminate_at": "upstream"}})
	for name, test := range map[string]struct {
		from, change arguments
		kept         string // attribute
	}{
		"every value": {from: fullArguments(), change: arguments{
			"description": "other", "metadata": "other", "hostports": []string{"c.example.com:443"}, "backend": arguments{"backend_id": "bkd_b"},
			"ip_restriction": arguments{"ip_policy_ids": []string{"ipp_a"}}, "mutual_tls": arguments{"certificate_authority_ids": []string{"ca_b"}},
			"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.2"}, "traffic_policy": arguments{"value": "other"},
		}},
		"hostports":     {fullArguments(), arguments{"hostports": nil, "description": "x"}, "hostports"},
		"version":       {fullArguments(), with(edgeTermination, arguments{"description": "x"}), "tls_termination"},
		"to upstream":   {from: open, change: upstream},
		"from upstream": {from: upstream, change: open},
		"nothing": {from: fullArguments(), change: arguments{
			"description": nil, "metadata": nil,
			"backend": nil, "ip_restriction": nil, "mutual_tls": nil, "tls_termination": nil, "traffic_policy": nil,
		}},
		"everything": {from: arguments{}, change: fullArguments()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			edge, wanted := start(t, api.UpdateTLSEdge), with(test.from, test.change)
			edge.MustApply(protocoltest.Create, test.from, create)
			created := stateOf(edge)[test.kept]
			edge.Server.ResetRequests()
			shown := edge.Apply(protocoltest.Update, wanted)
			acctest.NoError(t, edge.Server.ExpectRequests(read, update)())
			edge.MustApply(protocoltest.NoOp, wanted)
			if changed := stateOf(edge)[test.kept]; len(shown) > 0 || !reflect.DeepEqual(changed, created) {
				t.Errorf("%s was %v, and is %v\n%s", test.kept, created, changed, shown)
			}
		})
	}
}

// The service may choose a version only in an update, because the update sends null for a version that neither
// configuration nor state has.
func TestInPlace_versionOfTheService(t *testing.T) {
	t.Parallel()
	edge, wanted := start(t, api.UpdateTLSEdge), arguments{"description": "new", "tls_termination": arguments{"terminate_at": "edge"}}
	edge.Server.AddTLSEdge(refapi.TLSEdge{ID: "edge_1", TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge"}})
	edge.MustImport("edge_1")
	edge.MustApply(protocoltest.Update, wanted, update)
}

// If the service does not apply a setting, or does not remove a module, the update returns
// an error on the attribute. State contains the values of the service.
func TestInPlace_notApplied(t *testing.T) {
	t.Parallel()
	for name, words := range map[string][]string{
		"description": {"ERROR: The service did not apply description of TLS edge", `AttributeName("description")`},
		"backend":     {"ERROR: The service did not remove backend of TLS edge", "responded with a success status, but still has the module", `add "delete_tls_edge_module"`, `AttributeName("backend")`},
	} {
		edge, wanted := start(t, api.UpdateTLSEdge), with(fullArguments(), arguments{name: nil})
		edge.MustApply(protocoltest.Create, fullArguments(), create)
		edge.Server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = []string{name} })
		before := edge.State
		wantShown(t, edge.Apply(protocoltest.Update, wanted), words...)
		if !edge.State.Equal(before) {
			t.Errorf("state has\n%v, want\n%v", edge.State, before)
		}
		edge.Server.SetResponses(func(a *refapi.Responses) { a.PatchIgnores = nil })
		edge.MustApply(protocoltest.Update, wanted, update)
	}
}

// If a request fails, state loses only the modules that the edge certainly lacks, and the
// error names them. The same apply can then succeed.
func TestInPlace_removalFails(t *testing.T) {
	t.Parallel()
	const first, second = destroy + "/mutual_tls", destroy + "/traffic_policy"
	wanted := with(fullArguments(), arguments{
		"mutual_tls": nil, "traffic_policy": nil, "description": "new", "ip_restriction": arguments{"ip_policy_ids": []string{"ipp_new"}},
	})
	for failing, test := range map[string]struct {
		status int
		left   []string // deletions of the modules that remain in state
		writes []string
		words  []string
	}{
		update: {422, []string{first, second}, []string{update}, []string{
			"ERROR: Could not update TLS edge", "apply the removal and the other changes one after the other",
		}},
		second: {409, []string{second}, []string{update, first, second, second, second}, []string{
			"ERROR: Could not delete traffic_policy of TLS edge", "409 Conflict", "The edge no longer has mutual_tls.",
		}},
	} {
		edge := start(t, api.UndocumentedOperations()...)
		edge.Server.SetResponses(func(a *refapi.Responses) { a.PatchIgnoresNull = true })
		edge.MustApply(protocoltest.Create, fullArguments(), create)
		edge.Server.Intercept(func(r refapi.Request) (fault *refapi.Fault) {
			if matched, _ := path.Match(failing, r.Method+" "+r.Path); matched {
				fault = &refapi.Fault{Status: test.status}
			}
			return fault
		})
		edge.Server.ResetRequests()
		wantShown(t, edge.Apply(protocoltest.Update, wanted), test.words...)
		acctest.NoError(t, edge.Server.ExpectWrites(test.writes...)())
		left := slices.DeleteFunc([]string{first, second}, func(deletion string) bool { return stateOf(edge)[path.Base(deletion)] == nil })
		if !slices.Equal(left, test.left) {
			t.Errorf("after %s, state has the modules of %v", failing, left)
		}
		edge.Server.Intercept(nil)
		edge.MustApply(protocoltest.Update, wanted, append([]string{update}, left...)...)
	}
}

// If a deletion is not confirmed, a read without the module confirms it, unless the read also lacks
// a setting that state has.
func TestInPlace_removalUnconfirmed(t *testing.T) {
	t.Parallel()
	for description, words := range map[string][]string{"d": {"The responses do not confirm the deletion."}, "": nil} {
		edge, without := start(t, api.DeleteTLSEdgeModule), arguments{"description": description}
		edge.Server.SetResponses(func(a *refapi.Responses) { a.EdgeGetMembers = []string{"id", "uri", "created_at"} })
		edge.MustApply(protocoltest.Create, with(without, arguments{"mutual_tls": fullArguments()["mutual_tls"]}), create)
		edge.Server.Fail(http.MethodDelete, refapi.Fault{Status: http.StatusAccepted, Body: "{}", AfterActing: true})
		shown := edge.Apply(protocoltest.Update, without)
		if len(shown) != len(words) || !acctest.Message(words...).MatchString(shown.String()) {
			t.Errorf("%q: got %s", description, shown)
		}
	}
}

// An update leaves out what neither state nor plan has. The service may have chosen it, and
// does not show it.
func TestInPlace_unseen(t *testing.T) {
	t.Parallel()
	edge := start(t, api.UpdateTLSEdge)
	before := edge.Server.AddTLSEdge(refapi.TLSEdge{
		ID: "edge_1", Description: "d", Metadata: "theirs", Hostports: []string{"theirs:443"},
		IPRestriction:  &refapi.EdgeIPRestriction{Enabled: true, IPPolicyIDs: []string{"theirs"}},
		TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge", MinVersion: "1.3"},
		TrafficPolicy:  &refapi.EdgeTrafficPolicy{Enabled: true, Value: "theirs"},
	})
	edge.Server.SetResponses(func(a *refapi.Responses) {
		a.EdgeGetMembers = []string{"id", "uri", "created_at", "description", "backend"}
	})
	edge.MustImport("edge_1")
	wanted := arguments{"description": "new", "mutual_tls": arguments{"certificate_authority_ids": []string{"ca_a"}}}
	edge.MustApply(protocoltest.Update, wanted, update)
	before.Description, before.MutualTLS = "new", &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_a"}}
	if after := edge.Server.TLSEdges(); !reflect.DeepEqual(after, []refapi.TLSEdge{before}) {
		t.Errorf("the service has %+v, want %+v", after, before)
	}
	if state := stateOf(edge); state["metadata"] != nil || state["hostports"] != nil || state["ip_restriction"] != nil || state["mutual_tls"] == nil {
		t.Errorf("state has %v", state)
	}
}

// If a change only removes modules, the provider sends deletions and no update. It repeats
// the read while its result is outdated.
func TestInPlace_removalAlone(t *testing.T) {
	t.Parallel()
	edge := start(t, api.DeleteTLSEdgeModule)
	edge.MustApply(protocoltest.Create, fullArguments(), create)
	bare := with(fullArguments(), arguments{"mutual_tls": nil, "backend": nil})
	last := ""
	edge.Server.Intercept(func(r refapi.Request) (fault *refapi.Fault) {
		if last == http.MethodDelete && r.Method == http.MethodGet {
			fault = &refapi.Fault{Status: http.StatusOK, Body: `{"id":"` + edge.Text("id") + `","mutual_tls":{"enabled":true}}`}
		}
		last = r.Method
		return fault
	})
	edge.MustApply(protocoltest.Update, bare, destroy+"/backend", destroy+"/mutual_tls")
	wantRefused(edge, with(bare, arguments{"traffic_policy": nil, "description": "other"}), "cannot be replaced for description")
}

// If a change only removes modules, a refused update is followed by the deletions: the service may refuse null.
func TestInPlace_nullRefused(t *testing.T) {
	t.Parallel()
	for status, deletions := range map[int][]string{http.StatusUnprocessableEntity: {destroy + "/mutual_tls"}, http.StatusForbidden: nil, http.StatusMultipleChoices: nil} {
		edge, termination := start(t, api.UndocumentedOperations()...), arguments{"terminate_at": "edge"}
		edge.Server.AddTLSEdge(refapi.TLSEdge{
			ID: "edge_1", MutualTLS: &refapi.EdgeMutualTLS{Enabled: true, CertificateAuthorityIDs: []string{"ca_a"}},
			TLSTermination: &refapi.EdgeTLSTermination{Enabled: true, TerminateAt: "edge"}, // without a version, which an update lets the service choose
		})
		edge.MustImport("edge_1")
		edge.Server.Fail(http.MethodPatch, refapi.Fault{Status: status})
		edge.Server.ResetRequests()
		shown := edge.Apply(protocoltest.Update, arguments{"tls_termination": termination})
		acctest.NoError(t, edge.Server.ExpectWrites(append([]string{update}, deletions...)...)())
		if (shown.Err() == nil) != (deletions != nil) {
			t.Errorf("after %d: %s", status, shown)
		}
	}
}

// The provider plans no change if a user adds or removes undocumented_operations. A provider
// without an operation refuses to apply a plan that needs it.
func TestInPlace_switched(t *testing.T) {
	t.Parallel()
	on := start(t, api.UndocumentedOperations()...)
	on.MustApply(protocoltest.Create, fullArguments(), create)
	off := newEdge(t, on.Server)
	off.Instance = on.Instance
	changed := with(fullArguments(), arguments{"description": "other"})
	off.MustApply(protocoltest.NoOp, fullArguments())
	wantRefused(off, changed, "cannot be replaced for description", "The deletion_policy is PREVENT.")
	plan, _ := on.Plan(protocoltest.Change{Config: on.Config(changed)})
	// The service changes created_at after the plan. State must keep the planned value,
	// or a CLI reports a provider bug.
	on.Server.ChangeTLSEdge(on.Text("id"), func(e *refapi.TLSEdge) { e.CreatedAt = "2030-01-02T03:04:05Z" })
	acctest.NoError(t, acctest.Must(on.Provider.Apply(t.Context(), on.Instance, plan))(t).Err(), on.Server.ExpectWrites(update)())
	off.MustApply(protocoltest.NoOp, changed)

	plan, _ = on.Plan(protocoltest.Change{Config: on.Config(fullArguments())})
	if shown := acctest.Must(off.Provider.Apply(t.Context(), off.Instance, plan))(t); shown.Err() == nil {
		t.Error("expected the plan to be refused")
	}
	acctest.NoError(t, on.Server.ExpectWrites()())
}
