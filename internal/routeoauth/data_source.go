// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var _ datasource.DataSourceWithConfigure = (*routeOAuthDataSource)(nil)

// NewDataSource returns the data source trafficedge_https_edge_route_oauth, which
// reads the OAuth module of a route. The interface shows no such operation.
func NewDataSource() datasource.DataSource {
	return &routeOAuthDataSource{}
}

type routeOAuthDataSource struct {
	session *session.Session
}

// shownModel is the shape of an OAuth module in the data source.
type shownModel struct {
	EdgeID             types.String `tfsdk:"edge_id"`
	RouteID            types.String `tfsdk:"route_id"`
	Enabled            types.Bool   `tfsdk:"enabled"`
	IdentityProvider   types.Object `tfsdk:"identity_provider"`
	OptionsPassthrough types.Bool   `tfsdk:"options_passthrough"`
	CookiePrefix       types.String `tfsdk:"cookie_prefix"`
	InactivityTimeout  types.Number `tfsdk:"inactivity_timeout"`
	MaximumDuration    types.Number `tfsdk:"maximum_duration"`
	AuthCheckInterval  types.Number `tfsdk:"auth_check_interval"`
}

// Metadata names the data source.
func (d *routeOAuthDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_https_edge_route_oauth"
}

// Configure takes the provider's client.
func (d *routeOAuthDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.session = session.From(req.ProviderData, &resp.Diagnostics)
}

// Read reads the OAuth module.
func (d *routeOAuthDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config shownModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !d.session.Undocumented {
		resp.Diagnostics.Append(needsSwitchError(model{EdgeID: config.EdgeID, RouteID: config.RouteID}))
		return
	}
	found, err := d.session.API.GetRouteOAuth(ctx, config.EdgeID.ValueString(), config.RouteID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config.shown(config.IdentityProvider.AttributeTypes(ctx), found))...)
}

// shown is everything that the API answered. An answer never has a secret.
func (m shownModel) shown(identityProviders map[string]attr.Type, a *api.OAuthModule) shownModel {
	return shownModel{
		EdgeID:             m.EdgeID,
		RouteID:            m.RouteID,
		Enabled:            types.BoolPointerValue(a.Enabled),
		IdentityProvider:   shownProvider(identityProviders, a.Provider),
		OptionsPassthrough: types.BoolPointerValue(a.OptionsPassthrough),
		CookiePrefix:       attribute.String(types.StringNull(), &a.CookiePrefix),
		InactivityTimeout:  shownSeconds(a.InactivityTimeout),
		MaximumDuration:    shownSeconds(a.MaximumDuration),
		AuthCheckInterval:  shownSeconds(a.AuthCheckInterval),
	}
}

func needsSwitchError(m model) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Could not read the "+m.title(),
		"The API's description does not show how to read an OAuth module, so nothing was sent. Expected undocumented_operations = true in "+
			"the provider block, got false or nothing.\n\n"+
			"Set it if the service can read OAuth modules. Otherwise remove the data source.")
}
