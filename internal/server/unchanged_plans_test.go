// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package server

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
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
	want := map[string]bool{failoverBackend: true, "trafficedge_tls_edge": false, "trafficedge_https_edge_route_oauth": false}
	if difference := cmp.Diff(want, typesKeptUnchanged(t.Context(), provider.New("test"))); difference != "" {
		t.Errorf("expected (-), got (+):\n%s", difference)
	}
}

func TestKeepsUnchangedValue(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		attribute schema.Attribute
		want      bool
	}{
		"string":              {schema.StringAttribute{}, true},
		"string for unknown":  {schema.StringAttribute{PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}}, true},
		"string with marker":  {schema.StringAttribute{PlanModifiers: []planmodifier.String{attribute.KeepSameText()}}, true},
		"string with default": {schema.StringAttribute{Default: stringdefault.StaticString("")}, false},
		"string with another": {schema.StringAttribute{PlanModifiers: []planmodifier.String{
			stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplace(),
		}}, false},
		"list":              {schema.ListAttribute{}, true},
		"list for unknown":  {schema.ListAttribute{PlanModifiers: []planmodifier.List{listplanmodifier.UseStateForUnknown()}}, true},
		"list with another": {schema.ListAttribute{PlanModifiers: []planmodifier.List{listplanmodifier.RequiresReplace()}}, false},
		"unknown kind":      {schema.SingleNestedAttribute{}, false},
	} {
		if got := keepsUnchangedValue(test.attribute); got != test.want {
			t.Errorf("%s: got %t, expected %t", name, got, test.want)
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

// planned is a resource that may change every plan.
type planned struct{ resource.Resource }

func (planned) ModifyPlan(context.Context, resource.ModifyPlanRequest, *resource.ModifyPlanResponse) {
}

// changed is a resource with another schema.
type changed struct {
	resource.Resource

	change func(*schema.Schema)
}

func (c changed) Schema(ctx context.Context, req resource.SchemaRequest, resp *resource.SchemaResponse) {
	c.Resource.Schema(ctx, req, resp)
	c.change(&resp.Schema)
}

func TestKeepsUnchanged(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		of   resource.Resource
		want bool
	}{
		"failover backend": {failoverbackend.NewResource(), true},
		"with ModifyPlan":  {planned{failoverbackend.NewResource()}, false},
		"with a block": {changed{failoverbackend.NewResource(), func(s *schema.Schema) {
			s.Blocks = map[string]schema.Block{"block": schema.SingleNestedBlock{}}
		}}, false},
		"with an attribute of another kind": {changed{failoverbackend.NewResource(), func(s *schema.Schema) {
			s.Attributes["other"] = schema.BoolAttribute{}
		}}, false},
	} {
		if got := keepsUnchanged(t.Context(), test.of); got != test.want {
			t.Errorf("%s: got %t, expected %t", name, got, test.want)
		}
	}
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
