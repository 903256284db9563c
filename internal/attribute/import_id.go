// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package attribute

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ImportByID imports an object by its id, which comes from an import id or an identity
// block. ImportByID rejects an empty id, because a request with an empty id would read
// the list of all objects.
func ImportByID(ctx context.Context, object string, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("id"), path.Root("id"), req, resp)
	var id types.String
	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root("id"), &id)...)
	if id.ValueString() == "" {
		resp.Diagnostics.AddError("Invalid import id",
			fmt.Sprintf("The id of a %s cannot be empty. Use the id that the service assigned.", object))
	}
}
