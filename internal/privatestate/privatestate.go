// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package privatestate reads and writes the private state of resources: values that a CLI
// stores with an instance and shows to nobody. The file keys.go lists all values.
package privatestate

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// State has the methods of the framework's private state, whose type is not exported.
type State interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// Key is the key of a value of type T.
type Key[T any] string

// Load returns the value under the key, or the zero value if there is none. If the value
// cannot be decoded, Load adds an error to diags.
func (k Key[T]) Load(ctx context.Context, private State, diags *diag.Diagnostics) T {
	var value T
	encoded, failed := private.GetKey(ctx, string(k))
	diags.Append(failed...)
	if len(encoded) == 0 {
		return value
	}
	if err := json.Unmarshal(encoded, &value); err != nil {
		diags.AddError("Could not read private state", fmt.Sprintf("Key %s in the private state of this object is damaged: %v. "+
			"Write down the object's id, run \"terraform state rm\", and import the object again.", k, err))
	}
	return value
}

// Store encodes the value as JSON. A CLI saves it with the state of the instance.
func (k Key[T]) Store(ctx context.Context, private State, value T, diags *diag.Diagnostics) {
	encoded, err := json.Marshal(value)
	if err != nil {
		diags.AddError("Could not write private state", fmt.Sprintf("%s: %v.", k, err))
		return
	}
	diags.Append(private.SetKey(ctx, string(k), encoded)...)
}

// Remove makes the next Load return the zero value.
func (k Key[T]) Remove(ctx context.Context, private State, diags *diag.Diagnostics) {
	diags.Append(private.SetKey(ctx, string(k), nil)...)
}
