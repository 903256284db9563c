// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"context"
	"fmt"
	"maps"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/server"
)

// Provider is a configured provider. Tests drive it through its protocol server, as a
// CLI does, but without a CLI.
type Provider struct {
	tfprotov6.ProviderServer

	Schemas *tfprotov6.GetProviderSchemaResponse

	config *tfprotov6.DynamicValue
}

// New returns a provider with the given provider block. Missing attributes are null.
func New(ctx context.Context, block map[string]tftypes.Value) (*Provider, error) {
	served, err := server.NewWithFullPaths("test")
	if err != nil {
		return nil, fmt.Errorf("starting the provider: %w", err)
	}
	schemas, err := served.GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil, fmt.Errorf("reading the schemas: %w", err)
	}
	config, err := Dynamic(Object(schemas.Provider, block))
	if err != nil {
		return nil, err
	}
	return (&Provider{Schemas: schemas, config: config}).Again(ctx)
}

// Again returns another provider with the same configuration. CLIs start a new provider
// for each phase of a run. The exception is terraform test from Terraform 1.13 on, which
// uses one provider for a whole test file.
func (p *Provider) Again(ctx context.Context) (*Provider, error) {
	served, err := server.NewWithFullPaths("test")
	if err != nil {
		return nil, fmt.Errorf("starting the provider: %w", err)
	}
	again := &Provider{ProviderServer: served, Schemas: p.Schemas, config: p.config}
	resp, err := again.ConfigureProvider(ctx, &tfprotov6.ConfigureProviderRequest{Config: p.config})
	if err != nil {
		return nil, fmt.Errorf("configuring the provider: %w", err)
	}
	return again, Failure(resp.Diagnostics)
}

// Object returns an object of a schema's type with the given attributes. All other
// attributes are null.
func Object(schema *tfprotov6.Schema, attributes map[string]tftypes.Value) tftypes.Value {
	object, ok := schema.ValueType().(tftypes.Object)
	if !ok {
		panic("a schema's type is always an object")
	}
	values := map[string]tftypes.Value{}
	for name, attributeType := range object.AttributeTypes {
		values[name] = tftypes.NewValue(attributeType, nil)
	}
	maps.Copy(values, attributes)
	return tftypes.NewValue(object, values)
}

// Dynamic encodes a value for the protocol.
func Dynamic(value tftypes.Value) (*tfprotov6.DynamicValue, error) {
	dynamic, err := tfprotov6.NewDynamicValue(value.Type(), value)
	if err != nil {
		return nil, fmt.Errorf("encoding a value: %w", err)
	}
	return &dynamic, nil
}

// Failure returns the first error in diagnostics, or nil if there is no error.
func Failure(diagnostics []*tfprotov6.Diagnostic) error {
	for _, diagnostic := range diagnostics {
		if diagnostic.Severity == tfprotov6.DiagnosticSeverityError {
			return fmt.Errorf("%s: %s (%s)", diagnostic.Summary, diagnostic.Detail, diagnostic.Attribute)
		}
	}
	return nil
}

// Failed reports whether diagnostics contain an error.
func Failed(diagnostics []*tfprotov6.Diagnostic) bool {
	return Failure(diagnostics) != nil
}

// String returns a known string.
func String(value string) tftypes.Value {
	return tftypes.NewValue(tftypes.String, value)
}
