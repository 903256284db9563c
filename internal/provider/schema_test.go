// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	trafficedge "github.com/trafficedge/terraform-provider-trafficedge/internal/provider"
)

// One bad schema would break every resource on every CLI, so all of them are
// validated here.
func TestSchemas(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	resp, err := providerserver.NewProtocol6(trafficedge.New("test"))().GetProviderSchema(ctx, &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, diagnostic := range resp.Diagnostics {
		t.Errorf("%s: %s", diagnostic.Summary, diagnostic.Detail)
	}
	p := trafficedge.New("test")
	var schema provider.SchemaResponse
	p.Schema(ctx, provider.SchemaRequest{}, &schema)
	if diags := schema.Schema.ValidateImplementation(ctx); diags.HasError() {
		t.Errorf("provider: %v", diags)
	}
	for _, construct := range p.Resources(ctx) {
		var schema resource.SchemaResponse
		construct().Schema(ctx, resource.SchemaRequest{}, &schema)
		if diags := schema.Schema.ValidateImplementation(ctx); diags.HasError() {
			t.Errorf("%T: %v", construct(), diags)
		}
		if withIdentity, ok := construct().(resource.ResourceWithIdentity); !ok {
			t.Errorf("%T has no identity", construct())
		} else {
			var identity resource.IdentitySchemaResponse
			withIdentity.IdentitySchema(ctx, resource.IdentitySchemaRequest{}, &identity)
			if diags := identity.IdentitySchema.ValidateImplementation(ctx); diags.HasError() {
				t.Errorf("%T: %v", construct(), diags)
			}
		}
	}
	for _, construct := range p.DataSources(ctx) {
		var schema datasource.SchemaResponse
		construct().Schema(ctx, datasource.SchemaRequest{}, &schema)
		if diags := schema.Schema.ValidateImplementation(ctx); diags.HasError() {
			t.Errorf("%T: %v", construct(), diags)
		}
	}
}

// A reader of the registry finds a sentence for everything.
func TestSchemas_everyAttributeIsDescribed(t *testing.T) {
	t.Parallel()
	resp, err := providerserver.NewProtocol6(trafficedge.New("test"))().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	described(t, "provider", resp.Provider.Block)
	for name, schema := range resp.ResourceSchemas {
		described(t, "resource "+name, schema.Block)
	}
	for name, schema := range resp.DataSourceSchemas {
		described(t, "data source "+name, schema.Block)
	}
	for name, schema := range resp.ListResourceSchemas {
		described(t, "list resource "+name, schema.Block)
	}
}

func described(t *testing.T, name string, block *tfprotov6.SchemaBlock) {
	t.Helper()
	if block.Description == "" {
		t.Errorf("%s has no description", name)
	}
	attributesDescribed(t, name, block.Attributes)
}

func attributesDescribed(t *testing.T, name string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	for _, attribute := range attributes {
		at := name + "." + attribute.Name
		if !strings.HasSuffix(strings.TrimSpace(attribute.Description), ".") {
			t.Errorf("%s has no description that is a sentence: %q", at, attribute.Description)
		}
		if attribute.NestedType != nil {
			attributesDescribed(t, at, attribute.NestedType.Attributes)
		}
	}
}
