// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

var _ datasource.DataSourceWithConfigure = (*tlsEdgesDataSource)(nil)

// NewListDataSource returns the data source trafficedge_tls_edges, which reads
// all TLS edges of the account.
func NewListDataSource() datasource.DataSource { return &tlsEdgesDataSource{} }

// tlsEdgesDataSource shares the client of the data source of one edge.
type tlsEdgesDataSource struct{ tlsEdgeDataSource }

// Metadata names the data source.
func (d *tlsEdgesDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_tls_edges"
}

// Schema describes the data source.
func (d *tlsEdgesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads all TLS edges of the account, with one request for each page of the list. " + listIsUndocumented,
		Attributes: map[string]schema.Attribute{
			"tls_edges": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "All TLS edges, in the order in which the service lists them. Attributes that the list leaves out are null.",
				NestedObject:        schema.NestedAttributeObject{Attributes: computedAttributes()},
			},
		},
	}
}

// Read reads all pages of the list.
func (d *tlsEdgesDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	of := shownType()
	edges := []types.Object{}
	for edge, err := range d.session.API.TLSEdges().All(ctx) {
		if err != nil {
			resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
			return
		}
		edges = append(edges, shown(of, edge))
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("tls_edges"), edges)...)
}

// listIsUndocumented is part of the description of everything that lists edges.
const listIsUndocumented = "The API's description shows no list of TLS edges, so this needs a service that has one, and " +
	"`list_tls_edges` in the provider's `undocumented_operations`."
