// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package privatestate reads and writes the private state of resources: values that a CLI
// stores with an instance and shows to nobody. The constants at the end of this file
// are all values.
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

// BaseURL is the base URL at which the object was last seen. After a
// successful request, creations, reads and updates of all resources store the
// current base URL if it has changed. An OAuth module that cannot be read was
// last seen where the last PUT set it.
const BaseURL Key[string] = "base_url"

// Keys of a TLS edge.
const (
	// ServiceOwnedModules contains the names of the modules that the service owns. The
	// created edge had these modules, although they were not configured. State and requests
	// omit such a module until it is configured. A creation writes the names. An update
	// removes the names of modules that are configured now, unless the service has certainly
	// not acted on the failed request.
	ServiceOwnedModules Key[[]string] = "service_owned_modules"
	// DeletionPolicy is the policy of an edge in state. A plan of an existing edge writes it.
	// In a replacement, the plan of the new edge reads it, because the new edge has no prior
	// state. Updates remove it, so that the creation of an edge that is gone finds none.
	DeletionPolicy Key[string] = "deletion_policy"
)
