// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

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
	config := attribute.Model[model](ctx, req.Config.Get, &resp.Diagnostics)
	resp.Diagnostics.Append(config.emptyHostports()) // Some tools plan without a validation.
	if resp.Diagnostics.HasError() {
		return
	}
	if plan.policy() == policyDelete && !r.API.Enabled(api.DeleteTLSEdge) {
		resp.Diagnostics.AddAttributeError(path.Root("deletion_policy"), "deletion_policy DELETE needs delete_tls_edge",
			"The API documentation does not show how to delete a TLS edge. If the service can delete edges, add \"delete_tls_edge\" to "+
				"undocumented_operations in the provider block. Otherwise use PREVENT or ABANDON.")
		return
	}
	if version := r.plannedVersion(ctx, config, prior, plan); !version.Equal(membersOf(plan.TLSTermination).text("min_version")) {
		plan = plan.withVersion(ctx, version)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("tls_termination").AtName("min_version"), version)...)
	}
	switch {
	case req.Plan.Raw.IsNull():
		r.planDestroy(ctx, prior, resp)
	case req.State.Raw.IsNull():
		r.planReplacement(priorPolicy.Load(ctx, req.Private), plan, resp)
	default:
		r.planChange(ctx, prior, plan, resp)
		priorPolicy.Store(ctx, resp.Private, prior.policy(), &resp.Diagnostics)
	}
	if !req.Plan.Raw.IsNull() && !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(plan.admissions(ctx, prior)...)
	}
}

// plannedVersion returns the min_version to plan. An edge keeps a version that is not configured,
// unless an update changes where TLS ends. Then the version is null if TLS ends upstream, and the
// service chooses it if TLS ends at the edge. If state has none, each update of an edge that
// terminates TLS lets the service choose.
func (r *tlsEdgeResource) plannedVersion(ctx context.Context, config, prior, plan model) types.String {
	was, planned := membersOf(prior.TLSTermination), membersOf(plan.TLSTermination)
	if !attribute.HasValue(plan.TLSTermination) || !membersOf(config.TLSTermination).text("min_version").IsNull() {
		return planned.text("min_version")
	}
	version, terminateAt := was.text("min_version"), planned.text("terminate_at")
	isUpdated := r.API.Enabled(api.UpdateTLSEdge) && len(prior.settings().ChangesTo(plan.withVersion(ctx, version).settings())) > 0
	switch {
	case attribute.HasValue(prior.TLSTermination) && (!isUpdated || !version.IsNull() && terminateAt.Equal(was.text("terminate_at"))):
		return version
	case terminateAt.ValueString() == terminateAtUpstream:
		return types.StringNull()
	}
	return types.StringUnknown()
}
