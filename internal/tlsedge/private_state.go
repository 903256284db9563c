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

// privateReader and privateWriter are private state, which the framework has
// no name for.
type privateReader interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
}

type privateWriter interface {
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

func storePrivate(ctx context.Context, private privateWriter, key string, value any) diag.Diagnostics {
	encoded, err := json.Marshal(value)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Could not write private state", fmt.Sprintf("%s: %v.", key, err))}
	}
	return private.SetKey(ctx, key, encoded)
}

// loadPrivate returns nil for a key that is not there.
func loadPrivate[T any](ctx context.Context, private privateReader, key string) (*T, diag.Diagnostics) {
	encoded, diags := private.GetKey(ctx, key)
	if diags.HasError() || len(encoded) == 0 {
		return nil, diags
	}
	value := new(T)
	if err := json.Unmarshal(encoded, value); err != nil {
		diags.AddError("Could not read private state", fmt.Sprintf("The state of this edge is damaged at %s: %v.", key, err))
		return nil, diags
	}
	return value, diags
}

// configuredModules is the key of the names of the modules that were configured
// when the edge was created or last updated, in what the CLI keeps for the
// provider beside the state of the edge.
const configuredModules = "configured_modules"

// rememberModules stores which modules are configured.
func rememberModules(ctx context.Context, config tfsdk.Config, private privateWriter) diag.Diagnostics {
	names, diags := modulesIn(ctx, config)
	diags.Append(storePrivate(ctx, private, configuredModules, names)...)
	return diags
}

// rememberMoreModules stores which modules are configured and which were before a
// failed update: one that was to be removed may still be there.
func rememberMoreModules(ctx context.Context, config tfsdk.Config, before privateReader, private privateWriter) diag.Diagnostics {
	names, diags := modulesIn(ctx, config)
	were, more := loadPrivate[[]string](ctx, before, configuredModules)
	diags.Append(more...)
	if were != nil {
		names = slices.Compact(slices.Sorted(slices.Values(slices.Concat(names, *were))))
	}
	diags.Append(storePrivate(ctx, private, configuredModules, names)...)
	return diags
}

// modulesIn returns the names of the modules in a configuration.
func modulesIn(ctx context.Context, config tfsdk.Config) ([]string, diag.Diagnostics) {
	var edge model
	diags := readModel(ctx, config, &edge)
	names := []string{}
	for _, module := range modules() {
		if !module.in(&edge).IsNull() {
			names = append(names, module.name())
		}
	}
	return names, diags
}
