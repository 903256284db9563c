// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// answers is a provider server that only answers with its schemas.
type answers struct {
	tfprotov6.ProviderServer
	schemas    tfprotov6.GetProviderSchemaResponse
	identities tfprotov6.GetResourceIdentitySchemasResponse
	err        error
}

func (a *answers) GetProviderSchema(
	context.Context, *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	return &a.schemas, a.err
}

func (a *answers) GetResourceIdentitySchemas(
	context.Context, *tfprotov6.GetResourceIdentitySchemasRequest,
) (*tfprotov6.GetResourceIdentitySchemasResponse, error) {
	return &a.identities, nil
}

// describe returns the JSON document of a server.
func describe(t *testing.T, server *answers) string {
	t.Helper()
	document, err := describeServer(t.Context(), server, "example")
	if err != nil {
		t.Fatalf("describing the server: %v", err)
	}
	encoded, err := json.Marshal(document)
	if err != nil {
		t.Fatalf("encoding the document: %v", err)
	}
	return string(encoded)
}

// wantJSON compares two JSON texts by their meaning.
func wantJSON(t *testing.T, got, want string) {
	t.Helper()
	var decoded, wanted any
	if err := errors.Join(json.Unmarshal([]byte(got), &decoded), json.Unmarshal([]byte(want), &wanted)); err != nil {
		t.Fatalf("%v in\n%s\n%s", err, got, want)
	}
	if difference := cmp.Diff(wanted, decoded); difference != "" {
		t.Errorf("the document differs (-want +got):\n%s", difference)
	}
}

func schemaOf(attributes ...*tfprotov6.SchemaAttribute) *tfprotov6.Schema {
	return &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{Attributes: attributes}}
}

func TestDocumentAttributes(t *testing.T) {
	t.Parallel()
	objects := tftypes.Set{ElementType: tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}}}
	inner := &tfprotov6.SchemaAttribute{Name: "inner", Type: tftypes.String, Required: true, Sensitive: true}
	for want, attribute := range map[string]tfprotov6.SchemaAttribute{
		`{"type":"string","required":true,"description":"A *name*.","description_kind":"markdown"}`:                                                                                               {Type: tftypes.String, Required: true, Description: "A *name*.", DescriptionKind: tfprotov6.StringKindMarkdown},
		`{"type":"bool","optional":true,"computed":true,"sensitive":true,"description_kind":"plain"}`:                                                                                             {Type: tftypes.Bool, Optional: true, Computed: true, Sensitive: true},
		`{"type":"number","optional":true,"write_only":true,"deprecated":true,"description_kind":"plain"}`:                                                                                        {Type: tftypes.Number, Optional: true, WriteOnly: true, Deprecated: true},
		`{"type":["map",["set",["object",{"id":"string"}]]],"computed":true,"description_kind":"plain"}`:                                                                                          {Computed: true, Type: tftypes.Map{ElementType: objects}},
		`{"nested_type":{"nesting_mode":"list","attributes":{"inner":{"type":"string","required":true,"sensitive":true,"description_kind":"plain"}}},"optional":true,"description_kind":"plain"}`: {Optional: true, NestedType: &tfprotov6.SchemaObject{Nesting: tfprotov6.SchemaObjectNestingModeList, Attributes: []*tfprotov6.SchemaAttribute{inner}}},
	} {
		attribute.Name = "tested"
		got := describe(t, &answers{schemas: tfprotov6.GetProviderSchemaResponse{Provider: schemaOf(&attribute)}})
		wantJSON(t, got, `{"format_version":"1.0","provider_schemas":{"example":{"provider":{"version":0,"block":{"attributes":{"tested":`+want+`},"description_kind":"plain"}}}}}`)
	}
}

func TestDocumentKinds(t *testing.T) {
	t.Parallel()
	one := func(name string) map[string]*tfprotov6.Schema {
		return map[string]*tfprotov6.Schema{name: schemaOf(&tfprotov6.SchemaAttribute{Name: "id", Type: tftypes.String, Computed: true})}
	}
	got := describe(t, &answers{
		schemas: tfprotov6.GetProviderSchemaResponse{
			Provider: &tfprotov6.Schema{
				Version: 3,
				Block:   &tfprotov6.SchemaBlock{Description: "Outer.", DescriptionKind: tfprotov6.StringKindMarkdown, Deprecated: true},
			},
			ResourceSchemas: one("example_resource"), DataSourceSchemas: one("example_data"),
			EphemeralResourceSchemas: one("example_ephemeral"), ListResourceSchemas: one("example_resource"),
		},
		identities: tfprotov6.GetResourceIdentitySchemasResponse{
			IdentitySchemas: map[string]*tfprotov6.ResourceIdentitySchema{"example_resource": {
				Version: 1,
				IdentityAttributes: []*tfprotov6.ResourceIdentitySchemaAttribute{
					{Name: "id", Type: tftypes.String, RequiredForImport: true, Description: "The id."},
					{Name: "zone", Type: tftypes.String, OptionalForImport: true},
				},
			}},
		},
	})
	wantJSON(t, got, strings.ReplaceAll(`{"format_version":"1.0","provider_schemas":{"example":{
		"provider": {"version":3,"block":{"description":"Outer.","description_kind":"markdown","deprecated":true}},
		"resource_schemas": {"example_resource":ONE}, "data_source_schemas": {"example_data":ONE},
		"ephemeral_resource_schemas": {"example_ephemeral":ONE}, "list_resource_schemas": {"example_resource":ONE},
		"resource_identity_schemas": {"example_resource":{"version":1,"attributes":{
			"id":{"type":"string","required_for_import":true,"description":"The id."},"zone":{"type":"string","optional_for_import":true}}}}
	}}}`, "ONE", `{"version":0,"block":{"attributes":{"id":{"type":"string","computed":true,"description_kind":"plain"}},"description_kind":"plain"}}`))
	// A server without a block of its own has an empty one.
	wantJSON(t, describe(t, &answers{}), `{"format_version":"1.0","provider_schemas":{"example":{"provider":{"version":0,"block":{}}}}}`)
}

func TestDocumentRefuses(t *testing.T) {
	t.Parallel()

	failure := errors.New("the server is gone")
	complaint := []*tfprotov6.Diagnostic{
		{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: "Old", Detail: "never mind"},
		{Severity: tfprotov6.DiagnosticSeverityError, Summary: "Bad schema", Detail: "no type"},
	}
	unnamed := &tfprotov6.SchemaAttribute{Name: "nothing"}
	for name, test := range map[string]struct {
		server *answers
		want   string
		is     error
	}{
		"a server that fails": {
			&answers{err: failure}, "asking for the schemas: the server is gone", failure,
		},
		"an error about a schema": {
			&answers{schemas: tfprotov6.GetProviderSchemaResponse{Diagnostics: complaint}},
			"asking for the schemas: Bad schema: no type", nil,
		},
		"an error about an identity": {
			&answers{identities: tfprotov6.GetResourceIdentitySchemasResponse{Diagnostics: complaint}},
			"asking for the identity schemas: Bad schema: no type", nil,
		},
		"an attribute without a type": {
			&answers{schemas: tfprotov6.GetProviderSchemaResponse{
				ResourceSchemas: map[string]*tfprotov6.Schema{"example_a": schemaOf(unnamed)},
			}},
			"resource example_a: attribute nothing: no type: not supported in a schema document",
			errUnsupported,
		},
		"a nested block": {
			&answers{schemas: tfprotov6.GetProviderSchemaResponse{
				Provider: &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{BlockTypes: []*tfprotov6.SchemaNestedBlock{{TypeName: "inner"}}}},
			}},
			"provider configuration: nested blocks: not supported in a schema document", errUnsupported,
		},
		"a function": {
			&answers{schemas: tfprotov6.GetProviderSchemaResponse{
				Functions: map[string]*tfprotov6.Function{"f": {}},
			}},
			"functions, actions and state stores: not supported in a schema document", errUnsupported,
		},
	} {
		_, err := describeServer(t.Context(), test.server, "example")
		if err == nil || err.Error() != test.want || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("%s: got %v, want %q, which wraps %v", name, err, test.want, test.is)
		}
	}
}
