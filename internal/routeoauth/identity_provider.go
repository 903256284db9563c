// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

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

// teamProvider alone has teams and organizations (interface section 4.3, rule 4).
const teamProvider = "idp_1"

// identityProvider is one member of the attribute identity_provider. All eight members have the
// same attributes, so a lookup by name is simpler than a struct with eight fields.
type identityProvider struct {
	name   string
	object types.Object
}

// providerNamed returns a null object if the attribute identity_provider is null.
func providerNamed(all types.Object, name string) identityProvider {
	object, _ := all.Attributes()[name].(types.Object)
	return identityProvider{name: name, object: object}
}

// chosen returns the first identity provider that is known to be set, or an empty result.
func chosen(all types.Object) identityProvider {
	for _, name := range api.IdentityProviders() {
		if idp := providerNamed(all, name); idp.hasValue() {
			return idp
		}
	}
	return identityProvider{}
}

// hasValue reports whether p is known to be set. An empty object counts as set.
func (p identityProvider) hasValue() bool { return attribute.HasValue(p.object) }

func (p identityProvider) hasContent(name string) bool {
	return attribute.HasContent(p.object.Attributes()[name])
}

// mayHaveContent counts an unknown attribute. The identity provider itself must be known.
func (p identityProvider) mayHaveContent(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		value, ok := p.object.Attributes()[name]
		return ok && (value.IsUnknown() || attribute.HasContent(value))
	})
}

func (p identityProvider) text(name string) string {
	text, _ := p.object.Attributes()[name].(types.String)
	return text.ValueString()
}

// secret returns the client secret to send with a planned identity provider, or why it cannot
// be sent. A write-only secret is only in the configuration. With ignore_changes, the
// configured app may differ from the planned app. The secret of the configured app must not be
// sent with the client id of the planned app.
func (p identityProvider) secret(configured identityProvider) (secret string, refusal diag.Diagnostic) {
	var writeOnly string
	if configured.name == p.name && configured.text(clientID) == p.text(clientID) {
		writeOnly = configured.text(clientSecretWO)
	}
	return cmp.Or(p.text(clientSecret), writeOnly), p.refusal(writeOnly)
}

// knownSecrets returns all client secrets, even secrets that are not sent, and "" for each
// missing secret. The API client removes them from errors, because the service may quote them.
func knownSecrets(all ...types.Object) []string {
	var secrets []string
	for _, object := range all {
		for _, name := range api.IdentityProviders() {
			idp := providerNamed(object, name)
			secrets = append(secrets, idp.text(clientSecret), idp.text(clientSecretWO))
		}
	}
	return secrets
}

func setsOf(a *api.OAuthIdentityProvider) map[string]*[]string {
	return map[string]*[]string{
		scopes: &a.Scopes, emailAddresses: &a.EmailAddresses, emailDomains: &a.EmailDomains, teams: &a.Teams, organizations: &a.Organizations,
	}
}

func (p identityProvider) toAPI(secret string) *api.OAuthIdentityProviderSettings {
	request := &api.OAuthIdentityProviderSettings{ClientSecret: secret}
	request.ClientID = p.text(clientID)
	for name, texts := range setsOf(&request.OAuthIdentityProvider) {
		set, _ := p.object.Attributes()[name].(types.Set)
		*texts = attribute.Strings(set)
	}
	return request
}

// providerFromAPI returns the attribute identity_provider after a response. The result contains
// all identity providers in use: two, if the service merges a PUT with the previous module. If
// no identity provider is in use, the result is null, even if prior has an empty object.
func providerFromAPI(ctx context.Context, prior types.Object, response api.OAuthProvider) types.Object {
	used := withoutPlaceholders(response, chosen(prior).name)
	if len(used) == 0 {
		return types.ObjectNull(prior.AttributeTypes(ctx))
	}
	attributes := map[string]attr.Value{}
	for name, providerType := range prior.AttributeTypes(ctx) {
		memberTypes := providerType.(types.ObjectType).AttrTypes //nolint:forcetypeassert // the type comes from the schema
		attributes[name] = types.ObjectNull(memberTypes)
		if idp := used[name]; idp != nil {
			attributes[name] = oneProviderFromAPI(memberTypes, providerNamed(prior, name), *idp)
		}
	}
	return types.ObjectValueMust(prior.AttributeTypes(ctx), attributes)
}

// withoutPlaceholders returns the identity providers that are in use. Some services respond
// with an empty object for every unused identity provider. An empty object therefore counts
// only if it is the prior identity provider, or the only identity provider in the response.
func withoutPlaceholders(response api.OAuthProvider, priorName string) api.OAuthProvider {
	used := maps.Clone(response)
	maps.DeleteFunc(used, func(name string, idp *api.OAuthIdentityProvider) bool {
		isEmpty := idp.ClientID == "" && len(idp.Scopes)+len(idp.EmailAddresses)+len(idp.EmailDomains)+len(idp.Teams)+len(idp.Organizations) == 0
		return isEmpty && name != priorName && len(response) > 1
	})
	return used
}

// oneProviderFromAPI returns an identity provider that is in use. It has all values of the
// response if prior is not set. Otherwise, it has the access rules of the response, because
// they let users in, and the secrets of prior. It then has the client id and the scopes of the
// response only if prior has them: without a client id, the service uses its own OAuth app (the
// managed app), and may respond with its id. Scopes without a client id stay unset: the managed
// app takes no scopes (interface section 4.3, rule 3).
func oneProviderFromAPI(memberTypes map[string]attr.Type, prior identityProvider, response api.OAuthIdentityProvider) types.Object {
	if prior.hasValue() && !prior.hasContent(clientID) {
		response.ClientID = ""
	}
	if !prior.hasContent(scopes) && (prior.hasValue() || response.ClientID == "") {
		response.Scopes = nil
	}
	attributes, lists := prior.object.Attributes(), setsOf(&response)
	for name := range memberTypes {
		list, isList := lists[name]
		at := identityProviderAttribute + "." + prior.name + "." + name
		switch {
		case isList:
			set, _ := attributes[name].(types.Set)
			attributes[name] = attribute.Set(at)(set, list)
		case name == clientID:
			id, _ := attributes[name].(types.String)
			attributes[name] = attribute.Text(at)(id, &response.ClientID)
		case !prior.hasValue():
			attributes[name] = types.StringNull()
		}
	}
	return types.ObjectValueMust(memberTypes, attributes)
}
