// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/query"
)

// NewListResource returns the list resource trafficedge_tls_edge, which lists the
// TLS edges of the account for terraform query.
func NewListResource() list.ListResource { return &tlsEdgeList{newResource()} }

// tlsEdgeList lists TLS edges. It shares the type name and the API client with the
// resource.
type tlsEdgeList struct{ *tlsEdgeResource }

// ListResourceConfigSchema describes the list block, which has no arguments.
func (l *tlsEdgeList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the TLS edges of the account, in the order in which the service lists them. " + listIsUndocumented,
	}
}

// List streams the TLS edges page by page. If the query asks for whole edges, incomplete
// elements are read individually: from an incomplete element, the CLI would generate an
// incomplete configuration, and its plan would remove the missing settings.
func (l *tlsEdgeList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = query.Results(req.Limit, l.Session.TLSEdges.All(ctx, req.IncludeResource), func(edge *api.TLSEdge) list.ListResult {
		return l.listResult(ctx, req, edge)
	})
}

func (l *tlsEdgeList) listResult(ctx context.Context, req list.ListRequest, edge *api.TLSEdge) list.ListResult {
	result := req.NewListResult(ctx)
	// As in an import, the prior state contains only the id.
	diags := result.Resource.SetAttribute(ctx, path.Root("id"), edge.ID)
	listed := fromAPI(ctx, readModel(ctx, result.Resource.Get, &diags), edge)
	result.DisplayName = l.Session.API.Show(cmp.Or(listed.Description.ValueString(), edge.ID))
	diags.Append(result.Identity.SetAttribute(ctx, path.Root("id"), listed.ID)...)
	if req.IncludeResource {
		diags.Append(result.Resource.Set(ctx, listed)...)
	}
	result.Diagnostics = diags
	return result
}
