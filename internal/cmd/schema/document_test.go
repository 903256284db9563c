// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"encoding/json"
	"errors"
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

// describe returns the JSON document of a server, decoded without the help of any schema type.
func describe(t *testing.T, server *answers) map[string]any {
	t.Helper()
	document, err := describeServer(t.Context(), server, "example")
	if err != nil {
		t.Fatalf("describing the server: %v", err)
	}
	encoded, err := json.Marshal(document)
	if err != nil {
		t.Fatalf("encoding the document: %v", err)
	}
	var decoded struct {
		FormatVersion string                    `json:"format_version"`
		Schemas       map[string]map[string]any `json:"provider_schemas"`
	}
	if err := json.Unmarshal(encoded, &decoded); err != nil {
		t.Fatalf("decoding the document: %v", err)
	}
	if decoded.FormatVersion != "1.0" {
		t.Errorf("format version: got %q, want 1.0", decoded.FormatVersion)
	}
	return decoded.Schemas["example"]
}

func schemaOf(attributes ...*tfprotov6.SchemaAttribute) *tfprotov6.Schema {
	return &tfprotov6.Schema{Block: &tfprotov6.SchemaBlock{Attributes: attributes}}
}

func TestDocumentAttributes(t *testing.T) {
	t.Parallel()

	for name, test := range map[string]struct {
		attribute *tfprotov6.SchemaAttribute
		want      map[string]any
	}{
		"required with a Markdown description": {
			&tfprotov6.SchemaAttribute{
				Type: tftypes.String, Required: true,
				Description: "A *name*.", DescriptionKind: tfprotov6.StringKindMarkdown,
			},
			map[string]any{"type": "string", "required": true, "description": "A *name*.", "description_kind": "markdown"},
		},
		"optional, computed and sensitive": {
			&tfprotov6.SchemaAttribute{Type: tftypes.Bool, Optional: true, Computed: true, Sensitive: true},
			map[string]any{
				"type": "bool", "optional": true, "computed": true, "sensitive": true, "description_kind": "plain",
			},
		},
		"write-only and deprecated": {
			&tfprotov6.SchemaAttribute{Type: tftypes.Number, Optional: true, WriteOnly: true, Deprecated: true},
			map[string]any{
				"type": "number", "optional": true, "write_only": true, "deprecated": true, "description_kind": "plain",
			},
		},
		"map of sets of objects": {
			&tfprotov6.SchemaAttribute{Computed: true, Type: tftypes.Map{ElementType: tftypes.Set{
				ElementType: tftypes.Object{AttributeTypes: map[string]tftypes.Type{"id": tftypes.String}},
			}}},
			map[string]any{
				"type":     []any{"map", []any{"set", []any{"object", map[string]any{"id": "string"}}}},
				"computed": true, "description_kind": "plain",
			},
		},
		"nested list": {
			&tfprotov6.SchemaAttribute{Optional: true, NestedType: &tfprotov6.SchemaObject{
				Nesting: tfprotov6.SchemaObjectNestingModeList,
				Attributes: []*tfprotov6.SchemaAttribute{{
					Name: "inner", Type: tftypes.String, Required: true, Sensitive: true,
				}},
			}},
			map[string]any{
				"nested_type": map[string]any{
					"nesting_mode": "list",
					"attributes": map[string]any{"inner": map[string]any{
						"type": "string", "required": true, "sensitive": true, "description_kind": "plain",
					}},
				},
				"optional": true, "description_kind": "plain",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.attribute.Name = "tested"
			got := describe(t, &answers{schemas: tfprotov6.GetProviderSchemaResponse{Provider: schemaOf(test.attribute)}})
			want := map[string]any{
				"version": 0.0,
				"block": map[string]any{
					"attributes": map[string]any{"tested": test.want}, "description_kind": "plain",
				},
			}
			if difference := cmp.Diff(want, got["provider"]); difference != "" {
				t.Errorf("the provider's schema differs (-want +got):\n%s", difference)
			}
		})
	}
}

func TestDocumentKinds(t *testing.T) {
	t.Parallel()

	one := func(name string) map[string]*tfprotov6.Schema {
		return map[string]*tfprotov6.Schema{name: schemaOf(&tfprotov6.SchemaAttribute{
			Name: "id", Type: tftypes.String, Computed: true,
		})}
	}
	got := describe(t, &answers{
		schemas: tfprotov6.GetProviderSchemaResponse{
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

	described := map[string]any{
		"version": 0.0,
		"block": map[string]any{
			"attributes": map[string]any{"id": map[string]any{
				"type": "string", "computed": true, "description_kind": "plain",
			}},
			"description_kind": "plain",
		},
	}
	want := map[string]any{
		"provider":                   map[string]any{"version": 0.0, "block": map[string]any{}},
		"resource_schemas":           map[string]any{"example_resource": described},
		"data_source_schemas":        map[string]any{"example_data": described},
		"ephemeral_resource_schemas": map[string]any{"example_ephemeral": described},
		"list_resource_schemas":      map[string]any{"example_resource": described},
		"resource_identity_schemas": map[string]any{"example_resource": map[string]any{
			"version": 1.0,
			"attributes": map[string]any{
				"id":   map[string]any{"type": "string", "required_for_import": true, "description": "The id."},
				"zone": map[string]any{"type": "string", "optional_for_import": true},
			},
		}},
	}
	if difference := cmp.Diff(want, got); difference != "" {
		t.Errorf("the document differs (-want +got):\n%s", difference)
	}
}

func TestDocumentBlock(t *testing.T) {
	t.Parallel()

	got := describe(t, &answers{schemas: tfprotov6.GetProviderSchemaResponse{Provider: &tfprotov6.Schema{
		Version: 3,
		Block:   &tfprotov6.SchemaBlock{Description: "Outer.", DescriptionKind: tfprotov6.StringKindMarkdown, Deprecated: true},
	}}})
	want := map[string]any{
		"version": 3.0,
		"block": map[string]any{
			"description": "Outer.", "description_kind": "markdown", "deprecated": true,
		},
	}
	if difference := cmp.Diff(want, got["provider"]); difference != "" {
		t.Errorf("the provider's schema differs (-want +got):\n%s", difference)
	}
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := describeServer(t.Context(), test.server, "example")
			if err == nil || err.Error() != test.want {
				t.Errorf("error: got %v, want %q", err, test.want)
			}
			if test.is != nil && !errors.Is(err, test.is) {
				t.Errorf("error %v does not wrap %v", err, test.is)
			}
		})
	}
}
