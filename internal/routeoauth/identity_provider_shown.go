// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// shownProvider returns the attribute identity_provider, of the types given, with
// everything that the API answered. An answer never has a secret. It is null where
// the answer does not say which identity provider is in use.
func shownProvider(attributeTypes map[string]attr.Type, answered api.OAuthProvider) types.Object {
	inUse := slices.DeleteFunc(identityProviderNames(), func(name string) bool { return isEmpty(answered[name]) })
	if len(inUse) == 0 {
		// One that is empty is in use, unless the service answers all of them so.
		inUse = slices.DeleteFunc(identityProviderNames(), func(name string) bool { return answered[name] == nil })
		if len(inUse) != 1 {
			return types.ObjectNull(attributeTypes)
		}
	}
	attributes := map[string]attr.Value{}
	for name, one := range attributeTypes {
		oneTypes := one.(types.ObjectType).AttrTypes //nolint:forcetypeassert // the schema's own
		attributes[name] = types.ObjectNull(oneTypes)
		if slices.Contains(inUse, name) {
			attributes[name] = shownIdentityProvider(oneTypes, answered[name])
		}
	}
	return types.ObjectValueMust(attributeTypes, attributes)
}

func shownIdentityProvider(attributeTypes map[string]attr.Type, a *api.OAuthIdentityProvider) types.Object {
	attributes := map[string]attr.Value{}
	sets := map[string][]string{
		scopes: a.Scopes, emailAddresses: a.EmailAddresses, emailDomains: a.EmailDomains, teams: a.Teams, organizations: a.Organizations,
	}
	for name := range attributeTypes {
		attributes[name] = types.StringNull()
		if answered, isSet := sets[name]; isSet {
			attributes[name] = setFromAPI(types.SetNull(types.StringType), answered, exactly)
		}
	}
	attributes[clientID] = attribute.String(types.StringNull(), &a.ClientID)
	return types.ObjectValueMust(attributeTypes, attributes)
}
