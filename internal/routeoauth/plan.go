// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// ModifyPlan plans the settings that the configuration leaves out, says what
// happens to a route that the resource leaves, and rejects a second owner of a route.
func (r *routeOAuthResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state, plan *model // nil where there is none
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan != nil {
		planUnconfigured(ctx, req, resp, state, state != nil && plan.IdentityProvider.IsNull())
		if state == nil { // as in the second planning of a move
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), plan.importID())...)
		}
		resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	}
	var note planNote
	switch {
	case resp.Diagnostics.HasError():
		return
	case plan != nil && plan.policy() == policyDelete && !r.Session.API.Offers(api.DeleteRouteOAuth):
		resp.Diagnostics.Append(policyNotAllowedError())
	case plan == nil:
		note = r.planDeparture(*state, resp)
	case state == nil:
		note = r.planCreation(ctx, req, *plan, resp)
	case plan.identity != state.identity:
		resp.RequiresReplace.Append(path.Root("edge_id"), path.Root("route_id"))
		note = r.planDeparture(*state, resp)
		r.planOverwrite(ctx, *plan, resp)
	default:
		note = planNote{Route: state.ids(), MayLeave: state.policy() == policyAbandon}
		r.planOwner(plan.identity, resp)
	}
	if plan != nil && plan.openTo() != "" && (state == nil || state.openTo() != plan.openTo()) {
		resp.Diagnostics.Append(plan.everybodyGetsInWarning())
	}
	resp.Diagnostics.Append(attribute.StorePrivate(ctx, resp.Private, planKey, note)...)
}

// planUnconfigured plans what the configuration leaves out. Settings are the service's
// choice: what an import has read stays. One that was configured and is removed
// becomes null, so that the service's default applies.
//
// With sendsNothing, it plans a module whose identity provider is not known, as after
// an import with ignore_changes, to stay as it is in state, and says so. The
// interface does not say how a module without one behaves. A lenient service would
// drop the live identity provider, with its secret and access rules.
func planUnconfigured(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state *model, sendsNothing bool) {
	var configured map[string]tftypes.Value
	_ = req.Config.Raw.As(&configured) // always an object here
	imported := attribute.LoadPrivate[[]string](ctx, req.Private, importedKey, &resp.Diagnostics)
	imported = slices.DeleteFunc(imported, func(name string) bool { return !configured[name].IsNull() })
	unconfigured := module{}.settings()
	unconfigured[deletionPolicy] = unconfiguredPolicy(state)
	if state != nil {
		settings := state.settings()
		for _, name := range imported {
			unconfigured[name] = settings[name]
		}
	}
	if sendsNothing {
		unconfigured["enabled"], unconfigured[deletionPolicy] = state.Enabled, state.DeletionPolicy
		resp.Diagnostics.Append(state.nothingSentWarning())
	}
	for name, value := range unconfigured {
		if configured[name].IsNull() {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(name), value)...)
		}
	}
	resp.Diagnostics.Append(attribute.StorePrivate(ctx, resp.Private, importedKey, imported)...)
}

// planDeparture plans that a resource leaves its route, as its policy says.
func (r *routeOAuthResource) planDeparture(state model, resp *resource.ModifyPlanResponse) planNote {
	route := r.acquire(state.identity)
	defer route.release()
	policy := state.policy()
	switch {
	case route.isSet:
		// With create_before_destroy, the apply plans to destroy a resource whose
		// replacement has set the module.
	case policy == policyAbandon:
		resp.Diagnostics.Append(state.abandonedWarning())
	case policy == policyDelete && !r.Session.API.Offers(api.DeleteRouteOAuth):
		resp.Diagnostics.Append(state.cannotDeleteError())
	case policy == policyDisable && !chosen(state.IdentityProvider).isKnown():
		resp.Diagnostics.Append(state.nothingToDisableError())
	case route.stays:
		resp.Diagnostics.Append(state.leftOpenError())
	default:
		route.opens = true
		resp.Diagnostics.Append(state.openWarning())
	}
	return planNote{Route: state.ids(), MayLeave: true}
}

// planCreation plans a creation. In a replacement it sees the note of the old
// resource, whose route it owns already. With ignore_changes, only the creation
// learns of another route, and CLIs drop its warnings.
func (r *routeOAuthResource) planCreation(ctx context.Context, req resource.ModifyPlanRequest, plan model, resp *resource.ModifyPlanResponse) planNote {
	note := attribute.LoadPrivate[planNote](ctx, req.Private, planKey, &resp.Diagnostics)
	if !plan.hasRoute() {
		return note
	}
	switch {
	case note.Route == (routeIDs{}):
		r.planOverwrite(ctx, plan, resp)
		r.planOwner(plan.identity, resp)
	case note.Route == plan.ids():
	case !note.MayLeave:
		resp.Diagnostics.Append(unannouncedError(note.Route))
	default:
		r.planOwner(plan.identity, resp)
	}
	note.Creation = plan.ids()
	return note
}

// planOverwrite warns of a module on a known route that another one is to replace. CLIs
// drop warnings of the second planning in a replacement, so the first one calls it. The
// client sends nothing for an unknown route, or if read_route_oauth is not named.
func (r *routeOAuthResource) planOverwrite(ctx context.Context, plan model, resp *resource.ModifyPlanResponse) {
	route := r.acquire(plan.identity)
	defer route.release()
	if route.isLeft {
		return
	}
	found, err := r.Session.API.GetRouteOAuth(ctx, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), api.Repeat{}, knownSecrets(plan.IdentityProvider)...)
	if err != nil {
		tflog.Debug(ctx, "Found no OAuth module that the apply replaces", map[string]any{"error": err.Error()})
		return
	}
	live := model{module: plan.wholeFromAPI(ctx, found)}
	if len(plan.fromAPI(ctx, found, live).differences(plan.module)) > 0 {
		resp.Diagnostics.Append(plan.overwriteWarning(chosen(live.IdentityProvider).name))
	}
}

// planOwner plans that a resource keeps a route or sets its module. CLIs plan each
// resource once in a process, so that another one with this route is another resource.
func (r *routeOAuthResource) planOwner(owner identity, resp *resource.ModifyPlanResponse) {
	route := r.acquire(owner)
	defer route.release()
	switch {
	case route.stays:
		resp.Diagnostics.Append(owner.sharedError())
	case route.opens:
		resp.Diagnostics.Append(owner.leftOpenError())
	}
	route.stays = true
}

// importID returns the id of the resource, unknown where an id of the route is.
func (i identity) importID() types.String {
	if !i.hasRoute() {
		return types.StringUnknown()
	}
	return types.StringValue(i.EdgeID.ValueString() + "/" + i.RouteID.ValueString())
}

// hasRoute reports whether both ids of the route are known.
func (i identity) hasRoute() bool {
	return !i.EdgeID.IsUnknown() && !i.RouteID.IsUnknown()
}
