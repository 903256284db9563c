// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

var _ resource.ResourceWithModifyPlan = (*failoverBackendResource)(nil)

// ModifyPlan warns of a plan after which a failover backend has no children.
func (r *failoverBackendResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	prior, plan := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics), attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	isEmpty := func(m model) bool { return attribute.HasValue(m.Backends) && len(m.Backends.Elements()) == 0 }
	if isEmpty(plan) && !isEmpty(prior) {
		resp.Diagnostics.AddAttributeWarning(path.Root("backends"), "Failover backend without children serves nothing",
			"After the apply, the "+plan.object()+" has no children.")
	}
}
