// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Values of deletion_policy.
const (
	disable = "DISABLE"
	abandon = "ABANDON"
	remove  = "DELETE"
)

// ModifyPlan says what becomes of a route that the plan takes away from this
// resource, by destroying it or by naming another route, and of one that the plan
// gives to it or leaves with it.
func (r *routeOAuthResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	owner, diags := ownerOrNew(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	var state, plan model
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if !req.Plan.Raw.IsNull() {
		resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	}
	sameRoute := plan.EdgeID.Equal(state.EdgeID) && plan.RouteID.Equal(state.RouteID)
	switch {
	case resp.Diagnostics.HasError():
	case plan.deletes() && !r.session.Undocumented:
		resp.Diagnostics.Append(plan.policyNotAllowedError())
	case !req.State.Raw.IsNull() && req.Plan.Raw.IsNull():
		if r.planDeparture(ctx, state, owner, resp) {
			resp.Diagnostics.Append(state.keptByAnotherWarning())
		}
	case !req.State.Raw.IsNull() && !sameRoute:
		// A request of its own plans the new route after this one, but two resources
		// that swap their routes would wait for each other's until then.
		if plan.hasRoute() {
			r.session.PlanRouteOAuth(plan.EdgeID.ValueString(), plan.RouteID.ValueString(), owner)
		}
		r.planDeparture(ctx, state, owner, resp)
	default:
		if plan.IdentityProvider.IsNull() && !req.State.Raw.IsNull() {
			resp.Diagnostics.Append(importOnly(ctx, req, resp, state)...)
		}
		r.planStay(ctx, plan, owner, req, resp)
	}
}

// planDeparture plans that a resource leaves its route, and reports whether
// another one keeps it.
func (r *routeOAuthResource) planDeparture(ctx context.Context, state model, owner string, resp *resource.ModifyPlanResponse) bool {
	_, canDisable := state.disabled()
	opens := !state.abandons() && (canDisable || state.deletes())
	kept := r.session.PlanRouteOAuthDeparture(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), owner, opens)
	var mark []byte
	switch {
	case kept:
		mark = []byte("true")
	case state.abandons():
		resp.Diagnostics.Append(state.abandonedWarning())
	case state.deletes() && !r.session.Undocumented:
		resp.Diagnostics.Append(state.cannotDeleteError())
	case !opens:
		resp.Diagnostics.Append(state.nothingToDisableError())
	default:
		resp.Diagnostics.Append(state.openWarning())
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, keptKey, mark)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, createdKey, nil)...)
	return kept
}

// planStay plans that a resource has a route after the apply.
func (r *routeOAuthResource) planStay(
	ctx context.Context, plan model, owner string, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	if !plan.hasRoute() {
		return
	}
	if req.State.Raw.IsNull() {
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, createdKey, plan.routeMark())...)
	}
	opening, shared := r.session.PlanRouteOAuth(plan.EdgeID.ValueString(), plan.RouteID.ValueString(), owner)
	if shared {
		resp.Diagnostics.Append(plan.sharedWarning())
	}
	if !opening {
		return
	}
	sends := true
	if !req.State.Raw.IsNull() {
		var diags diag.Diagnostics
		sends, diags = needsRequest(ctx, resp.Plan, req.State)
		resp.Diagnostics.Append(diags...)
	}
	if sends {
		resp.Diagnostics.Append(plan.closedAgainWarning())
	} else {
		resp.Diagnostics.Append(plan.leftOpenError())
	}
}

// routeMark is the route as private state has it, which takes nothing but JSON.
func (m model) routeMark() []byte {
	return fmt.Appendf(nil, `"%x/%x"`, m.EdgeID.ValueString(), m.RouteID.ValueString())
}

// importOnly plans nothing for a module whose identity provider is not known, as
// after an import with ignore_changes. The interface does not say what a module
// without an identity provider does, and a lenient service would lose the one
// that is live, its secret and its access rules.
func importOnly(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state model) diag.Diagnostics {
	var configured model
	diags := req.Config.Get(ctx, &configured)
	if configured.Enabled.IsNull() {
		diags.Append(resp.Plan.SetAttribute(ctx, path.Root("enabled"), state.Enabled)...)
	}
	if configured.DeletionPolicy.IsNull() {
		diags.Append(resp.Plan.SetAttribute(ctx, path.Root(deletionPolicy), state.DeletionPolicy)...)
	}
	diags.AddAttributeWarning(path.Root(identityProviderAttribute), "Nothing is sent for the "+state.title(),
		"State does not have its identity provider, and ignore_changes keeps the configured one out of the plan. The resource stays in "+
			"state as it was imported, and the live module stays as it is.\n\n"+
			"To manage the module, take identity_provider out of ignore_changes and configure it in full: the identity provider, the "+
			"client id and secret of your own app if it has one, and every access rule.")
	return diags
}

// abandons reports whether the module stays as it is when the resource is
// destroyed. An imported resource has no policy yet, which means the default.
func (m model) abandons() bool {
	return m.DeletionPolicy.ValueString() == abandon
}

// deletes reports whether the module is deleted when the resource is destroyed.
func (m model) deletes() bool {
	return m.DeletionPolicy.ValueString() == remove
}

// hasRoute reports whether both ids of the route are known.
func (m model) hasRoute() bool {
	return !m.EdgeID.IsUnknown() && !m.RouteID.IsUnknown()
}
