// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/server"
)

// TestIdentityProviderNames validates names, and expects each complaint on its key.
func TestIdentityProviderNames(t *testing.T) {
	t.Parallel()
	served, err := server.New(t.Context(), "test")
	if err != nil {
		t.Fatal(err)
	}
	schemas, err := served.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		names   map[string]any // nil is null
		refused []string
	}{
		"some":                        {map[string]any{"idp_1": "alpha", "idp_8": "beta"}, nil},
		"all neutral":                 {map[string]any{"idp_1": "idp_1"}, nil},
		"swapped":                     {map[string]any{"idp_1": "idp_2", "idp_2": "idp_1"}, nil},
		"no identity provider":        {map[string]any{"idp_9": "alpha", "alpha": "idp_1"}, []string{"alpha", "idp_9"}},
		"none of an unknown name":     {map[string]any{"idp_9": protocoltest.Unknown{}}, []string{"idp_9"}},
		"empty and null":              {map[string]any{"idp_1": "", "idp_2": nil}, []string{"idp_1", "idp_2"}},
		"twice":                       {map[string]any{"idp_1": "alpha", "idp_2": "beta", "idp_3": "alpha"}, []string{"idp_3"}},
		"another's neutral name":      {map[string]any{"idp_1": "idp_2"}, []string{"idp_1"}},
		"another's, which is renamed": {map[string]any{"idp_1": "idp_2", "idp_2": "alpha"}, nil},
		"another's, which is unknown": {map[string]any{"idp_1": "idp_2", "idp_2": protocoltest.Unknown{}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			values := map[string]tftypes.Value{}
			for key, value := range test.names {
				values[key] = protocoltest.Value(tftypes.String, value)
			}
			config, err := protocoltest.Dynamic(protocoltest.Object(schemas.Provider, map[string]tftypes.Value{
				"base_url":                protocoltest.String("https://api.example.com"),
				"identity_provider_names": tftypes.NewValue(tftypes.Map{ElementType: tftypes.String}, values),
			}))
			if err != nil {
				t.Fatal(err)
			}
			resp, err := served.ValidateProviderConfig(t.Context(), &tfprotov6.ValidateProviderConfigRequest{Config: config})
			if err != nil {
				t.Fatal(err)
			}
			var refused []string
			for _, one := range resp.Diagnostics {
				steps := one.Attribute.Steps()
				key, _ := steps[len(steps)-1].(tftypes.ElementKeyString)
				refused = append(refused, string(key))
			}
			slices.Sort(refused)
			if !slices.Equal(refused, test.refused) {
				t.Errorf("refused %q, want %q: %s", refused, test.refused, protocoltest.Diagnostics(resp.Diagnostics))
			}
			if long := protocoltest.Diagnostics(resp.Diagnostics).Long(); len(long) > 0 {
				t.Errorf("too long: %q", long)
			}
		})
	}
}
