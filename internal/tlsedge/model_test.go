// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

func jsonText(text string) attribute.JSONText {
	return attribute.JSONText{StringValue: types.StringValue(text)}
}

func object(module interface{ GetType() attr.Type }, rest map[string]attr.Value) types.Object {
	typed, _ := module.GetType().(attr.TypeWithAttributeTypes)
	return types.ObjectValueMust(typed.AttributeTypes(), rest)
}

func none(module interface{ GetType() attr.Type }) types.Object {
	typed, _ := module.GetType().(attr.TypeWithAttributeTypes)
	return types.ObjectNull(typed.AttributeTypes())
}

// bare is an edge of which only the id is known.
func bare() model {
	return model{
		ID:             types.StringValue("edge_1"),
		Hostports:      types.SetNull(types.StringType),
		Backend:        none(backendModule{}.attribute()),
		IPRestriction:  none(ipRestrictionModule{}.attribute()),
		MutualTLS:      none(mutualTLSModule{}.attribute()),
		TLSTermination: none(tlsTerminationModule{}.attribute()),
		TrafficPolicy:  none(trafficPolicyModule{}.attribute()),
		DeletionPolicy: types.StringValue("PREVENT"),
	}
}

// complete is an edge with everything.
func complete() model {
	yes, no := types.BoolValue(true), types.BoolValue(false)
	return model{
		ID:          types.StringValue("edge_1"),
		URI:         types.StringValue("u"),
		CreatedAt:   types.StringValue("2026-01-02T03:04:05Z"),
		Description: types.StringValue("d"),
		Metadata:    jsonText("m"),
		Hostports:   setOf("a:1", "b:2"),
		Backend:     object(backendModule{}.attribute(), map[string]attr.Value{"enabled": yes, "backend_id": types.StringValue("bkd")}),
		IPRestriction: object(ipRestrictionModule{}.attribute(), map[string]attr.Value{
			"enabled": no, "ip_policy_ids": setOf("p", "q"),
		}),
		MutualTLS: object(mutualTLSModule{}.attribute(), map[string]attr.Value{
			"enabled": yes, "certificate_authority_ids": setOf("c"),
		}),
		TLSTermination: object(tlsTerminationModule{}.attribute(), map[string]attr.Value{
			"enabled": yes, "terminate_at": types.StringValue("edge"), "min_version": types.StringValue("1.3"),
		}),
		TrafficPolicy:  object(trafficPolicyModule{}.attribute(), map[string]attr.Value{"enabled": no, "value": jsonText("v")}),
		DeletionPolicy: types.StringValue("ABANDON"),
	}
}

const completeAnswer = `{"id":"edge_1","uri":"u","created_at":"2026-01-02T03:04:05Z","description":"d","metadata":"m",
	"hostports":["b:2","a:1","b:2"],
	"backend":{"enabled":true,"backend":{"id":"bkd","uri":"u/bkd"}},
	"ip_restriction":{"enabled":false,"ip_policies":[{"id":"q","uri":"u/q"},{"id":"p"},{"id":"q"}]},
	"mutual_tls":{"enabled":true,"certificate_authorities":{"id":"c","uri":"u/c"}},
	"tls_termination":{"enabled":true,"terminate_at":"edge","min_version":"1.3"},
	"traffic_policy":{"enabled":false,"value":"v"}}`

// An edge survives the way from the API into state and back into a request.
func TestModel_roundTrip(t *testing.T) {
	t.Parallel()
	want := changed(complete(), func(m *model) { m.DeletionPolicy = types.StringValue("PREVENT") })
	state := modelFromAPI(t, imported(), completeAnswer)
	if difference := cmp.Diff(want, state); difference != "" {
		t.Errorf("the state differs (-want +got):\n%s", difference)
	}
	wantSettings(t, state, `{"description":"d","metadata":"m","hostports":["a:1","b:2"],
		"backend":{"enabled":true,"backend_id":"bkd"},
		"ip_restriction":{"enabled":false,"ip_policy_ids":["p","q"]},
		"mutual_tls":{"enabled":true,"certificate_authority_ids":["c"]},
		"tls_termination":{"enabled":true,"terminate_at":"edge","min_version":"1.3"},
		"traffic_policy":{"enabled":false,"value":"v"}}`)
}

func TestModel_settingsSayOnlyWhatIsSet(t *testing.T) {
	t.Parallel()
	wantSettings(t, bare(), `{}`)
	written := bare()
	written.Description = types.StringValue("")
	written.Hostports = setOf()
	written.IPRestriction = object(ipRestrictionModule{}.attribute(), map[string]attr.Value{"enabled": types.BoolValue(false), "ip_policy_ids": setOf()})
	written.TLSTermination = object(tlsTerminationModule{}.attribute(), map[string]attr.Value{
		"enabled": types.BoolValue(true), "terminate_at": types.StringValue("upstream"), "min_version": types.StringNull(),
	})
	wantSettings(t, written, `{"ip_restriction":{"enabled":false,"ip_policy_ids":[]},"tls_termination":{"enabled":true,"terminate_at":"upstream"}}`)
}

func TestModel_fromAPI(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		prior  model
		answer string
		want   model
	}{
		"nothing keeps everything": {complete(), `{"id":"edge_1"}`, complete()},
		"empty modules keep all":   {complete(), `{"id":"edge_1","backend":{},"ip_restriction":{},"mutual_tls":{},"tls_termination":{},"traffic_policy":{}}`, complete()},
		"null clears": {
			complete(),
			`{"id":"edge_1","uri":null,"created_at":null,"description":null,"metadata":null,"hostports":null,"backend":null,
			  "ip_restriction":null,"mutual_tls":null,"tls_termination":null,"traffic_policy":null}`,
			changed(bare(), func(m *model) { m.DeletionPolicy = types.StringValue("ABANDON") }),
		},
		"disabled and empty clears": {
			complete(),
			`{"id":"edge_1","uri":"","created_at":"","description":"","metadata":"","hostports":[],"backend":{"enabled":false,"backend":null},
			  "ip_restriction":{"enabled":false,"ip_policies":[]},"mutual_tls":{"enabled":false,"certificate_authorities":null},
			  "tls_termination":{"enabled":false,"terminate_at":"","min_version":null},"traffic_policy":{"enabled":false,"value":""}}`,
			changed(bare(), func(m *model) { m.DeletionPolicy = types.StringValue("ABANDON") }),
		},
		"all null clears": {
			complete(),
			`{"id":"edge_1","uri":null,"created_at":null,"description":null,"metadata":null,"hostports":null,"backend":{"enabled":null,"backend":{"id":""}},
			  "ip_restriction":{"enabled":null,"ip_policies":null},"mutual_tls":{"enabled":null,"certificate_authorities":[]},
			  "tls_termination":{"enabled":null,"terminate_at":null,"min_version":null},"traffic_policy":{"enabled":null,"value":null}}`,
			changed(bare(), func(m *model) { m.DeletionPolicy = types.StringValue("ABANDON") }),
		},
		"what says nothing stays as written": {
			changed(bare(), writtenEmpty),
			`{"id":"edge_1","description":null,"metadata":null,"hostports":null,"ip_restriction":null,"mutual_tls":{"enabled":false,"certificate_authorities":[]}}`,
			changed(bare(), writtenEmpty),
		},
		"enabled left out stays": {
			complete(),
			`{"id":"edge_1","ip_restriction":{"ip_policies":[{"id":"z"}]},"traffic_policy":{"value":"w"}}`,
			changed(complete(), func(m *model) {
				m.IPRestriction = object(ipRestrictionModule{}.attribute(), map[string]attr.Value{"enabled": types.BoolValue(false), "ip_policy_ids": setOf("z")})
				m.TrafficPolicy = object(trafficPolicyModule{}.attribute(), map[string]attr.Value{"enabled": types.BoolValue(false), "value": jsonText("w")})
			}),
		},
		"enabled left out or null of a new module is true": {
			bare(),
			`{"id":"edge_1","backend":{"backend":{"id":"b"}},"traffic_policy":{"enabled":null,"value":"w"}}`,
			changed(bare(), func(m *model) {
				m.Backend = object(backendModule{}.attribute(), map[string]attr.Value{"enabled": types.BoolValue(true), "backend_id": types.StringValue("b")})
				m.TrafficPolicy = object(trafficPolicyModule{}.attribute(), map[string]attr.Value{"enabled": types.BoolValue(true), "value": jsonText("w")})
			}),
		},
		"enabled and empty is a module": {
			bare(),
			`{"id":"edge_1","ip_restriction":{"enabled":true,"ip_policies":null}}`,
			changed(bare(), func(m *model) {
				m.IPRestriction = object(ipRestrictionModule{}.attribute(), map[string]attr.Value{"enabled": types.BoolValue(true), "ip_policy_ids": setOf()})
			}),
		},
		"unknown and not answered is unset": {
			changed(complete(), func(m *model) {
				m.URI, m.CreatedAt, m.Hostports = types.StringUnknown(), types.StringUnknown(), types.SetUnknown(types.StringType)
				m.TLSTermination = object(tlsTerminationModule{}.attribute(), map[string]attr.Value{
					"enabled": types.BoolValue(true), "terminate_at": types.StringValue("edge"), "min_version": types.StringUnknown(),
				})
			}),
			`{"id":"edge_1"}`,
			changed(complete(), func(m *model) {
				m.URI, m.CreatedAt, m.Hostports = types.StringNull(), types.StringNull(), types.SetNull(types.StringType)
				m.TLSTermination = object(tlsTerminationModule{}.attribute(), map[string]attr.Value{
					"enabled": types.BoolValue(true), "terminate_at": types.StringValue("edge"), "min_version": types.StringNull(),
				})
			}),
		},
		"imported": {imported(), `{"id":"edge_1"}`, bare()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if difference := cmp.Diff(test.want, modelFromAPI(t, test.prior, test.answer)); difference != "" {
				t.Errorf("the state differs (-want +got):\n%s", difference)
			}
		})
	}
}

// A list saves a read only where it shows the whole edge, as it is in state.
func TestModel_isListedAs(t *testing.T) {
	t.Parallel()
	withoutPolicy := changed(complete(), func(m *model) { m.TrafficPolicy = none(trafficPolicyModule{}.attribute()) })
	for name, test := range map[string]struct {
		state    model
		old, new string // in the answer
		own      []string
		want     bool
	}{
		"equal":                     {complete(), "", "", nil, true},
		"another value":             {complete(), `"m"`, `"n"`, nil, false},
		"without created_at":        {complete(), `"created_at"`, `"other"`, nil, false},
		"without a member":          {complete(), `"backend":{"id":"bkd","uri":"u/bkd"}`, `"other":1`, nil, false},
		"state without uri":         {changed(complete(), func(m *model) { m.URI = types.StringNull() }), "", "", nil, false},
		"neither has uri":           {changed(complete(), func(m *model) { m.URI = types.StringNull() }), `"uri":"u",`, ``, nil, false},
		"a module more":             {withoutPolicy, "", "", nil, false},
		"a module of the service's": {withoutPolicy, "", "", []string{"traffic_policy"}, true},
	} {
		edge := new(api.TLSEdge)
		if err := json.Unmarshal([]byte(strings.Replace(completeAnswer, test.old, test.new, 1)), edge); err != nil {
			t.Fatal(err)
		}
		if got := test.state.isListedAs(t.Context(), edge, test.own); got != test.want {
			t.Errorf("%s: got %t", name, got)
		}
	}
}

// imported is an edge between its import and the read that follows.
func imported() model {
	return changed(bare(), func(m *model) { m.DeletionPolicy = types.StringNull() })
}

// writtenEmpty sets attributes to empty values, which mean unset.
func writtenEmpty(m *model) {
	m.Description, m.Metadata, m.Hostports = types.StringValue(""), jsonText(""), setOf()
	m.IPRestriction = object(ipRestrictionModule{}.attribute(), map[string]attr.Value{"enabled": types.BoolValue(false), "ip_policy_ids": setOf()})
	m.MutualTLS = object(mutualTLSModule{}.attribute(), map[string]attr.Value{"enabled": types.BoolValue(false), "certificate_authority_ids": setOf()})
}

func changed(m model, change func(*model)) model {
	change(&m)
	return m
}

func modelFromAPI(t *testing.T, prior model, answer string) model {
	t.Helper()
	edge := new(api.TLSEdge)
	if err := json.Unmarshal([]byte(answer), edge); err != nil {
		t.Fatal(err)
	}
	return prior.fromAPI(t.Context(), edge)
}

func wantSettings(t *testing.T, m model, want string) {
	t.Helper()
	encoded, err := json.Marshal(m.toAPI())
	if err != nil {
		t.Fatal(err)
	}
	var got, expected any
	if err := json.Unmarshal(encoded, &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &expected); err != nil {
		t.Fatal(err)
	}
	if difference := cmp.Diff(expected, got); difference != "" {
		t.Errorf("the request differs (-want +got):\n%s", difference)
	}
}

// readModel reads the same as the framework.
func TestReadModel(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]func(tftypes.Type) tftypes.Value{
		"known":   someValue,
		"null":    func(of tftypes.Type) tftypes.Value { return tftypes.NewValue(of, nil) },
		"unknown": func(of tftypes.Type) tftypes.Value { return tftypes.NewValue(of, tftypes.UnknownValue) },
	} {
		state := stateOf(t, value)
		var want, got model
		diags := state.Get(t.Context(), &want)
		diags.Append(readModel(t.Context(), state.Get, &got)...)
		if diags.HasError() || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v and %v, expected %+v", name, got, diags, want)
		}
	}
}

// stateOf is a state with a value for each attribute's type.
func stateOf(t *testing.T, value func(tftypes.Type) tftypes.Value) tfsdk.State {
	t.Helper()
	var described resource.SchemaResponse
	NewResource().Schema(t.Context(), resource.SchemaRequest{}, &described)
	objectType, ok := described.Schema.Type().TerraformType(t.Context()).(tftypes.Object)
	if !ok {
		t.Fatal("a schema's type is always an object")
	}
	values := map[string]tftypes.Value{}
	for attribute, of := range objectType.AttributeTypes {
		values[attribute] = value(of)
	}
	return tfsdk.State{Schema: described.Schema, Raw: tftypes.NewValue(objectType, values)}
}

// someValue returns a value that is known in all its parts.
func someValue(of tftypes.Type) tftypes.Value {
	switch of := of.(type) {
	case tftypes.Object:
		values := map[string]tftypes.Value{}
		for name, member := range of.AttributeTypes {
			values[name] = someValue(member)
		}
		return tftypes.NewValue(of, values)
	case tftypes.Set:
		return tftypes.NewValue(of, []tftypes.Value{someValue(of.ElementType)})
	}
	if of.Is(tftypes.Bool) {
		return tftypes.NewValue(of, true)
	}
	return tftypes.NewValue(of, "text")
}
