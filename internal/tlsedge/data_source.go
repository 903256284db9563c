// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var (
	_ datasource.DataSourceWithConfigure = (*tlsEdgeDataSource)(nil)
	_ datasource.DataSourceWithConfigure = (*tlsEdgesDataSource)(nil)
)

// listIsUndocumented is part of the description of everything that lists edges.
const listIsUndocumented = "The API's description shows no list of TLS edges, so this needs a service that has one, and " +
	"`list_tls_edges` in the provider's `undocumented_operations`."

// NewDataSource returns the data source trafficedge_tls_edge, which reads one
// TLS edge by its id.
func NewDataSource() datasource.DataSource { return &tlsEdgeDataSource{} }

type tlsEdgeDataSource struct {
	session *session.Session
}

// Metadata names the data source.
func (d *tlsEdgeDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_tls_edge"
}

// Schema describes the data source.
func (d *tlsEdgeDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := computedAttributes()
	attributes["id"] = schema.StringAttribute{
		Required:            true,
		MarkdownDescription: "The id of the TLS edge to read.",
		Validators:          notEmpty(),
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads one TLS edge by its id, with the objects that its modules refer to by id and URI. An id that the " +
			"service does not know is an error. Attributes that the service leaves out of its answer are null.",
		Attributes: attributes,
	}
}

// Configure takes the provider's client.
func (d *tlsEdgeDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	d.session = session.From(req.ProviderData)
}

// Read reads the TLS edge.
func (d *tlsEdgeDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var id types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.session.API.GetTLSEdge(ctx, id.ValueString(), api.Repeat{})
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, shown(shownType(), found))...)
}

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

// computedAttributes describes a TLS edge as the service answers it.
func computedAttributes() map[string]schema.Attribute {
	attributes := map[string]schema.Attribute{
		"id":          computedText(idDescription),
		"uri":         computedText(uriDescription),
		"created_at":  computedText(createdAtDescription),
		"description": computedText("The description for people; null where there is none."),
		"metadata":    computedText("The data for machines; null where there is none."),
		"hostports": schema.SetAttribute{
			ElementType:         types.StringType,
			Computed:            true,
			MarkdownDescription: "The hostports that the edge serves; null where there are none.",
		},
	}
	for _, module := range modules() {
		attributes[module.name()] = module.dataAttribute()
	}
	return attributes
}

func computedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// shownType is the type of a TLS edge in the data sources.
func shownType() types.ObjectType {
	edge, _ := schema.NestedAttributeObject{Attributes: computedAttributes()}.Type().(types.ObjectType)
	return edge
}

// shown returns an edge as a data source shows it.
func shown(of types.ObjectType, found *api.TLSEdge) types.Object {
	edge := map[string]attr.Value{
		"id":          types.StringValue(found.ID),
		"uri":         textFromAPI(types.StringNull(), found.URI),
		"created_at":  textFromAPI(types.StringNull(), found.CreatedAt),
		"description": textFromAPI(types.StringNull(), found.Description),
		"metadata":    textFromAPI(types.StringNull(), found.Metadata),
		"hostports":   hostportsFromAPI(types.SetNull(types.StringType), found.Hostports),
	}
	for _, module := range modules() {
		edge[module.name()] = shownModule(module, of.AttrTypes[module.name()], found)
	}
	return types.ObjectValueMust(of.AttrTypes, edge)
}
