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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var _ list.ListResourceWithConfigure = (*tlsEdgeList)(nil)

// NewListResource returns the list resource trafficedge_tls_edge, which lists the
// TLS edges of the account for terraform query.
func NewListResource() list.ListResource {
	return &tlsEdgeList{tlsEdgeResource{session.Resource{Name: "tls_edge"}}}
}

// tlsEdgeList shares the type name and the client of the resource that it lists.
type tlsEdgeList struct{ tlsEdgeResource }

// ListResourceConfigSchema describes the list block, which has no arguments.
func (l *tlsEdgeList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists all TLS edges of the account, in the order in which the service lists them. " +
			"Pages are read as they are needed: none is read beyond the query's `limit`. " + listIsUndocumented,
	}
}

// List streams the TLS edges page by page.
func (l *tlsEdgeList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	stream.Results = apidiag.ListResults(ctx, req.Limit, l.Session.API.TLSEdges().All(ctx), func(edge *api.TLSEdge) list.ListResult {
		return l.listResult(ctx, req, edge)
	})
}

// listResult turns an element of the list into a result. If the query wants the
// whole edge and the list leaves something out, it reads the edge: a
// configuration generated from less would plan to remove the rest.
func (l *tlsEdgeList) listResult(ctx context.Context, req list.ListRequest, edge *api.TLSEdge) list.ListResult {
	if req.IncludeResource && !edge.IsWhole() {
		found, err := l.Session.API.GetTLSEdge(ctx, edge.ID, api.Repeat{})
		if err != nil {
			return list.ListResult{Diagnostics: apidiag.FromError(ctx, nil, err)}
		}
		edge = found
	}
	result := req.NewListResult(ctx)
	// The id alone is the state that an import reads the edge into.
	diags := result.Resource.SetAttribute(ctx, path.Root("id"), edge.ID)
	listed := readModel(ctx, result.Resource.Get, &diags).fromAPI(ctx, edge)
	result.DisplayName = cmp.Or(listed.Description.ValueString(), listed.ID.ValueString())
	diags.Append(result.Identity.SetAttribute(ctx, path.Root("id"), listed.ID)...)
	if req.IncludeResource {
		diags.Append(result.Resource.Set(ctx, listed)...)
	}
	result.Diagnostics = diags
	return result
}
