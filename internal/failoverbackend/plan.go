// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// idKey is the key in private state of the id. A CLI plans a replacement as a
// creation, without the state but with the private state of the old object. It plans
// one that the refresh found to be gone in the same way, which the session tells.
const idKey = "id"

// ModifyPlan refuses to destroy or replace a failover backend that a TLS edge keeps
// pointing to. It does not see the replacement of a tainted one. Unchanged ones do
// not come here, save with a CLI that defers: the server plans them by itself.
func (r *failoverBackendResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var id string
	switch {
	case req.Plan.Raw.IsNull():
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root("id"), &id)...)
	case req.State.Raw.IsNull():
		id = attribute.LoadPrivate[string](ctx, req.Private, idKey, &resp.Diagnostics)
	}
	if id == "" {
		return
	}
	if edge := r.Session.PlanBackendDeparture(id); edge != "" {
		resp.Diagnostics.AddError(fmt.Sprintf("Failover backend %q cannot be destroyed", id),
			edge+" keeps pointing to it: the edge cannot be changed in place, and its deletion_policy does not let it be replaced.\nIf the failover backend was only renamed, add a moved block. To replace both, apply "+
				"deletion_policy = \"ABANDON\" to every such edge first.\nSee \"TLS edge … would lose its backend\" in the Troubleshooting guide.")
	}
}
