// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// Delete does what the deletion policy in state says: it refuses, lets the edge
// leave state with a warning unless the plan had it, or deletes the edge.
func (r *tlsEdgeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(readModel(ctx, req.State, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	going, diags := loadPrivate[goingEdge](ctx, req.Private, goingEdgeKey)
	resp.Diagnostics.Append(diags...)
	policy := state.DeletionPolicy.ValueString()
	switch {
	case !r.mayGo(policy):
		resp.Diagnostics.Append(r.preventedDeletion(state))
	case policy == policyDelete:
		if err := r.session.DeleteTLSEdge(ctx, state.ID.ValueString(), state.CreatedAt.ValueString()); err != nil {
			resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		}
	case going == nil || !going.Announced:
		resp.Diagnostics.Append(abandonment(state.ID.ValueString(), "was abandoned"))
	}
}
