// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/failoverbackend"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

// For an unchanged backend, the plan without the framework equals the plan of the
// framework.
func TestUnchangedPlans(t *testing.T) {
	t.Parallel()
	framework := newFramework(t)
	for name, state := range map[string]tftypes.Value{
		"full":  backend("primary, then standby", `{"owner":"edge"}`, "bkd_a", "bkd_b"),
		"unset": backend(nil, nil, "bkd_a"),
		"empty": backend("", ""),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := planRequest(t, state, state)
			want, err := framework.PlanResourceChange(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			// This server has no framework behind it.
			got, err := (&unchangedPlans{}).PlanResourceChange(t.Context(), req)
			if difference := cmp.Diff(want, got); err != nil || difference != "" {
				t.Errorf("got error %v, and instead of the framework's response (-) this (+):\n%s", err, difference)
			}
		})
	}
}

// The framework plans changed backends and all objects of other types. If the CLI allows
// deferral, the framework also plans unchanged backends.
func TestUnchangedPlans_others(t *testing.T) {
	t.Parallel()
	if _, ok := newServed(t).(*unchangedPlans); !ok {
		t.Error("unchanged plans are not served")
	}
	one, other := backend("one", nil, "bkd_a"), backend("one", nil, "bkd_b")
	none := tftypes.NewValue(one.Type(), nil)
	anotherType := planRequest(t, one, one)
	anotherType.TypeName = "trafficedge_tls_edge"
	deferrable := planRequest(t, one, one)
	deferrable.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
	for name, req := range map[string]*tfprotov6.PlanResourceChangeRequest{
		"changed":      planRequest(t, one, other),
		"created":      planRequest(t, none, one),
		"destroyed":    planRequest(t, one, none),
		"another type": anotherType,
		"deferrable":   deferrable,
		"empty values": {TypeName: keptUnchanged, PriorState: &tfprotov6.DynamicValue{}, ProposedNewState: &tfprotov6.DynamicValue{}},
	} {
		asked := false
		plans := &unchangedPlans{fake{called: func(context.Context) { asked = true }}}
		if _, err := plans.PlanResourceChange(t.Context(), req); err != nil || !asked {
			t.Errorf("%s: the framework was asked: %t, %v", name, asked, err)
		}
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
	keeping := []any{stringplanmodifier.UseStateForUnknown(), attribute.KeepSameText()}
	for name, one := range described.Schema.Attributes {
		switch one.(type) {
		case schema.StringAttribute, schema.ListAttribute:
		default:
			t.Errorf("%s: this test does not check a %T", name, one)
		}
		fields := reflect.ValueOf(one)
		modifiers, byDefault := fields.FieldByName("PlanModifiers"), fields.FieldByName("Default")
		for i := range modifiers.Len() {
			if !slices.Contains(keeping, modifiers.Index(i).Interface()) {
				t.Errorf("%s: has a plan modifier that may change an unchanged object", name)
			}
		}
		if !byDefault.IsNil() {
			t.Errorf("%s: has a default", name)
		}
	}
}

// backend returns the state of a failover backend.
func backend(description, metadata any, backends ...string) tftypes.Value {
	text := func(value any) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }
	elements := []tftypes.Value{}
	for _, id := range backends {
		elements = append(elements, text(id))
	}
	list := tftypes.List{ElementType: tftypes.String}
	return tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{
		"id": tftypes.String, "uri": tftypes.String, "created_at": tftypes.String, "description": tftypes.String, "metadata": tftypes.String, "backends": list,
	}}, map[string]tftypes.Value{
		"id": text("fob_1"), "uri": text("https://api.example.com/backends/failover/fob_1"), "created_at": text("2026-01-31T12:34:56Z"),
		"description": text(description), "metadata": text(metadata), "backends": tftypes.NewValue(list, elements),
	})
}

func planRequest(t *testing.T, prior, proposed tftypes.Value) *tfprotov6.PlanResourceChangeRequest {
	t.Helper()
	identityType := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
	identity := encode(t, tftypes.NewValue(identityType, map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, "fob_1")}))
	return &tfprotov6.PlanResourceChangeRequest{
		TypeName:         keptUnchanged,
		PriorState:       encode(t, prior),
		ProposedNewState: encode(t, proposed),
		Config:           encode(t, proposed),
		PriorPrivate:     []byte(`{"key":"Ingi"}`),
		PriorIdentity:    &tfprotov6.ResourceIdentityData{IdentityData: identity},
	}
}

func encode(t *testing.T, value tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	encoded, err := tfprotov6.NewDynamicValue(value.Type(), value)
	if err != nil {
		t.Fatal(err)
	}
	return &encoded
}

func newServed(t *testing.T) protocolServer {
	t.Helper()
	return newServer("test")
}

func newFramework(t *testing.T) protocolServer {
	t.Helper()
	framework, ok := providerserver.NewProtocol6(provider.New("test"))().(protocolServer)
	if !ok {
		t.Fatal("the framework's server lacks a part of the protocol")
	}
	return framework
}

// fake is a server that responds with fixed diagnostics. Its method PlanResourceChange
// also passes the context to the function in the field named called.
type fake struct {
	protocolServer

	called      func(context.Context)
	diagnostics []*tfprotov6.Diagnostic
}

func (f fake) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: f.diagnostics}, nil
}

func (f fake) PlanResourceChange(ctx context.Context, _ *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	f.called(ctx)
	return &tfprotov6.PlanResourceChangeResponse{Diagnostics: f.diagnostics}, nil
}

func (f fake) ApplyResourceChange(context.Context, *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return &tfprotov6.ApplyResourceChangeResponse{Diagnostics: f.diagnostics}, nil
}
