// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

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
