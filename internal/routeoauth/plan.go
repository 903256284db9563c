// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// ModifyPlan plans the settings that the configuration leaves out, and says what
// becomes of the route that the resource leaves, gets or keeps.
func (r *routeOAuthResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state, plan *model // nil where there is none
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan != nil {
		planLeftOut(ctx, req, resp, state, state != nil && plan.IdentityProvider.IsNull())
		resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	}
	var note planNote
	switch {
	case resp.Diagnostics.HasError():
		return
	case plan != nil && plan.policy() == policyDelete && !r.session.API.Offers(api.DeleteRouteOAuth):
		resp.Diagnostics.Append(policyNotAllowedError())
	case plan == nil:
		note = r.planDeparture(*state, "be destroyed", resp)
	case state == nil:
		note = r.planCreation(ctx, req, *plan, resp)
	case plan.identity != state.identity:
		note = r.planMove(*plan, *state, resp)
	default:
		note = planNote{Route: state.ids(), MayLeave: state.policy() == policyAbandon}
		r.planKept(*plan, plan.needsRequest(*state), resp)
	}
	if plan != nil && plan.openTo() != "" && (state == nil || state.openTo() != plan.openTo()) {
		resp.Diagnostics.Append(plan.everybodyGetsInWarning())
	}
	resp.Diagnostics.Append(attribute.StorePrivate(ctx, resp.Private, planKey, note)...)
}

// planLeftOut plans what the configuration leaves out. Settings are the service's
// choice: what an import has read stays. One that was configured and is removed
// becomes null, so that the service's default applies.
//
// With sendsNothing, it plans a module whose identity provider is not known, as after
// an import with ignore_changes, to stay as it is in state, and says so. The
// interface does not say how a module without one behaves. A lenient service would
// drop the live identity provider, with its secret and access rules.
func planLeftOut(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state *model, sendsNothing bool) {
	var configured map[string]tftypes.Value
	_ = req.Config.Raw.As(&configured) // always an object here
	imported, diags := attribute.LoadPrivate[[]string](ctx, req.Private, importedKey)
	resp.Diagnostics.Append(diags...)
	imported = slices.DeleteFunc(imported, func(name string) bool { return !configured[name].IsNull() })
	leftOut := module{}.settings()
	if state != nil {
		for name, value := range state.settings() {
			if slices.Contains(imported, name) {
				leftOut[name] = value
			}
		}
	}
	if sendsNothing {
		leftOut["enabled"], leftOut[deletionPolicy] = state.Enabled, state.DeletionPolicy
		resp.Diagnostics.Append(state.nothingSentWarning())
	}
	for name, value := range leftOut {
		if configured[name].IsNull() {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(name), value)...)
		}
	}
	resp.Diagnostics.Append(attribute.StorePrivate(ctx, resp.Private, importedKey, imported)...)
}

// planMove plans that a resource leaves its route for another one. Where that is
// prevented and depends on ids that are not known yet, the plan passes: a CLI plans
// again before it changes the module.
func (r *routeOAuthResource) planMove(plan, state model, resp *resource.ModifyPlanResponse) planNote {
	if !plan.hasRoute() && state.policy() == policyPrevent {
		resp.Diagnostics.Append(state.mayHaveToStayWarning())
		r.planKept(state, plan.needsRequest(state), resp) // It stays, or the apply stops.
		return planNote{Route: state.ids()}
	}
	resp.RequiresReplace.Append(path.Root("edge_id"), path.Root("route_id"))
	return r.planDeparture(state, "leave its route", resp)
}

// planDeparture plans that a resource leaves its route, as its policy says.
func (r *routeOAuthResource) planDeparture(state model, leave string, resp *resource.ModifyPlanResponse) planNote {
	route := r.hold(state.identity)
	defer route.release()
	policy := state.policy()
	switch {
	case route.isSet:
		// With create_before_destroy, the apply plans to destroy a resource whose
		// replacement has set the module.
	case policy == policyAbandon:
		resp.Diagnostics.Append(state.abandonedWarning())
	case policy == policyPrevent:
		resp.Diagnostics.Append(state.preventedError(leave))
	case policy == policyDelete && !r.session.API.Offers(api.DeleteRouteOAuth):
		resp.Diagnostics.Append(state.cannotDeleteError())
	case policy == policyDisable && !chosen(state.IdentityProvider).isKnown():
		resp.Diagnostics.Append(state.nothingToDisableError())
	default:
		route.isLeft = true
		if route.isQuiet {
			resp.Diagnostics.Append(state.leftOpenError())
		} else {
			resp.Diagnostics.Append(state.openWarning())
		}
	}
	return planNote{Route: state.ids(), MayLeave: true}
}

// planCreation plans a creation. In a replacement it sees the note of the old
// resource: with ignore_changes, only the creation learns of another route.
func (r *routeOAuthResource) planCreation(ctx context.Context, req resource.ModifyPlanRequest, plan model, resp *resource.ModifyPlanResponse) planNote {
	note, diags := attribute.LoadPrivate[planNote](ctx, req.Private, planKey)
	resp.Diagnostics.Append(diags...)
	if !plan.hasRoute() {
		return note
	}
	switch {
	case note.Route == plan.ids():
	case note.Route != (routeIDs{}) && !note.MayLeave:
		resp.Diagnostics.Append(ignoredMoveError(note.Route))
	default:
		r.planKept(plan, true, resp)
	}
	note.Creation = plan.ids()
	return note
}

// planKept plans that a resource has a route after the apply, and whether it surely
// sends its module.
func (r *routeOAuthResource) planKept(plan model, sends bool, resp *resource.ModifyPlanResponse) {
	route := r.hold(plan.identity)
	defer route.release()
	if route.isLeft && !sends {
		resp.Diagnostics.Append(plan.leftOpenError())
	}
	if route.isKept {
		resp.Diagnostics.Append(plan.sharedWarning())
	}
	route.isKept, route.isQuiet = true, route.isQuiet || !sends
}

// hasRoute reports whether both ids of the route are known.
func (i identity) hasRoute() bool {
	return !i.EdgeID.IsUnknown() && !i.RouteID.IsUnknown()
}
