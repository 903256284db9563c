// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
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
