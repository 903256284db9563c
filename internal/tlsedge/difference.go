// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// difference is an attribute whose values in two models have different meanings.
type difference struct {
	at          path.Path
	has, wanted attr.Value
}

// differences returns the attributes in which an edge differs from the wanted edge.
// For a module that both edges have, the result contains the differing attributes of
// the module. For a module that only one edge has, the result contains the whole
// module. Null, "", an empty set, and a disabled module with empty values all mean
// unset, so they do not differ from one another.
func (m model) differences(wanted model) []difference {
	found := slices.Concat(
		compare(path.Root("description"), m.Description, wanted.Description),
		compare(path.Root("metadata"), m.Metadata, wanted.Metadata),
		compare(path.Root("hostports"), m.Hostports, wanted.Hostports),
	)
	for _, module := range modules() {
		found = append(found, compare(path.Root(module.name()), *module.in(&m), *module.in(&wanted))...)
	}
	return found
}

func compare(at path.Path, has, wanted attr.Value) []difference {
	if has.Equal(wanted) || isUnset(has) && isUnset(wanted) || isSameText(at, has, wanted) {
		return nil
	}
	was, isModule := has.(types.Object)
	is, _ := wanted.(types.Object)
	if !isModule || isUnset(was) || isUnset(is) || is.IsUnknown() {
		return []difference{{at: at, has: has, wanted: wanted}}
	}
	var found []difference
	for _, name := range slices.Sorted(maps.Keys(is.Attributes())) {
		found = append(found, compare(at.AtName(name), was.Attributes()[name], is.Attributes()[name])...)
	}
	return found
}

// isSameText reports whether two values of an attribute are texts with the same meaning.
// It returns false for an attribute that cannot contain JSON.
func isSameText(at path.Path, has, wanted attr.Value) bool {
	mayBeJSON := at.Equal(path.Root("metadata")) || at.Equal(path.Root("traffic_policy").AtName("value"))
	was, _ := has.(types.String)
	is, _ := wanted.(types.String)
	return mayBeJSON && !is.IsUnknown() && attribute.SameText(was.ValueString(), is.ValueString())
}

// isUnset reports whether a value has the same meaning as null.
func isUnset(value attr.Value) bool {
	if value.IsUnknown() {
		return false
	}
	switch value := value.(type) {
	case types.Bool: // the attribute named enabled
		return !value.ValueBool()
	case types.Object:
		return membersOf(value).areUnset()
	}
	return !attribute.HasContent(value)
}

// areUnset reports whether a module with these members has the same meaning as null.
func (m members) areUnset() bool {
	for _, member := range m {
		if !isUnset(member) {
			return false
		}
	}
	return true
}

// isCertain reports whether the difference remains, whatever the unknown values turn out to
// be. A difference is certain if the wanted value contains no unknown values. It is also
// certain if the edge lacks the wanted module, and a member of the module is known and set.
// Other members may then be unknown, such as a version that the service will choose.
func (d difference) isCertain(ctx context.Context) bool {
	if module, ok := d.wanted.(types.Object); ok && isUnset(d.has) {
		for _, member := range module.Attributes() {
			if attribute.IsWhollyKnown(ctx, member) && !isUnset(member) {
				return true
			}
		}
	}
	return attribute.IsWhollyKnown(ctx, d.wanted)
}

// certainOf returns the differences that are certain: see [difference.isCertain].
func certainOf(ctx context.Context, all []difference) []difference {
	return slices.DeleteFunc(slices.Clone(all), func(one difference) bool { return !one.isCertain(ctx) })
}

// removesModule reports whether a change removes a module.
func (d difference) removesModule() bool {
	module, ok := d.wanted.(types.Object)
	return ok && module.IsNull()
}
