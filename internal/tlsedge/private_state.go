// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// departingEdge describes an edge that the run may replace or destroy. The plan of this
// edge stores departingEdge in private state, and the deletion of the edge reads it. The
// plan of the replacement also reads departingEdge, because it has no prior state.
// Updates and deletions remove departingEdge, so that a later run does not use an outdated
// value. Creations start with empty private state.
type departingEdge struct {
	Object    string `json:"object"` // the text that identifies the edge in diagnostics
	Policy    string `json:"policy"`
	Announced bool   `json:"announced"` // whether the plan has warned that the edge will be abandoned
}

// departingEdgeKey is the key of a departingEdge in private state.
const departingEdgeKey = "departing_edge"

// ownModulesKey is the private state key for the names of the service's own modules. The
// response to the creation contained these modules, although they were not configured.
// State and requests omit such a module until it is configured.
const ownModulesKey = "own_modules"

// storeOwnModules stores the given module names in private state, except the names of
// modules that the plan contains. It returns the stored names.
func storeOwnModules(ctx context.Context, private attribute.PrivateState, of []string, plan model, diags *diag.Diagnostics) []string {
	named := plan.named()
	own := slices.DeleteFunc(of, func(name string) bool { return slices.Contains(named, name) })
	diags.Append(attribute.StorePrivate(ctx, private, ownModulesKey, own)...)
	return own
}

// named returns the names of the modules that are not null.
func (m model) named() []string {
	var names []string
	for _, module := range modules() {
		if !module.in(&m).IsNull() {
			names = append(names, module.name())
		}
	}
	return names
}
