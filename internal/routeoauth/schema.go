// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"math"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// identityProviderAttribute is the attribute for the API member named provider. Terraform
// reserves the name provider.
const identityProviderAttribute = "identity_provider"

const (
	edgeIDDescription  = "The id of the HTTPS edge that the route belongs to."
	routeIDDescription = "The id of the route."
	// serviceDefault is the last sentence in the description of an attribute whose
	// default the service chooses.
	serviceDefault = " Defaults to the service's choice."
)

const resourceDescription = "The OAuth module of an HTTPS edge route. Users sign in with an identity provider before " +
	"they reach the endpoint. The module sets who can sign in, and for how long.\n\nAn apply replaces the whole " +
	"module. Drift is visible only with `read_route_oauth` in the provider's `undocumented_operations`: " +
	"see [Your service](../guides/your-service.md#undocumented-operations).\n\nA destroy sends nothing: the module " +
	"stays on the service as it is, with its client secret. To turn a module off, apply `enabled = false`. " +
	"Manage each route in only one resource: two resources overwrite each other's module without an error."

// Schema describes the resource.
func (r *routeOAuthResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: resourceDescription,
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{
				Computed:            true,
				MarkdownDescription: "The import id: the ids of the edge and the route, separated by a slash.",
			},
			"edge_id":  routeKey(edgeIDDescription),
			"route_id": routeKey(routeIDDescription),
			"enabled": schema.BoolAttribute{
				Optional: true,
				Computed: true,
				Default:  booldefault.StaticBool(true),
				MarkdownDescription: "Whether the module is applied to traffic. Defaults to `true`. With `false` the route is open, and " +
					"the service keeps the settings.",
			},
			identityProviderAttribute: identityProviderSchema(),
			"options_passthrough": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "Whether HTTP `OPTIONS` requests pass without authentication, as CORS requires." + serviceDefault,
			},
			"cookie_prefix": schema.StringAttribute{
				Optional:            true,
				MarkdownDescription: "The prefix of the name of the session cookie." + serviceDefault,
			},
			"inactivity_timeout": secondsAttribute("Seconds of inactivity after which users must sign in again."),
			"maximum_duration":   secondsAttribute("The maximum length of a session in seconds."),
			"auth_check_interval": secondsAttribute("The longest time in seconds until the service checks a signed-in user with the identity provider again. This limits " +
				"how long revoked users keep access."),
		},
	}
}

// IdentitySchema describes the resource identity of an OAuth module.
func (r *routeOAuthResource) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{
		Attributes: map[string]identityschema.Attribute{
			"edge_id":  identityschema.StringAttribute{RequiredForImport: true, Description: edgeIDDescription},
			"route_id": identityschema.StringAttribute{RequiredForImport: true, Description: routeIDDescription},
		},
	}
}

func routeKey(description string) schema.StringAttribute {
	return schema.StringAttribute{
		Required:            true,
		MarkdownDescription: description + " A change replaces the resource, and the module of the old route stays on the service.",
		PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
		Validators:          attribute.NotEmpty(),
	}
}

// secondsAttribute returns the schema of an attribute that is a number of seconds. The
// service chooses the default.
func secondsAttribute(description string) schema.NumberAttribute {
	return schema.NumberAttribute{
		Optional:            true,
		MarkdownDescription: description + " A whole number, at most 4294967295." + serviceDefault,
		Validators:          []validator.Number{attribute.WholeNumber(0, math.MaxUint32)},
	}
}
