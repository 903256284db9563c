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

// goingEdge is left in private state by the plan of an edge, in case the edge is
// replaced or destroyed. The deletion reads it, and so does the plan of the
// replacement, in which the state is null.
type goingEdge struct {
	ID        string `json:"id"`
	Policy    string `json:"policy"`
	Announced bool   `json:"announced"` // whether the plan has warned of the abandonment
}

// goingEdgeKey is the key of a goingEdge in private state.
const goingEdgeKey = "going_edge"

// privateState is the framework's private state, whose type is internal there.
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

// configuredModules is the key in private state of the names of the modules that
// were configured when the edge was created or last updated.
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
