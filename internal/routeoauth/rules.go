// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ValidateConfig warns of a module that lets everybody in.
func (r *routeOAuthResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	// Unset, enabled becomes true.
	if resp.Diagnostics.HasError() || config.Enabled.IsUnknown() || config.Enabled.Equal(types.BoolValue(false)) {
		return
	}
	one, ok := chosen(config.IdentityProvider)
	if !ok || one.mayHaveAny(emailAddresses, emailDomains, teams, organizations) {
		return
	}
	alternatives := "email_addresses or email_domains"
	if one.name == teamProvider {
		alternatives = "email_addresses, email_domains, teams or organizations"
	}
	resp.Diagnostics.AddAttributeWarning(path.Root(identityProviderAttribute).AtName(one.name),
		fmt.Sprintf("Everybody whom %s knows gets in", one.name),
		fmt.Sprintf("The OAuth module is enabled and has no access rule: whoever can sign in with %s reaches the endpoint. Set %s "+
			"to say who may. If you meant to have set one, check its spelling: arguments that %s does not have are dropped from "+
			"it without an error.", one.name, alternatives, one.name))
}

// oneProvider accepts exactly one identity provider (interface section 4.3,
// rule 1).
type oneProvider struct{}

func (oneProvider) Description(context.Context) string {
	return "must have exactly one identity provider"
}

func (v oneProvider) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (oneProvider) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if !isSet(req.ConfigValue) {
		return
	}
	var got []string
	unknown := false
	attributes := req.ConfigValue.Attributes()
	for _, name := range identityProviderNames() {
		switch {
		case attributes[name].IsUnknown():
			unknown = true
		case !attributes[name].IsNull():
			got = append(got, name)
		}
	}
	switch {
	case len(got) > 1:
		resp.Diagnostics.AddAttributeError(req.Path, "More than one identity provider",
			fmt.Sprintf("Expected exactly one of idp_1 to idp_8, got %s. Remove all but the one that users sign in with.", strings.Join(got, " and ")))
	case len(got) == 0 && !unknown:
		resp.Diagnostics.AddAttributeError(req.Path, "No identity provider",
			"Expected exactly one of idp_1 to idp_8, got none. Set the one that users sign in with; arguments of any other name are "+
				"dropped without an error.")
	}
}

// credentials checks the client id, the secret and the scopes of one identity
// provider against each other (interface section 4.3, rules 2 and 3). Like the
// service it complains about the attribute that may not be there.
type credentials struct{}

func (credentials) Description(context.Context) string {
	return "must have a client secret next to a client id, both next to scopes, and the secret in one form only"
}

func (v credentials) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (credentials) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if !isSet(req.ConfigValue) {
		return
	}
	one := identityProvider{object: req.ConfigValue}
	hasSecret := one.mayHaveAny(clientSecret, clientSecretWO)
	if one.has(clientID) && !hasSecret {
		at := req.Path.AtName(clientID)
		resp.Diagnostics.AddAttributeError(at, "Client id without a secret",
			fmt.Sprintf("Expected a client secret next to %s, got none. Set client_secret_wo or client_secret, or remove client_id to use "+
				"the app that the service manages.", at))
	}
	if one.has(scopes) && (!hasSecret || !one.mayHaveAny(clientID)) {
		at := req.Path.AtName(scopes)
		resp.Diagnostics.AddAttributeError(at, "Scopes without an app of your own",
			fmt.Sprintf("Expected client_id and a client secret next to %s, got only one of them or neither. The app that the service "+
				"manages takes no scopes: set both, or remove scopes.", at))
	}
	if one.has(clientSecret) && one.has(clientSecretWO) {
		at := req.Path.AtName(clientSecretWO)
		resp.Diagnostics.AddAttributeError(at, "Client secret in both forms",
			fmt.Sprintf("Expected the secret once, got it in client_secret and in %s. Remove client_secret to keep it out of state.", at))
	}
	if value := one.object.Attributes()[clientSecretWO]; value != nil && !value.IsNull() && !req.ClientCapabilities.WriteOnlyAttributesAllowed {
		at := req.Path.AtName(clientSecretWO)
		resp.Diagnostics.AddAttributeError(at, "This CLI has no write-only arguments",
			fmt.Sprintf("Expected no %s, because write-only arguments need Terraform 1.11 or OpenTofu 1.11. With this CLI, set client_secret "+
				"instead: it is stored in state and in saved plans as plain text.", at))
	}
	resp.Diagnostics.Append(one.idleArguments(req.Path)...)
}

// idleArguments warns of arguments that do less than they seem to without another
// one.
func (p identityProvider) idleArguments(at path.Path) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, form := range []string{clientSecret, clientSecretWO} {
		if p.has(form) && !p.mayHaveAny(clientID) {
			diags.AddAttributeWarning(at.AtName(form), "Client secret without a client id",
				fmt.Sprintf("%s is sent to the service, but without client_id it belongs to no app, and the app that the service manages "+
					"is used. Set client_id, or remove the secret.", at.AtName(form)))
		}
	}
	if p.has(clientSecretWOVersion) && !p.mayHaveAny(clientSecretWO) {
		diags.AddAttributeWarning(at.AtName(clientSecretWOVersion), "Version without a write-only secret",
			fmt.Sprintf("A new %s makes an apply send client_secret_wo again, but client_secret_wo is not set. Set it, or remove the "+
				"version.", at.AtName(clientSecretWOVersion)))
	}
	if p.has(clientSecretWO) && !p.mayHaveAny(clientSecretWOVersion) {
		diags.AddAttributeWarning(at.AtName(clientSecretWO), "Rotation of the client secret will not be seen",
			fmt.Sprintf("A plan cannot see that %s changes. Set client_secret_wo_version next to it, and change the version whenever the "+
				"secret changes.", at.AtName(clientSecretWO)))
	}
	return diags
}

// has reports whether an attribute is set for certain. An empty text or set is
// not set.
func (p identityProvider) has(name string) bool {
	return isSet(p.object.Attributes()[name])
}

// mayHaveAny reports whether one of the attributes is set or may yet turn out to
// be.
func (p identityProvider) mayHaveAny(names ...string) bool {
	attributes := p.object.Attributes()
	for _, name := range names {
		if value, ok := attributes[name]; ok && (value.IsUnknown() || isSet(value)) {
			return true
		}
	}
	return false
}

func isSet(value attr.Value) bool {
	if value == nil || value.IsNull() || value.IsUnknown() {
		return false
	}
	switch value := value.(type) {
	case types.String:
		return value.ValueString() != ""
	case types.Set:
		return len(value.Elements()) > 0
	}
	return true
}

// team accepts an organization's slug and a team's slug with one slash between
// them (interface section 2.4).
type team struct{}

func (team) Description(context.Context) string { return "must be <org_slug>/<team_slug>" }

func (team) MarkdownDescription(context.Context) string { return "must be `<org_slug>/<team_slug>`" }

func (team) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	// Null and empty elements are another validator's.
	if !isSet(req.ConfigValue) {
		return
	}
	value := req.ConfigValue.ValueString()
	organization, slug, _ := strings.Cut(value, "/")
	if organization == "" || slug == "" || strings.Contains(slug, "/") {
		// The path of an element of a set has its value.
		resp.Diagnostics.AddAttributeError(req.Path.ParentPath(), "Invalid team",
			fmt.Sprintf("Expected every element of %s to be <org_slug>/<team_slug>, such as \"acme/platform\", got another form. To let a "+
				"whole organization in, use organizations.", req.Path.ParentPath()))
	}
}

// teamProviderOnly refuses what only one identity provider has (interface section
// 4.3, rule 4).
type teamProviderOnly struct{}

func (teamProviderOnly) Description(context.Context) string {
	return "may be set on " + teamProvider + " only"
}

func (v teamProviderOnly) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (teamProviderOnly) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	if !isSet(req.ConfigValue) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Access rule of another identity provider",
		fmt.Sprintf("Expected no %s: only %s has teams and organizations. Remove it and say with email_addresses or email_domains who may "+
			"access the endpoint, or set it on %s.", req.Path, teamProvider, teamProvider))
}

// policy accepts what may be done at destruction. Unlike a validator for any
// list of texts it does not quote the value, which may be sensitive.
type policy struct{}

func (policy) Description(context.Context) string {
	return "must be " + disable + ", " + abandon + " or " + remove
}

func (v policy) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (policy) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue
	if value.IsNull() || value.IsUnknown() || slices.Contains([]string{disable, abandon, remove}, value.ValueString()) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Invalid deletion policy",
		fmt.Sprintf("Expected %s to be %s, %s or %s, in capitals, got another text.", req.Path, disable, abandon, remove))
}
