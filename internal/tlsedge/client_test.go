// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	update  = "PATCH /edges/tls/*"
	destroy = "DELETE /edges/tls/*"
	listing = "GET /edges/tls"
)

type arguments = map[string]any

// fullArguments has a value for every argument.
func fullArguments() arguments {
	return arguments{
		"description":     "checkout",
		"metadata":        `{"owner":"edge"}`,
		"hostports":       []string{"a.example.com:443", "b.example.com:8443"},
		"backend":         arguments{"backend_id": "bkd_a"},
		"ip_restriction":  arguments{"ip_policy_ids": []string{"ipp_a", "ipp_b"}},
		"mutual_tls":      arguments{"certificate_authority_ids": []string{"ca_a"}},
		"tls_termination": arguments{"terminate_at": "edge", "min_version": "1.3"},
		"traffic_policy":  arguments{"value": `{"on_tcp_connect":[]}`},
	}
}

func with(base, changes arguments) arguments {
	changed := maps.Clone(base)
	maps.Copy(changed, changes)
	return changed
}

// client is a provider and one edge.
type client struct {
	*protocoltest.Provider

	edge *protocoltest.Instance
}

// newClient returns a client with every undocumented operation or none.
func newClient(t *testing.T, server *acctest.Server, undocumented bool) client {
	t.Helper()
	if undocumented {
		return newClientWith(t, server, api.AllUndocumented()...)
	}
	return newClientWith(t, server)
}

func newClientWith(t *testing.T, server *acctest.Server, operations ...api.Undocumented) client {
	t.Helper()
	protocol, err := protocoltest.New(t.Context(), map[string]tftypes.Value{
		"base_url":                protocoltest.String(server.URL),
		"max_retry_wait":          protocoltest.String("1ms"),
		"undocumented_operations": protocoltest.Undocumented(operations...),
	})
	if err != nil {
		t.Fatal(err)
	}
	return client{protocol, protocol.NewInstance(typeName)}
}

// plan refreshes the edge and plans a change.
func (c client) plan(t *testing.T, wanted arguments) (*protocoltest.Plan, protocoltest.Diagnostics) {
	t.Helper()
	if said, err := c.Refresh(t.Context(), c.edge); err != nil || said.Err() != nil {
		t.Fatal(err, said)
	}
	plan, said, err := c.Plan(t.Context(), c.edge, c.Config(typeName, wanted))
	if err != nil {
		t.Fatal(err)
	}
	return plan, said
}

// actionOf returns the action of a plan, or "" if there is no plan.
func actionOf(plan *protocoltest.Plan) protocoltest.Action {
	if plan == nil {
		return ""
	}
	return plan.Action
}

// wantNoChange refreshes the edge and plans nothing.
func (c client) wantNoChange(t *testing.T, wanted arguments) {
	t.Helper()
	if plan, said := c.plan(t, wanted); actionOf(plan) != protocoltest.NoOp || len(said) > 0 {
		t.Errorf("expected an empty plan without diagnostics, got %q\n%s", actionOf(plan), said)
	}
}

// apply plans a change that is to be of a kind, and makes it.
func (c client) apply(t *testing.T, action protocoltest.Action, wanted arguments) protocoltest.Diagnostics {
	t.Helper()
	plan, said := c.plan(t, wanted)
	if got := actionOf(plan); got != action {
		t.Fatalf("expected to %s, got %q\n%s", action, got, said)
	}
	said, err := c.Apply(t.Context(), c.edge, plan)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// applyKnown plans a configuration whose unknown values turn out otherwise at apply.
func (c client) applyKnown(t *testing.T, action protocoltest.Action, unknown, known arguments) protocoltest.Diagnostics {
	t.Helper()
	plan, said, err := c.PlanChange(t.Context(), c.edge, protocoltest.Change{Config: c.Config(typeName, unknown), Known: c.Config(typeName, known)})
	if err != nil || actionOf(plan) != action {
		t.Fatalf("expected to %s, got %q, %v\n%s", action, actionOf(plan), err, said)
	}
	said, err = c.Apply(t.Context(), c.edge, plan)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

func (c client) mustApply(t *testing.T, action protocoltest.Action, wanted arguments) {
	t.Helper()
	if said := c.apply(t, action, wanted); len(said) > 0 {
		t.Fatalf("expected no diagnostics, got\n%s", said)
	}
}

// destroy plans to destroy the edge, and does.
func (c client) destroy(t *testing.T) protocoltest.Diagnostics {
	t.Helper()
	plan, said, err := c.PlanDestroy(t.Context(), c.edge)
	if err != nil || plan == nil {
		t.Fatal(err, said)
	}
	more, err := c.Apply(t.Context(), c.edge, plan)
	if err != nil {
		t.Fatal(err)
	}
	return append(said, more...)
}

func wantWrites(t *testing.T, server *acctest.Server, expected ...string) {
	t.Helper()
	if err := server.ExpectWritesNow(expected...); err != nil {
		t.Error(err)
	}
}

func wantWords(t *testing.T, said protocoltest.Diagnostics, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(said.String(), word) {
			t.Errorf("expected %q in\n%s", word, said)
		}
	}
}

// settingsOf returns an edge on the service without the values that the service
// assigned.
func settingsOf(edge refapi.TLSEdge) refapi.TLSEdge {
	edge.ID, edge.CreatedAt = "", ""
	slices.Sort(edge.Hostports)
	return edge
}

// created returns the edge that a service makes of arguments.
func created(t *testing.T, wanted arguments) refapi.TLSEdge {
	t.Helper()
	server := acctest.Start(t, refapi.Options{})
	newClient(t, server, false).mustApply(t, protocoltest.Create, wanted)
	return settingsOf(server.TLSEdges()[0])
}
