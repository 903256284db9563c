// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// formatVersion is the version of the JSON form that Terraform and OpenTofu print.
const formatVersion = "1.0"

// errUnsupported is returned for a provider with features that a document cannot describe.
var errUnsupported = errors.New("not supported in a schema document")

// describeServer asks server for its schemas and describes them as those of the provider called name.
func describeServer(ctx context.Context, server tfprotov6.ProviderServer, name string) (*tfjson.ProviderSchemas, error) {
	schemas, err := server.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, fmt.Errorf("asking for the schemas: %w", err)
	}
	if err = firstError(schemas.Diagnostics); err != nil {
		return nil, fmt.Errorf("asking for the schemas: %w", err)
	}
	identities, err := server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		return nil, fmt.Errorf("asking for the identity schemas: %w", err)
	}
	if err = firstError(identities.Diagnostics); err != nil {
		return nil, fmt.Errorf("asking for the identity schemas: %w", err)
	}
	described, err := describeProvider(schemas, identities)
	if err != nil {
		return nil, err
	}
	return &tfjson.ProviderSchemas{
		FormatVersion: formatVersion,
		Schemas:       map[string]*tfjson.ProviderSchema{name: described},
	}, nil
}

func firstError(diagnostics []*tfprotov6.Diagnostic) error {
	for _, diagnostic := range diagnostics {
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityError {
			return fmt.Errorf("%s: %s", diagnostic.Summary, diagnostic.Detail)
		}
	}
	return nil
}

func describeProvider(
	schemas *tfprotov6.GetProviderSchemaResponse, identities *tfprotov6.GetResourceIdentitySchemasResponse,
) (*tfjson.ProviderSchema, error) {
	if len(schemas.Functions)+len(schemas.ActionSchemas)+len(schemas.StateStoreSchemas) > 0 {
		return nil, fmt.Errorf("functions, actions and state stores: %w", errUnsupported)
	}
	var described tfjson.ProviderSchema
	var err error
	if described.ConfigSchema, err = describeSchema(schemas.Provider); err != nil {
		return nil, fmt.Errorf("provider configuration: %w", err)
	}
	for _, kind := range []struct {
		name string
		from map[string]*tfprotov6.Schema
		to   *map[string]*tfjson.Schema
	}{
		{"resource", schemas.ResourceSchemas, &described.ResourceSchemas},
		{"data source", schemas.DataSourceSchemas, &described.DataSourceSchemas},
		{"ephemeral resource", schemas.EphemeralResourceSchemas, &described.EphemeralResourceSchemas},
		{"list resource", schemas.ListResourceSchemas, &described.ListResourceSchemas},
	} {
		if *kind.to, err = describeEach(kind.name, kind.from, describeSchema); err != nil {
			return nil, err
		}
	}
	described.ResourceIdentitySchemas, err = describeEach("identity", identities.IdentitySchemas, describeIdentity)
	if err != nil {
		return nil, err
	}
	return &described, nil
}

func describeEach[From, To any](
	kind string, from map[string]From, describe func(From) (To, error),
) (map[string]To, error) {
	to := make(map[string]To, len(from))
	for name, one := range from {
		described, err := describe(one)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", kind, name, err)
		}
		to[name] = described
	}
	return to, nil
}
