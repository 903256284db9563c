// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ModifyPlan plans the values that the configuration leaves open. It plans a
// replacement for every change of meaning that cannot be made in place, and
// applies the deletion policy in state to replacements and destroys. Attributes
// have no RequiresReplace of their own: this method would not learn of it, and
// they could not tell a change from another way to write the same value.
//
// A CLI plans the replacement of a tainted edge as a mere creation. This method
// cannot see it, so Delete upholds the policy.
func (r *tlsEdgeResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state, plan model
	resp.Diagnostics.Append(readModel(ctx, req.State.Get, &state)...)
	resp.Diagnostics.Append(readModel(ctx, req.Plan.Get, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	going := goingEdge{ID: state.ID.ValueString(), Policy: state.policy()}
	switch {
	case req.State.Raw.IsNull():
		r.planOpenVersion(ctx, req, state, &plan, resp)
		r.planReplacement(ctx, req, resp)
		return
	case req.Plan.Raw.IsNull():
		going.Announced = r.planDestroy(state, resp)
	default:
		planOpenModules(ctx, req, state, &plan, resp)
		r.planOpenVersion(ctx, req, state, &plan, resp)
		going.Announced = r.planChange(ctx, state, plan, resp)
	}
	resp.Diagnostics.Append(storePrivate(ctx, resp.Private, goingEdgeKey, going)...)
}

// planOpenModules plans the modules of an existing edge that are not configured.
// The edge keeps a module that nobody ever configured: the service may add one by
// itself, and an import cannot tell. One that was configured is planned away.
func planOpenModules(ctx context.Context, req resource.ModifyPlanRequest, state model, plan *model, resp *resource.ModifyPlanResponse) {
	config := configured(req.Config.Raw)
	before, diags := loadPrivate[[]string](ctx, req.Private, configuredModules)
	resp.Diagnostics.Append(diags...)
	for _, module := range modules() {
		planned, open := module.in(plan), *module.in(&state)
		if slices.Contains(before, module.name()) {
			open = types.ObjectNull(open.AttributeTypes(ctx))
		}
		if config[module.name()].IsNull() && !planned.Equal(open) {
			*planned = open
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(module.name()), open)...)
		}
	}
}

// planOpenVersion plans a min_version that is not configured. An edge keeps its
// version, unless an update moves the end of TLS. In that case the version is
// null where TLS ends upstream, and the service chooses one where it ends at the
// edge.
func (r *tlsEdgeResource) planOpenVersion(ctx context.Context, req resource.ModifyPlanRequest, state model, plan *model, resp *resource.ModifyPlanResponse) {
	config := configured(configured(req.Config.Raw)["tls_termination"])
	if !isSet(plan.TLSTermination) || !config["min_version"].IsNull() {
		return
	}
	was, planned := membersOf(state.TLSTermination), membersOf(plan.TLSTermination)
	place, priorPlace := planned.text("terminate_at"), was.text("terminate_at")
	moves := r.offers(api.UpdateTLSEdge) && !priorPlace.IsNull() && !place.Equal(priorPlace)
	version := types.StringUnknown()
	switch {
	case isSet(state.TLSTermination) && !moves:
		version = was.text("min_version")
	case place.ValueString() == terminateAtUpstream:
		version = types.StringNull()
	}
	if !version.Equal(planned.text("min_version")) {
		planned["min_version"] = version
		plan.TLSTermination = types.ObjectValueMust(plan.TLSTermination.AttributeTypes(ctx), planned)
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("tls_termination"), plan.TLSTermination)...)
	}
}

// configured returns the members of an object in a configuration, or none if the
// object is unknown. It is for callers that only ask which members are there: a
// model costs several times as much.
func configured(object tftypes.Value) map[string]tftypes.Value {
	var members map[string]tftypes.Value
	_ = object.As(&members) // fails for an unknown object only
	return members
}
