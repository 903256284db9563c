// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"math"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Names of attributes that the code asks for one by one.
const (
	// identityProviderAttribute is provider on the wire, a name that Terraform
	// keeps for itself.
	identityProviderAttribute = "identity_provider"
	deletionPolicy            = "deletion_policy"
)

const (
	edgeIDDescription  = "The id of the HTTPS edge that the route belongs to."
	routeIDDescription = "The id of the route."
	// serviceDefault ends the description of an attribute that the service gives
	// a default of its own.
	serviceDefault = " When unset, it is left out of the request, so that the service's own default applies; that default is not " +
		"shown in state. Removing it from the configuration brings the default back at the next apply."
)

const resourceDescription = "The OAuth module of an HTTPS edge route. It makes users sign in with an identity provider before they " +
	"reach the endpoint, and says who may and for how long.\n\n" +
	"**Drift cannot be seen** unless the provider's `undocumented_operations` names `read_route_oauth`: see " +
	"[When your service offers more](../guides/when-your-service-offers-more.md). The API's description shows no way to read this " +
	"module, so that a refresh makes no request, and state keeps what the last apply sent. Changes that are made elsewhere do not show in a plan; they are overwritten whenever an apply changes " +
	"an argument, because each such apply replaces the whole module. Creating the resource replaces whatever module is live " +
	"on the route. An answer that shows a setting as not applied is reported: at creation by a warning and by the " +
	"next plan, at an update by an error.\n\n" +
	"**Destroying leaves the module on**, unless another `deletion_policy` is applied first, and so does a move to another route. To reject " +
	"a plan that destroys the resource, write `lifecycle { prevent_destroy = true }`. A replacement that stays on its route sends the module once.\n\n" +
	"**One resource for each route.** A plan with two resources for one `edge_id` and `route_id` is rejected, and so is a plan in which one of " +
	"them opens the route while another sets or keeps its module. A plan knows only the resources that it contains: not those of another " +
	"provider alias, of another state, or left out by `-target`. Rename with a `moved` block, and remove an extra resource from state with " +
	"`state rm` or a `removed` block.\n\n" +
	"**Importing takes the two ids** and, without `read_route_oauth`, nothing else. The next apply replaces the live module with the configured one. " +
	"With it, settings that the configuration leaves out stay as the import has read them, until they are configured. While " +
	"`ignore_changes` keeps `identity_provider` out, nothing is sent at all.\n\n" +
	"The guide [Secrets and rotation](../guides/secrets-and-rotation.md) tells what is stored where."

// Schema describes the resource.
func (r *routeOAuthResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: resourceDescription,
		Attributes: map[string]schema.Attribute{
			"edge_id":  routeKey(edgeIDDescription),
			"route_id": routeKey(routeIDDescription),
			"enabled": schema.BoolAttribute{
				Optional: true,
				Computed: true,
				Default:  booldefault.StaticBool(true),
				MarkdownDescription: "Whether the module is applied to traffic. Defaults to `true`. With `false` the route answers without " +
					"authentication while the settings stay on the service.",
			},
			identityProviderAttribute: identityProviderSchema(),
			"options_passthrough": schema.BoolAttribute{
				Optional:            true,
				Computed:            true,
				MarkdownDescription: "Whether HTTP `OPTIONS` requests pass without authentication, as CORS needs it." + serviceDefault,
			},
			"cookie_prefix": schema.StringAttribute{
				Optional: true,
				Computed: true,
				MarkdownDescription: "The prefix of the name of the session cookie in which the service remembers that a user has signed in. " +
					"The API states no limit to its length." + serviceDefault,
			},
			"inactivity_timeout": secondsAttribute("How many seconds of inactivity end a session, so that the user must sign in again."),
			"maximum_duration":   secondsAttribute("How many seconds a session lasts at most; then the user must sign in again."),
			"auth_check_interval": secondsAttribute("After how many seconds at the latest the service asks the identity provider about a user again. " +
				"This is the setting that bounds how long a user whose access was taken away keeps it."),
			deletionPolicy: deletionPolicyAttribute(),
		},
	}
}

// IdentitySchema describes the permanent identity of an OAuth module.
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
		Required: true,
		MarkdownDescription: description + " Any non-empty string. Changing it replaces the resource, and `deletion_policy` decides about " +
			"the old route's module.",
		Validators: []validator.String{stringvalidator.LengthAtLeast(1)},
	}
}

// secondsAttribute returns an attribute for a number of seconds, for which the
// service has a default.
func secondsAttribute(description string) schema.NumberAttribute {
	return schema.NumberAttribute{
		Optional:            true,
		Computed:            true,
		MarkdownDescription: description + " A whole number from 0 to 4294967295." + serviceDefault,
		Validators:          []validator.Number{attribute.WholeNumber(0, math.MaxUint32)},
	}
}
