// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// settings returns the attributes that the service knows, by name, in the order in which
// diagnostics name them. A set that is the zero value of its type counts as null.
func (m model) settings() (names []string, values map[string]attr.Value) {
	names, values = []string{"description", "metadata", "hostports"}, map[string]attr.Value{
		"description": m.Description, "metadata": m.Metadata, "hostports": m.Hostports,
	}
	for _, name := range modules() {
		values[name] = *moduleOf(&m, name)
	}
	return append(names, modules()...), values
}

// differences returns the settings in which an edge differs from the planned edge:
// see [attribute.Differences].
func (m model) differences(plan model) []attribute.Difference {
	var found []attribute.Difference
	names, prior := m.settings()
	_, planned := plan.settings()
	for _, name := range names {
		found = append(found, attribute.Differences(path.Root(name), prior[name], planned[name])...)
	}
	return found
}

// notApplied returns the planned settings that an edge in a response does not have. The
// service chooses the values that are unknown in the plan.
func notApplied(plan, response model) []attribute.Difference {
	return slices.DeleteFunc(response.differences(plan), func(one attribute.Difference) bool { return one.Planned.IsUnknown() })
}

// removesModule reports whether a change removes a module.
func removesModule(change attribute.Difference) bool {
	module, ok := change.Planned.(types.Object)
	return ok && module.IsNull()
}

// pathsOf returns the paths of changed attributes, separated by commas.
func pathsOf(changes []attribute.Difference) string {
	names := make([]string, len(changes))
	for i, change := range changes {
		names[i] = change.At.String()
	}
	return strings.Join(names, ", ")
}
