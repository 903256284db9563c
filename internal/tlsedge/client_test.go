// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

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

// client combines a provider with one instance of a resource. The instance is an edge
// unless a test chooses another type.
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

func newClient(tb testing.TB, server *acctest.Server, operations ...api.UndocumentedOperation) client {
	tb.Helper()
	protocol := acctest.Must(protocoltest.New(tb.Context(), map[string]any{
		"base_url":                server.URL,
		"max_retry_wait":          "1ms",
		"undocumented_operations": operations,
	}))(tb)
	return client{protocol, protocol.NewInstance(typeName)}
}

// planChange plans a change. If change is nil, planChange plans to destroy the edge.
func (c client) planChange(tb testing.TB, change *protocoltest.Change) (plan *protocoltest.Plan, diags protocoltest.Diagnostics) {
	tb.Helper()
	var err error
	if change == nil {
		plan, diags, err = c.PlanDestroy(tb.Context(), c.edge)
	} else {
		plan, diags, err = c.PlanChange(tb.Context(), c.edge, *change)
	}
	acctest.NoError(tb, err)
	return plan, diags
}

// config returns a change to the wanted configuration.
func (c client) config(wanted arguments) *protocoltest.Change {
	return &protocoltest.Change{Config: c.Config(c.edge.TypeName, wanted)}
}

// plan refreshes the edge and plans a change.
func (c client) plan(tb testing.TB, wanted arguments) (*protocoltest.Plan, protocoltest.Diagnostics) {
	tb.Helper()
	acctest.NoError(tb, acctest.Must(c.Refresh(tb.Context(), c.edge))(tb).Err())
	return c.planChange(tb, c.config(wanted))
}

// actionOf returns the action of a plan. It returns "" if plan is nil.
func actionOf(plan *protocoltest.Plan) protocoltest.Action {
	if plan == nil {
		return ""
	}
	return plan.Action
}

// wantNoChange refreshes the edge and expects an empty plan.
func (c client) wantNoChange(tb testing.TB, wanted arguments) {
	tb.Helper()
	if plan, diags := c.plan(tb, wanted); actionOf(plan) != protocoltest.NoOp || len(diags) > 0 {
		tb.Errorf("expected an empty plan without diagnostics, got %q\n%s", actionOf(plan), diags)
	}
}

// wantRefused refreshes the edge and expects exactly one error in the plan of a change.
func (c client) wantRefused(t *testing.T, wanted arguments, words ...string) {
	t.Helper()
	plan, diags := c.plan(t, wanted)
	if plan != nil || len(diags) != 1 {
		t.Errorf("expected one error, got %q\n%s", actionOf(plan), diags)
	}
	wantWords(t, diags, words...)
}

// applyPlan applies a plan.
func (c client) applyPlan(tb testing.TB, plan *protocoltest.Plan) protocoltest.Diagnostics {
	tb.Helper()
	return acctest.Must(c.Apply(tb.Context(), c.edge, plan))(tb)
}

// apply plans a change, expects the given action, and applies the plan.
func (c client) apply(tb testing.TB, action protocoltest.Action, wanted arguments) protocoltest.Diagnostics {
	tb.Helper()
	plan, diags := c.plan(tb, wanted)
	if got := actionOf(plan); got != action {
		tb.Fatalf("expected to %s, got %q\n%s", action, got, diags)
	}
	return c.applyPlan(tb, plan)
}

func (c client) mustApply(tb testing.TB, action protocoltest.Action, wanted arguments) {
	tb.Helper()
	if diags := c.apply(tb, action, wanted); len(diags) > 0 {
		tb.Fatalf("expected no diagnostics, got\n%s", diags)
	}
}

// imported returns the object that results from an import of the given id.
func (c client) imported(t *testing.T, id string) *protocoltest.Instance {
	t.Helper()
	imported, diags, err := c.Import(t.Context(), c.edge.TypeName, id)
	if err != nil || len(diags) > 0 {
		t.Fatal(err, diags)
	}
	return imported
}

// state returns the state of the edge.
func (c client) state() map[string]any { return protocoltest.PlainObject(c.edge.State) }

func wantWrites(t *testing.T, server *acctest.Server, expected ...string) {
	t.Helper()
	acctest.NoError(t, server.ExpectWritesNow(expected...))
}

func wantWords(t *testing.T, diags protocoltest.Diagnostics, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(diags.String(), word) {
			t.Errorf("expected %q in\n%s", word, diags)
		}
	}
}

// wantStored expects that the service stores exactly one edge, with the given id
// and the wanted arguments.
func wantStored(t *testing.T, server *acctest.Server, id string, wanted arguments) {
	t.Helper()
	other, c := start(t)
	c.mustApply(t, protocoltest.Create, wanted)
	got, want := server.TLSEdges(), other.TLSEdges()
	for _, edge := range slices.Concat(got, want) {
		slices.Sort(edge.Hostports)
	}
	if want[0].ID, want[0].CreatedAt = id, got[0].CreatedAt; !reflect.DeepEqual(got, want) {
		t.Errorf("the service has %+v, want %+v", got, want)
	}
}

// wantDiagnostic expects exactly one diagnostic, which names the edge.
func wantDiagnostic(t *testing.T, diags protocoltest.Diagnostics, severity tfprotov6.DiagnosticSeverity, attribute string, words ...string) {
	t.Helper()
	root, _, _ := strings.Cut(attribute, ".")
	if len(diags) != 1 || diags[0].Severity != severity || strings.Split(attributeName(diags[0].Attribute), ".")[0] != root || len(diags.Long()) > 0 {
		t.Fatalf("expected one of severity %v on %q, not too long, got\n%s", severity, root, diags)
	}
	wantWords(t, diags, append(words, `TLS edge "edge_1" `)...)
	for _, value := range []string{"a:1", "b:2", `"d"`, `"m"`, "bkd_"} {
		if strings.Contains(diags.String(), value) {
			t.Errorf("a configured value is shown in\n%s", diags)
		}
	}
}
