// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// Every change takes one update, in which an answer without content is followed by
// a read. Where modules are deleted by themselves and an update ignores null, a
// removal takes one more request and no update of its own.
func TestInPlace_everyChange(t *testing.T) {
	t.Parallel()
	edgeTermination := arguments{"tls_termination": arguments{"terminate_at": "edge"}}
	open := with(fullArguments(), with(edgeTermination, arguments{"mutual_tls": nil, "traffic_policy": nil}))
	upstream := with(open, arguments{"tls_termination": arguments{"terminate_at": "upstream"}})
	for name, test := range map[string]struct{ from, change, stored arguments }{
		"every value": {change: arguments{
			"description": "other", "metadata": "other", "hostports": []string{"c.example.com:443"}, "backend": arguments{"backend_id": "bkd_b"},
			"ip_restriction": arguments{"ip_policy_ids": []string{"ipp_a"}}, "mutual_tls": arguments{"certificate_authority_ids": []string{"ca_b"}},
			"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.2"}, "traffic_policy": arguments{"value": "other"},
		}},
		"description":              {change: arguments{"description": "other"}},
		"no description":           {change: arguments{"description": nil}},
		"empty description":        {change: arguments{"description": ""}},
		"no metadata":              {change: arguments{"metadata": nil}},
		"empty hostports":          {change: arguments{"hostports": []string{}}},
		"hostports kept":           {change: arguments{"hostports": nil, "description": "x"}, stored: arguments{"hostports": fullArguments()["hostports"]}},
		"backend disabled":         {change: arguments{"backend": arguments{"backend_id": "bkd_a", "enabled": false}}},
		"no backend":               {change: arguments{"backend": nil}},
		"no policy":                {change: arguments{"ip_restriction": arguments{"ip_policy_ids": []string{}, "enabled": false}}},
		"no ip restriction":        {change: arguments{"ip_restriction": nil}},
		"no mutual TLS":            {change: arguments{"mutual_tls": nil}},
		"no termination":           {change: arguments{"tls_termination": nil}},
		"version kept":             {change: with(edgeTermination, arguments{"description": "x"}), stored: arguments{"tls_termination": fullArguments()["tls_termination"]}},
		"to upstream":              {from: open, change: upstream},
		"from upstream":            {from: upstream, change: open},
		"from upstream, a version": {from: upstream, change: arguments{"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.3"}}},
		"traffic policy disabled":  {change: arguments{"traffic_policy": arguments{"value": "other", "enabled": false}}},
		"no traffic policy":        {change: arguments{"traffic_policy": nil}},
		"nothing": {change: arguments{
			"description": nil, "metadata": nil, "hostports": []string{}, "backend": nil, "ip_restriction": nil, "mutual_tls": nil, "tls_termination": nil, "traffic_policy": nil,
		}},
		"everything": {from: arguments{}, change: fullArguments()},
	} {
		if test.from == nil {
			test.from = fullArguments()
		}
		wanted := with(test.from, test.change)
		change := func(t *testing.T, server *acctest.Server, c client, requests ...string) {
			t.Helper()
			c.mustApply(t, protocoltest.Create, test.from)
			server.ResetRequests()
			c.mustApply(t, protocoltest.Update, wanted)
			if err := server.ExpectRequestsNow(append([]string{read}, requests...)...); err != nil {
				t.Error(err)
			}
			c.wantNoChange(t, wanted)
			wantStored(t, server, c.edge.Text("id"), with(wanted, test.stored))
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.UpdateTLSEdge)
			change(t, server, c, update)
		})
		t.Run(name+", modules by themselves", func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.UpdateTLSEdge, api.DeleteTLSEdgeModule)
			server.Answer(func(a *refapi.Answers) { a.PatchIgnoresNull, a.Patch = true, refapi.PatchNoContent })
			var requests []string
			for _, module := range moduleNames() {
				if test.from[module] != nil && wanted[module] == nil {
					requests = append(requests, destroy+"/"+module)
				}
			}
			if len(requests) == 0 || name == "nothing" {
				requests = append(requests, update)
			}
			change(t, server, c, append(requests, read)...)
		})
	}
}

func moduleNames() []string {
	return []string{"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"}
}

// A setting that the service does not apply is an error on its attribute, and so
// is a module that the service keeps. State gets the service's values.
func TestInPlace_notApplied(t *testing.T) {
	t.Parallel()
	for name, changed := range map[string]any{
		"description": nil, "metadata": "other", "hostports": []string{"c:1"}, "backend": nil, "ip_restriction": nil, "mutual_tls": nil,
		"tls_termination": nil, "traffic_policy": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.UpdateTLSEdge)
			server.Answer(func(a *refapi.Answers) { a.PatchIgnores = []string{name} })
			c.mustApply(t, protocoltest.Create, fullArguments())
			before := c.edge.State
			said := c.apply(t, protocoltest.Update, with(fullArguments(), arguments{name: changed}))
			if len(said) != 1 || said.Err() == nil {
				t.Fatalf("expected one error, got\n%s", said)
			}
			words := []string{fmt.Sprintf("The service did not apply %s of TLS edge", name)}
			if slices.Contains(moduleNames(), name) {
				words = []string{fmt.Sprintf("The service did not remove %s of TLS edge", name), `add "delete_tls_edge_module"`}
			}
			wantWords(t, said, append(words, fmt.Sprintf("AttributeName(%q)", name))...)
			if !c.edge.State.Equal(before) {
				t.Errorf("state has\n%v, want\n%v", c.edge.State, before)
			}
			server.Answer(func(a *refapi.Answers) { a.PatchIgnores = nil })
			c.mustApply(t, protocoltest.Update, with(fullArguments(), arguments{name: changed}))
		})
	}
}

// Where modules are removed by themselves and a request fails, state has what the
// service has then.
func TestInPlace_removalFails(t *testing.T) {
	t.Parallel()
	upstream := with(fullArguments(), arguments{"mutual_tls": nil, "traffic_policy": nil, "tls_termination": arguments{"terminate_at": "upstream"}})
	for name, test := range map[string]struct {
		at    string // the request that fails
		fault refapi.Fault
		left  []string // modules that are left in state
		words []string
		fails bool
		shown []string // members that the service shows, all where nil
	}{
		"update, nothing shown": {"PATCH", refapi.Fault{Status: 500}, nil, []string{"Could not update TLS edge"}, true, []string{"id"}},
		"first removal":         {"DELETE mutual_tls", refapi.Fault{Status: 409}, []string{"mutual_tls", "traffic_policy"}, []string{"Could not delete mutual_tls of TLS edge", "409 Conflict"}, true, nil},
		"not offered":           {"DELETE mutual_tls", refapi.Fault{Status: 405}, []string{"mutual_tls", "traffic_policy"}, []string{`Remove "delete_tls_edge_module" from`}, true, nil},
		"second removal":        {"DELETE traffic_policy", refapi.Fault{Status: 403}, []string{"traffic_policy"}, []string{"Could not delete traffic_policy"}, true, nil},
		"update": {"PATCH", refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/backend/backend_id","detail":"no such backend"}]}`}, nil,
			[]string{"Could not update TLS edge", "no such backend", `AttributeName("backend").AttributeName("backend_id")`}, true, nil},
		"update not offered":       {"PATCH", refapi.Fault{Status: 405}, nil, []string{"does not offer this operation", `Remove "update_tls_edge" from`}, true, nil},
		"gone already":             {"DELETE mutual_tls", refapi.Fault{Status: 404, Body: `{"title":"none"}`, AfterActing: true}, nil, nil, false, nil},
		"accepted, with an answer": {"DELETE mutual_tls", refapi.Fault{Status: 200, Body: `{}`, AfterActing: true}, nil, nil, false, nil},
		"accepted, not done":       {"DELETE traffic_policy", refapi.Fault{Status: 200, Body: `{}`}, []string{"traffic_policy"}, []string{"Could not update", "traffic_policy"}, true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.AllUndocumented()...)
			server.Answer(func(a *refapi.Answers) { a.PatchIgnoresNull, a.EdgeGetMembers = true, test.shown })
			c.mustApply(t, protocoltest.Create, fullArguments())
			server.Intercept(func(r refapi.Request) *refapi.Fault {
				if method, module, _ := strings.Cut(test.at, " "); r.Method != method || !strings.HasSuffix(r.Path, module) {
					return nil
				}
				return &test.fault
			})
			said := c.apply(t, protocoltest.Update, upstream)
			if failed := said.Err() != nil; failed != test.fails {
				t.Errorf("got\n%s", said)
			}
			wantWords(t, said, test.words...)
			state := c.state()
			for _, module := range []string{"mutual_tls", "traffic_policy"} {
				if got, want := state[module] != nil, slices.Contains(test.left, module); got != want {
					t.Errorf("%s is in state: %t", module, got)
				}
			}
			server.Intercept(nil)
			if test.fails {
				c.mustApply(t, protocoltest.Update, upstream)
			}
			c.wantNoChange(t, upstream)
			wantStored(t, server, c.edge.Text("id"), upstream)
		})
	}
}

// A removal of modules alone needs no update. Any other change needs one.
func TestInPlace_removalAlone(t *testing.T) {
	t.Parallel()
	server, c := start(t, api.DeleteTLSEdgeModule)
	c.mustApply(t, protocoltest.Create, fullArguments())
	bare := with(fullArguments(), arguments{"mutual_tls": nil, "backend": nil})
	c.mustApply(t, protocoltest.Update, bare)
	wantWrites(t, server, create, destroy+"/backend", destroy+"/mutual_tls")
	c.wantRefused(t, with(bare, arguments{"traffic_policy": nil, "description": "other"}), "cannot be replaced for description")
}

// Switching the setting on or off needs no change of state.
func TestInPlace_switched(t *testing.T) {
	t.Parallel()
	server, on := start(t, api.AllUndocumented()...)
	on.mustApply(t, protocoltest.Create, fullArguments())
	off := newClient(t, server)
	off.edge = on.edge
	off.wantNoChange(t, fullArguments())
	changed := with(fullArguments(), arguments{"description": "other"})
	off.wantRefused(t, changed, "cannot be replaced for description")
	plan, _ := on.plan(t, changed)
	// A CLI takes another value of what the service assigns for a bug.
	server.ChangeTLSEdge(on.edge.Text("id"), func(e *refapi.TLSEdge) { e.CreatedAt = "2030-01-02T03:04:05Z" })
	if said := on.carryOut(t, plan); len(said) > 0 {
		t.Errorf("expected no diagnostics, got\n%s", said)
	}
	off.wantNoChange(t, changed)
	wantWrites(t, server, create, update)

	// A plan made with the setting on is refused without it.
	plan, _ = on.plan(t, fullArguments())
	if said := off.carryOut(t, plan); said.Err() == nil {
		t.Error("expected the plan to be refused")
	}
	wantWrites(t, server)
}

// Unknown values of the provider block never fail a plan, nor do they turn a change
// into a replacement.
func TestInPlace_unknownProvider(t *testing.T) {
	t.Parallel()
	_, c := start(t, api.AllUndocumented()...)
	c.mustApply(t, protocoltest.Create, fullArguments())
	protocol, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
		"base_url":                tftypes.NewValue(tftypes.String, tftypes.UnknownValue),
		"undocumented_operations": protocoltest.Undocumented(api.AllUndocumented()...),
	})
	if err != nil {
		t.Fatal(err)
	}
	c.Provider = protocol
	if plan, said := c.planChange(t, c.config(with(fullArguments(), arguments{"description": "other"}))); actionOf(plan) != protocoltest.Update {
		t.Errorf("expected an update, got %q\n%s", actionOf(plan), said)
	}
}

// Drift of any kind is seen, and undone in place.
func TestInPlace_drift(t *testing.T) {
	t.Parallel()
	for at, drift := range map[string]func(*refapi.TLSEdge){
		"description, metadata, hostports, backend.backend_id, ip_restriction.ip_policy_ids, mutual_tls.certificate_authority_ids, " +
			"tls_termination.min_version, tls_termination.terminate_at, traffic_policy.value": func(e *refapi.TLSEdge) {
			e.Description, e.Metadata, e.Hostports[0], e.Backend.BackendID, e.TrafficPolicy.Value = "changed", "", "c:1", "bkd_b", "v2"
			e.IPRestriction.IPPolicyIDs, e.MutualTLS.CertificateAuthorityIDs = nil, []string{"c"}
			e.TLSTermination.MinVersion, e.TLSTermination.TerminateAt = "", "upstream"
		},
		"backend.enabled, mutual_tls.enabled, tls_termination.min_version, traffic_policy.enabled": func(e *refapi.TLSEdge) {
			e.Backend.Enabled, e.MutualTLS.Enabled, e.TLSTermination.MinVersion, e.TrafficPolicy.Enabled = false, false, "1.1", false
		},
		"backend, ip_restriction, mutual_tls, tls_termination, traffic_policy": func(e *refapi.TLSEdge) {
			e.Backend, e.MutualTLS, e.TLSTermination, e.TrafficPolicy = nil, nil, nil, nil
			*e.IPRestriction = refapi.EdgeIPRestriction{}
		},
	} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			server, c := start(t, api.AllUndocumented()...)
			c.mustApply(t, protocoltest.Create, fullArguments())
			server.ChangeTLSEdge(c.edge.Text("id"), drift)
			off := newClient(t, server)
			off.edge = c.edge
			off.wantRefused(t, fullArguments(), at+" cannot be changed on an existing edge")
			c.mustApply(t, protocoltest.Update, fullArguments())
			wantStored(t, server, c.edge.Text("id"), fullArguments())
		})
	}
}
