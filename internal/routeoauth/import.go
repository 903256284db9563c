// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ImportState imports the two ids from a string or an identity block. With
// read_route_oauth, the refresh after the import reads the module. Without
// read_route_oauth, only the ids can be imported.
func (r *routeOAuthResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var ids identity
	if req.ID != "" {
		// An id may contain any character. If the string has two slashes, it is
		// ambiguous which slash separates the ids.
		if edgeID, routeID, _ := strings.Cut(req.ID, "/"); !strings.Contains(routeID, "/") {
			ids = identity{EdgeID: types.StringValue(edgeID), RouteID: types.StringValue(routeID)}
		}
	} else if !req.Identity.Raw.IsNull() {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &ids)...)
	}
	if ids.EdgeID.ValueString() == "" || ids.RouteID.ValueString() == "" {
		resp.Diagnostics.AddError("Invalid import id",
			fmt.Sprintf("%q is not EDGE_ID/ROUTE_ID: two ids that are not empty, with one slash between them. If an id contains a slash, use "+
				"the identity argument of an import block.", req.ID))
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), ids.importID())...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("edge_id"), ids.EdgeID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("route_id"), ids.RouteID)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, ids)...)
	if !r.Session.API.Offers(api.ReadRouteOAuth) {
		resp.Diagnostics.Append(ids.importedBlindlyWarning())
	}
}
