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
)

// Schema describes the data source.
func (d *routeOAuthDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	providers := map[string]schema.Attribute{}
	for _, name := range identityProviderNames() {
		providers[name] = shownProviderAttribute(name)
	}
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the OAuth module of an HTTPS edge route as the service has it, without client secrets. It needs the " +
			"provider's `undocumented_operations`, because the API's description shows no way to read one; see " +
			"[When your service offers more](../guides/when-your-service-offers-more.md). A route without a module is an error. What the " +
			"service leaves out of its answer is null.",
		Attributes: map[string]schema.Attribute{
			"edge_id":  shownRouteKey(edgeIDDescription),
			"route_id": shownRouteKey(routeIDDescription),
			"enabled": schema.BoolAttribute{
				Computed:            true,
				MarkdownDescription: "Whether the module is applied to traffic. Otherwise the route answers without authentication.",
			},
			identityProviderAttribute: schema.SingleNestedAttribute{
				Computed:            true,
				MarkdownDescription: "The identity provider that users sign in with, and whom it lets in. All but one are null.",
				Attributes:          providers,
			},
			"options_passthrough": schema.BoolAttribute{
				Computed:            true,
				MarkdownDescription: "Whether HTTP `OPTIONS` requests pass without authentication.",
			},
			"cookie_prefix": schema.StringAttribute{
				Computed:            true,
				MarkdownDescription: "The prefix of the name of the session cookie.",
			},
			"inactivity_timeout":  shownTimer("How many seconds of inactivity end a session."),
			"maximum_duration":    shownTimer("How many seconds a session lasts at most."),
			"auth_check_interval": shownTimer("After how many seconds at the latest the service asks the identity provider about a user again."),
		},
	}
}

func shownProviderAttribute(name string) schema.SingleNestedAttribute {
	attributes := map[string]schema.Attribute{
		clientID: schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The client id of the OAuth app; null where the service uses an app of its own.",
		},
		scopes:         shownSet("The OAuth scopes that are requested."),
		emailAddresses: shownSet("The email addresses of the users who may access the endpoint."),
		emailDomains:   shownSet("The domains of the email addresses whose users may access the endpoint."),
	}
	if name == teamProvider {
		attributes[teams] = shownSet("The teams whose members may access the endpoint, each as `<org_slug>/<team_slug>`.")
		attributes[organizations] = shownSet("The slugs of the organizations whose members may access the endpoint.")
	}
	return schema.SingleNestedAttribute{
		Computed:            true,
		MarkdownDescription: "The settings of `" + name + "`; null where another identity provider is used.",
		Attributes:          attributes,
	}
}

func shownRouteKey(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required:            true,
		MarkdownDescription: description,
		Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
	}
}

func shownTimer(description string) schema.NumberAttribute {
	return schema.NumberAttribute{Computed: true, MarkdownDescription: description}
}

func shownSet(description string) schema.SetAttribute {
	return schema.SetAttribute{ElementType: types.StringType, Computed: true, MarkdownDescription: description}
}
