// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// NewDataSource returns the data source trafficedge_failover_backend, which reads
// one failover backend by its id.
func NewDataSource() datasource.DataSource {
	return &failoverBackendDataSource{session.DataSource{Name: "failover_backend"}}
}

type failoverBackendDataSource struct{ session.DataSource }

func (d *failoverBackendDataSource) Schema(ctx context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := attribute.ForDataSource(ctx, NewResource())
	attributes["id"] = attribute.IDToRead("The id of the failover backend to read.")
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads one failover backend by its id. The read fails if it does not exist. Unset attributes are null.",
		Attributes:          attributes,
	}
}

func (d *failoverBackendDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var id types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.Session.API.GetFailoverBackend(ctx, id.ValueString())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, fromAPI(model{}, found))...)
}

// NewListDataSource returns the data source trafficedge_failover_backends, which
// reads all failover backends of the account.
func NewListDataSource() datasource.DataSource {
	return &failoverBackendsDataSource{session.DataSource{Name: "failover_backends"}}
}

type failoverBackendsDataSource struct{ session.DataSource }

func (d *failoverBackendsDataSource) Schema(ctx context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads all failover backends of the account: one request for each page of the list, and one for each object that the list shows in part. Unset attributes are null.",
		Attributes: map[string]schema.Attribute{
			"failover_backends": schema.ListNestedAttribute{
				Computed:            true,
				MarkdownDescription: "All failover backends, in the order in which the service lists them.",
				NestedObject:        schema.NestedAttributeObject{Attributes: attribute.ForDataSource(ctx, NewResource())},
			},
		},
	}
}

func (d *failoverBackendsDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	backends := []model{}
	for backend, err := range d.Session.FailoverBackends.All(ctx, true) {
		if err != nil {
			resp.Diagnostics.Append(apidiag.FromError(err))
			return
		}
		backends = append(backends, fromAPI(model{}, backend))
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("failover_backends"), backends)...)
}
