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

// idKey is the private state key for the id of the object. A CLI plans a replacement
// without prior state, but with the private state of the old object. The id in private
// state identifies the object that the replacement destroys. If an object no longer
// exists, CLIs plan its recreation in the same way. The session records objects that no
// longer exist, and does not count their recreation as a deletion.
const idKey = "id"

// ModifyPlan rejects plans that destroy or replace a failover backend while a
// TLS edge keeps pointing to the backend. ModifyPlan cannot detect the
// replacement of a tainted failover backend. For unchanged failover backends,
// package server does not call ModifyPlan.
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
			edge+" keeps pointing to it: the edge cannot be changed in place, and its deletion_policy prevents a replacement.\n"+
				"If the resource was renamed, add a moved block. To replace the backend and the edge, first apply "+
				"deletion_policy = \"ABANDON\" to all edges of the backend.\nSee \"TLS edge … would lose its backend\" in the Troubleshooting guide.")
	}
}
