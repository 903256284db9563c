// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/failoverbackend"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

const failoverBackend = "trafficedge_failover_backend"

// A plan made without the framework is the one that the framework makes.
func TestUnchangedPlans(t *testing.T) {
	t.Parallel()
	framework, served := newFramework(t), newServed(t)
	known, ok := served.(*unchangedPlans)
	if !ok {
		t.Fatalf("a %T is served", served)
	}
	for name, state := range map[string]tftypes.Value{
		"full":  backend(t, served, "primary, then standby", `{"owner":"edge"}`, "bkd_a", "bkd_b"),
		"unset": backend(t, served, nil, nil, "bkd_a"),
		"empty": backend(t, served, "", ""),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := planRequest(t, state, state)
			if !isUnchanged(req) {
				t.Fatal("an unchanged object is not recognized")
			}
			want, err := framework.PlanResourceChange(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			// Without a framework it can only plan by itself.
			got, err := (&unchangedPlans{types: known.types}).PlanResourceChange(t.Context(), req)
			if difference := cmp.Diff(want, got); err != nil || difference != "" {
				t.Errorf("got error %v, and instead of the framework's answer (-) this (+):\n%s", err, difference)
			}
		})
	}
}

func TestIsUnchanged(t *testing.T) {
	t.Parallel()
	served := newServed(t)
	one, other := backend(t, served, "one", nil, "bkd_a"), backend(t, served, "one", nil, "bkd_b")
	deferrable := planRequest(t, one, one)
	deferrable.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
	for name, req := range map[string]*tfprotov6.PlanResourceChangeRequest{
		"changed":      planRequest(t, one, other),
		"created":      planRequest(t, tftypes.NewValue(one.Type(), nil), one),
		"destroyed":    planRequest(t, one, tftypes.NewValue(one.Type(), nil)),
		"deferrable":   deferrable,
		"empty values": {TypeName: failoverBackend, PriorState: &tfprotov6.DynamicValue{}, ProposedNewState: &tfprotov6.DynamicValue{}},
	} {
		if isUnchanged(req) {
			t.Errorf("%s: taken for an unchanged object", name)
		}
	}
}

func TestTypesKeptUnchanged(t *testing.T) {
	t.Parallel()
	want := map[string]bool{failoverBackend: true}
	if difference := cmp.Diff(want, typesKeptUnchanged(t.Context(), provider.New("test"))); difference != "" {
		t.Errorf("expected (-), got (+):\n%s", difference)
	}
}

// A type that says that it keeps unchanged objects has no part that may change one.
func TestTypesKeptUnchanged_mayBe(t *testing.T) {
	t.Parallel()
	var described resource.SchemaResponse
	failoverbackend.NewResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
	if len(described.Schema.Blocks) > 0 {
		t.Error("the schema has blocks, in which nobody has looked")
	}
	keeping := []any{stringplanmodifier.UseStateForUnknown(), attribute.KeepSameText(), listplanmodifier.UseStateForUnknown()}
	for name, one := range described.Schema.Attributes {
		var modifiers []any
		hasDefault := false
		switch one := one.(type) {
		case schema.StringAttribute:
			hasDefault = one.Default != nil
			for _, modifier := range one.PlanModifiers {
				modifiers = append(modifiers, modifier)
			}
		case schema.ListAttribute:
			hasDefault = one.Default != nil
			for _, modifier := range one.PlanModifiers {
				modifiers = append(modifiers, modifier)
			}
		default:
			t.Errorf("%s: a %T, in which nobody has looked", name, one)
		}
		changes := func(modifier any) bool { return !slices.Contains(keeping, modifier) }
		if hasDefault || slices.ContainsFunc(modifiers, changes) {
			t.Errorf("%s: has a default or a plan modifier that may change an unchanged object", name)
		}
	}
}

// TestUnchangedPlans_others leaves to the framework what changes, and the types that
// it does not know.
func TestUnchangedPlans_others(t *testing.T) {
	t.Parallel()
	served := newServed(t)
	one, other := backend(t, served, "one", nil, "bkd_a"), backend(t, served, "one", nil, "bkd_b")
	for name, test := range map[string]struct {
		types           map[string]bool
		prior, proposed tftypes.Value
	}{
		"changed":          {map[string]bool{failoverBackend: true}, one, other},
		"of unknown types": {nil, one, one},
	} {
		asked := false
		plans := &unchangedPlans{protocolServer: planning{asked: &asked}, types: test.types}
		if _, err := plans.PlanResourceChange(t.Context(), planRequest(t, test.prior, test.proposed)); err != nil || !asked {
			t.Errorf("%s: the framework was asked: %t, %v", name, asked, err)
		}
	}
}

// planning is a framework that notes that it was asked for a plan.
type planning struct {
	protocolServer

	asked *bool
}

func (p planning) PlanResourceChange(context.Context, *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	*p.asked = true
	return &tfprotov6.PlanResourceChangeResponse{}, nil
}

// backend is a failover backend as it is in state.
func backend(t *testing.T, served protocolServer, description, metadata any, backends ...string) tftypes.Value {
	t.Helper()
	schemas, err := served.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	elements := []tftypes.Value{}
	for _, id := range backends {
		elements = append(elements, tftypes.NewValue(tftypes.String, id))
	}
	return tftypes.NewValue(schemas.ResourceSchemas[failoverBackend].ValueType(), map[string]tftypes.Value{
		"id":          tftypes.NewValue(tftypes.String, "fob_1"),
		"uri":         tftypes.NewValue(tftypes.String, "https://api.example.com/backends/failover/fob_1"),
		"created_at":  tftypes.NewValue(tftypes.String, "2026-01-31T12:34:56Z"),
		"description": tftypes.NewValue(tftypes.String, description),
		"metadata":    tftypes.NewValue(tftypes.String, metadata),
		"backends":    tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, elements),
	})
}

func planRequest(t *testing.T, prior, proposed tftypes.Value) *tfprotov6.PlanResourceChangeRequest {
	t.Helper()
	identityType := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}
	identity := encode(t, tftypes.NewValue(identityType, map[string]tftypes.Value{"id": tftypes.NewValue(tftypes.String, "fob_1")}))
	return &tfprotov6.PlanResourceChangeRequest{
		TypeName:         failoverBackend,
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
