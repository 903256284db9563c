// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge_test

import (
	"net/http/httptest"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/refapi"
)

// BenchmarkPlan makes all the calls of a CLI for one edge in a plan without
// changes, but has no connection to a CLI. It includes the reference API's work
// on one request.
func BenchmarkPlan(b *testing.B) {
	for name, arguments := range map[string]map[string]any{
		"backend only": {
			"description":     "an edge",
			"backend":         map[string]any{"backend_id": "bkd_1"},
			"deletion_policy": "ABANDON",
		},
		"every module": {
			"description":     "an edge",
			"metadata":        `{"owner":"edge"}`,
			"hostports":       []string{"one.example.com:443", "two.example.com:443"},
			"backend":         map[string]any{"backend_id": "bkd_1"},
			"ip_restriction":  map[string]any{"ip_policy_ids": []string{"ipp_1", "ipp_2"}},
			"mutual_tls":      map[string]any{"certificate_authority_ids": []string{"ca_1"}},
			"tls_termination": map[string]any{"terminate_at": "edge", "min_version": "1.2"},
			"traffic_policy":  map[string]any{"value": `{"on_tcp_connect":[]}`},
			"deletion_policy": "ABANDON",
		},
	} {
		b.Run(name, func(b *testing.B) { benchmarkPlan(b, arguments) })
	}
}

func benchmarkPlan(b *testing.B, arguments map[string]any) {
	b.Helper()
	const typeName = "trafficedge_tls_edge"
	server := httptest.NewServer(refapi.New(refapi.Options{}))
	b.Cleanup(server.Close)
	provider, err := protocoltest.New(b.Context(), map[string]tftypes.Value{"base_url": protocoltest.String(server.URL)})
	if err != nil {
		b.Fatal(err)
	}
	configured := provider.Config(typeName, arguments)
	config := dynamic(b, configured)
	instance := provider.NewInstance(typeName)
	planned, diagnostics, err := provider.Plan(b.Context(), instance, configured)
	if err != nil || diagnostics.Err() != nil {
		b.Fatal(err, diagnostics)
	}
	if diagnostics, err = provider.Apply(b.Context(), instance, planned); err != nil || diagnostics.Err() != nil {
		b.Fatal(err, diagnostics)
	}
	state := dynamic(b, instance.State)
	b.ReportAllocs()
	for b.Loop() {
		validated, err := provider.ValidateResourceConfig(b.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: config})
		check(b, validated.Diagnostics, err)
		read, err := provider.ReadResource(b.Context(), &tfprotov6.ReadResourceRequest{TypeName: typeName, CurrentState: state})
		check(b, read.Diagnostics, err)
		plan, err := provider.PlanResourceChange(b.Context(), &tfprotov6.PlanResourceChangeRequest{
			TypeName: typeName, PriorState: read.NewState, ProposedNewState: read.NewState, Config: config,
			PriorPrivate: read.Private, PriorIdentity: read.NewIdentity,
		})
		check(b, plan.Diagnostics, err)
	}
}

func dynamic(b *testing.B, value tftypes.Value) *tfprotov6.DynamicValue {
	b.Helper()
	encoded, err := protocoltest.Dynamic(value)
	if err != nil {
		b.Fatal(err)
	}
	return encoded
}

func check(b *testing.B, diagnostics []*tfprotov6.Diagnostic, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	if err := protocoltest.Failure(diagnostics); err != nil {
		b.Fatal(err)
	}
}
