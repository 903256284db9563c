// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// ModifyPlan applies the deletion policy to replacements and destroys. The schema does not use
// the plan modifier RequiresReplace: ModifyPlan could not detect its replacements, and
// RequiresReplace would replace an edge even if a value is only written differently.
func (r *tlsEdgeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	prior, plan := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics), attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan.policy() == policyDelete && !r.API.Enabled(api.DeleteTLSEdge) {
		resp.Diagnostics.Append(deletionNotEnabled())
		return
	}
	for _, at := range plan.emptyProtection(ctx) {
		if !slices.ContainsFunc(prior.emptyProtection(ctx), at.Equal) {
			resp.Diagnostics.AddAttributeWarning(at, "Enabled module without ids",
				fmt.Sprintf("%s of %s is empty. Depending on the service, that admits everybody or nobody.", at, plan.object()))
		}
	}
	switch {
	case req.Plan.Raw.IsNull():
		r.planDestroy(prior, resp)
	case req.State.Raw.IsNull():
		r.planUnconfiguredVersion(ctx, req, prior, &plan, resp)
		r.planReplacement(ctx, req, plan, resp)
	default:
		r.planUnconfiguredVersion(ctx, req, prior, &plan, resp)
		r.planChange(prior, plan, resp)
		priorPolicy.Store(ctx, resp.Private, prior.policy(), &resp.Diagnostics)
	}
}

// planUnconfiguredVersion keeps the version, unless an update changes where TLS ends. Then the
// version is null if TLS ends upstream, and the service chooses it if TLS ends at the edge.
func (r *tlsEdgeResource) planUnconfiguredVersion(ctx context.Context, req resource.ModifyPlanRequest, prior model, plan *model, resp *resource.ModifyPlanResponse) {
	if !attribute.HasValue(plan.TLSTermination) {
		return
	}
	var configured types.String
	at := path.Root("tls_termination").AtName("min_version")
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, at, &configured)...)
	if !configured.IsNull() {
		return
	}
	was, planned := membersOf(prior.TLSTermination), membersOf(plan.TLSTermination)
	place, priorPlace := planned.text("terminate_at"), was.text("terminate_at")
	moves := r.API.Enabled(api.UpdateTLSEdge) && !place.Equal(priorPlace)
	version := types.StringUnknown()
	switch {
	case attribute.HasValue(prior.TLSTermination) && !moves:
		version = was.text("min_version")
	case place.ValueString() == terminateAtUpstream:
		version = types.StringNull()
	}
	if !version.Equal(planned.text("min_version")) {
		planned["min_version"] = version
		plan.TLSTermination = types.ObjectValueMust(plan.TLSTermination.AttributeTypes(ctx), planned)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, at, version)...)
	}
}
