// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package protocoltest drives the provider through its protocol server, as a CLI does.
// Tests therefore need no CLI: the package plans, applies, refreshes, imports and lists.
// It also makes the checks with which a CLI detects bugs in a provider. TestAccProtocol in
// package acctest compares it with a real CLI.
package protocoltest

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

// Provider is a configured provider. Tests drive it through its protocol server, as a
// CLI does, but without a CLI.
type Provider struct {
	tfprotov6.ProviderServer

	Schemas *tfprotov6.GetProviderSchemaResponse
	Shared  bool // one process serves all phases of all runs, as in terraform test

	config *tfprotov6.DynamicValue
}

// serve returns a server without package server, which shortens the paths of diagnostics.
func serve() tfprotov6.ProviderServer { return providerserver.NewProtocol6(provider.New("test"))() }

// Start returns a provider that is not configured.
func Start(ctx context.Context) (*Provider, error) {
	served := serve()
	schemas, err := served.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, fmt.Errorf("reading the schemas: %w", err)
	}
	return &Provider{ProviderServer: served, Schemas: schemas}, nil
}

// New returns a provider with the given provider block. Missing attributes are null.
func New(ctx context.Context, block map[string]any) (*Provider, error) {
	started, err := Start(ctx)
	if err != nil {
		return nil, err
	}
	started.config = Dynamic(Value(started.Schemas.Provider.ValueType(), block))
	return started.Again(ctx)
}

// Again returns another provider with the same configuration, unless the provider is shared. CLIs
// start a new provider for each phase of a run. The exception is terraform test from Terraform 1.13
// on, which uses one provider for a whole test file.
func (p *Provider) Again(ctx context.Context) (*Provider, error) {
	if p.Shared {
		return p, nil
	}
	again := &Provider{ProviderServer: serve(), Schemas: p.Schemas, config: p.config}
	resp, err := again.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: p.config})
	if err != nil {
		return nil, fmt.Errorf("configuring the provider: %w", err)
	}
	return again, Diagnostics(resp.Diagnostics).Err()
}

// Dynamic encodes a value for the protocol. It panics if the value is not of its own type.
func Dynamic(value tftypes.Value) *tfprotov6.DynamicValue {
	dynamic, err := tfprotov6.NewDynamicValue(value.Type(), value)
	if err != nil {
		panic(fmt.Sprintf("encoding %s: %v", value, err))
	}
	return &dynamic
}

// Query lists objects of a type, as terraform query does. A limit of 0 means no limit.
func (p *Provider) Query(ctx context.Context, typeName string, limit int64, includeResource bool) ([]tfprotov6.ListResourceResult, error) {
	lister := p.ProviderServer.(tfprotov6.ProviderServerWithListResource) //nolint:forcetypeassert,staticcheck // ProviderServer does not have ListResource yet
	config := Dynamic(Value(p.Schemas.ListResourceSchemas[typeName].ValueType(), map[string]any{}))
	stream, err := lister.ListResource(ctx, &tfprotov6.ListResourceRequest{
		TypeName: typeName, Config: config, Limit: limit, IncludeResource: includeResource,
	})
	if err != nil {
		return nil, fmt.Errorf("listing %s: %w", typeName, err)
	}
	return slices.Collect(stream.Results), nil
}

// ReadData reads a data source with the given arguments. After an error, the state is nil.
func (p *Provider) ReadData(ctx context.Context, typeName string, arguments map[string]any) (map[string]any, Diagnostics, error) {
	valueType := p.Schemas.DataSourceSchemas[typeName].ValueType()
	config := Dynamic(Value(valueType, arguments))
	resp, err := p.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: typeName, Config: config})
	if err != nil {
		return nil, nil, bugf("reading a data source: %w", err)
	}
	state, err := decode(resp.State, valueType)
	return PlainObject(state), resp.Diagnostics, err
}
