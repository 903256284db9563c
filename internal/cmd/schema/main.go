// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Command schema prints the provider's schemas for the generator of the documentation. The
// format is the JSON of `terraform providers schema -json`. The command supports only
// attributes, because this provider has no blocks and no functions.
//
// The command asks the provider's protocol server and needs no CLI. An old CLI would leave
// out identities and list resources.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/cmd/command"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

func main() {
	os.Exit(command.Main("schema", run))
}

// object is a JSON object.
type object = map[string]any

func run(ctx context.Context, _ []string, stdout io.Writer) error {
	server := providerserver.NewProtocol6(provider.New("dev"))()
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	identities, identityErr := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err := errors.Join(err, identityErr); err != nil {
		return fmt.Errorf("asking for the schemas: %w", err)
	}
	if refused := slices.Concat(schemas.Diagnostics, identities.Diagnostics); len(refused) > 0 {
		return fmt.Errorf("asking for the schemas: %s: %s", refused[0].Summary, refused[0].Detail)
	}
	encoder := json.NewEncoder(stdout)
	encoder.SetIndent("", "  ")
	err = encoder.Encode(object{"format_version": "1.0", "provider_schemas": object{"trafficedge": object{
		"provider":                  describeSchema(schemas.Provider),
		"resource_schemas":          describeEach(schemas.ResourceSchemas, describeSchema),
		"data_source_schemas":       describeEach(schemas.DataSourceSchemas, describeSchema),
		"list_resource_schemas":     describeEach(schemas.ListResourceSchemas, describeSchema),
		"resource_identity_schemas": describeEach(identities.IdentitySchemas, describeIdentity),
	}}})
	if err != nil {
		return fmt.Errorf("printing the schemas: %w", err)
	}
	return nil
}

func describeEach[Schema any](schemas map[string]Schema, describe func(Schema) object) object {
	described := object{}
	for name, schema := range schemas {
		described[name] = describe(schema)
	}
	return described
}

func describeSchema(schema *tfprotov6.Schema) object {
	return object{"version": schema.Version, "block": object{
		"attributes":       describeAttributes(schema.Block.Attributes),
		"description":      schema.Block.Description,
		"description_kind": "markdown",
	}}
}

func describeAttributes(attributes []*tfprotov6.SchemaAttribute) object {
	described := object{}
	for _, attribute := range attributes {
		one := object{
			"description":      attribute.Description,
			"description_kind": "markdown",
			"required":         attribute.Required,
			"optional":         attribute.Optional,
			"computed":         attribute.Computed,
			"sensitive":        attribute.Sensitive,
			"write_only":       attribute.WriteOnly,
		}
		if nested := attribute.NestedType; nested != nil {
			one["nested_type"] = object{
				"attributes":   describeAttributes(nested.Attributes),
				"nesting_mode": strings.ToLower(nested.Nesting.String()),
			}
		} else {
			one["type"] = attribute.Type
		}
		described[attribute.Name] = one
	}
	return described
}

func describeIdentity(identity *tfprotov6.ResourceIdentitySchema) object {
	attributes := object{}
	for _, attribute := range identity.IdentityAttributes {
		attributes[attribute.Name] = object{
			"type": attribute.Type, "description": attribute.Description, "required_for_import": attribute.RequiredForImport,
		}
	}
	return object{"version": identity.Version, "attributes": attributes}
}
