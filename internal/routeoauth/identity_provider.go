// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

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

// setsOf returns the sets of an identity provider by the names of their
// attributes.
func setsOf(a *api.OAuthIdentityProvider) map[string]*[]string {
	return map[string]*[]string{
		scopes: &a.Scopes, emailAddresses: &a.EmailAddresses, emailDomains: &a.EmailDomains, teams: &a.Teams, organizations: &a.Organizations,
	}
}

// isEmpty reports whether nothing is set, which is how some services answer an
// identity provider that is not in use.
func isEmpty(a *api.OAuthIdentityProvider) bool {
	return a == nil || a.ClientID == "" &&
		len(a.Scopes)+len(a.EmailAddresses)+len(a.EmailDomains)+len(a.Teams)+len(a.Organizations) == 0
}

// toAPI returns the identity provider to send to the API.
func (p identityProvider) toAPI(secret string) *api.OAuthIdentityProvider {
	asked := &api.OAuthIdentityProvider{ClientID: p.text(clientID), ClientSecret: api.ClientSecret(secret)}
	for name, texts := range setsOf(asked) {
		set, _ := p.object.Attributes()[name].(types.Set)
		*texts = attribute.Strings(set)
	}
	return asked
}

// providerFromAPI returns the attribute identity_provider for a module that the
// API answered. It includes every identity provider that the answer shows in
// use: a service that merges may answer with others than the configured one. The
// attribute is null if the answer shows none, so that the next plan asks for the
// configured one again. Before is the attribute before the request.
func providerFromAPI(ctx context.Context, configured, before types.Object, answered api.OAuthProvider) types.Object {
	one := chosen(configured)
	if !one.isKnown() {
		return configured
	}
	attributes, anyInUse := configured.Attributes(), false
	attributes[one.name] = types.ObjectNull(one.object.AttributeTypes(ctx))
	for _, name := range api.IdentityProviders() {
		if a := answered[name]; !isEmpty(a) || a != nil && name == one.name {
			attributes[name] = providerNamed(configured, name).fromAPI(ctx, a, providerNamed(before, name))
			anyInUse = true
		}
	}
	switch {
	case anyInUse:
		return types.ObjectValueMust(configured.AttributeTypes(ctx), attributes)
	case isEmpty(one.toAPI("")):
		// Absent means the same as {}.
		return configured
	}
	return types.ObjectNull(configured.AttributeTypes(ctx))
}

// fromAPI returns p as the API answered it. Secrets stay p's. Unset scopes stay
// unset, and so does the unset client id of the managed app: both
// are the service's choice. An unset access rule is taken from the answer, since
// it lets users in. So is the client id of the app before.
func (p identityProvider) fromAPI(ctx context.Context, a *api.OAuthIdentityProvider, before identityProvider) types.Object {
	attributes := p.object.Attributes()
	if p.object.IsNull() {
		attributes = wholeAttributesFromAPI(ctx, p.object.AttributeTypes(ctx), &api.OAuthIdentityProvider{})
	}
	if p.has(clientID) || a.ClientID != "" && a.ClientID == before.text(clientID) {
		attributes[clientID] = attribute.String(types.StringNull(), &a.ClientID)
	}
	for name, answered := range setsOf(a) {
		if name == scopes && !p.has(scopes) {
			continue
		}
		spelling := exactly
		if name == emailAddresses || name == emailDomains {
			// Upper and lower case mean the same in a domain. Mail services treat a
			// whole address so, too.
			spelling = strings.ToLower
		}
		configured, _ := attributes[name].(types.Set)
		attributes[name] = setFromAPI(ctx, configured, *answered, spelling)
	}
	return types.ObjectValueMust(p.object.AttributeTypes(ctx), attributes)
}

// wholeProviderFromAPI returns the attribute identity_provider, of the types
// given, with everything that the API answered. It is null if the answer does
// not say which identity provider is in use.
func wholeProviderFromAPI(ctx context.Context, attributeTypes map[string]attr.Type, answered api.OAuthProvider) types.Object {
	inUse := slices.DeleteFunc(api.IdentityProviders(), func(name string) bool { return isEmpty(answered[name]) })
	if len(inUse) == 0 {
		// A single empty one is in use. A service may also answer all of them
		// empty.
		inUse = slices.DeleteFunc(api.IdentityProviders(), func(name string) bool { return answered[name] == nil })
		if len(inUse) != 1 {
			return types.ObjectNull(attributeTypes)
		}
	}
	attributes := map[string]attr.Value{}
	for name, one := range attributeTypes {
		oneTypes := one.(types.ObjectType).AttrTypes //nolint:forcetypeassert // the schema's own
		attributes[name] = types.ObjectNull(oneTypes)
		if slices.Contains(inUse, name) {
			attributes[name] = types.ObjectValueMust(oneTypes, wholeAttributesFromAPI(ctx, oneTypes, answered[name]))
		}
	}
	return types.ObjectValueMust(attributeTypes, attributes)
}

// wholeAttributesFromAPI returns the attributes of one identity provider with
// everything that the API answered. An answer never has a secret.
func wholeAttributesFromAPI(ctx context.Context, attributeTypes map[string]attr.Type, a *api.OAuthIdentityProvider) map[string]attr.Value {
	attributes := map[string]attr.Value{}
	sets := setsOf(a)
	for name := range attributeTypes {
		attributes[name] = types.StringNull()
		if answered, ok := sets[name]; ok {
			attributes[name] = setFromAPI(ctx, types.SetNull(types.StringType), *answered, exactly)
		}
	}
	attributes[clientID] = attribute.String(types.StringNull(), &a.ClientID)
	return attributes
}

func exactly(text string) string { return text }

// setFromAPI returns a set as it was answered, or the configured one if both
// have the same elements. Spelling maps texts with the same meaning to one text.
func setFromAPI(ctx context.Context, configured types.Set, answered []string, spelling func(string) string) types.Set {
	wanted, got := map[string]string{}, map[string]string{}
	for _, text := range attribute.Strings(configured) {
		wanted[spelling(text)] = text
	}
	for _, text := range answered {
		got[spelling(text)] = cmp.Or(wanted[spelling(text)], text)
	}
	if maps.Equal(wanted, got) {
		return configured
	}
	set, _ := attribute.Set(ctx, types.SetNull(types.StringType), slices.Sorted(maps.Values(got))) // of texts, which always fit
	return set
}
