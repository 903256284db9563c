// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"cmp"
	"maps"
	"strings"
	"testing"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

const (
	typeName = "trafficedge_tls_edge"
	address  = typeName + ".test"

	create  = "POST /edges/tls"
	read    = "GET /edges/tls/*"
	update  = "PATCH /edges/tls/*"
	destroy = "DELETE /edges/tls/*"
	listing = "GET /edges/tls"
)

type arguments = map[string]any

// fullArguments returns a value for every argument.
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

// client combines a provider with one edge.
type client struct {
	*protocoltest.Provider

	edge *protocoltest.Instance
}

// start starts a service, and a client whose undocumented_operations lists the given
// operations. If no operations are given, the service supports no undocumented operation.
func start(t *testing.T, operations ...api.UndocumentedOperation) (*acctest.Server, client) {
	t.Helper()
	server := acctest.Start(t, refapi.Options{Undocumented: len(operations) > 0})
	return server, newClient(t, server, operations...)
}

func newClient(t *testing.T, server *acctest.Server, operations ...api.UndocumentedOperation) client {
	t.Helper()
	block := map[string]any{"base_url": server.URL, "max_retry_wait": "1ms", "undocumented_operations": operations}
	provider := acctest.Must(protocoltest.New(t.Context(), block))(t)
	return client{provider, provider.NewInstance(typeName)}
}

// planChange plans a change. A rejected plan has no action.
func (c client) planChange(t *testing.T, change protocoltest.Change) (*protocoltest.Plan, protocoltest.Diagnostics) {
	t.Helper()
	plan, diags, err := c.PlanChange(t.Context(), c.edge, change)
	acctest.NoError(t, err)
	return cmp.Or(plan, &protocoltest.Plan{}), diags
}

func (c client) plan(t *testing.T, wanted arguments) (*protocoltest.Plan, protocoltest.Diagnostics) {
	t.Helper()
	acctest.NoError(t, acctest.Must(c.Refresh(t.Context(), c.edge))(t).Err())
	return c.planChange(t, protocoltest.Change{Config: c.Config(typeName, wanted)})
}

// wantNoChange refreshes the edge and expects an empty plan.
func (c client) wantNoChange(t *testing.T, wanted arguments) {
	t.Helper()
	if plan, diags := c.plan(t, wanted); plan.Action != protocoltest.NoOp || len(diags) > 0 {
		t.Errorf("expected an empty plan without diagnostics, got %q\n%s", plan.Action, diags)
	}
}

// wantRefused refreshes the edge and expects exactly one error in the plan of a change.
func (c client) wantRefused(t *testing.T, wanted arguments, words ...string) {
	t.Helper()
	plan, diags := c.plan(t, wanted)
	if plan.Action != "" || len(diags) != 1 {
		t.Errorf("expected one error, got %q\n%s", plan.Action, diags)
	}
	wantWords(t, diags, words...)
}

// apply plans a change, expects the given action, and applies the plan.
func (c client) apply(t *testing.T, action protocoltest.Action, wanted arguments) protocoltest.Diagnostics {
	t.Helper()
	plan, diags := c.plan(t, wanted)
	if plan.Action != action {
		t.Fatalf("expected to %s, got %q\n%s", action, plan.Action, diags)
	}
	return acctest.Must(c.Apply(t.Context(), c.edge, plan))(t)
}

func (c client) mustApply(t *testing.T, action protocoltest.Action, wanted arguments) {
	t.Helper()
	if diags := c.apply(t, action, wanted); len(diags) > 0 {
		t.Fatalf("expected no diagnostics, got\n%s", diags)
	}
}

// imported returns the edge that results from an import of the given id.
func (c client) imported(t *testing.T, id string) *protocoltest.Instance {
	t.Helper()
	imported, diags, err := c.Import(t.Context(), typeName, id)
	if err != nil || len(diags) > 0 {
		t.Fatal(err, diags)
	}
	return imported
}

func (c client) state() map[string]any { return protocoltest.PlainObject(c.edge.State) }

func wantWrites(t *testing.T, server *acctest.Server, expected ...string) {
	t.Helper()
	acctest.NoError(t, server.ExpectWrites(expected...)())
}

func wantWords(t *testing.T, diags protocoltest.Diagnostics, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(diags.String(), word) {
			t.Errorf("expected %q in\n%s", word, diags)
		}
	}
}
