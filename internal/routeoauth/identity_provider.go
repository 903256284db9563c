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

// identityProvider is one member of the attribute identity_provider. All eight
// have the same shape, so they are read by name instead of as eight fields of a
// struct.
type identityProvider struct {
	name   string
	object types.Object
}

// providerNamed returns the identity provider of a name, or null if all is null.
func providerNamed(all types.Object, name string) identityProvider {
	object, _ := all.Attributes()[name].(types.Object)
	return identityProvider{name: name, object: object}
}

// chosen returns the identity provider that is known to be set, if there is one.
func chosen(all types.Object) identityProvider {
	for _, name := range api.IdentityProviders() {
		if one := providerNamed(all, name); one.isKnown() {
			return one
		}
	}
	return identityProvider{}
}

// isKnown reports whether p is known to be set, be it to an empty object.
func (p identityProvider) isKnown() bool {
	return attribute.IsSet(p.object)
}

// has reports whether an attribute has content for certain.
func (p identityProvider) has(name string) bool {
	return attribute.HasContent(p.object.Attributes()[name])
}

// mayHaveAny reports whether one of the attributes has content, or may turn out to
// have some.
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

// secret returns the client secret to send with the identity provider of a plan. A
// stored secret is in the plan, a write-only one only in the configuration. With
// ignore_changes the configuration may have another app than the plan. Its secret
// must not be sent with the plan's client id, so a plan whose secret is not
// available is an error.
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

// knownSecrets returns the client secrets in attributes identity_provider. A
// service may quote any of them, sent or not. A secret that is not set is "".
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

// setsOf returns the lists of an identity provider by the names of their
// attributes.
func setsOf(a *api.OAuthIdentityProvider) map[string]*[]string {
	return map[string]*[]string{
		scopes: &a.Scopes, emailAddresses: &a.EmailAddresses, emailDomains: &a.EmailDomains, teams: &a.Teams, organizations: &a.Organizations,
	}
}

// isEmpty reports whether nothing is set. In responses of some services, identity
// providers that are not in use are empty.
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

// providerFromAPI returns the attribute identity_provider after a response. It has every
// identity provider that the response shows in use: a service that merges may have
// others than the configured one. It is null if the response shows none, so that the
// next plan sends the configured one again. Before is the attribute before the request.
func providerFromAPI(ctx context.Context, configured, before types.Object, received api.OAuthProvider) types.Object {
	one := chosen(configured)
	used := inUse(received, one.name)
	switch {
	case configured.IsUnknown(), len(used) == 0 && one.isKnown() && isEmpty(one.toAPI("")):
		return configured // Absent means the same as {}.
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

// inUse returns the names of the identity providers that a response shows in use. An
// empty one is in use if it is the chosen one, or the only one of the response.
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

// fromAPI returns p, with members of the types given, after a response. Secrets stay
// p's. Where p is configured, unset scopes and the unset client id of the managed app
// stay unset: both are the service's choice. The client id of the app before does not.
// An unset access rule is taken from the response, since it lets users in.
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
