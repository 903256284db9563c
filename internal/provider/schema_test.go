// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// The framework checks all schemas when it serves them. One invalid schema
// would break every resource. Every attribute of the provider block that may contain a
// credential is sensitive, so plans do not show the credential.
func TestSchemas(t *testing.T) {
	t.Parallel()
	provider := serve(t)
	identities, err := provider.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil || len(provider.Schemas.Diagnostics)+len(identities.Diagnostics) > 0 {
		t.Fatal(provider.Schemas.Diagnostics, identities, err)
	}
	for kind, schemas := range map[string]map[string]*tfprotov6.Schema{
		"provider":      {"": provider.Schemas.Provider},
		"resource":      provider.Schemas.ResourceSchemas,
		"data source":   provider.Schemas.DataSourceSchemas,
		"list resource": provider.Schemas.ListResourceSchemas,
	} {
		for name, schema := range schemas {
			if kind == "resource" && identities.IdentitySchemas[name] == nil {
				t.Errorf("%s has no identity", name)
			}
			if schema.Block.Description == "" {
				t.Errorf("%s %s has no description", kind, name)
			}
		}
	}
	for _, attribute := range provider.Schemas.Provider.Block.Attributes {
		if attribute.Sensitive != slices.Contains([]string{"api_token", "headers"}, attribute.Name) {
			t.Errorf("%s: sensitive %t", attribute.Name, attribute.Sensitive)
		}
	}
}
