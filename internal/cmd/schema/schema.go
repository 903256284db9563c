// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"encoding/json"
	"fmt"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func describeSchema(schema *tfprotov6.Schema) (*tfjson.Schema, error) {
	if schema == nil {
		return &tfjson.Schema{Block: &tfjson.SchemaBlock{}}, nil
	}
	block, err := describeBlock(schema.Block)
	if err != nil {
		return nil, err
	}
	version, err := unsigned(schema.Version)
	if err != nil {
		return nil, fmt.Errorf("version: %w", err)
	}
	return &tfjson.Schema{Version: version, Block: block}, nil
}

func describeBlock(block *tfprotov6.SchemaBlock) (*tfjson.SchemaBlock, error) {
	if block == nil {
		return &tfjson.SchemaBlock{}, nil
	}
	if len(block.BlockTypes) > 0 {
		return nil, fmt.Errorf("nested blocks: %w", errUnsupported)
	}
	attributes, err := describeAttributes(block.Attributes)
	if err != nil {
		return nil, err
	}
	return &tfjson.SchemaBlock{
		Attributes:      attributes,
		Description:     block.Description,
		DescriptionKind: describeKind(block.DescriptionKind),
		Deprecated:      block.Deprecated,
	}, nil
}

func describeAttributes(attributes []*tfprotov6.SchemaAttribute) (map[string]*tfjson.SchemaAttribute, error) {
	described := make(map[string]*tfjson.SchemaAttribute, len(attributes))
	for _, attribute := range attributes {
		one, err := describeAttribute(attribute)
		if err != nil {
			return nil, fmt.Errorf("attribute %s: %w", attribute.Name, err)
		}
		described[attribute.Name] = one
	}
	return described, nil
}

func describeAttribute(attribute *tfprotov6.SchemaAttribute) (*tfjson.SchemaAttribute, error) {
	described := &tfjson.SchemaAttribute{
		Description:     attribute.Description,
		DescriptionKind: describeKind(attribute.DescriptionKind),
		Deprecated:      attribute.Deprecated,
		Required:        attribute.Required,
		Optional:        attribute.Optional,
		Computed:        attribute.Computed,
		Sensitive:       attribute.Sensitive,
		WriteOnly:       attribute.WriteOnly,
	}
	var err error
	if attribute.NestedType != nil {
		described.AttributeNestedType, err = describeNested(attribute.NestedType)
	} else {
		err = convertType(attribute.Type, &described.AttributeType)
	}
	if err != nil {
		return nil, err
	}
	return described, nil
}

func describeNested(object *tfprotov6.SchemaObject) (*tfjson.SchemaNestedAttributeType, error) {
	attributes, err := describeAttributes(object.Attributes)
	if err != nil {
		return nil, err
	}
	nesting, ok := map[tfprotov6.SchemaObjectNestingMode]tfjson.SchemaNestingMode{
		tfprotov6.SchemaObjectNestingModeSingle: tfjson.SchemaNestingModeSingle,
		tfprotov6.SchemaObjectNestingModeList:   tfjson.SchemaNestingModeList,
		tfprotov6.SchemaObjectNestingModeSet:    tfjson.SchemaNestingModeSet,
		tfprotov6.SchemaObjectNestingModeMap:    tfjson.SchemaNestingModeMap,
	}[object.Nesting]
	if !ok {
		return nil, fmt.Errorf("nesting %s: %w", object.Nesting, errUnsupported)
	}
	return &tfjson.SchemaNestedAttributeType{Attributes: attributes, NestingMode: nesting}, nil
}

func describeIdentity(identity *tfprotov6.ResourceIdentitySchema) (*tfjson.IdentitySchema, error) {
	version, err := unsigned(identity.Version)
	if err != nil {
		return nil, fmt.Errorf("version: %w", err)
	}
	attributes := make(map[string]*tfjson.IdentityAttribute, len(identity.IdentityAttributes))
	for _, attribute := range identity.IdentityAttributes {
		described := &tfjson.IdentityAttribute{
			Description:       attribute.Description,
			RequiredForImport: attribute.RequiredForImport,
			OptionalForImport: attribute.OptionalForImport,
		}
		if err = convertType(attribute.Type, &described.IdentityType); err != nil {
			return nil, fmt.Errorf("attribute %s: %w", attribute.Name, err)
		}
		attributes[attribute.Name] = described
	}
	return &tfjson.IdentitySchema{Version: version, Attributes: attributes}, nil
}

func describeKind(kind tfprotov6.StringKind) tfjson.SchemaDescriptionKind {
	if kind == tfprotov6.StringKindMarkdown {
		return tfjson.SchemaDescriptionKindMarkdown
	}
	return tfjson.SchemaDescriptionKindPlain
}

// convertType decodes the protocol's type into another library's: both encode types in the same JSON form.
func convertType(from tftypes.Type, into json.Unmarshaler) error {
	if from == nil {
		return fmt.Errorf("no type: %w", errUnsupported)
	}
	encoded, err := json.Marshal(from)
	if err != nil {
		return fmt.Errorf("encoding the type %s: %w", from, err)
	}
	if err = json.Unmarshal(encoded, into); err != nil {
		return fmt.Errorf("decoding the type %s: %w", from, err)
	}
	return nil
}

func unsigned(number int64) (uint64, error) {
	if number < 0 {
		return 0, fmt.Errorf("negative number %d: %w", number, errUnsupported)
	}
	return uint64(number), nil
}
