// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// PrivateState has methods of the framework's private state, whose type is not exported.
type PrivateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// StorePrivate stores a value under a key of private state.
func StorePrivate(ctx context.Context, private PrivateState, key string, value any) diag.Diagnostics {
	encoded, err := json.Marshal(value)
	if err != nil {
		return diag.Diagnostics{diag.NewErrorDiagnostic("Could not write private state", fmt.Sprintf("%s: %v.", key, err))}
	}
	return private.SetKey(ctx, key, encoded)
}

// LoadPrivate returns the value under a key of private state, or the zero value if
// private state does not contain the key.
func LoadPrivate[T any](ctx context.Context, private PrivateState, key string, diags *diag.Diagnostics) T {
	var value T
	encoded, failed := private.GetKey(ctx, key)
	diags.Append(failed...)
	if len(encoded) == 0 {
		return value
	}
	if err := json.Unmarshal(encoded, &value); err != nil {
		diags.AddError("Could not read private state", fmt.Sprintf("Key %s in the private state is damaged: %v.", key, err))
	}
	return value
}
