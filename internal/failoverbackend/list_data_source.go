// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var _ datasource.DataSourceWithConfigure = (*failoverBackendsDataSource)(nil)

// NewListDataSource returns the data source trafficedge_failover_backends, which
// reads all failover backends of the account.
func NewListDataSource() datasource.DataSource {
	return &failoverBackendsDataSource{}
}

type failoverBackendsDataSource struct {
	session *session.Session
}

type listModel struct {
	FailoverBackends []model `tfsdk:"failover_backends"`
}

// Metadata names the data source.
func (d *failoverBackendsDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_failover_backends"
}

// Schema describes the data source.
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

// Configure takes the provider's client.
func (d *failoverBackendsDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.session = session.From(req.ProviderData, &resp.Diagnostics)
}

// Read reads all pages of the list.
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
