// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// openTo returns the name of the identity provider if all of its users can sign in: the
// module is enabled and certainly has no access rules. Otherwise openTo returns "".
func (m model) openTo() string {
	one := chosen(m.IdentityProvider)
	if !m.Enabled.ValueBool() || one.mayHaveAny(emailAddresses, emailDomains, teams, organizations) {
		return ""
	}
	return one.name
}

// oneProvider accepts exactly one identity provider (interface section 4.3,
// rule 1).
type oneProvider struct{ attribute.Described }

func (oneProvider) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if !attribute.HasContent(req.ConfigValue) {
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
		resp.Diagnostics.Append(noProviderError(req.Path))
	}
}

// credentials checks the client id, the secret and the scopes of one identity provider
// against each other (interface section 4.3, rules 2 and 3). Like the service, it
// reports the error on the attribute that is not allowed.
type credentials struct{ attribute.Described }

func (credentials) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if !attribute.HasContent(req.ConfigValue) {
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
				"the service's managed app.")
	}
	if one.has(scopes) && (!hasSecret || !one.mayHaveAny(clientID)) {
		refuse(scopes, "Scopes without your own app",
			"Expected client_id and a client secret next to %s, got only one of them or neither. The managed app takes "+
				"no scopes: set both, or remove scopes.")
	}
	if one.has(clientSecret) && one.has(clientSecretWO) {
		refuse(clientSecretWO, "Client secret in both forms",
			"Expected the secret once, got it in client_secret and in %s. Remove client_secret to keep it out of state.")
	}
	if !one.object.Attributes()[clientSecretWO].IsNull() && !req.ClientCapabilities.WriteOnlyAttributesAllowed {
		refuse(clientSecretWO, "This CLI has no write-only arguments",
			"Expected no %s, because write-only arguments need Terraform 1.11 or OpenTofu 1.11. With this CLI, set client_secret "+
				"instead: it is stored in state and in saved plans as plain text.")
	}
	one.warnOfIdleArguments(req.Path, &resp.Diagnostics)
}

// warnOfIdleArguments warns about arguments that have little or no effect because
// another argument is missing.
func (p identityProvider) warnOfIdleArguments(one path.Path, diags *diag.Diagnostics) {
	warn := func(name, summary, detail string) {
		at := one.AtName(name)
		diags.AddAttributeWarning(at, summary, fmt.Sprintf(detail, at))
	}
	for _, form := range []string{clientSecret, clientSecretWO} {
		if p.has(form) && !p.mayHaveAny(clientID) {
			warn(form, "Client secret without a client id",
				"%s is sent to the service, but without client_id it belongs to no app, and the service's managed app "+
					"is used. Set client_id, or remove the secret.")
		}
	}
	if p.has(clientSecretWOVersion) && !p.mayHaveAny(clientSecretWO) {
		warn(clientSecretWOVersion, "Version without a write-only secret",
			"A new %s makes an apply send client_secret_wo again, but client_secret_wo is not set. Set it, or remove the version.")
	}
	if p.has(clientSecretWO) && !p.mayHaveAny(clientSecretWOVersion) {
		warn(clientSecretWO, "Client secret changes will not be detected",
			"A plan cannot see that %s changes. Set client_secret_wo_version next to it, and change the version whenever the "+
				"secret changes.")
	}
}

// team accepts the form <org_slug>/<team_slug> (interface section 2.4).
type team struct{ attribute.Described }

func (team) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	// Another validator rejects null and empty elements.
	if slugs := strings.Split(req.ConfigValue.ValueString(), "/"); attribute.HasContent(req.ConfigValue) && (len(slugs) != 2 || slices.Contains(slugs, "")) {
		// The path of a set's element contains its value, which may be sensitive.
		resp.Diagnostics.AddAttributeError(req.Path.ParentPath(), "Invalid team",
			fmt.Sprintf("Expected every element of %s to be <org_slug>/<team_slug>, such as \"acme/platform\", got another form. To let a "+
				"whole organization in, use organizations.", req.Path.ParentPath()))
	}
}

// email warns about an access rule that matches nobody or everybody.
type email struct {
	attribute.Described

	address bool // true for an email address, false for a domain
}

func (e email) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	text, at := req.ConfigValue.ValueString(), req.Path.ParentPath() // the element's path contains its value
	if !attribute.HasContent(req.ConfigValue) || !strings.Contains(text, "*") && strings.Contains(text, "@") == e.address {
		return
	}
	expected := "a domain without @, such as example.com"
	if e.address {
		expected = "an address with an @, such as a@example.com"
	}
	resp.Diagnostics.AddAttributeWarning(at, "Access rule that may match nobody, or everybody",
		fmt.Sprintf("Expected every element of %s to be %s, and without *, got another form. No service is known to take patterns.", at, expected))
}

// teamProviderOnly rejects teams and organizations on identity providers that do not
// support them (interface section 4.3, rule 4).
type teamProviderOnly struct{ attribute.Described }

func (teamProviderOnly) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	if attribute.HasContent(req.ConfigValue) {
		resp.Diagnostics.AddAttributeError(req.Path, "Access rule of another identity provider",
			fmt.Sprintf("Expected no %s: only %s has teams and organizations. Remove it and say with email_addresses or email_domains who may "+
				"access the endpoint, or set it on %s.", req.Path, teamProvider, teamProvider))
	}
}
