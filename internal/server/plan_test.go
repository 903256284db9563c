package server

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/failoverbackend"
)

// What is answered without the framework is what the framework answers.
func TestPlanResourceChange_unchanged(t *testing.T) {
	t.Parallel()
	served, err := newForgetful("test")
	if err != nil {
		t.Fatal(err)
	}
	for name, state := range map[string]tftypes.Value{
		"full":  backend(t, served, "primary, then standby", `{"owner":"edge"}`, "bkd_a", "bkd_b"),
		"unset": backend(t, served, nil, nil, "bkd_a"),
		"empty": backend(t, served, "", ""),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := planRequest(t, state, state)
			if !changesNothing(req) {
				t.Fatal("a plan that changes nothing is not recognized")
			}
			want, err := served.protocolServer.PlanResourceChange(t.Context(), req)
			if err != nil {
				t.Fatal(err)
			}
			got, err := served.PlanResourceChange(t.Context(), req)
			if difference := cmp.Diff(want, got); err != nil || difference != "" {
				t.Errorf("got error %v, and instead of the framework's answer (-) this (+):\n%s", err, difference)
			}
		})
	}
}

func TestPlanResourceChange_changed(t *testing.T) {
	t.Parallel()
	served, err := newForgetful("test")
	if err != nil {
		t.Fatal(err)
	}
	one, other := backend(t, served, "one", nil, "bkd_a"), backend(t, served, "one", nil, "bkd_b")
	otherType := planRequest(t, one, one)
	otherType.TypeName = "trafficedge_tls_edge"
	deferrable := planRequest(t, one, one)
	deferrable.ClientCapabilities = &tfprotov6.PlanResourceChangeClientCapabilities{DeferralAllowed: true}
	for name, req := range map[string]*tfprotov6.PlanResourceChangeRequest{
		"changed":      planRequest(t, one, other),
		"created":      planRequest(t, tftypes.NewValue(one.Type(), nil), one),
		"destroyed":    planRequest(t, one, tftypes.NewValue(one.Type(), nil)),
		"another type": otherType,
		"deferrable":   deferrable,
		"no values":    {TypeName: failoverBackend},
		"empty values": {TypeName: failoverBackend, PriorState: &tfprotov6.DynamicValue{}, ProposedNewState: &tfprotov6.DynamicValue{}},
	} {
		if changesNothing(req) {
			t.Errorf("%s: taken for a plan that changes nothing", name)
		}
	}
}

// With rules of its own, the plan of a failover backend has to be asked for.
func TestChangesNothing_hasNoRules(t *testing.T) {
	t.Parallel()
	if _, hasRules := failoverbackend.NewResource().(resource.ResourceWithModifyPlan); hasRules {
		t.Error("a resource with ModifyPlan is planned without it")
	}
	var described resource.SchemaResponse
	failoverbackend.NewResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
	for name, attribute := range described.Schema.Attributes {
		switch attribute := attribute.(type) {
		case schema.StringAttribute:
			for _, modifier := range attribute.PlanModifiers {
				if modifier != stringplanmodifier.UseStateForUnknown() {
					t.Errorf("%s is planned without %T", name, modifier)
				}
			}
			if attribute.Default != nil {
				t.Errorf("%s is planned without its default", name)
			}
		case schema.ListAttribute:
			if len(attribute.PlanModifiers) > 0 || attribute.Default != nil {
				t.Errorf("%s is planned without its rules", name)
			}
		default:
			t.Errorf("nobody knows whether %s, a %T, has rules", name, attribute)
		}
	}
}

// backend is a failover backend as it is in state.
func backend(t *testing.T, served *forgetful, description, metadata any, backends ...string) tftypes.Value {
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
