// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// ModifyPlan rejects a plan in which an old client secret hides a configured secret, because no
// apply may follow that would report it. It leaves other errors to the apply, because a
// rejected plan would also stop a destroy of other resources. A plan does not show a write-only
// secret if ignore_changes hides the whole identity provider.
func (r *routeOAuthResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var prior, plan *model // prior is nil in a creation, plan is nil in a destroy
	resp.Diagnostics.Append(req.State.Get(ctx, &prior)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if plan == nil || prior != nil && plan.identity != prior.identity {
		resp.Diagnostics.Append(prior.staysWarning())
	}
	if plan == nil {
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("id"), plan.importID())...)
	configured := attribute.Model[model](ctx, req.Config.Get, &resp.Diagnostics).IdentityProvider
	idp := chosen(plan.IdentityProvider)
	hides := idp.hasContent(clientSecret) && providerNamed(configured, idp.name).hasContent(clientSecretWO)
	if _, refusal := secretToSend(configured, types.Object{}, plan.IdentityProvider); hides {
		resp.Diagnostics.Append(refusal)
	}
	isNew := prior == nil || plan.identity != prior.identity
	if isNew {
		r.warnOfOther(ctx, *plan, &resp.Diagnostics)
	}
	switch name := plan.openTo(); {
	case name != "" && (isNew || prior.openTo() != name):
		resp.Diagnostics.Append(plan.everybodyGetsInWarning(name))
	case plan.isOff() && (isNew || !prior.isOff()): // A new one may replace a module that no state has.
		resp.Diagnostics.Append(plan.turnedOffWarning())
	}
	lastSet := r.Target(ctx, req.Private, resourcebase.Assigned{ID: plan.ID}).SeenAt
	if r.API.IsElsewhere(lastSet) && !r.API.Enabled(api.ReadRouteOAuth) {
		resp.Diagnostics.Append(apidiag.OtherBaseURL(plan.object(), r.API.RedactURL(lastSet), r.API.RedactURL(r.API.BaseURL())))
	}
}

// warnOfOther warns if the apply replaces an existing module that differs from the plan. The
// API client sends no request if the route is unknown, or without read_route_oauth. CLIs plan a
// replacement twice, so a move reads the module of the new route twice.
func (r *routeOAuthResource) warnOfOther(ctx context.Context, plan model, diags *diag.Diagnostics) {
	found, err := r.API.GetRouteOAuth(ctx, plan.EdgeID.ValueString(), plan.RouteID.ValueString(), knownSecrets(plan.IdentityProvider)...)
	if err != nil {
		tflog.Debug(ctx, "Found no OAuth module that the apply replaces", map[string]any{"error": err.Error()})
		return
	}
	other := allFromAPI(ctx, plan, *found)
	isReplaced := func(change attribute.Difference) bool { return attribute.IsWhollyKnown(ctx, change.Planned) }
	if found.Unnamed != "" || slices.ContainsFunc(fromAPI(ctx, other, plan, found).settings().ChangesTo(plan.settings()), isReplaced) {
		diags.Append(plan.overwriteWarning(cmp.Or(found.Unnamed, chosen(other.IdentityProvider).name)))
	}
}

// importID returns the value of the attribute id, which is unknown if a part is unknown.
func (i identity) importID() types.String {
	if i.EdgeID.IsUnknown() || i.RouteID.IsUnknown() {
		return types.StringUnknown()
	}
	return types.StringValue(i.EdgeID.ValueString() + "/" + i.RouteID.ValueString())
}
