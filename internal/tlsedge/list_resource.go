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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

var _ list.ListResourceWithConfigure = (*tlsEdgeList)(nil)

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

// List streams the TLS edges page by page.
func (l *tlsEdgeList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = apidiag.ListResults(ctx, req.Limit, l.Session.API.TLSEdges().All(ctx), func(edge *api.TLSEdge) list.ListResult {
		return l.listResult(ctx, req, edge)
	})
}

// listResult returns the query result for an element of the list. If the query
// asks for whole edges but the element is incomplete, listResult reads the edge.
// From an incomplete element, the CLI would generate an incomplete configuration.
// The plan of that configuration would remove the missing settings.
func (l *tlsEdgeList) listResult(ctx context.Context, req list.ListRequest, edge *api.TLSEdge) list.ListResult {
	if req.IncludeResource && !edge.IsWhole() {
		found, err := l.Session.API.GetTLSEdge(ctx, edge.ID, api.Repeat{})
		if err != nil {
			return list.ListResult{Diagnostics: apidiag.FromError(ctx, nil, err)}
		}
		edge = found
	}
	result := req.NewListResult(ctx)
	// As in an import, the prior state contains only the id.
	diags := result.Resource.SetAttribute(ctx, path.Root("id"), edge.ID)
	listed := fromAPI(ctx, edge, readModel(ctx, result.Resource.Get, &diags))
	result.DisplayName = cmp.Or(listed.Description.ValueString(), listed.ID.ValueString())
	diags.Append(result.Identity.SetAttribute(ctx, path.Root("id"), listed.ID)...)
	if req.IncludeResource {
		diags.Append(result.Resource.Set(ctx, listed)...)
	}
	result.Diagnostics = diags
	return result
}
