// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/query"
)

// NewListResource returns the list resource trafficedge_failover_backend, which
// lists the failover backends of the account for terraform query.
func NewListResource() list.ListResource { return &failoverBackendList{newResource()} }

// failoverBackendList lists failover backends. It shares the type name and the session
// with the resource.
type failoverBackendList struct{ *failoverBackendResource }

// ListResourceConfigSchema describes the list block, which has no arguments.
func (l *failoverBackendList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the failover backends of the account, in the order in which the service lists them.",
	}
}

// List streams the failover backends page by page. If the query asks for whole backends,
// incomplete elements are read individually: see the list of TLS edges.
func (l *failoverBackendList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = query.Results(req.Limit, l.Session.FailoverBackends.All(ctx, req.IncludeResource), func(backend *api.FailoverBackend) list.ListResult {
		listed := fromAPI(model{}, backend)
		result := req.NewListResult(ctx)
		result.DisplayName = l.Session.API.Show(cmp.Or(listed.Description.ValueString(), backend.ID))
		result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("id"), listed.ID)...)
		if req.IncludeResource {
			result.Diagnostics.Append(result.Resource.Set(ctx, listed)...)
		}
		return result
	})
}
