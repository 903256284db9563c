// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// departingEdge is left in private state by the plan of an edge, in case the edge is
// replaced or destroyed. The deletion reads it, and so does the plan of the
// replacement, in which the state is null. Reads, updates and deletions remove it, so
// that a creation sees only that of its own run, and not that of an edge that is gone.
type departingEdge struct {
	Object    string `json:"object"` // its name in diagnostics
	Policy    string `json:"policy"`
	Announced bool   `json:"announced"` // whether the plan has warned, if the edge is to be abandoned
}

// departingEdgeKey is the key of a departingEdge in private state.
const departingEdgeKey = "departing_edge"

// ownModulesKey is the key in private state of the names of the service's own
// modules: the response to the creation had them, although nobody configured them. State
// leaves them out, and requests do not name them, until somebody configures them.
const ownModulesKey = "own_modules"

// storeOwnModules stores which of some modules the plan does not name, and returns
// them.
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
