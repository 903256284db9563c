// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// departingEdge describes an edge that may be replaced or destroyed. The plan of the edge
// stores departingEdge in private state, and the deletion reads it. The plan of a
// replacement edge also reads departingEdge, because the state of a new edge is null.
// Reads, updates and deletions remove departingEdge, so that a creation never reads a
// departingEdge from an earlier run.
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

// storeOwnModules stores the names of modules that are null in the plan, and returns the
// stored names. The candidates are in the parameter named of.
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
