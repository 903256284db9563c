// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/acctest"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/protocoltest"
)

// canaries returns values of a type that many rules refuse. Each text has "canary" in it, and
// each number 98765.
func canaries(valueType tftypes.Type) (values []tftypes.Value) {
	texts := []string{"canary", "canary\n", " canary", "*@canary/", strings.Repeat("canary", 1000)}
	switch {
	case valueType.Is(tftypes.Number):
		for _, number := range []string{"98765.25", "-98765", "9.8765e300"} {
			value, _ := new(big.Float).SetString(number)
			values = append(values, tftypes.NewValue(valueType, value))
		}
	case valueType.Is(tftypes.Map{}):
		for _, text := range append(texts, "canary\r\nX: y") {
			values = append(values, protocoltest.Value(valueType, map[string]any{"idp_1": text, "idp_2": text, text: text, "X-CANARY": nil, "X-canary": ""}))
		}
	case valueType.Equal(tftypes.Set{ElementType: tftypes.String}), valueType.Equal(tftypes.List{ElementType: tftypes.String}):
		for _, text := range texts {
			values = append(values, protocoltest.Value(valueType, []string{text, ""}))
		}
	case valueType.Is(tftypes.String):
		for _, text := range texts {
			values = append(values, protocoltest.String(text))
		}
	}
	return values
}

// configurations returns configurations that each have a canary in one attribute, and no
// value elsewhere.
func configurations(object tftypes.Object) (found []tftypes.Value) {
	empty := map[string]tftypes.Value{}
	for name, valueType := range object.AttributeTypes {
		empty[name] = tftypes.NewValue(valueType, nil)
	}
	for name, valueType := range object.AttributeTypes {
		values := canaries(valueType)
		if nested, ok := valueType.(tftypes.Object); ok {
			values = configurations(nested)
		}
		for _, value := range values {
			config := maps.Clone(empty)
			config[name] = value
			found = append(found, tftypes.NewValue(object, config))
		}
	}
	return found
}

// A value that a validation refuses may be sensitive. A diagnostic describes the value, and
// neither its text nor its path shows it.
func TestSchemas_refusedValuesAreNotShown(t *testing.T) {
	t.Parallel()
	provider, refused := serve(t), map[string]bool{}
	check := func(typeName string, schema *tfprotov6.Schema, validate func(config *tfprotov6.DynamicValue) (protocoltest.Diagnostics, error)) {
		object, _ := schema.ValueType().(tftypes.Object)
		for _, config := range configurations(object) {
			for _, diagnostic := range acctest.Must(validate(protocoltest.Dynamic(config)))(t) {
				shown := strings.ToLower(protocoltest.Diagnostics{diagnostic}.String())
				refused[diagnostic.Summary] = true
				if strings.Contains(shown, "canary") || strings.Contains(shown, "98765") || strings.Contains(shown, "9.8765") {
					t.Errorf("%s: %.500s", typeName, shown)
				}
			}
		}
	}
	check("provider", provider.Schemas.Provider, func(config *tfprotov6.DynamicValue) (protocoltest.Diagnostics, error) {
		resp, err := provider.ValidateProviderConfig(t.Context(), &tfprotov6.ValidateProviderConfigRequest{Config: config})
		return resp.Diagnostics, err
	})
	for typeName, schema := range provider.Schemas.ResourceSchemas {
		check(typeName, schema, func(config *tfprotov6.DynamicValue) (protocoltest.Diagnostics, error) {
			resp, err := provider.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: config})
			return resp.Diagnostics, err
		})
	}
	for typeName, schema := range provider.Schemas.DataSourceSchemas {
		check(typeName, schema, func(config *tfprotov6.DynamicValue) (protocoltest.Diagnostics, error) {
			resp, err := provider.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: typeName, Config: config})
			return resp.Diagnostics, err
		})
	}
	if len(refused) < 15 {
		t.Errorf("the rules refused too little: %v", refused)
	}
}
