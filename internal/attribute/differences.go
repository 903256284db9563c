// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Difference is an attribute whose two values have different meanings.
type Difference struct {
	At             path.Path
	Prior, Planned attr.Value
}

// Differences compares an attribute with its planned value, and returns the differing
// attributes. For an object that has content in both values, these are the differing
// members. An unknown value differs from every other value. [Same] says when two values
// have the same meaning.
func Differences(at path.Path, prior, planned attr.Value) []Difference {
	before, isObject := prior.(types.Object)
	after, _ := planned.(types.Object)
	switch {
	case Same(nameOf(at), prior, planned):
		return nil
	case !isObject, !HasContent(before), !HasContent(after):
		return []Difference{{at, prior, planned}}
	}
	var found []Difference
	for _, name := range slices.Sorted(maps.Keys(after.Attributes())) {
		found = append(found, Differences(at.AtName(name), before.Attributes()[name], after.Attributes()[name])...)
	}
	return found
}

func nameOf(at path.Path) string {
	step, _ := at.Steps().LastStep()
	name, _ := step.(path.PathStepAttributeName)
	return string(name)
}

// Same reports whether two known values of the attribute with the given name have the same
// meaning. All values without content mean null: see [HasContent]. A set has no order.
// Letter case has no meaning in hostports and access rules. JSON in metadata and in a
// traffic policy counts by its meaning: see [SameText]. All other values count exactly.
func Same(name string, a, b attr.Value) bool {
	switch {
	case a.Equal(b):
		return true
	case a.IsUnknown() || b.IsUnknown():
		return false
	case !HasContent(a) && !HasContent(b):
		return true
	}
	switch a := a.(type) {
	case types.Set:
		b, _ := b.(types.Set)
		return slices.Equal(significant(name, Strings(a)), significant(name, Strings(b)))
	case types.String:
		b, _ := b.(types.String)
		return (name == "metadata" || name == "value") && SameText(a.ValueString(), b.ValueString())
	}
	return false
}

// significant returns the elements of a set without what has no meaning in them.
func significant(name string, elements []string) []string {
	switch name {
	case "hostports", "email_addresses", "email_domains", "teams", "organizations":
		for i, element := range elements {
			elements[i] = strings.ToLower(element)
		}
	}
	slices.Sort(elements)
	return slices.Compact(elements)
}
