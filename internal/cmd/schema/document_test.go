// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
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

// wantDocument compares the document of a server with JSON, by its meaning.
func wantDocument(t *testing.T, server *answers, want string) {
	t.Helper()
	document, err := describeServer(t.Context(), server, "example")
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(document)
	var decoded, wanted any
	if err := errors.Join(err, json.Unmarshal(encoded, &decoded), json.Unmarshal([]byte(want), &wanted)); err != nil {
		t.Fatalf("%v in\n%s\n%s", err, encoded, want)
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
		wantDocument(t, &answers{schemas: tfprotov6.GetProviderSchemaResponse{Provider: schemaOf(&attribute)}}, `{"format_version":"1.0","provider_schemas":{"example":{"provider":{"version":0,"block":{"attributes":{"tested":`+want+`},"description_kind":"plain"}}}}}`)
	}
}

func TestDocumentKinds(t *testing.T) {
	t.Parallel()
	one := func(name string) map[string]*tfprotov6.Schema {
		return map[string]*tfprotov6.Schema{name: schemaOf(&tfprotov6.SchemaAttribute{Name: "id", Type: tftypes.String, Computed: true})}
	}
	wantDocument(t, &answers{
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
	}, strings.ReplaceAll(`{"format_version":"1.0","provider_schemas":{"example":{
		"provider": {"version":3,"block":{"description":"Outer.","description_kind":"markdown","deprecated":true}},
		"resource_schemas": {"example_resource":ONE}, "data_source_schemas": {"example_data":ONE},
		"ephemeral_resource_schemas": {"example_ephemeral":ONE}, "list_resource_schemas": {"example_resource":ONE},
		"resource_identity_schemas": {"example_resource":{"version":1,"attributes":{
			"id":{"type":"string","required_for_import":true,"description":"The id."},"zone":{"type":"string","optional_for_import":true}}}}
	}}}`, "ONE", `{"version":0,"block":{"attributes":{"id":{"type":"string","computed":true,"description_kind":"plain"}},"description_kind":"plain"}}`))
	// A server without a block of its own has an empty one.
	wantDocument(t, &answers{}, `{"format_version":"1.0","provider_schemas":{"example":{"provider":{"version":0,"block":{}}}}}`)
}

func TestDocumentRefuses(t *testing.T) {
	t.Parallel()
	failure := errors.New("the server is gone")
	complaint := []*tfprotov6.Diagnostic{
		{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: "Old", Detail: "never mind"},
		{Severity: tfprotov6.DiagnosticSeverityError, Summary: "Bad schema", Detail: "no type"},
	}
	untyped := schemaOf(&tfprotov6.SchemaAttribute{Name: "nothing"})
	nested := &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{BlockTypes: []*tfprotov6.SchemaNestedBlock{{TypeName: "inner"}}}}
	identity := &tfprotov6.ResourceIdentitySchema{IdentityAttributes: []*tfprotov6.ResourceIdentitySchemaAttribute{{Name: "id"}}}
	type (
		schemas    = tfprotov6.GetProviderSchemaResponse
		identities = tfprotov6.GetResourceIdentitySchemasResponse
	)
	for want, test := range map[string]struct {
		server answers
		is     error
	}{
		"asking for the schemas: the server is gone":                  {answers{err: failure}, failure},
		"asking for the schemas: Bad schema: no type":                 {answers{schemas: schemas{Diagnostics: complaint}}, nil},
		"asking for the identity schemas: Bad schema: no type":        {answers{identities: identities{Diagnostics: complaint}}, nil},
		"resource example_a: attribute nothing: no type: UNSUPPORTED": {answers{schemas: schemas{ResourceSchemas: map[string]*tfprotov6.Schema{"example_a": untyped}}}, errUnsupported},
		"provider configuration: nested blocks: UNSUPPORTED":          {answers{schemas: schemas{Provider: nested}}, errUnsupported},
		"identity example_a: attribute id: no type: UNSUPPORTED":      {answers{identities: identities{IdentitySchemas: map[string]*tfprotov6.ResourceIdentitySchema{"example_a": identity}}}, errUnsupported},
		"functions, actions and state stores: UNSUPPORTED":            {answers{schemas: schemas{Functions: map[string]*tfprotov6.Function{"f": {}}}}, errUnsupported},
	} {
		want = strings.Replace(want, "UNSUPPORTED", "not supported in a schema document", 1)
		_, err := describeServer(t.Context(), &test.server, "example")
		if err == nil || err.Error() != want || test.is != nil && !errors.Is(err, test.is) {
			t.Errorf("got %v, want %q, which wraps %v", err, want, test.is)
		}
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	var printed bytes.Buffer
	if err := run(t.Context(), &printed); err != nil {
		t.Fatal(err)
	}
	if document := printed.String(); !strings.HasPrefix(document, "{\n  \"format_version\"") || !strings.Contains(document, "\"trafficedge\": {") ||
		!strings.Contains(document, "\"trafficedge_tls_edge\": {") {
		t.Errorf("printed %.300s", document)
	}
	reader, writer := io.Pipe()
	_ = reader.Close()
	if err := run(t.Context(), writer); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got error %v of a closed pipe", err)
	}
}
