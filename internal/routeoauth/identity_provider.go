// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Attribute names of an identity provider.
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

// identityProvider is one member of the attribute identity_provider. All
// eight members have the same attributes. A lookup by name is therefore
// simpler than a struct with eight fields.
type identityProvider struct {
	name   string
	object types.Object
}

// providerNamed returns the identity provider with the given name. If the parameter
// named all is null, the object of the result is null.
func providerNamed(all types.Object, name string) identityProvider {
	object, _ := all.Attributes()[name].(types.Object)
	return identityProvider{name: name, object: object}
}

// chosen returns the first identity provider that is known to be set. If no identity
// provider is known to be set, the result is empty.
func chosen(all types.Object) identityProvider {
	for _, name := range api.IdentityProviders() {
		if one := providerNamed(all, name); one.isKnown() {
			return one
		}
	}
	return identityProvider{}
}

// isKnown reports whether p is known to be set. An empty object counts as set.
func (p identityProvider) isKnown() bool {
	return attribute.IsSet(p.object)
}

// has reports whether the attribute with the given name is known to have content.
func (p identityProvider) has(name string) bool {
	return attribute.HasContent(p.object.Attributes()[name])
}

// mayHaveAny reports whether at least one of the named attributes has
// content or is unknown.
func (p identityProvider) mayHaveAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		value, ok := p.object.Attributes()[name]
		return ok && (value.IsUnknown() || attribute.HasContent(value))
	})
}

func (p identityProvider) text(name string) string {
	text, _ := p.object.Attributes()[name].(types.String)
	return text.ValueString()
}

// secret returns the client secret to send with a planned identity provider. The plan
// contains client_secret, but a write-only secret is only in the configuration. With
// ignore_changes, the configuration may contain another app than the plan. The secret
// of the configured app must not be sent with the client id of the planned app. If the
// secret of the planned app is not available, secret adds an error to diags.
func (p identityProvider) secret(configured identityProvider, diags *diag.Diagnostics) string {
	if !p.isKnown() {
		diags.Append(noProviderError(path.Root(identityProviderAttribute)))
		return ""
	}
	secret := p.text(clientSecret)
	if secret == "" && configured.name == p.name && configured.text(clientID) == p.text(clientID) {
		secret = configured.text(clientSecretWO)
	}
	if secret == "" && p.has(clientID) {
		diags.Append(secretUnknownError(path.Root(identityProviderAttribute).AtName(p.name)))
	}
	return secret
}

// knownSecrets returns all client secrets in values of the attribute identity_provider,
// even secrets that are not sent. The API client removes these texts from errors, because
// the service may quote them. For a secret that is not set, the result contains "".
func knownSecrets(all ...types.Object) []string {
	var secrets []string
	for _, object := range all {
		for _, name := range api.IdentityProviders() {
			one := providerNamed(object, name)
			secrets = append(secrets, one.text(clientSecret), one.text(clientSecretWO))
		}
	}
	return secrets
}

// setsOf returns pointers to the lists of an identity provider, by attribute name.
func setsOf(a *api.OAuthIdentityProvider) map[string]*[]string {
	return map[string]*[]string{
		scopes: &a.Scopes, emailAddresses: &a.EmailAddresses, emailDomains: &a.EmailDomains, teams: &a.Teams, organizations: &a.Organizations,
	}
}

// isEmpty reports whether an identity provider has no settings. Some services respond
// with an empty object for an identity provider that the module does not use.
func isEmpty(p *api.OAuthIdentityProvider) bool {
	return p.ClientID == "" && len(p.Scopes)+len(p.EmailAddresses)+len(p.EmailDomains)+len(p.Teams)+len(p.Organizations) == 0
}

// toAPI returns the identity provider to send to the API.
func (p identityProvider) toAPI(secret string) *api.OAuthIdentityProvider {
	request := &api.OAuthIdentityProvider{ClientID: p.text(clientID), ClientSecret: api.ClientSecret(secret)}
	for name, texts := range setsOf(request) {
		set, _ := p.object.Attributes()[name].(types.Set)
		*texts = attribute.Strings(set)
	}
	return request
}

// providerFromAPI returns the attribute identity_provider after a response. The
// parameter named before is the attribute before the request. The result contains all
// identity providers that are in use in the response. There may be two, if the service
// merges the request with the previous module. If no identity provider is in use, the
// service did not apply the configured identity provider, even an empty one, because a
// module without an identity provider does not exist: see [api.OAuthProvider]. The result
// is then null, so that the next apply sends the configured identity provider again.
func providerFromAPI(ctx context.Context, configured, before types.Object, received api.OAuthProvider) types.Object {
	used := inUse(received, chosen(configured).name)
	switch {
	case configured.IsUnknown():
		return configured
	case len(used) == 0:
		return types.ObjectNull(configured.AttributeTypes(ctx))
	}
	attributes := map[string]attr.Value{}
	for name, of := range configured.AttributeTypes(ctx) {
		members := of.(types.ObjectType).AttrTypes //nolint:forcetypeassert // the schema's own
		attributes[name] = types.ObjectNull(members)
		if slices.Contains(used, name) {
			attributes[name] = providerNamed(configured, name).fromAPI(members, received[name], providerNamed(before, name))
		}
	}
	return types.ObjectValueMust(configured.AttributeTypes(ctx), attributes)
}

// inUse returns the names of the identity providers that are in use in a response. An
// empty identity provider is in use in two cases: if it is the chosen identity provider,
// or if the response contains no other identity provider.
func inUse(received api.OAuthProvider, chosen string) []string {
	var used, empty []string
	for _, name := range api.IdentityProviders() {
		switch one := received[name]; {
		case one == nil:
		case name == chosen || !isEmpty(one):
			used = append(used, name)
		default:
			empty = append(empty, name)
		}
	}
	if len(used) == 0 && len(empty) == 1 {
		return empty
	}
	return used
}

// fromAPI returns p after a response. The parameter named of contains the types of the
// attributes. Client secrets keep their values from p.
//
// If p is configured without scopes, the scopes stay unset, because the service chooses
// them. If p is configured without a client id, the client id stays unset too, because
// the service uses its own OAuth app (the managed app). The exception is a response
// with the client id from before the request: the result has that client id, because
// the service still uses the previous app. Access rules that are unset in p come from
// the response, because they let users in.
func (p identityProvider) fromAPI(of map[string]attr.Type, received *api.OAuthIdentityProvider, before identityProvider) types.Object {
	attributes, sets := p.object.Attributes(), setsOf(received)
	isConfigured, hasApp := p.isKnown(), received.ClientID != ""
	for name := range of {
		texts, isSet := sets[name]
		switch {
		case name == clientID && (!isConfigured || p.has(clientID) || hasApp && received.ClientID == before.text(clientID)):
			attributes[name] = attribute.String(types.StringNull(), &received.ClientID)
		case name == scopes && isConfigured && !p.has(scopes):
		case name == scopes && !isConfigured && !hasApp:
			// The managed app takes no scopes (interface section 4.3, rule 3).
			attributes[name] = types.SetNull(types.StringType)
		case isSet:
			configured, _ := attributes[name].(types.Set)
			attributes[name] = attribute.Set(configured, *texts)
		case !isConfigured:
			attributes[name] = types.StringNull()
		}
	}
	return types.ObjectValueMust(of, attributes)
}
