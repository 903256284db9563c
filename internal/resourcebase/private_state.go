// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// PrivateState has the methods of the framework's private state, whose type is not exported. A
// CLI stores its values with an instance, and shows them to nobody.
type PrivateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// Key is the key of a value of type T in private state.
type Key[T any] string

// Load returns the value, or the zero value if no value can be decoded. The provider then warns
// and checks less: for example, it does not notice another address, and it shows an edge module
// of the service's own as drift.
func (k Key[T]) Load(ctx context.Context, private PrivateState) T {
	encoded, _ := private.GetKey(ctx, string(k))
	var value T
	if err := json.Unmarshal(encoded, &value); err != nil {
		return *new(T)
	}
	return value
}

func (k Key[T]) Store(ctx context.Context, private PrivateState, value T, diags *diag.Diagnostics) {
	encoded, _ := json.Marshal(value) // texts and lists of texts can be encoded
	diags.Append(private.SetKey(ctx, string(k), encoded)...)
}
