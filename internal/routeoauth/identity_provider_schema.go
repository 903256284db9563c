// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

func identityProviderSchema() schema.SingleNestedAttribute {
	members := map[string]schema.Attribute{}
	for _, name := range api.IdentityProviders() {
		members[name] = oneIdentityProviderSchema(name)
	}
	return schema.SingleNestedAttribute{
		Required: true,
		MarkdownDescription: "The identity provider that users sign in with, and who may. Exactly one of `idp_1` to `idp_8` must be set. " +
			"Changing to another one is an update in place, after which the service has only the new one. CLIs drop a mistyped name " +
			"silently, so check the spelling of access rules.",
		Attributes: members,
		Validators: []validator.Object{oneProvider{"must have exactly one identity provider"}},
	}
}

// oneIdentityProviderSchema returns the schema of each of the eight. All have
// teams and organizations, because a CLI drops attributes that a schema lacks
// silently: anyone could sign in with an identity provider that has only teams.
func oneIdentityProviderSchema(name string) schema.SingleNestedAttribute {
	attributes := credentialAttributes()
	attributes[emailAddresses] = accessRule("The email addresses of the users who may access the endpoint, compared without regard to case.", email{"should be an email address", true})
	attributes[emailDomains] = accessRule("The domains of the email addresses whose users may access the endpoint, compared without regard to case.", email{"should be a domain", false})
	attributes[teams] = onlyOfTeamProvider(teams)
	attributes[organizations] = onlyOfTeamProvider(organizations)
	if name == teamProvider {
		attributes[teams] = accessRule("The teams whose members may access the endpoint, each as `<org_slug>/<team_slug>`.", team{"must be <org_slug>/<team_slug>"})
		attributes[organizations] = accessRule("The slugs of the organizations whose members may access the endpoint.")
	}
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: fmt.Sprintf("Users sign in with the identity provider `%s`. Everything in it is optional: `{}` uses the app that "+
			"the service manages, and anyone with an account at `%s` can sign in.", name, name),
		Attributes: attributes,
		Validators: []validator.Object{
			credentials{"must have a client secret next to a client id, both next to scopes, and the secret in one form only"},
		},
	}
}

func onlyOfTeamProvider(name string) schema.SetAttribute {
	return schema.SetAttribute{
		ElementType:         types.StringType,
		Optional:            true,
		MarkdownDescription: "Only `" + teamProvider + "` has " + name + ": they are refused here.",
		Validators:          []validator.Set{teamProviderOnly{"may be set on " + teamProvider + " only"}},
	}
}

func credentialAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		clientID: schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "The client id of your own OAuth app at the identity provider. It needs `client_secret_wo` or " +
				"`client_secret` next to it. When unset, the service uses an OAuth app of its own, which has restrictions that the API does " +
				"not list; removing it changes back to that app.",
		},
		clientSecret: schema.StringAttribute{
			Optional:  true,
			Sensitive: true,
			MarkdownDescription: "The client secret of your own OAuth app. It is stored in state and in saved plans as plain text; " +
				"`client_secret_wo` is not, and the two exclude each other. Changing it is an update in place.",
		},
		// Not sensitive: a CLI would mark it in the configuration and, at random,
		// find a change against the unmarked null in state.
		clientSecretWO: schema.StringAttribute{
			Optional:  true,
			WriteOnly: true,
			MarkdownDescription: "The client secret of your own OAuth app, stored neither in state nor in plans. It is sent whenever the module " +
				"is. A plan cannot see that it changed: change `client_secret_wo_version` along with it. Needs Terraform 1.11 or " +
				"OpenTofu 1.11; an older CLI refuses it, and `client_secret` is the way there.",
		},
		clientSecretWOVersion: schema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Any text that changes along with `client_secret_wo`, such as a number or a date. A new version, by itself, makes " +
				"the next apply send the secret again. It is not sent to the service, and not secret.",
		},
		scopes: schema.SetAttribute{
			ElementType: types.StringType,
			Optional:    true,
			MarkdownDescription: "The OAuth scopes to request, in the identity provider's own words and no particular order. They need " +
				"`client_id` and a client secret. No scope may be null or empty. Removing them leaves the choice to the service.",
			Validators: []validator.Set{setvalidator.ValueStringsAre(attribute.Element())},
		},
	}
}

func accessRule(description string, more ...validator.String) schema.SetAttribute {
	return schema.SetAttribute{
		ElementType: types.StringType,
		Optional:    true,
		MarkdownDescription: description + " They are in no particular order, and none may be null or empty. " +
			"Without any access rule, anyone with an account at the identity provider can sign in.",
		Validators: []validator.Set{setvalidator.ValueStringsAre(append(more, attribute.Element())...)},
	}
}
