// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// providerFromAPI returns the attribute identity_provider for a module that the
// API answered. Another identity provider than the configured one is in it where
// the answer shows it in use, as that of a service which merges does. The
// attribute is null where the answer shows none, so that the next plan asks for
// the configured one again. Before is the attribute before the request.
func providerFromAPI(ctx context.Context, configured, before types.Object, answered api.OAuthProvider) types.Object {
	one, ok := chosen(configured)
	if !ok {
		return configured
	}
	inUse := func(name string) bool { return !isEmpty(answered[name]) || name == one.name && answered[name] != nil }
	names := slices.DeleteFunc(identityProviderNames(), func(name string) bool { return !inUse(name) })
	attributes := configured.Attributes()
	switch {
	case len(names) == 0 && isEmpty(one.request("")):
		// Absent means the same as {}.
		return configured
	case len(names) == 0:
		return types.ObjectNull(configured.AttributeTypes(ctx))
	case !slices.Contains(names, one.name):
		attributes[one.name] = types.ObjectNull(one.object.AttributeTypes(ctx))
	}
	for _, name := range names {
		object, _ := attributes[name].(types.Object)
		former, _ := before.Attributes()[name].(types.Object)
		attributes[name] = identityProvider{name, object}.fromAPI(ctx, answered[name], identityProvider{name, former})
	}
	return types.ObjectValueMust(configured.AttributeTypes(ctx), attributes)
}

// isEmpty reports whether nothing is set, which is how some services answer an
// identity provider that is not in use.
func isEmpty(a *api.OAuthIdentityProvider) bool {
	return a == nil || a.ClientID == "" &&
		len(a.Scopes)+len(a.EmailAddresses)+len(a.EmailDomains)+len(a.Teams)+len(a.Organizations) == 0
}

// fromAPI returns p as the API answered it. Secrets stay p's. What p leaves
// unset stays unset where the choice is the service's: the scopes, and the client
// id of an app that it manages. An access rule that p leaves unset is taken from
// the answer, since it lets users in, and so is the client id of the app before.
func (p identityProvider) fromAPI(ctx context.Context, a *api.OAuthIdentityProvider, before identityProvider) types.Object {
	attributes := p.attributes(ctx)
	id, _ := attributes[clientID].(types.String)
	switch {
	case id.ValueString() != "":
		attributes[clientID] = textFromAPI(id, a.ClientID)
	case a.ClientID != "" && a.ClientID == before.text(clientID):
		attributes[clientID] = types.StringValue(a.ClientID)
	}
	set := func(name string, answered []string, spelling func(string) string) {
		configured, _ := attributes[name].(types.Set)
		attributes[name] = setFromAPI(configured, answered, spelling)
	}
	if len(p.texts(scopes)) > 0 {
		set(scopes, a.Scopes, exactly)
	}
	// Upper and lower case mean the same in a domain, and to those who run
	// mailboxes in a whole address.
	set(emailAddresses, a.EmailAddresses, strings.ToLower)
	set(emailDomains, a.EmailDomains, strings.ToLower)
	set(teams, a.Teams, exactly)
	set(organizations, a.Organizations, exactly)
	return types.ObjectValueMust(p.object.AttributeTypes(ctx), attributes)
}

// attributes are p's, all of them null where p is.
func (p identityProvider) attributes(ctx context.Context) map[string]attr.Value {
	attributes := p.object.Attributes()
	for name, attributeType := range p.object.AttributeTypes(ctx) {
		if _, has := attributes[name]; has {
			continue
		}
		attributes[name] = types.StringNull()
		if _, isSet := attributeType.(types.SetType); isSet {
			attributes[name] = types.SetNull(types.StringType)
		}
	}
	return attributes
}

func exactly(text string) string { return text }

// setFromAPI returns a set as it was answered, and the configured one where
// both have the same elements. Spelling maps what means the same to one text.
func setFromAPI(configured types.Set, answered []string, spelling func(string) string) types.Set {
	wanted, got := map[string]string{}, map[string]string{}
	for _, text := range attribute.Strings(configured) {
		wanted[spelling(text)] = text
	}
	for _, text := range answered {
		got[spelling(text)] = text
	}
	sameKeys := func(string, string) bool { return true }
	switch {
	case maps.EqualFunc(wanted, got, sameKeys):
		return configured
	case len(got) == 0:
		return types.SetNull(types.StringType)
	}
	var values []attr.Value
	for _, key := range slices.Sorted(maps.Keys(got)) {
		text, isConfigured := wanted[key]
		if !isConfigured {
			text = got[key]
		}
		values = append(values, types.StringValue(text))
	}
	return types.SetValueMust(types.StringType, values)
}
