// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"math"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// identityProviderAttribute is the API's member provider, a name that Terraform reserves.
const identityProviderAttribute = "identity_provider"

const (
	edgeIDDescription  = "The id of the HTTPS edge."
	routeIDDescription = "The id of the route."
)

const resourceDescription = "The OAuth module of an HTTPS edge route makes users sign in with an identity provider. " +
	"The module sets who can sign in, and how long a session lasts.\n\nAn apply replaces the whole " +
	"module. Drift is visible only with `read_route_oauth` in the provider's `undocumented_operations`: " +
	"see [Your service](https://github.com/trafficedge/terraform-provider-trafficedge/blob/main/docs/guides/your-service.md#undocumented-operations).\n\nA destroy sends nothing: the module " +
	"stays on the service as it is, with any client secret. To turn a module off, apply `enabled = false`. " +
	"Manage each route in only one resource: two resources overwrite each other's module without an error."

func (r *routeOAuthResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: resourceDescription,
		Attributes: map[string]schema.Attribute{
			"id":                      attribute.ComputedOnce("The import id, `EDGE_ID/ROUTE_ID`."),
			"edge_id":                 routeKey(edgeIDDescription),
			"route_id":                routeKey(routeIDDescription),
			"enabled":                 attribute.Enabled(" If `false`, the route is open."),
			identityProviderAttribute: identityProviderSchema(),
			"options_passthrough": schema.BoolAttribute{
				Optional:            true,
				MarkdownDescription: "Whether `OPTIONS` requests pass without sign-in, for CORS.",
			},
			"cookie_prefix":       optionalText("The prefix of the session cookie's name."),
			"inactivity_timeout":  secondsAttribute("Seconds without activity after which users must sign in again."),
			"maximum_duration":    secondsAttribute("The maximum length of a session in seconds."),
			"auth_check_interval": secondsAttribute("Seconds until the service checks a user's access again."),
		},
	}
}

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
		MarkdownDescription: description + " A change replaces the resource.",
		PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplace()},
		Validators:          append(attribute.NotEmpty(), resourcebase.IDRule()),
	}
}

func optionalText(description string) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description}
}

func secondsAttribute(description string) schema.NumberAttribute {
	return schema.NumberAttribute{
		Optional: true, MarkdownDescription: description,
		Validators: []validator.Number{attribute.WholeNumber(0, math.MaxUint32)},
	}
}

func identityProviderSchema() schema.SingleNestedAttribute {
	members := map[string]schema.Attribute{}
	for _, name := range api.IdentityProviders() {
		members[name] = memberSchema(name)
	}
	return schema.SingleNestedAttribute{
		Required: true,
		MarkdownDescription: "The identity provider that users sign in with (exactly one), and its access rules. " +
			"Without a rule, anyone with an account there can sign in.",
		Attributes: members,
		Validators: []validator.Object{exactlyOneProvider{"must have exactly one identity provider"}},
	}
}

// memberSchema has teams and organizations for every identity provider, although only idp_1
// accepts them: a CLI would silently drop configured teams that a schema lacks. A module
// without another access rule would then let anyone sign in.
func memberSchema(name string) schema.SingleNestedAttribute {
	attributes := map[string]schema.Attribute{
		clientID: optionalText("The client id of your own OAuth app, which needs `client_secret_wo` or " +
			"`client_secret`. Without a client id, the service uses its managed app."),
		clientSecret: schema.StringAttribute{
			Optional:            true,
			Sensitive:           true,
			MarkdownDescription: "The client secret of your own app. State and plans contain it as plain text: prefer `client_secret_wo`.",
		},
		// This attribute must not be sensitive. A CLI would mark the configured value as
		// sensitive and compare it with the unmarked null in state, so the plan would show a
		// change at random.
		clientSecretWO: schema.StringAttribute{
			Optional:            true,
			WriteOnly:           true,
			MarkdownDescription: "The client secret of your own app, which the state never contains.",
		},
		clientSecretWOVersion: optionalText("A text that you change along with `client_secret_wo`."),
		scopes:                textSet("The OAuth scopes that your own app requests."),
		emailAddresses: textSet("The email addresses of users who may sign in.",
			trimmed(), emailRule("an address such as a@example.com", true)),
		emailDomains:  textSet("The email domains whose users may sign in.", trimmed(), emailRule("a domain such as example.com", false)),
		teams:         textSet("The teams whose members may sign in, as `<org_slug>/<team_slug>`.", trimmed(), team()),
		organizations: textSet("The slugs of organizations whose members may sign in.", trimmed()),
	}
	if name != teamProvider {
		attributes[teams] = textSet("Only `"+teamProvider+"` has teams. Do not set them here.", teamProviderOnly())
		attributes[organizations] = textSet("Only `"+teamProvider+"` has organizations. Do not set them here.", teamProviderOnly())
	}
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: fmt.Sprintf("The identity provider that your service knows under the name of `%s` in the "+
			"provider's `identity_provider_names`. `{}` uses the managed app (the service's own OAuth app), and lets "+
			"in anyone with an account.", name),
		Attributes: attributes,
		Validators: []validator.Object{ownApp{"client_id needs a client secret, scopes need both, and the client secret can have only one form"}},
	}
}

func textSet(description string, more ...validator.String) schema.SetAttribute {
	return schema.SetAttribute{
		ElementType: types.StringType, Optional: true, MarkdownDescription: description,
		Validators:    []validator.Set{setvalidator.ValueStringsAre(append(more, attribute.Element())...)},
		PlanModifiers: []planmodifier.Set{attribute.KeepSame()},
	}
}
