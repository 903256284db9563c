package routeoauth

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
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

// secret returns the client secret in whichever form p has it. Only the
// configuration has a write-only one.
func (p identityProvider) secret() string {
	if secret := p.text(clientSecretWO); secret != "" {
		return secret
	}
	return p.text(clientSecret)
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

// answered returns p as the API answered it. What p leaves unset stays unset,
// and secrets stay p's.
func (p identityProvider) answered(ctx context.Context, a *api.OAuthIdentityProvider) types.Object {
	attributes := p.object.Attributes()
	if id, has := attributes[clientID].(types.String); has {
		attributes[clientID] = answeredText(id, a.ClientID)
	}
	for name, answered := range map[string][]string{
		scopes:         a.Scopes,
		emailAddresses: a.EmailAddresses,
		emailDomains:   a.EmailDomains,
		teams:          a.Teams,
		organizations:  a.Organizations,
	} {
		if _, has := attributes[name]; has {
			attributes[name] = answeredSet(p.set(name), answered)
		}
	}
	return types.ObjectValueMust(p.object.AttributeTypes(ctx), attributes)
}

// answeredProvider returns the attribute identity_provider for a module that the
// API answered. It is null where the answer lacks the identity provider that was
// asked for, so that the next plan asks for it again.
func answeredProvider(ctx context.Context, configured types.Object, answered api.OAuthProvider) types.Object {
	one, ok := chosen(configured)
	if !ok || answered[one.name] == nil {
		return types.ObjectNull(configured.AttributeTypes(ctx))
	}
	attributes := configured.Attributes()
	attributes[one.name] = one.answered(ctx, answered[one.name])
	return types.ObjectValueMust(configured.AttributeTypes(ctx), attributes)
}

func answeredSet(configured types.Set, answered []string) types.Set {
	if len(configured.Elements()) == 0 {
		return configured
	}
	if len(answered) == 0 {
		return types.SetNull(types.StringType)
	}
	elements := make([]attr.Value, 0, len(answered))
	for _, element := range slices.Compact(slices.Sorted(slices.Values(answered))) {
		elements = append(elements, types.StringValue(element))
	}
	return types.SetValueMust(types.StringType, elements)
}
