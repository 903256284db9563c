// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Read makes no request unless read_route_oauth is among the undocumented
// operations: the interface shows none that reads an OAuth module (section 4.3).
// Without one, state stays as the last apply left it, except for settings that the
// service did not apply at creation.
func (r *routeOAuthResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, planKey, nil)...)
	// The framework expects an identity even of a resource that is gone.
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity)...)
	if !r.Session.API.Offers(api.ReadRouteOAuth) {
		answer := attribute.LoadPrivate[*api.OAuthModule](ctx, req.Private, creationAnswerKey, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.State.Set(ctx, state.after(ctx, attribute.Read, answer, state))...)
		return
	}
	setAt := attribute.LoadPrivate[string](ctx, req.Private, setAtKey, &resp.Diagnostics)
	found, err := r.Session.GetRouteOAuth(ctx, state.EdgeID.ValueString(), state.RouteID.ValueString(), setAt, knownSecrets(state.IdentityProvider)...)
	err = r.Session.SeenElsewhere(ctx, req.Private, err)
	switch {
	case api.IsGone(err):
		resp.Diagnostics.Append(apidiag.Gone(state.object()))
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		resp.Diagnostics.Append(fromError(ctx, nil, err, false)...)
		return
	}
	resp.Diagnostics.Append(r.Session.NoteSeen(ctx, resp.Private)...)
	if state.isImported() {
		resp.Diagnostics.Append(attribute.StorePrivate(ctx, resp.Private, importedKey, slices.Collect(maps.Keys(state.settings())))...)
	}
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, creationAnswerKey, nil)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state.after(ctx, attribute.Read, found, state))...)
}
