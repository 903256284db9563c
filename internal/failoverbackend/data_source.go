// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var (
	_ datasource.DataSourceWithConfigure = (*failoverBackendDataSource)(nil)
	_ datasource.DataSourceWithConfigure = (*failoverBackendsDataSource)(nil)
)

// configured holds the session for both data sources.
type configured struct {
	session *session.Session
}

func (c *configured) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	c.session = session.From(req.ProviderData)
}

// NewDataSource returns the data source trafficedge_failover_backend, which reads
// one failover backend by its id.
func NewDataSource() datasource.DataSource { return &failoverBackendDataSource{} }

type failoverBackendDataSource struct{ configured }

func (d *failoverBackendDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failover_backend"
}

func (d *failoverBackendDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := computedAttributes()
	attributes["id"] = schema.StringAttribute{
		Required:            true,
		MarkdownDescription: "The id of the failover backend to read.",
		Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads one failover backend by its id. An id that the service does not know is an error.",
		Attributes:          attributes,
	}
}

func (d *failoverBackendDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var id types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.session.API.GetFailoverBackend(ctx, id.ValueString(), api.Repeat{})
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, model{}.fromAPI(found))...)
}

// NewListDataSource returns the data source trafficedge_failover_backends, which
// reads all failover backends of the account.
func NewListDataSource() datasource.DataSource { return &failoverBackendsDataSource{} }

type failoverBackendsDataSource struct{ configured }

type listModel struct {
	FailoverBackends []model `tfsdk:"failover_backends"`
}

func (d *failoverBackendsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failover_backends"
}

func (d *failoverBackendsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads all failover backends of the account, with one request for each page of the list.",
		Attributes: map[string]schema.Attribute{
			"failover_backends": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "All failover backends, in the order in which the service lists them.",
				NestedObject:        schema.NestedAttributeObject{Attributes: computedAttributes()},
			},
		},
	}
}

func (d *failoverBackendsDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	state := listModel{FailoverBackends: []model{}}
	for backend, err := range d.session.API.FailoverBackends().All(ctx) {
		if err != nil {
			resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
			return
		}
		state.FailoverBackends = append(state.FailoverBackends, model{}.fromAPI(backend))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// computedAttributes describes a failover backend as the service answers it.
func computedAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"id":          schema.StringAttribute{Computed: true, MarkdownDescription: idDescription},
		"uri":         schema.StringAttribute{Computed: true, MarkdownDescription: uriDescription},
		"created_at":  schema.StringAttribute{Computed: true, MarkdownDescription: createdAtDescription},
		"description": schema.StringAttribute{Computed: true, MarkdownDescription: "The description for people; null where there is none."},
		"metadata":    schema.StringAttribute{Computed: true, MarkdownDescription: "The data for machines; null where there is none."},
		"backends": schema.ListAttribute{
			ElementType: types.StringType, Computed: true, MarkdownDescription: "The ids of the child backends, in order.",
		},
	}
}
