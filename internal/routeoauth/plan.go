// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ModifyPlan announces what happens to the route that the resource leaves, by a
// destroy or for another route, and to the route that it gets or keeps.
func (r *routeOAuthResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	owner := ownerOrNew(ctx, resp.Private, &resp.Diagnostics)
	var state, plan *model // nil where there is none
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	switch {
	case resp.Diagnostics.HasError():
	case plan != nil && plan.deletes() && !r.session.API.Offers(api.DeleteRouteOAuth):
		resp.Diagnostics.Append(policyNotAllowedError())
	case plan == nil:
		if r.planDeparture(ctx, *state, owner, resp) {
			resp.Diagnostics.Append(state.keptByAnotherWarning())
		}
	case state != nil && plan.identity != state.identity:
		// A later call plans the creation on the new route. The session is told now,
		// because two resources that swap their routes would wait for each other
		// until then.
		if plan.hasRoute() {
			r.session.PlanRouteOAuth(plan.EdgeID.ValueString(), plan.RouteID.ValueString(), owner)
		}
		r.planDeparture(ctx, *state, owner, resp)
	default:
		if state != nil && plan.IdentityProvider.IsNull() {
			planNothing(ctx, req, resp, *state)
		}
		r.planStay(ctx, *plan, state, owner, resp)
	}
}

// planDeparture plans that a resource leaves its route, and reports whether
// another one keeps it.
func (r *routeOAuthResource) planDeparture(ctx context.Context, state model, owner string, resp *resource.ModifyPlanResponse) bool {
	_, canDisable := state.toAPIDisabled()
	opens := !state.abandons() && (canDisable || state.deletes())
	kept := r.session.PlanRouteOAuthDeparture(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), owner, opens)
	var mark []byte
	switch {
	case kept:
		mark = []byte("true")
	case state.abandons():
		resp.Diagnostics.Append(state.abandonedWarning())
	case state.deletes() && !r.session.API.Offers(api.DeleteRouteOAuth):
		resp.Diagnostics.Append(state.cannotDeleteError())
	case !opens:
		resp.Diagnostics.Append(state.nothingToDisableError())
	default:
		resp.Diagnostics.Append(state.openWarning())
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, keptByAnotherKey, mark)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, createdRouteKey, nil)...)
	return kept
}

// planStay plans that a resource has a route after the apply. State is nil for one
// that is to be created.
func (r *routeOAuthResource) planStay(
	ctx context.Context, plan model, state *model, owner string, resp *resource.ModifyPlanResponse,
) {
	if !plan.hasRoute() {
		return
	}
	if state == nil {
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, createdRouteKey, plan.routeMark())...)
	}
	opening, shared := r.session.PlanRouteOAuth(plan.EdgeID.ValueString(), plan.RouteID.ValueString(), owner)
	if shared {
		resp.Diagnostics.Append(plan.sharedWarning())
	}
	switch {
	case !opening:
	case state == nil || plan.needsRequest(*state):
		resp.Diagnostics.Append(plan.closedAgainWarning())
	default:
		resp.Diagnostics.Append(plan.leftOpenError())
	}
}

// routeMark returns the route for private state, which takes only JSON.
func (i identity) routeMark() []byte {
	return fmt.Appendf(nil, `"%x/%x"`, i.EdgeID.ValueString(), i.RouteID.ValueString())
}

// planNothing plans nothing for a module whose identity provider is not known, as
// after an import with ignore_changes. The interface does not say how a module
// without one behaves. A lenient service would drop the live identity provider,
// with its secret and access rules.
func planNothing(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state model) {
	var configured model
	resp.Diagnostics.Append(req.Config.Get(ctx, &configured)...)
	if configured.Enabled.IsNull() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("enabled"), state.Enabled)...)
	}
	if configured.DeletionPolicy.IsNull() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(deletionPolicy), state.DeletionPolicy)...)
	}
	resp.Diagnostics.AddAttributeWarning(path.Root(identityProviderAttribute), "Nothing is sent for the "+state.object(),
		"State does not have its identity provider, and ignore_changes keeps the configured one out of the plan. The resource stays in "+
			"state as it was imported, and the live module stays as it is.\n\n"+
			"To manage the module, take identity_provider out of ignore_changes and configure it in full: the identity provider, the "+
			"client id and secret of your own app if it has one, and every access rule.")
}

// abandons reports whether the module stays as it is when the resource is
// destroyed. An imported resource has no policy yet, which means the default.
func (m model) abandons() bool {
	return m.DeletionPolicy.ValueString() == policyAbandon
}

// deletes reports whether the module is deleted when the resource is destroyed.
func (m model) deletes() bool {
	return m.DeletionPolicy.ValueString() == policyDelete
}

// hasRoute reports whether both ids of the route are known.
func (i identity) hasRoute() bool {
	return !i.EdgeID.IsUnknown() && !i.RouteID.IsUnknown()
}
