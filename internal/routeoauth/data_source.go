// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// NewDataSource returns the data source trafficedge_https_edge_route_oauth.
func NewDataSource() datasource.DataSource {
	return &routeOAuthDataSource{resourcebase.DataSource{Name: "https_edge_route_oauth"}}
}

type routeOAuthDataSource struct{ resourcebase.DataSource }

func (d *routeOAuthDataSource) Schema(ctx context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := attribute.ForDataSource(ctx, NewResource())
	attributes["edge_id"], attributes["route_id"] = attribute.IDToRead(edgeIDDescription, resourcebase.IDRule()), attribute.IDToRead(routeIDDescription, resourcebase.IDRule())
	attributes[identityProviderAttribute] = schema.ObjectAttribute{
		Computed:            true,
		AttributeTypes:      dataSourceProviders(),
		MarkdownDescription: "The identity provider that users sign in with, and the access rules. All other identity providers are null.",
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the OAuth module of an HTTPS edge route, without secrets. The provider needs `read_route_oauth` in " +
			"[`undocumented_operations`](https://github.com/trafficedge/terraform-provider-trafficedge/blob/main/docs/guides/your-service.md#undocumented-operations). If the route " +
			"has no module, the read fails. Values that the response omits are null, but an omitted `enabled` is `true`.",
		Attributes: attributes,
	}
}

// dataSourceProviders returns the types of all identity providers, without client secrets.
func dataSourceProviders() map[string]attr.Type {
	idp, providers := map[string]attr.Type{clientID: types.StringType}, map[string]attr.Type{}
	for name := range setsOf(new(api.OAuthIdentityProvider)) {
		idp[name] = types.SetType{ElemType: types.StringType}
	}
	for _, name := range api.IdentityProviders() {
		providers[name] = types.ObjectType{AttrTypes: idp}
	}
	return providers
}

func (d *routeOAuthDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	config := attribute.Model[model](ctx, req.Config.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.API.GetRouteOAuth(ctx, config.EdgeID.ValueString(), config.RouteID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(err))
		return
	}
	if found.Unnamed != "" {
		resp.Diagnostics.Append(config.unnamedWarning(found))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, allFromAPI(ctx, config, *found))...)
}
