// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package protocoltest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// proposedNew merges a configuration with the prior state, as Terraform does before it
// calls a provider. The result has the configured values. For computed attributes that
// are not configured, it has the prior values. Blocks and collections of nested objects
// are not merged, because no resource of this provider has them.
func proposedNew(schema *tfprotov6.Schema, prior, config tftypes.Value) tftypes.Value {
	return transform(config, func(at *tftypes.AttributePath, value tftypes.Value) tftypes.Value {
		attribute, was := attributeAt(schema, at), valueAt(prior, at)
		if attribute != nil && attribute.Computed && value.IsNull() && was.Type() != nil {
			return was
		}
		return value
	})
}

// ignoring returns a configuration in which ignored attributes have their prior values.
// Terraform plans with this configuration but applies the configuration as written.
func (c Change) ignoring(prior, config tftypes.Value) tftypes.Value {
	if !prior.IsNull() && slices.Contains(c.Ignored, IgnoreAll) {
		return prior
	}
	return transform(config, func(at *tftypes.AttributePath, value tftypes.Value) tftypes.Value {
		var names []string
		for _, step := range at.Steps() {
			names = append(names, fmt.Sprint(step))
		}
		if was := valueAt(prior, at); was.Type() != nil && slices.Contains(c.Ignored, strings.Join(names, ".")) {
			return was
		}
		return value
	})
}

// checkPlanned returns the error for which Terraform rejects a plan as invalid. If
// an attribute is not computed, its planned value must be the configured value or the
// prior value.
func checkPlanned(schema *tfprotov6.Schema, prior, config, planned tftypes.Value) error {
	if config.IsNull() != planned.IsNull() {
		return bugf("the configuration is null: %t, the plan is null: %t", config.IsNull(), planned.IsNull())
	}
	return tftypes.Walk(planned, func(at *tftypes.AttributePath, value tftypes.Value) (hasParts bool, err error) {
		attribute, configured, was := attributeAt(schema, at), valueAt(config, at), valueAt(prior, at)
		switch {
		case attribute == nil:
			return true, nil // the whole resource
		case attribute.WriteOnly && !value.IsNull():
			return false, bugf("the plan keeps write-only %s", at)
		case attribute.WriteOnly, value.Equal(configured), attribute.Computed && configured.IsNull(),
			!was.IsNull() && !configured.IsNull() && value.Equal(was):
			return false, nil
		case isObject(configured) && isObject(value):
			return true, nil
		}
		return false, bugf("%s is planned as %s, configured as %s and was %s", at, value, configured, was)
	})
}

// checkApplied returns an error if a known planned value differs in the result.
func checkApplied(planned, result tftypes.Value) error {
	return tftypes.Walk(planned, func(at *tftypes.AttributePath, value tftypes.Value) (hasParts bool, err error) {
		got := valueAt(result, at)
		if !value.IsKnown() || value.Equal(got) {
			return false, nil
		}
		if isObject(value) && isObject(got) {
			return true, nil
		}
		return false, bugf("%s was planned as %s and is %s", at, value, got)
	})
}

// anyChanged reports whether a value at one of the paths changes. In RequiresReplace, a
// provider may also return paths to unchanged values.
func anyChanged(paths []*tftypes.AttributePath, before, after tftypes.Value) bool {
	return slices.ContainsFunc(paths, func(at *tftypes.AttributePath) bool { return !valueAt(before, at).Equal(valueAt(after, at)) })
}

// attributeAt returns the attribute at a path, or nil for elements of collections.
func attributeAt(schema *tfprotov6.Schema, at *tftypes.AttributePath) (found *tfprotov6.SchemaAttribute) {
	attributes := schema.Block.Attributes
	for _, step := range at.Steps() {
		i := slices.IndexFunc(attributes, func(a *tfprotov6.SchemaAttribute) bool { return tftypes.AttributeName(a.Name) == step })
		if i < 0 {
			return nil
		}
		found, attributes = attributes[i], nil
		if found.NestedType != nil {
			attributes = found.NestedType.Attributes
		}
	}
	return found
}

// valueAt returns the value at a path, or the zero value, which has no type and is null.
func valueAt(whole tftypes.Value, at *tftypes.AttributePath) tftypes.Value {
	found, _, err := tftypes.WalkAttributePath(whole, at)
	if err != nil {
		return tftypes.Value{}
	}
	return found.(tftypes.Value) //nolint:forcetypeassert // parts of values are values
}

func isObject(value tftypes.Value) bool {
	return value.IsKnown() && !value.IsNull() && value.Type().Is(tftypes.Object{})
}

func transform(value tftypes.Value, change func(*tftypes.AttributePath, tftypes.Value) tftypes.Value) tftypes.Value {
	changed, err := tftypes.Transform(value, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		return change(at, value), nil
	})
	if err != nil {
		panic(fmt.Sprintf("changing %s: %v", value, err))
	}
	return changed
}
