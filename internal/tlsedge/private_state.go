// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// goingEdge is what the plan of an edge leaves in private state for what comes
// next, should the edge be replaced or destroyed: the plan of its replacement,
// in which the state is null, and the deletion.
type goingEdge struct {
	ID        string `json:"id"`
	Policy    string `json:"policy"`
	Announced bool   `json:"announced"` // whether the plan has warned of the abandonment
}

// goingEdgeKey is where private state has a goingEdge.
const goingEdgeKey = "going_edge"

// privateState is private state, which the framework has no name for.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

func storePrivate(ctx context.Context, private privateState, key string, value any) diag.Diagnostics {
	encoded, err := json.Marshal(value)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Could not write private state", fmt.Sprintf("%s: %v.", key, err))}
	}
	return private.SetKey(ctx, key, encoded)
}

// loadPrivate returns the zero value for a key that is not there.
func loadPrivate[T any](ctx context.Context, private privateState, key string) (T, diag.Diagnostics) {
	var value, none T
	encoded, diags := private.GetKey(ctx, key)
	if diags.HasError() || len(encoded) == 0 {
		return none, diags
	}
	if err := json.Unmarshal(encoded, &value); err != nil {
		diags.AddError("Could not read private state", fmt.Sprintf("The state of this edge is damaged at %s: %v.", key, err))
		return none, diags
	}
	return value, diags
}

// configuredModules is the key of the names of the modules that were configured
// when the edge was created or last updated, in what the CLI keeps for the
// provider beside the state of the edge.
const configuredModules = "configured_modules"

// rememberModules stores which modules are configured, and which others may still
// be there.
func rememberModules(ctx context.Context, config tfsdk.Config, private privateState, others ...string) diag.Diagnostics {
	edge := configured(config.Raw)
	names := append([]string{}, others...)
	for _, module := range modules() {
		if name := module.name(); !edge[name].IsNull() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return storePrivate(ctx, private, configuredModules, names)
}
