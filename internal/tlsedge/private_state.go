// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
)

// storeOwnModules stores the given module names in private state, except the names of
// modules that the plan contains. It returns the stored names.
func storeOwnModules(ctx context.Context, private privatestate.State, of []string, plan model, diags *diag.Diagnostics) []string {
	named := plan.named()
	own := slices.DeleteFunc(of, func(name string) bool { return slices.Contains(named, name) })
	privatestate.OwnModules.Store(ctx, private, own, diags)
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
