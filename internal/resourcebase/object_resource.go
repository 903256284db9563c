// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package resourcebase

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// ObjectResource has the methods that are the same for all resources of objects with an id.
type ObjectResource struct {
	Resource
	attribute.IdentifiedByID
}

// Assigned are the attributes that the service sets when it creates an object.
type Assigned struct {
	ID        types.String `tfsdk:"id"`
	URI       types.String `tfsdk:"uri"`
	CreatedAt types.String `tfsdk:"created_at"`
}

// AssignedFromAPI keeps prior values that mean the same: see [attribute.Text].
func AssignedFromAPI(prior Assigned, id string, uri, createdAt api.Member[string]) Assigned {
	return Assigned{
		ID:        types.StringValue(id),
		URI:       attribute.Text("uri")(prior.URI, uri.Value),
		CreatedAt: attribute.Text("created_at")(prior.CreatedAt, createdAt.Value),
	}
}
