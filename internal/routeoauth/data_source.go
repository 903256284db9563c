// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
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

// Metadata names the data source.
func (d *routeOAuthDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_https_edge_route_oauth"
}

// Schema describes the data source.
func (d *routeOAuthDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	providers := map[string]schema.Attribute{}
	for _, name := range api.IdentityProviders() {
		providers[name] = computedProvider(name)
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the OAuth module of an HTTPS edge route as the service has it, without client secrets. It needs " +
			"`read_route_oauth` in the provider's `undocumented_operations`, because the API's description shows no way to read one; see " +
			"[When your service offers more](../guides/when-your-service-offers-more.md). A route without a module is an error. Attributes " +
			"that the service leaves out of its answer are null.",
		Attributes: map[string]schema.Attribute{
			"edge_id":  routeKeyToRead(edgeIDDescription),
			"route_id": routeKeyToRead(routeIDDescription),
			"enabled":  schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether the module is applied to traffic. Otherwise the route answers without authentication."},
			identityProviderAttribute: schema.SingleNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The identity provider that users sign in with, and whom it lets in. All but one are null.",
				Attributes:          providers,
			},
			"options_passthrough": schema.BoolAttribute{Computed: true, MarkdownDescription: "Whether HTTP `OPTIONS` requests pass without authentication."},
			"cookie_prefix":       schema.StringAttribute{Computed: true, MarkdownDescription: "The prefix of the name of the session cookie."},
			"inactivity_timeout":  schema.NumberAttribute{Computed: true, MarkdownDescription: "How many seconds of inactivity end a session."},
			"maximum_duration":    schema.NumberAttribute{Computed: true, MarkdownDescription: "How many seconds a session lasts at most."},
			"auth_check_interval": schema.NumberAttribute{
				Computed:            true,
				MarkdownDescription: "After how many seconds at the latest the service asks the identity provider about a user again.",
			},
		},
	}
}

// Configure takes the provider's client.
func (d *routeOAuthDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	d.session = session.From(req.ProviderData)
}

// Read reads the OAuth module.
func (d *routeOAuthDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config module
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	found, err := d.session.API.GetRouteOAuth(ctx, config.EdgeID.ValueString(), config.RouteID.ValueString(), api.Repeat{})
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config.wholeFromAPI(ctx, found))...)
}

func computedProvider(name string) schema.SingleNestedAttribute {
	attributes := map[string]schema.Attribute{
		clientID:       schema.StringAttribute{Computed: true, MarkdownDescription: "The client id of the OAuth app; null where the service uses an app of its own."},
		scopes:         computedSet("The OAuth scopes that are requested."),
		emailAddresses: computedSet("The email addresses of the users who may access the endpoint."),
		emailDomains:   computedSet("The domains of the email addresses whose users may access the endpoint."),
	}
	if name == teamProvider {
		attributes[teams] = computedSet("The teams whose members may access the endpoint, each as `<org_slug>/<team_slug>`.")
		attributes[organizations] = computedSet("The slugs of the organizations whose members may access the endpoint.")
	}
	return schema.SingleNestedAttribute{
		Computed:            true,
		MarkdownDescription: "The settings of `" + name + "`; null where another identity provider is used.",
		Attributes:          attributes,
	}
}

func routeKeyToRead(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required:            true,
		MarkdownDescription: description,
		Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
	}
}

func computedSet(description string) schema.SetAttribute {
	return schema.SetAttribute{ElementType: types.StringType, Computed: true, MarkdownDescription: description}
}
