// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var _ datasource.DataSourceWithConfigure = (*tlsEdgeDataSource)(nil)

// NewDataSource returns the data source trafficedge_tls_edge, which reads one
// TLS edge by its id.
func NewDataSource() datasource.DataSource {
	return &tlsEdgeDataSource{}
}

type tlsEdgeDataSource struct {
	session *session.Session
}

// shownModel is the shape of a TLS edge in the data sources.
type shownModel struct {
	ID             types.String        `tfsdk:"id"`
	URI            types.String        `tfsdk:"uri"`
	CreatedAt      types.String        `tfsdk:"created_at"`
	Description    types.String        `tfsdk:"description"`
	Metadata       types.String        `tfsdk:"metadata"`
	Hostports      types.Set           `tfsdk:"hostports"`
	Backend        *shownBackend       `tfsdk:"backend"`
	IPRestriction  *shownIPRestriction `tfsdk:"ip_restriction"`
	MutualTLS      *shownMutualTLS     `tfsdk:"mutual_tls"`
	TLSTermination types.Object        `tfsdk:"tls_termination"`
	TrafficPolicy  types.Object        `tfsdk:"traffic_policy"`
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
			"service does not know is an error. What the service leaves out of its answer is null.",
		Attributes: attributes,
	}
}

// Configure takes the provider's client.
func (d *tlsEdgeDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.session = session.From(req.ProviderData, &resp.Diagnostics)
}

// Read reads the TLS edge.
func (d *tlsEdgeDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var id types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.session.API.GetTLSEdge(ctx, id.ValueString())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	state, diags := shown(ctx, found)
	resp.Diagnostics.Append(diags...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// computedAttributes describes a TLS edge as the service answers it.
func computedAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id":         schema.StringAttribute{Computed: true, MarkdownDescription: idDescription},
		"uri":        schema.StringAttribute{Computed: true, MarkdownDescription: uriDescription},
		"created_at": schema.StringAttribute{Computed: true, MarkdownDescription: createdAtDescription},
		"description": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The description for people; null where there is none.",
		},
		"metadata": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The data for machines; null where there is none.",
		},
		"hostports": schema.SetAttribute{
			ElementType:         types.StringType,
			Computed:            true,
			MarkdownDescription: "The hostports that the edge serves; null where there are none.",
		},
		"backend":         backendDataAttribute(),
		"ip_restriction":  ipRestrictionDataAttribute(),
		"mutual_tls":      mutualTLSDataAttribute(),
		"tls_termination": tlsTerminationDataAttribute(),
		"traffic_policy":  trafficPolicyDataAttribute(),
	}
}

// shown is what a data source shows of an edge.
func shown(ctx context.Context, found *api.TLSEdge) (shownModel, diag.Diagnostics) {
	hostports, diags := hostportsFromAPI(ctx, types.SetNull(types.StringType), found.Hostports)
	return shownModel{
		ID:             types.StringValue(found.ID),
		URI:            textFromAPI(types.StringNull(), found.URI),
		CreatedAt:      textFromAPI(types.StringNull(), found.CreatedAt),
		Description:    textFromAPI(types.StringNull(), found.Description),
		Metadata:       textFromAPI(types.StringNull(), found.Metadata),
		Hostports:      hostports,
		Backend:        backendShown(ctx, found.Backend),
		IPRestriction:  ipRestrictionShown(ctx, found.IPRestriction),
		MutualTLS:      mutualTLSShown(ctx, found.MutualTLS),
		TLSTermination: tlsTerminationShown(ctx, found.TLSTermination),
		TrafficPolicy:  trafficPolicyShown(ctx, found.TrafficPolicy),
	}, diags
}
