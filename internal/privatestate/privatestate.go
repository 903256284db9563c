// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

// Package privatestate reads and writes the private state of resources: values that a CLI
// stores with an instance and shows to nobody. The constants at the end of this file
// are all values.
package privatestate

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// State has the methods of the framework's private state, whose type is not exported.
type State interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// Key is the key of a value of type T.
type Key[T any] string

// Load returns the value under the key, or the zero value if there is none, or none that
// can be decoded. The values only add warnings and care: without them, nothing is lost.
func (k Key[T]) Load(ctx context.Context, private State) T {
	encoded, _ := private.GetKey(ctx, string(k))
	var value T
	if err := json.Unmarshal(encoded, &value); err != nil {
		return *new(T)
	}
	return value
}

// Store encodes the value as JSON. A CLI saves it with the state of the instance.
func (k Key[T]) Store(ctx context.Context, private State, value T, diags *diag.Diagnostics) {
	encoded, _ := json.Marshal(value) //nolint:errchkjson // texts and lists of texts can be encoded
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
