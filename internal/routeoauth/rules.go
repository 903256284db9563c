// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// isOff reports whether the module is certainly disabled, so that its route is open.
func (m model) isOff() bool { return attribute.HasValue(m.Enabled) && !m.Enabled.ValueBool() }

// openTo returns the identity provider all of whose users can sign in, because the module is
// enabled and certainly has no access rules, or "".
func (m model) openTo() string {
	idp := chosen(m.IdentityProvider)
	if !m.Enabled.ValueBool() || idp.mayHaveContent(emailAddresses, emailDomains, teams, organizations) {
		return ""
	}
	return idp.name
}

// exactlyOneProvider checks interface section 4.3, rule 1. The message of ExactlyOneOf would
// not say which identity providers are set.
type exactlyOneProvider struct{ attribute.Described }

func (exactlyOneProvider) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if !attribute.HasValue(req.ConfigValue) {
		return
	}
	set := namesOfSet(req.ConfigValue)
	mayBeSet := func(name string) bool { return !providerNamed(req.ConfigValue, name).object.IsNull() }
	switch {
	case len(set) > 1:
		resp.Diagnostics.AddAttributeError(req.Path, "More than one identity provider",
			fmt.Sprintf("%s are set. Keep only the one that users sign in with.", strings.Join(set, " and ")))
	case !slices.ContainsFunc(api.IdentityProviders(), mayBeSet):
		resp.Diagnostics.AddAttributeError(req.Path, "No identity provider",
			"Set exactly one of idp_1 to idp_8. Users sign in with that identity provider. CLIs silently ignore "+
				"attributes with other names. If your service has its own names for identity providers, set "+
				"identity_provider_names in the provider block.")
	}
}

// ownApp checks interface section 4.3, rules 2 and 3. Each error is on the attribute that the
// rule restricts. AlsoRequires and ConflictsWith cannot express that one of two secrets is
// enough, and count "" as a value.
type ownApp struct{ attribute.Described }

func (ownApp) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	idp := identityProvider{object: req.ConfigValue}
	hasID, hasSecret := idp.mayHaveContent(clientID), idp.mayHaveContent(clientSecret, clientSecretWO)
	refuse, warn := resp.Diagnostics.AddAttributeError, resp.Diagnostics.AddAttributeWarning
	check := func(report func(at path.Path, summary, detail string), isWrong bool, name, summary, detail string) {
		if at := req.Path.AtName(name); isWrong {
			report(at, summary, fmt.Sprintf(detail, at))
		}
	}
	check(refuse, idp.hasContent(clientID) && !hasSecret, clientID, "Client id without a secret",
		"%s needs the secret of your app: set client_secret_wo or client_secret. Without client_id, users sign in with the service's own app.")
	check(refuse, idp.hasContent(scopes) && !hasID, scopes, "Scopes without your own app", // Another error names a missing secret.
		"%s needs client_id and a client secret: the service's own app takes no scopes. Set both, or remove scopes.")
	check(refuse, idp.hasContent(clientSecret) && idp.hasContent(clientSecretWO), clientSecretWO, "Both client_secret and client_secret_wo",
		"%s and client_secret cannot both be set. Remove client_secret to keep the secret out of state.")
	for _, form := range []string{clientSecret, clientSecretWO} {
		check(warn, idp.hasContent(form) && !hasID, form, "Client secret without a client id",
			"%s needs client_id: without one, the service uses its own app. Set client_id, or remove the secret.")
	}
	check(warn, idp.hasContent(clientSecretWOVersion) && !idp.mayHaveContent(clientSecretWO), clientSecretWOVersion, "Version without a write-only secret",
		"%s has no effect without client_secret_wo. Set client_secret_wo, or remove the version.")
	check(warn, idp.hasContent(clientSecretWO) && !idp.mayHaveContent(clientSecretWOVersion), clientSecretWO, "Client secret changes will not be detected",
		"A plan does not see a change of %s. Set client_secret_wo_version, and change it whenever the secret changes.")
}

var isTeam = regexp.MustCompile(`^([^/]+/[^/]+)?$`) // Another rule rejects empty elements.

// team accepts the form <org_slug>/<team_slug> (interface section 2.4).
func team() attribute.TextRule {
	const rule = "must be <org_slug>/<team_slug>, such as acme/platform. To allow a whole organization, set the attribute organizations"
	return attribute.TextRule{Summary: "Invalid team", Described: rule, Accepts: isTeam.MatchString}
}

func teamProviderOnly() attribute.TextRule {
	const rule = "must be removed: only " + teamProvider + " has teams and organizations. Use email_addresses or email_domains"
	return attribute.TextRule{Summary: "Access rule of another identity provider", Described: rule, Accepts: func(string) bool { return false }}
}

// trimmed rejects white space, as after a split at commas. Such a rule may match nobody.
func trimmed() attribute.TextRule {
	isTrimmed := func(text string) bool { return strings.TrimSpace(text) == text }
	return attribute.TextRule{Summary: "White space around an access rule", Described: "must not begin or end with white space. Use trimspace()", Accepts: isTrimmed}
}

// emailRule warns about an access rule that may match nobody or everybody. Another rule rejects
// empty elements.
func emailRule(form attribute.Described, isAddress bool) attribute.TextRule {
	isUsual := func(text string) bool {
		return text == "" || !strings.Contains(text, "*") && strings.Contains(text, "@") == isAddress
	}
	return attribute.TextRule{Summary: "Access rule that may match nobody, or everybody", Accepts: isUsual, Warns: true,
		Described: "should be " + form + ". Do not use *: services may reject patterns"}
}
