// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/failoverbackend"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

const failoverBackend = "trafficedge_failover_backend"

// Every plan equals the framework's plan. Only an unchanged backend is planned without the
// framework, and only if the CLI does not allow deferral.
func TestUnchangedPlans(t *testing.T) {
	t.Parallel()
	framework := providerserver.NewProtocol6(provider.New("test"))()
	served := acctest.Must(protocoltest.Start(t.Context()))(t)
	backend := func(description, metadata any, backends ...string) tftypes.Value {
		return served.Config(failoverBackend, map[string]any{
			"id": "fob_1", "uri": "https://api.example.com/backends/failover/fob_1", "created_at": "2026-01-31T12:34:56Z",
			"description": description, "metadata": metadata, "backends": append([]string{}, backends...),
		})
	}
	full := backend("primary, then standby", `{"owner":"edge"}`, "bkd_a", "bkd_b")
	unset, empty, none := backend(nil, nil, "bkd_a"), backend("", ""), served.NewInstance(failoverBackend).State
	deferrable := planRequest(failoverBackend, full, full)
	deferrable.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
	nothing := &tfprotov6.DynamicValue{}
	for name, test := range map[string]struct {
		req         *tfprotov6.PlanResourceChangeRequest
		byFramework bool
	}{
		"full":         {planRequest(failoverBackend, full, full), false},
		"unset":        {planRequest(failoverBackend, unset, unset), false},
		"empty":        {planRequest(failoverBackend, empty, empty), false},
		"changed":      {planRequest(failoverBackend, full, unset), true},
		"created":      {planRequest(failoverBackend, none, full), true},
		"destroyed":    {planRequest(failoverBackend, full, none), true},
		"another type": {planRequest("trafficedge_tls_edge", full, full), true},
		"deferrable":   {deferrable, true},
		"empty values": {&tfprotov6.PlanResourceChangeRequest{TypeName: failoverBackend, PriorState: nothing, ProposedNewState: nothing}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := acctest.Must(framework.PlanResourceChange(t.Context(), test.req))(t)
			got := acctest.Must(served.PlanResourceChange(t.Context(), test.req))(t)
			if difference := cmp.Diff(want, got); difference != "" {
				t.Errorf("instead of the framework's response (-) this (+):\n%s", difference)
			}
			// Only the framework reads the configuration.
			test.req.Config = &tfprotov6.DynamicValue{MsgPack: []byte{0xc1}}
			resp := acctest.Must(served.PlanResourceChange(t.Context(), test.req))(t)
			if byFramework := protocoltest.Diagnostics(resp.Diagnostics).Failed(); byFramework != test.byFramework {
				t.Errorf("planned by the framework: %t", byFramework)
			}
		})
	}
}

func planRequest(typeName string, prior, proposed tftypes.Value) *tfprotov6.PlanResourceChangeRequest {
	identityType := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
	return &tfprotov6.PlanResourceChangeRequest{
		TypeName:         typeName,
		PriorState:       protocoltest.Dynamic(prior),
		ProposedNewState: protocoltest.Dynamic(proposed),
		Config:           protocoltest.Dynamic(proposed),
		PriorPrivate:     []byte(`{"key":"Ingi"}`),
		PriorIdentity: &tfprotov6.ResourceIdentityData{
			IdentityData: protocoltest.Dynamic(protocoltest.Value(identityType, map[string]any{"id": "fob_1"})),
		},
	}
}

// No default or plan modifier in the schema changes the plan of an unchanged backend.
func TestKeptUnchanged(t *testing.T) {
	t.Parallel()
	var described resource.SchemaResponse
	failoverbackend.NewResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
	if len(described.Schema.Blocks) > 0 {
		t.Error("the schema has blocks, which this test does not check")
	}
	keeping := []any{stringplanmodifier.UseStateForUnknown(), attribute.KeepSame()}
	for name, one := range described.Schema.Attributes {
		fields := reflect.ValueOf(one)
		if kind := fields.Type().Name(); kind != "StringAttribute" && kind != "ListAttribute" {
			t.Errorf("%s: this test does not check a %s", name, kind)
		}
		for _, modifier := range fields.FieldByName("PlanModifiers").Seq2() {
			if !slices.Contains(keeping, modifier.Interface()) {
				t.Errorf("%s: has a plan modifier that may change an unchanged object", name)
			}
		}
		if !fields.FieldByName("Default").IsNil() {
			t.Errorf("%s: has a default", name)
		}
	}
}
