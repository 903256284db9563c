// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// Keys of private state.
const (
	// ownerKey has the name under which a resource owns its route.
	ownerKey = "owner"
	// creationAnswerKey has the answer to a creation, if that has other settings than
	// planned. A creation must leave the plan in state, and the module cannot be
	// read: the next refresh takes the settings from here.
	creationAnswerKey = "answer"
	// keptByAnotherKey is set by a planned departure if another resource keeps the
	// route. An apply runs in a process of its own and is told nothing of resources
	// that do not change.
	keptByAnotherKey = "route_kept_by_another"
	// createdRouteKey has the route of a planned creation. In a replacement the
	// deletion sees it too, and leaves a route alone that the creation sets
	// anyway. Otherwise the route would be open in between, and with -replace or
	// a tainted resource no plan could warn of that.
	createdRouteKey = "route_created"
)

// privateState is the framework's private state, whose type is internal there.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// hasKey reports whether private state has a key.
func hasKey(ctx context.Context, private privateState, key string, diags *diag.Diagnostics) bool {
	value, more := private.GetKey(ctx, key)
	diags.Append(more...)
	return len(value) > 0
}

// load decodes the value of a key, and reports whether there is one. An error
// calls the value by its label.
func load(ctx context.Context, private privateState, key, label string, value any, diags *diag.Diagnostics) bool {
	encoded, more := private.GetKey(ctx, key)
	diags.Append(more...)
	if len(encoded) == 0 {
		return false
	}
	if err := json.Unmarshal(encoded, value); err != nil {
		diags.AddError("Could not read the private state", fmt.Sprintf("%s is not readable: %v.", label, err))
		return false
	}
	return true
}

// ownerOf returns the name under which a resource owns its route, or "" if it
// has none yet.
func ownerOf(ctx context.Context, private privateState, diags *diag.Diagnostics) string {
	var name string
	load(ctx, private, ownerKey, "The name of the route's owner", &name, diags)
	return name
}

// ownerOrNew is ownerOf, but gives a resource without a name a new one for good.
func ownerOrNew(ctx context.Context, private privateState, diags *diag.Diagnostics) string {
	name := ownerOf(ctx, private, diags)
	if name == "" && !diags.HasError() {
		name = rand.Text()
		diags.Append(private.SetKey(ctx, ownerKey, fmt.Appendf(nil, "%q", name))...)
	}
	return name
}

// keepCreationAnswer keeps the answer to a creation for the next refresh. An
// answer has no client secrets.
func keepCreationAnswer(ctx context.Context, private privateState, answer *api.OAuthModule, diags *diag.Diagnostics) {
	kept, err := json.Marshal(answer)
	if err != nil {
		diags.AddError("Could not keep the answer", fmt.Sprintf("Writing the private state failed: %v.", err))
		return
	}
	diags.Append(private.SetKey(ctx, creationAnswerKey, kept)...)
}

// withCreationAnswer returns the state with the settings of a kept answer, or m
// if no answer was kept.
func (m model) withCreationAnswer(ctx context.Context, private privateState, diags *diag.Diagnostics) model {
	answer := new(api.OAuthModule)
	if !load(ctx, private, creationAnswerKey, "The answer to the creation", answer, diags) {
		return m
	}
	return m.fromAPI(ctx, answer, m)
}
