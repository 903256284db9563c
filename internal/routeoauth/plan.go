// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// ModifyPlan plans the settings that are not configured. If a resource is destroyed
// or moved to another route, ModifyPlan warns about the effect on the module of the
// old route. ModifyPlan rejects a second resource on the same route.
func (r *routeOAuthResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var state, plan *model // state is nil in a creation, plan is nil in a deletion
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if plan != nil {
		planUnconfigured(ctx, req, resp, state, *plan)
		resp.Diagnostics.Append(resp.Plan.Get(ctx, &plan)...)
	}
	token := privatestate.Token.Load(ctx, req.Private, &resp.Diagnostics)
	var note privatestate.OAuthModulePlan
	switch {
	case resp.Diagnostics.HasError():
		return
	case plan != nil && plan.policy() == policyDelete && !r.Session.API.Offers(api.DeleteRouteOAuth):
		resp.Diagnostics.Append(deleteNotOfferedError())
	case plan == nil:
		note = r.planDeparture(*state, token, resp)
	case state == nil:
		note = r.planCreation(ctx, req, *plan, token, resp)
	case plan.identity != state.identity:
		resp.RequiresReplace.Append(path.Root("edge_id"), path.Root("route_id"))
		note = r.planDeparture(*state, token, resp)
		r.planOverwrite(ctx, *plan, resp)
	default:
		note = privatestate.OAuthModulePlan{Route: state.route(), MayLeave: state.policy() == policyAbandon}
		r.planFate(plan.identity, token, session.Stays, &resp.Diagnostics)
	}
	if plan != nil && plan.openTo() != "" && (state == nil || state.openTo() != plan.openTo()) {
		resp.Diagnostics.Append(plan.everybodyGetsInWarning(plan.openTo()))
	}
	privatestate.PlannedOAuthModule.Store(ctx, resp.Private, note, &resp.Diagnostics)
}

// planUnconfigured plans the attributes that are not configured. Settings that an
// import has read keep their values from state. All other settings are planned as null,
// so that the service applies its defaults.
//
// If the plan has no identity provider, for example after an import with ignore_changes,
// the attributes enabled and deletion_policy keep their values from state if they are not
// configured. The apply then sends nothing, and a warning says so. The API documentation
// does not define a module without an identity provider: a service that accepts it could
// remove the current identity provider with its secret and access rules.
func planUnconfigured(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, state *model, plan model) {
	var configured map[string]tftypes.Value
	_ = req.Config.Raw.As(&configured) // always an object here
	imported := privatestate.Imported.Load(ctx, req.Private, &resp.Diagnostics)
	imported = slices.DeleteFunc(imported, func(name string) bool { return !configured[name].IsNull() })
	unconfigured := oauthModule{}.settings()
	unconfigured[deletionPolicy] = types.StringValue(policyAbandon)
	if state == nil {
		unconfigured["id"] = plan.importID()
	} else {
		settings := state.settings()
		for _, name := range imported {
			unconfigured[name] = settings[name]
		}
		if plan.IdentityProvider.IsNull() {
			unconfigured["enabled"], unconfigured[deletionPolicy] = state.Enabled, state.DeletionPolicy
			resp.Diagnostics.Append(state.nothingSentWarning())
		}
	}
	for name, value := range unconfigured {
		if configured[name].IsNull() {
			resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root(name), value)...)
		}
	}
	privatestate.Imported.Store(ctx, resp.Private, imported, &resp.Diagnostics)
}

// planDeparture plans what happens to the old module if a resource is destroyed or
// moved to another route. What happens depends on the deletion policy in state.
func (r *routeOAuthResource) planDeparture(state model, token string, resp *resource.ModifyPlanResponse) privatestate.OAuthModulePlan {
	policy := state.policy()
	switch {
	case r.Session.Routes.SetByAnother(state.key(), token):
		// With create_before_destroy, a CLI plans this destroy during the apply, after
		// the new instance has set the module. Delete then sends no request.
		if policy != policyAbandon {
			r.planFate(state.identity, token, session.Opens, &resp.Diagnostics)
		}
	case policy == policyAbandon:
		r.Session.Routes.Plan(state.key(), token, session.Departs)
		resp.Diagnostics.Append(state.abandonedWarning())
	case policy == policyDelete && !r.Session.API.Offers(api.DeleteRouteOAuth):
		resp.Diagnostics.Append(deleteNotOfferedError())
	case policy == policyDisable && !chosen(state.IdentityProvider).isSet():
		resp.Diagnostics.Append(state.nothingToDisableError())
	case r.planFate(state.identity, token, session.Opens, &resp.Diagnostics):
		resp.Diagnostics.Append(state.openWarning())
	}
	return privatestate.OAuthModulePlan{Route: state.route(), MayLeave: true}
}

// planCreation plans a creation. CLIs plan a replacement twice: first as a change,
// then as a creation. The second planning reads what the first planning has stored
// in private state. If ignore_changes hides a new route, only the second planning
// detects the new route. CLIs do not show warnings from the second planning.
func (r *routeOAuthResource) planCreation(
	ctx context.Context, req resource.ModifyPlanRequest, plan model, token string, resp *resource.ModifyPlanResponse,
) privatestate.OAuthModulePlan {
	note := privatestate.PlannedOAuthModule.Load(ctx, req.Private, &resp.Diagnostics)
	if plan.ID.IsUnknown() {
		return note
	}
	fate := session.Replaces
	switch {
	case note.Route == "":
		fate = session.Comes
		r.planOverwrite(ctx, plan, resp)
	case note.Route != plan.route() && !note.MayLeave:
		resp.Diagnostics.Append(unannouncedError(note.Route))
		return note
	}
	r.planFate(plan.identity, token, fate, &resp.Diagnostics)
	note.Creation = plan.route()
	return note
}

// planOverwrite warns if the apply would replace an existing module that differs from the
// plan. In a replacement, only the first planning calls planOverwrite, because CLIs do not
// show warnings from the second planning. If an instance has just left the route, its
// module causes no warning. If the route is unknown, or if undocumented_operations does not
// list read_route_oauth, the API client sends no request, so there is no warning either.
func (r *routeOAuthResource) planOverwrite(ctx context.Context, plan model, resp *resource.ModifyPlanResponse) {
	if r.Session.Routes.HasLeft(plan.key()) {
		return
	}
	found, err := r.Session.API.GetRouteOAuth(ctx, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), api.Repeat{}, knownSecrets(plan.IdentityProvider)...)
	if err != nil {
		tflog.Debug(ctx, "Found no OAuth module that the apply replaces", map[string]any{"error": err.Error()})
		return
	}
	live := model{oauthModule: plan.importedFromAPI(ctx, found)}
	if len(fromAPI(ctx, plan, live, found).differences(ctx, plan.oauthModule)) > 0 {
		resp.Diagnostics.Append(plan.overwriteWarning(chosen(live.IdentityProvider).name))
	}
}

// importID returns the value of the attribute id. If the id of the edge or the route is
// unknown, the value is unknown.
func (i identity) importID() types.String {
	if i.EdgeID.IsUnknown() || i.RouteID.IsUnknown() {
		return types.StringUnknown()
	}
	return types.StringValue(i.EdgeID.ValueString() + "/" + i.RouteID.ValueString())
}

// key returns the key of the route in the memory of the session.
func (i identity) key() session.Route {
	return session.Route{EdgeID: i.EdgeID.ValueString(), RouteID: i.RouteID.ValueString()}
}

// planFate records what a plan does to an instance on a route. If another instance of the
// plan conflicts with this instance, planFate adds an error and returns false.
func (r *routeOAuthResource) planFate(on identity, token string, fate session.Fate, diags *diag.Diagnostics) bool {
	shared, leftOpen := r.Session.Routes.Plan(on.key(), token, fate)
	if shared {
		diags.Append(on.sharedError())
	} else if leftOpen {
		diags.Append(on.leftOpenError())
	}
	return !shared && !leftOpen
}
