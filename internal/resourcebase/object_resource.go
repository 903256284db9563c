// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// ObjectResource has the methods that are the same for all resources of objects with an id.
type ObjectResource struct {
	Resource

	Noun string // in diagnostics, such as "TLS edge"
}

func (r *ObjectResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"id": identityschema.StringAttribute{RequiredForImport: true, Description: attribute.IDDescription},
		},
	}
}

// ImportState rejects an empty id, with which a request would read the list of all objects, and ids
// that the service cannot have assigned.
func (r *ObjectResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	resource.ImportStatePassthroughWithIdentity(ctx, path.Root("id"), path.Root("id"), req, resp)
	var id types.String
	resp.Diagnostics.Append(resp.State.GetAttribute(ctx, path.Root("id"), &id)...)
	if id.ValueString() == "" || !api.IsID(id.ValueString()) {
		resp.Diagnostics.AddError("Invalid import id", fmt.Sprintf("The id of the %s cannot be empty, and has only "+
			"printable characters, in Unicode normalization form C. A line break at its end is common. Use the id "+
			"that the service assigned.", r.Noun))
	}
}

// Assigned are the attributes that the service sets when it creates an object.
type Assigned struct {
	ID        types.String `tfsdk:"id"`
	URI       types.String `tfsdk:"uri"`
	CreatedAt types.String `tfsdk:"created_at"`
}

// Object identifies the object in a diagnostic, by its id: every other value may be sensitive. A new
// object has no id yet.
func (a Assigned) Object(noun string) string {
	return strings.TrimSuffix(fmt.Sprintf("%s %q", noun, a.ID.ValueString()), ` ""`)
}
