// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Names of an identity provider's attributes.
const (
	clientID              = "client_id"
	clientSecret          = "client_secret"
	clientSecretWO        = "client_secret_wo"
	clientSecretWOVersion = "client_secret_wo_version"
	scopes                = "scopes"
	emailAddresses        = "email_addresses"
	emailDomains          = "email_domains"
	teams                 = "teams"
	organizations         = "organizations"
)

// teamProvider is the only identity provider with teams and organizations
// (interface section 4.3, rule 4).
const teamProvider = "idp_1"

// identityProviderNames are the members of the attribute identity_provider.
func identityProviderNames() []string {
	return []string{teamProvider, "idp_2", "idp_3", "idp_4", "idp_5", "idp_6", "idp_7", "idp_8"}
}

// identityProvider is the one that a module uses. Eight of the same shape are
// read as objects, by name, instead of as eight fields of a struct.
type identityProvider struct {
	name   string
	object types.Object
}

// chosen returns the identity provider that is set, and whether one is. Unknown
// ones are not.
func chosen(all types.Object) (identityProvider, bool) {
	attributes := all.Attributes()
	for _, name := range identityProviderNames() {
		if object, ok := attributes[name].(types.Object); ok && !object.IsNull() && !object.IsUnknown() {
			return identityProvider{name: name, object: object}, true
		}
	}
	return identityProvider{}, false
}

// request is what the API is asked for.
func (p identityProvider) request(secret string) *api.OAuthIdentityProvider {
	return &api.OAuthIdentityProvider{
		ClientID:       p.text(clientID),
		ClientSecret:   api.ClientSecret(secret),
		Scopes:         p.texts(scopes),
		EmailAddresses: p.texts(emailAddresses),
		EmailDomains:   p.texts(emailDomains),
		Teams:          p.texts(teams),
		Organizations:  p.texts(organizations),
	}
}

func (p identityProvider) text(name string) string {
	text, _ := p.object.Attributes()[name].(types.String)
	return text.ValueString()
}

func (p identityProvider) set(name string) types.Set {
	set, _ := p.object.Attributes()[name].(types.Set)
	return set
}

func (p identityProvider) texts(name string) []string {
	return attribute.Strings(p.set(name))
}
