// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// teamProvider is the only identity provider that supports teams and organizations
// (interface section 4.3, rule 4).
const teamProvider = "idp_1"

// maskedSecret replaces a client secret in responses if Responses.Secrets is SecretMasked.
const maskedSecret = "********"

// IdentityProvider is the identity provider of an OAuth module, including its
// access rules.
type IdentityProvider struct {
	Name                   string // the neutral name, idp_1 to idp_8
	ClientID, ClientSecret string
	Scopes                 []string
	EmailAddresses         []string
	EmailDomains           []string
	Teams, Organizations   []string // only for idp_1
}

// IdentityProviders returns the neutral names of all identity providers.
func IdentityProviders() []string {
	return []string{"idp_1", "idp_2", "idp_3", "idp_4", "idp_5", "idp_6", "idp_7", "idp_8"}
}

// memberName returns the name of the JSON member that represents an identity provider.
func (o *Options) memberName(provider string) string {
	return cmp.Or(o.IdentityProviderNames[provider], provider)
}

// NameIdentityProviders adds the names in a list, such as idp_1=alpha,idp_2=beta,
// to IdentityProviderNames.
func (o *Options) NameIdentityProviders(list string) error {
	names := maps.Clone(o.IdentityProviderNames)
	if names == nil {
		names = map[string]string{}
	}
	for pair := range strings.SplitSeq(list, ",") {
		provider, name, _ := strings.Cut(pair, "=")
		_, twice := names[provider]
		switch {
		case !slices.Contains(IdentityProviders(), provider):
			return fmt.Errorf("%q is none of %s", provider, strings.Join(IdentityProviders(), ", "))
		case name == "":
			return fmt.Errorf("%s has no name", provider)
		case twice:
			return fmt.Errorf("%s has two names", provider)
		}
		names[provider] = name
	}
	users := map[string]string{}
	for _, provider := range IdentityProviders() {
		name := cmp.Or(names[provider], provider)
		if other, taken := users[name]; taken {
			return fmt.Errorf("%s and %s are both %q", other, provider, name)
		}
		users[name] = provider
	}
	o.IdentityProviderNames = names
	return nil
}

// readIdentityProvider reads the member "provider" of an OAuth module. If the
// request contains several identity providers, readIdentityProvider reports the
// mistakes in all of them.
func (c *exchange) readIdentityProvider(module *objectReader) IdentityProvider {
	body := module.object("provider")
	if body == nil {
		return IdentityProvider{}
	}
	given := 0
	var all []string
	var chosen IdentityProvider
	for _, name := range IdentityProviders() {
		member := c.api.options.memberName(name)
		all = append(all, member)
		if !body.given(member) {
			continue
		}
		given++
		if inner := body.object(member); inner != nil {
			chosen = readOneIdentityProvider(name, inner)
		}
	}
	if given != 1 {
		module.refuse("provider", "must have exactly one of its members "+strings.Join(all, ", "))
	}
	return chosen
}

func readOneIdentityProvider(name string, body *objectReader) IdentityProvider {
	p := IdentityProvider{
		Name:           name,
		ClientID:       body.text("client_id"),
		ClientSecret:   body.text("client_secret"),
		Scopes:         body.texts("scopes"),
		EmailAddresses: body.texts("email_addresses"),
		EmailDomains:   body.texts("email_domains"),
	}
	if name == teamProvider {
		p.Teams = readTeams(body)
		p.Organizations = body.texts("organizations")
	}
	// These are rules 2 and 3 of interface section 4.3. An error points to the member to
	// remove, not to the missing member, because the missing member is optional.
	if p.ClientID != "" && p.ClientSecret == "" {
		body.refuse("client_id", "must come with client_secret")
	}
	if len(p.Scopes) > 0 && (p.ClientID == "" || p.ClientSecret == "") {
		body.refuse("scopes", "need both client_id and client_secret beside them")
	}
	return p
}

func readTeams(body *objectReader) []string {
	const name = "teams"
	teams := body.texts(name)
	for i, team := range teams {
		organization, slug, _ := strings.Cut(team, "/")
		// An empty element is skipped, because body.texts has already rejected it.
		if team != "" && (organization == "" || slug == "" || strings.Contains(slug, "/")) {
			body.refuseElement(name, i, "must be an organization's slug and a team's slug with one slash between them")
		}
	}
	return teams
}

// addIdentityProviders adds an object with all eight identity providers.
// Identity providers that are not in use are unset.
func (v *view) addIdentityProviders(name string, inUse IdentityProvider) {
	all := v.view()
	for _, candidate := range IdentityProviders() {
		member := v.api.options.memberName(candidate)
		if candidate == inUse.Name {
			all.add(member, v.inner(inUse))
			continue
		}
		// The value is never an empty object, even with UnsetEmpty. An empty object
		// would look like an identity provider that is in use and has no settings.
		all.addUnset(member, nil)
	}
	v.add(name, all.object())
}

func (p IdentityProvider) show(v *view) {
	v.addText("client_id", p.ClientID)
	v.addSecret("client_secret", p.ClientSecret)
	v.addSet("scopes", p.Scopes)
	v.addSet("email_addresses", p.EmailAddresses)
	v.addSet("email_domains", p.EmailDomains)
	if p.Name == teamProvider {
		v.addSet("teams", p.Teams)
		v.addSet("organizations", p.Organizations)
	}
}

func (v *view) addSecret(name, secret string) {
	if secret == "" {
		v.addUnset(name, "")
		return
	}
	switch v.api.responses.Secrets {
	case SecretMasked:
		v.add(name, maskedSecret)
	case SecretNull:
		v.add(name, nil)
	case SecretAbsent:
	default:
		v.add(name, secret)
	}
}
