// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// checkPlanned returns the errors for which Terraform rejects a plan as invalid. If
// an attribute is not computed, its planned value must be the configured value or the
// prior value.
func checkPlanned(schema *tfprotov6.Schema, prior, config, planned tftypes.Value) []error {
	if config.IsNull() != planned.IsNull() {
		return []error{bugf("the configuration is null: %t, the plan is null: %t", config.IsNull(), planned.IsNull())}
	}
	if config.IsNull() {
		return nil
	}
	return checkPlannedObject(schema.Block.Attributes, prior, config, planned, tftypes.NewAttributePath())
}

func checkPlannedObject(
	attributes []*tfprotov6.SchemaAttribute, prior, config, planned tftypes.Value, path *tftypes.AttributePath,
) []error {
	before, configured, after := attributesOf(prior), attributesOf(config), attributesOf(planned)
	var problems []error
	for _, attribute := range attributes {
		name := attribute.Name
		was := valueOr(before, name, configured[name].Type())
		problems = append(problems, checkPlannedValue(attribute, was, configured[name], after[name], path.WithAttributeName(name))...)
	}
	return problems
}

func checkPlannedValue(
	attribute *tfprotov6.SchemaAttribute, prior, config, planned tftypes.Value, path *tftypes.AttributePath,
) []error {
	switch {
	case attribute.WriteOnly:
		if !planned.IsNull() {
			return []error{bugf("the plan keeps write-only %s", path)}
		}
		return nil
	case planned.Equal(config):
		return nil
	case !prior.IsNull() && !config.IsNull() && planned.Equal(prior):
		return nil
	case attribute.Computed && config.IsNull():
		return nil
	case isObject(attribute) && !config.IsNull() && config.IsKnown() && !planned.IsNull() && planned.IsKnown():
		return checkPlannedObject(attribute.NestedType.Attributes, prior, config, planned, path)
	}
	return []error{bugf("%s is planned as %s, configured as %s and was %s", path, planned, config, prior)}
}

// checkApplied returns an error for each known planned value that differs in the result.
func checkApplied(planned, result tftypes.Value, path *tftypes.AttributePath) []error {
	switch {
	case !planned.IsKnown() || planned.Equal(result):
		return nil
	case planned.IsNull() || result.IsNull() || !result.IsKnown() || !planned.Type().Is(tftypes.Object{}):
		return []error{bugf("%s was planned as %s and is %s", path, planned, result)}
	}
	var problems []error
	wanted, got := attributesOf(planned), attributesOf(result)
	for _, name := range slices.Sorted(maps.Keys(wanted)) {
		problems = append(problems, checkApplied(wanted[name], got[name], path.WithAttributeName(name))...)
	}
	return problems
}
