// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// proposedNew merges a configuration with the prior state, as Terraform does before it
// calls a provider. The result has the configured values. For computed attributes that
// are not configured, it has the prior values. Blocks and collections of nested objects
// are not merged, because no resource of this provider has them.
func proposedNew(schema *tfprotov6.Schema, prior, config tftypes.Value) tftypes.Value {
	if config.IsNull() {
		return config
	}
	return proposedObject(schema.Block.Attributes, prior, config)
}

func proposedObject(attributes []*tfprotov6.SchemaAttribute, prior, config tftypes.Value) tftypes.Value {
	before, configured := attributesOf(prior), attributesOf(config)
	proposed := map[string]tftypes.Value{}
	for _, attribute := range attributes {
		name := attribute.Name
		proposed[name] = proposedValue(attribute, valueOr(before, name, configured[name].Type()), configured[name])
	}
	return tftypes.NewValue(config.Type(), proposed)
}

func proposedValue(attribute *tfprotov6.SchemaAttribute, prior, config tftypes.Value) tftypes.Value {
	switch {
	case attribute.Computed && config.IsNull():
		return prior
	case isObject(attribute) && config.IsKnown() && !config.IsNull():
		return proposedObject(attribute.NestedType.Attributes, prior, config)
	}
	return config
}

// valueOr returns the value of an attribute. If the attribute is missing, valueOr returns
// a null value of the given type.
func valueOr(attributes map[string]tftypes.Value, name string, of tftypes.Type) tftypes.Value {
	if value, ok := attributes[name]; ok {
		return value
	}
	return tftypes.NewValue(of, nil)
}

func isObject(attribute *tfprotov6.SchemaAttribute) bool {
	return attribute.NestedType != nil && attribute.NestedType.Nesting == tfprotov6.SchemaObjectNestingModeSingle
}

// attributesOf returns the attributes of an object. It returns no attributes if the
// object is null or unknown.
func attributesOf(value tftypes.Value) map[string]tftypes.Value {
	if value.IsNull() || !value.IsKnown() {
		return nil
	}
	return as[map[string]tftypes.Value](value)
}
