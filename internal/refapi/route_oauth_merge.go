// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package refapi

import (
	"cmp"
	"slices"
)

// merged returns the module of a service that takes a PUT for an addition.
// Members that the request leaves unset stay, lists grow, and a former identity
// provider stays beside the requested one.
func (m OAuthModule) merged(asked OAuthModule) OAuthModule {
	m, asked = m.clone(), asked.clone()
	asked.CookiePrefix = cmp.Or(asked.CookiePrefix, m.CookiePrefix)
	asked.InactivityTimeout = cmp.Or(asked.InactivityTimeout, m.InactivityTimeout)
	asked.MaximumDuration = cmp.Or(asked.MaximumDuration, m.MaximumDuration)
	asked.AuthCheckInterval = cmp.Or(asked.AuthCheckInterval, m.AuthCheckInterval)
	for _, kept := range append(m.FormerProviders, m.Provider) {
		if kept.Name == asked.Provider.Name {
			asked.Provider = kept.merged(asked.Provider)
			continue
		}
		asked.FormerProviders = append(asked.FormerProviders, kept)
	}
	return asked
}

func (p IdentityProvider) merged(asked IdentityProvider) IdentityProvider {
	asked.ClientID = cmp.Or(asked.ClientID, p.ClientID)
	asked.ClientSecret = cmp.Or(asked.ClientSecret, p.ClientSecret)
	asked.Scopes = union(p.Scopes, asked.Scopes)
	asked.EmailAddresses = union(p.EmailAddresses, asked.EmailAddresses)
	asked.EmailDomains = union(p.EmailDomains, asked.EmailDomains)
	asked.Teams = union(p.Teams, asked.Teams)
	asked.Organizations = union(p.Organizations, asked.Organizations)
	return asked
}

func union(kept, added []string) []string {
	for _, element := range added {
		if !slices.Contains(kept, element) {
			kept = append(kept, element)
		}
	}
	return kept
}
