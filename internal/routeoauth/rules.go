// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// ValidateConfig warns of a module that lets everybody in.
func (r *routeOAuthResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	// Unset, enabled becomes true.
	if resp.Diagnostics.HasError() || config.Enabled.IsUnknown() || config.Enabled.Equal(types.BoolValue(false)) {
		return
	}
	one := chosen(config.IdentityProvider)
	if !one.isKnown() || one.mayHaveAny(emailAddresses, emailDomains, teams, organizations) {
		return
	}
	alternatives := "email_addresses or email_domains"
	if one.name == teamProvider {
		alternatives = "email_addresses, email_domains, teams or organizations"
	}
	resp.Diagnostics.AddAttributeWarning(path.Root(identityProviderAttribute).AtName(one.name),
		fmt.Sprintf("Everybody whom %s knows gets in", one.name),
		fmt.Sprintf("The OAuth module is enabled and has no access rule: everybody who can sign in with %s reaches the endpoint. Set %s "+
			"to say who may. If you meant to have set one, check its spelling: arguments that %s does not have are dropped from "+
			"it without an error.", one.name, alternatives, one.name))
}

// described is a validator's description of the values that it accepts.
type described string

func (d described) Description(context.Context) string         { return string(d) }
func (d described) MarkdownDescription(context.Context) string { return string(d) }

// oneProvider accepts exactly one identity provider (interface section 4.3,
// rule 1).
type oneProvider struct{ described }

func (oneProvider) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if !isSet(req.ConfigValue) {
		return
	}
	var got []string
	anyUnknown := false
	for _, name := range api.IdentityProviders() {
		one := providerNamed(req.ConfigValue, name)
		anyUnknown = anyUnknown || one.object.IsUnknown()
		if one.isKnown() {
			got = append(got, name)
		}
	}
	switch {
	case len(got) > 1:
		resp.Diagnostics.AddAttributeError(req.Path, "More than one identity provider",
			fmt.Sprintf("Expected exactly one of idp_1 to idp_8, got %s. Remove all but the one that users sign in with.", strings.Join(got, " and ")))
	case len(got) == 0 && !anyUnknown:
		resp.Diagnostics.AddAttributeError(req.Path, "No identity provider",
			"Expected exactly one of idp_1 to idp_8, got none. Set the one that users sign in with; arguments of any other name are "+
				"dropped without an error.")
	}
}

// credentials checks the client id, the secret and the scopes of one identity
// provider against each other (interface section 4.3, rules 2 and 3). Like the
// service it complains about the attribute that may not be there.
type credentials struct{ described }

func (credentials) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if !isSet(req.ConfigValue) {
		return
	}
	one := identityProvider{object: req.ConfigValue}
	refuse := func(name, summary, detail string) {
		at := req.Path.AtName(name)
		resp.Diagnostics.AddAttributeError(at, summary, fmt.Sprintf(detail, at))
	}
	hasSecret := one.mayHaveAny(clientSecret, clientSecretWO)
	if one.has(clientID) && !hasSecret {
		refuse(clientID, "Client id without a secret",
			"Expected a client secret next to %s, got none. Set client_secret_wo or client_secret, or remove client_id to use "+
				"the app that the service manages.")
	}
	if one.has(scopes) && (!hasSecret || !one.mayHaveAny(clientID)) {
		refuse(scopes, "Scopes without an app of your own",
			"Expected client_id and a client secret next to %s, got only one of them or neither. The app that the service "+
				"manages takes no scopes: set both, or remove scopes.")
	}
	if one.has(clientSecret) && one.has(clientSecretWO) {
		refuse(clientSecretWO, "Client secret in both forms",
			"Expected the secret once, got it in client_secret and in %s. Remove client_secret to keep it out of state.")
	}
	if value := one.object.Attributes()[clientSecretWO]; value != nil && !value.IsNull() && !req.ClientCapabilities.WriteOnlyAttributesAllowed {
		refuse(clientSecretWO, "This CLI has no write-only arguments",
			"Expected no %s, because write-only arguments need Terraform 1.11 or OpenTofu 1.11. With this CLI, set client_secret "+
				"instead: it is stored in state and in saved plans as plain text.")
	}
	one.warnOfIdleArguments(req.Path, &resp.Diagnostics)
}

// warnOfIdleArguments warns of arguments that do little or nothing without
// another one.
func (p identityProvider) warnOfIdleArguments(one path.Path, diags *diag.Diagnostics) {
	warn := func(name, summary, detail string) {
		at := one.AtName(name)
		diags.AddAttributeWarning(at, summary, fmt.Sprintf(detail, at))
	}
	for _, form := range []string{clientSecret, clientSecretWO} {
		if p.has(form) && !p.mayHaveAny(clientID) {
			warn(form, "Client secret without a client id",
				"%s is sent to the service, but without client_id it belongs to no app, and the app that the service manages "+
					"is used. Set client_id, or remove the secret.")
		}
	}
	if p.has(clientSecretWOVersion) && !p.mayHaveAny(clientSecretWO) {
		warn(clientSecretWOVersion, "Version without a write-only secret",
			"A new %s makes an apply send client_secret_wo again, but client_secret_wo is not set. Set it, or remove the version.")
	}
	if p.has(clientSecretWO) && !p.mayHaveAny(clientSecretWOVersion) {
		warn(clientSecretWO, "Rotation of the client secret will not be seen",
			"A plan cannot see that %s changes. Set client_secret_wo_version next to it, and change the version whenever the "+
				"secret changes.")
	}
}

// isSet reports whether a value is set for certain. An empty text or set is not.
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
type team struct{ described }

func (team) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	// Another validator refuses null and empty elements.
	if !isSet(req.ConfigValue) {
		return
	}
	organization, slug, _ := strings.Cut(req.ConfigValue.ValueString(), "/")
	if organization == "" || slug == "" || strings.Contains(slug, "/") {
		// The path of an element of a set has its value.
		resp.Diagnostics.AddAttributeError(req.Path.ParentPath(), "Invalid team",
			fmt.Sprintf("Expected every element of %s to be <org_slug>/<team_slug>, such as \"acme/platform\", got another form. To let a "+
				"whole organization in, use organizations.", req.Path.ParentPath()))
	}
}

// teamProviderOnly refuses teams and organizations on the identity providers
// that do not know them (interface section 4.3, rule 4).
type teamProviderOnly struct{ described }

func (teamProviderOnly) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	if !isSet(req.ConfigValue) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Access rule of another identity provider",
		fmt.Sprintf("Expected no %s: only %s has teams and organizations. Remove it and say with email_addresses or email_domains who may "+
			"access the endpoint, or set it on %s.", req.Path, teamProvider, teamProvider))
}

// policy accepts the values of deletion_policy. Unlike a general validator it
// does not quote the value, which may be sensitive.
type policy struct{ described }

func (policy) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	value := req.ConfigValue
	if value.IsNull() || value.IsUnknown() || slices.Contains([]string{policyDisable, policyAbandon, policyDelete}, value.ValueString()) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Invalid deletion policy",
		fmt.Sprintf("Expected %s to be %s, %s or %s, in capitals, got another text.", req.Path, policyDisable, policyAbandon, policyDelete))
}

// uint32Seconds accepts a number of seconds that the API accepts: an unsigned
// 32-bit integer (interface section 8). The attributes are numbers of any kind,
// because in an integer attribute the framework reports a fraction as a bug in
// the provider, before any validator runs.
type uint32Seconds struct{ described }

func (uint32Seconds) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	number := req.ConfigValue.ValueBigFloat()
	switch {
	case secondsToAPI(req.ConfigValue) != nil:
	case number.IsInt() || number.IsInf():
		resp.Diagnostics.AddAttributeError(req.Path, "Number of seconds out of range",
			fmt.Sprintf("Expected a whole number of seconds from 0 to 4294967295, got %s. The API has no more than 32 bits for it.",
				shortNumber(number)))
	default:
		resp.Diagnostics.AddAttributeError(req.Path, "Not a whole number of seconds",
			fmt.Sprintf("Expected a whole number of seconds, got %s; floor() rounds down.", shortNumber(number)))
	}
}

// shortNumber writes a number for a message, with only the decimals that show
// the mistake.
func shortNumber(number *big.Float) string {
	if text := number.Text('f', 2); !number.IsInt() && len(text) <= len("4294967295.00") {
		if text = strings.TrimRight(text, "0"); !strings.HasSuffix(text, ".") {
			return text
		}
	}
	return number.Text('g', 12)
}
