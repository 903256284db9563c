// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ImportState takes the two ids, from a string or from an identity block. The
// refresh that follows reads the module where operations may be used that the
// interface does not show. Nothing else can be imported otherwise.
func (r *routeOAuthResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var ids identity
	if req.ID != "" {
		edgeID, routeID, _ := strings.Cut(req.ID, "/")
		ids = identity{EdgeID: types.StringValue(edgeID), RouteID: types.StringValue(routeID)}
		// An id may hold any character. Where the slash between the two is cannot be guessed then.
		if strings.Contains(routeID, "/") {
			ids = identity{}
		}
	} else if req.Identity != nil && !req.Identity.Raw.IsNull() {
		resp.Diagnostics.Append(req.Identity.Get(ctx, &ids)...)
		if resp.Diagnostics.HasError() {
			return
		}
	}
	if ids.EdgeID.ValueString() == "" || ids.RouteID.ValueString() == "" {
		resp.Diagnostics.AddError("Invalid import id",
			fmt.Sprintf("Expected an edge id and a route id with one slash between them, such as \"EDGE_ID/ROUTE_ID\", got %q. "+
				"Neither id may be empty. Ids that hold a slash themselves can be imported with the identity argument of an import "+
				"block, which takes edge_id and route_id one by one.", req.ID))
		return
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("edge_id"), ids.EdgeID)...)
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("route_id"), ids.RouteID)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, ids)...)
	if r.session.Undocumented {
		resp.Diagnostics.Append(resp.Private.SetKey(ctx, importedKey, []byte("true"))...)
		return
	}
	resp.Diagnostics.Append(model{EdgeID: ids.EdgeID, RouteID: ids.RouteID}.importedBlindlyWarning())
}

// importedBlindlyWarning says that an import has the two ids alone.
func (m model) importedBlindlyWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The first apply will replace the OAuth module of "+m.route(),
		"The module could not be read, so that nothing but the two ids was imported: the API's description shows no way to read it. "+
			"The next apply replaces whatever is live on the route with what the configuration says, the access rules and the client "+
			"secret included. Compare the configuration with the live settings before you apply it.")
}
