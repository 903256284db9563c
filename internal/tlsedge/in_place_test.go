// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

func TestInPlace_everyChange(t *testing.T) {
	t.Parallel()
	full := fullArguments()
	edgeTermination := arguments{"terminate_at": "edge"}
	upstreamTermination := arguments{"terminate_at": "upstream"}
	open := with(full, arguments{"mutual_tls": nil, "traffic_policy": nil, "tls_termination": edgeTermination})
	upstream := with(open, arguments{"tls_termination": upstreamTermination})
	for name, test := range map[string]struct{ from, to, as arguments }{
		"description":              {from: full, to: with(full, arguments{"description": "other"})},
		"no description":           {from: full, to: with(full, arguments{"description": nil})},
		"empty description":        {from: full, to: with(full, arguments{"description": ""})},
		"metadata":                 {from: full, to: with(full, arguments{"metadata": "other"})},
		"no metadata":              {from: full, to: with(full, arguments{"metadata": nil})},
		"hostports":                {from: full, to: with(full, arguments{"hostports": []string{"c.example.com:443"}})},
		"empty hostports":          {from: full, to: with(full, arguments{"hostports": []string{}})},
		"hostports kept":           {from: full, to: with(full, arguments{"hostports": nil, "description": "other"}), as: with(full, arguments{"description": "other"})},
		"backend":                  {from: full, to: with(full, arguments{"backend": arguments{"backend_id": "bkd_b"}})},
		"backend disabled":         {from: full, to: with(full, arguments{"backend": arguments{"backend_id": "bkd_a", "enabled": false}})},
		"no backend":               {from: full, to: with(full, arguments{"backend": nil})},
		"policies":                 {from: full, to: with(full, arguments{"ip_restriction": arguments{"ip_policy_ids": []string{"ipp_a"}}})},
		"no policy":                {from: full, to: with(full, arguments{"ip_restriction": arguments{"ip_policy_ids": []string{}}})},
		"no ip restriction":        {from: full, to: with(full, arguments{"ip_restriction": nil})},
		"authorities":              {from: full, to: with(full, arguments{"mutual_tls": arguments{"certificate_authority_ids": []string{"ca_b"}}})},
		"no mutual TLS":            {from: full, to: with(full, arguments{"mutual_tls": nil})},
		"version":                  {from: full, to: with(full, arguments{"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.2"}})},
		"no termination":           {from: full, to: with(full, arguments{"tls_termination": nil})},
		"version kept":             {from: full, to: with(full, arguments{"tls_termination": edgeTermination, "description": "x"}), as: with(full, arguments{"description": "x"})},
		"to upstream":              {from: open, to: upstream},
		"from upstream":            {from: upstream, to: open},
		"from upstream, a version": {from: upstream, to: with(open, arguments{"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.3"}})},
		"traffic policy":           {from: full, to: with(full, arguments{"traffic_policy": arguments{"value": "other"}})},
		"traffic policy disabled":  {from: full, to: with(full, arguments{"traffic_policy": arguments{"value": "other", "enabled": false}})},
		"no traffic policy":        {from: full, to: with(full, arguments{"traffic_policy": nil})},
		"nothing":                  {from: full, to: arguments{"hostports": []string{}}},
		"everything":               {from: arguments{}, to: full},
	} {
		if test.as == nil {
			test.as = test.to
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			c := newClientWith(t, server, api.UpdateTLSEdge)
			c.mustApply(t, protocoltest.Create, test.from)
			server.ResetRequests()
			c.mustApply(t, protocoltest.Update, test.to)
			if err := server.ExpectRequestsNow(read, update); err != nil {
				t.Error(err)
			}
			c.wantNoChange(t, test.to)
			wantStored(t, server, c.edge.Text("id"), test.as)
		})
		// The same where an update ignores null, and modules are deleted by themselves.
		t.Run(name+", modules by themselves", func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			server.Answer(func(a *refapi.Answers) { a.PatchIgnoresNull = true })
			c := newClientWith(t, server, api.UpdateTLSEdge, api.DeleteTLSEdgeModule)
			c.mustApply(t, protocoltest.Create, test.from)
			server.ResetRequests()
			c.mustApply(t, protocoltest.Update, test.to)
			requests, others := []string{read}, false
			for _, argument := range append(moduleNames(), "description", "metadata", "hostports") {
				removed := slices.Contains(moduleNames(), argument) && test.from[argument] != nil && test.to[argument] == nil
				others = others || !removed && !reflect.DeepEqual(test.from[argument], test.as[argument])
				if removed {
					requests = append(requests, destroy+"/"+argument)
				}
			}
			if others {
				requests = append(requests, update)
			} else {
				requests = append(requests, read)
			}
			if err := server.ExpectRequestsNow(requests...); err != nil {
				t.Error(err)
			}
			c.wantNoChange(t, test.to)
			wantStored(t, server, c.edge.Text("id"), test.as)
		})
	}
}

func moduleNames() []string {
	return []string{"backend", "ip_restriction", "mutual_tls", "tls_termination", "traffic_policy"}
}

// wantStored expects one edge on the service, as a creation would make it.
func wantStored(t *testing.T, server *acctest.Server, id string, wanted arguments) {
	t.Helper()
	edges := server.TLSEdges()
	if len(edges) != 1 || edges[0].ID != id || !reflect.DeepEqual(settingsOf(edges[0]), created(t, wanted)) {
		t.Errorf("the service has %+v, want %+v", edges, created(t, wanted))
	}
}

// A min_version that is not configured is planned as null if TLS ends upstream,
// and as unknown if it moves to the edge.
func TestInPlace_plannedVersion(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClient(t, server, true)
	atEdge := arguments{"tls_termination": arguments{"terminate_at": "edge"}}
	upstream := arguments{"tls_termination": arguments{"terminate_at": "upstream"}}
	version := tftypes.NewAttributePath().WithAttributeName("tls_termination").WithAttributeName("min_version")
	for _, test := range []struct {
		action protocoltest.Action
		wanted arguments
		want   any
	}{{protocoltest.Create, upstream, nil}, {protocoltest.Update, atEdge, tftypes.UnknownValue}, {protocoltest.Update, upstream, nil}} {
		plan, said := c.plan(t, test.wanted)
		if plan == nil {
			t.Fatal(said)
		}
		planned, _, err := tftypes.WalkAttributePath(plan.After, version)
		if value, ok := planned.(tftypes.Value); err != nil || !ok || !value.Equal(tftypes.NewValue(tftypes.String, test.want)) {
			t.Errorf("%v: planned %v, %v, want %v", test.wanted, planned, err, test.want)
		}
		c.mustApply(t, test.action, test.wanted)
	}
}

// An update is followed by a read if its answer is not the whole edge.
func TestInPlace_answers(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(*refapi.Answers){
		"no content":  func(a *refapi.Answers) { a.Patch = refapi.PatchNoContent },
		"no body":     func(a *refapi.Answers) { a.Patch = refapi.PatchEmpty },
		"other shape": func(a *refapi.Answers) { a.Patch = refapi.PatchOtherShape },
		"absent":      func(a *refapi.Answers) { a.Unset = refapi.UnsetAbsent },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			server.Answer(answer)
			c := newClient(t, server, true)
			c.mustApply(t, protocoltest.Create, fullArguments())
			server.ResetRequests()
			changed := with(fullArguments(), arguments{"description": "other", "traffic_policy": nil})
			c.mustApply(t, protocoltest.Update, changed)
			if err := server.ExpectRequestsNow(read, destroy+"/traffic_policy", update, read); err != nil {
				t.Error(err)
			}
			c.wantNoChange(t, changed)
		})
	}
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
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			server.Answer(func(a *refapi.Answers) { a.PatchIgnores = []string{name} })
			c := newClientWith(t, server, api.UpdateTLSEdge)
			c.mustApply(t, protocoltest.Create, fullArguments())
			before := protocoltest.PlainObject(c.edge.State)
			said := c.apply(t, protocoltest.Update, with(fullArguments(), arguments{name: changed}))
			if len(said) != 1 || said.Err() == nil {
				t.Fatalf("expected one error, got\n%s", said)
			}
			words := []string{fmt.Sprintf("The service did not apply %s of TLS edge", name)}
			if slices.Contains(moduleNames(), name) {
				words = []string{fmt.Sprintf("The service did not remove %s of TLS edge", name), `add "delete_tls_edge_module"`}
			}
			wantWords(t, said, append(words, fmt.Sprintf("AttributeName(%q)", name))...)
			if after := protocoltest.PlainObject(c.edge.State); !reflect.DeepEqual(after, before) {
				t.Errorf("state has\n%v, want\n%v", after, before)
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
		"not offered":           {"DELETE mutual_tls", refapi.Fault{Status: 405}, []string{"mutual_tls", "traffic_policy"}, []string{`Take "delete_tls_edge_module" out`}, true, nil},
		"second removal":        {"DELETE traffic_policy", refapi.Fault{Status: 403}, []string{"traffic_policy"}, []string{"Could not delete traffic_policy"}, true, nil},
		"update": {"PATCH", refapi.Fault{Status: 422, Body: `{"errors":[{"pointer":"/backend/backend_id","detail":"no such backend"}]}`}, nil,
			[]string{"Could not update TLS edge", "no such backend", `AttributeName("backend").AttributeName("backend_id")`}, true, nil},
		"gone already":             {"DELETE mutual_tls", refapi.Fault{Status: 404, Body: `{"title":"none"}`, AfterActing: true}, nil, nil, false, nil},
		"accepted, with an answer": {"DELETE mutual_tls", refapi.Fault{Status: 200, Body: `{}`, AfterActing: true}, nil, nil, false, nil},
		"accepted, not done":       {"DELETE traffic_policy", refapi.Fault{Status: 200, Body: `{}`}, []string{"traffic_policy"}, []string{"Could not update", "traffic_policy"}, true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			server.Answer(func(a *refapi.Answers) { a.PatchIgnoresNull, a.EdgeGetMembers = true, test.shown })
			c := newClient(t, server, true)
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
			state := protocoltest.PlainObject(c.edge.State)
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
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClientWith(t, server, api.DeleteTLSEdgeModule)
	c.mustApply(t, protocoltest.Create, fullArguments())
	bare := with(fullArguments(), arguments{"mutual_tls": nil, "backend": nil})
	c.mustApply(t, protocoltest.Update, bare)
	wantWrites(t, server, create, destroy+"/backend", destroy+"/mutual_tls")
	if plan, said := c.plan(t, with(bare, arguments{"traffic_policy": nil, "description": "other"})); plan != nil {
		t.Errorf("expected an error, got %q\n%s", plan.Action, said)
	}
}

// Switching the setting on or off needs no change of state.
func TestInPlace_switched(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	off, on := newClient(t, server, false), newClient(t, server, true)
	off.mustApply(t, protocoltest.Create, fullArguments())
	on.edge = off.edge
	for _, c := range []client{on, off} {
		c.wantNoChange(t, fullArguments())
	}
	changed := with(fullArguments(), arguments{"description": "other"})
	if plan, said := off.plan(t, changed); plan != nil {
		t.Errorf("off: expected an error, got %q\n%s", actionOf(plan), said)
	}
	on.mustApply(t, protocoltest.Update, changed)
	off.wantNoChange(t, changed)
	wantWrites(t, server, create, update)

	// A plan made with the setting on is refused without it.
	plan, _ := on.plan(t, fullArguments())
	if said, err := off.Apply(t.Context(), off.edge, plan); err == nil && said.Err() == nil {
		t.Error("expected the plan to be refused")
	}
	wantWrites(t, server)
}

// Unknown values of the provider block never fail a plan, nor do they turn a change
// into a replacement.
func TestInPlace_unknownProvider(t *testing.T) {
	t.Parallel()
	server := acctest.Start(t, refapi.Options{Undocumented: true})
	c := newClient(t, server, true)
	c.mustApply(t, protocoltest.Create, fullArguments())
	protocol, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
		"base_url":                tftypes.NewValue(tftypes.String, tftypes.UnknownValue),
		"undocumented_operations": protocoltest.Undocumented(api.AllUndocumented()...),
	})
	if err != nil {
		t.Fatal(err)
	}
	changed := protocol.Config(typeName, with(fullArguments(), arguments{"description": "other"}))
	if plan, said, err := protocol.Plan(t.Context(), c.edge, changed); err != nil || actionOf(plan) != protocoltest.Update {
		t.Errorf("expected an update, got %q, %v\n%s", actionOf(plan), err, said)
	}
}

// Drift of any kind is seen, and undone in place.
func TestInPlace_drift(t *testing.T) {
	t.Parallel()
	for at, drift := range map[string]func(*refapi.TLSEdge){
		"description":                          func(e *refapi.TLSEdge) { e.Description = "changed" },
		"metadata":                             func(e *refapi.TLSEdge) { e.Metadata = "" },
		"hostports":                            func(e *refapi.TLSEdge) { e.Hostports[0] = "c:1" },
		"backend.backend_id":                   func(e *refapi.TLSEdge) { e.Backend.BackendID = "bkd_b" },
		"backend.enabled":                      func(e *refapi.TLSEdge) { e.Backend.Enabled = false },
		"backend":                              func(e *refapi.TLSEdge) { e.Backend = nil },
		"ip_restriction.ip_policy_ids":         func(e *refapi.TLSEdge) { e.IPRestriction.IPPolicyIDs = nil },
		"ip_restriction":                       func(e *refapi.TLSEdge) { *e.IPRestriction = refapi.EdgeIPRestriction{} },
		"mutual_tls.certificate_authority_ids": func(e *refapi.TLSEdge) { e.MutualTLS.CertificateAuthorityIDs = []string{"c"} },
		"mutual_tls.enabled":                   func(e *refapi.TLSEdge) { e.MutualTLS.Enabled = false },
		"tls_termination.min_version":          func(e *refapi.TLSEdge) { e.TLSTermination.MinVersion = "1.1" },
		"tls_termination.terminate_at":         func(e *refapi.TLSEdge) { e.TLSTermination.TerminateAt = "upstream" },
		"traffic_policy.value":                 func(e *refapi.TLSEdge) { e.TrafficPolicy.Value = "v2" },
		"traffic_policy.enabled":               func(e *refapi.TLSEdge) { e.TrafficPolicy.Enabled = false },
	} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			server := acctest.Start(t, refapi.Options{Undocumented: true})
			c, off := newClient(t, server, true), newClient(t, server, false)
			c.mustApply(t, protocoltest.Create, fullArguments())
			server.ChangeTLSEdge(c.edge.Text("id"), drift)
			off.edge = c.edge
			plan, said := off.plan(t, fullArguments())
			if plan != nil {
				t.Errorf("expected an error, got %q", plan.Action)
			}
			wantWords(t, said, "must not be replaced for "+at)
			c.mustApply(t, protocoltest.Update, fullArguments())
			wantStored(t, server, c.edge.Text("id"), fullArguments())
		})
	}
}
