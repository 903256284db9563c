// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

const (
	// ownerKey is where a resource keeps its name as the owner of a route.
	ownerKey = "owner"
	// keptKey is where a planned departure keeps that another resource keeps the
	// route. An apply runs in a process of its own and is told nothing of
	// resources that do not change.
	keptKey = "route_kept_by_another"
	// createdKey is where a planned creation keeps its route. In a replacement the
	// deletion sees it too, and leaves a route alone that the creation sets anyway:
	// for -replace and a tainted resource, no plan can warn of a route that is open
	// until then.
	createdKey = "route_created"
)

// privateState is what a resource keeps in state for itself.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// owner returns the name under which a resource owns its route, "" where it has
// none yet.
func owner(ctx context.Context, private privateState) (string, diag.Diagnostics) {
	kept, diags := private.GetKey(ctx, ownerKey)
	var name string
	if len(kept) == 0 || diags.HasError() {
		return name, diags
	}
	if err := json.Unmarshal(kept, &name); err != nil {
		diags.AddError("Could not read the private state", fmt.Sprintf("The name of the route's owner is not readable: %v.", err))
	}
	return name, diags
}

// ownerOrNew is owner that gives a resource without a name one, for good.
func ownerOrNew(ctx context.Context, private privateState) (string, diag.Diagnostics) {
	name, diags := owner(ctx, private)
	if name != "" || diags.HasError() {
		return name, diags
	}
	name = rand.Text()
	diags.Append(private.SetKey(ctx, ownerKey, fmt.Appendf(nil, "%q", name))...)
	return name, diags
}
