// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// clientSecretFor returns the client secret that goes with the identity provider
// of a plan. A stored secret is the plan's, and a write-only one is in the
// configuration alone. With ignore_changes the configuration may have another app
// than the plan, whose secret must not be sent along with the plan's client id.
// An app whose secret is nowhere to be had is an error.
func clientSecretFor(planned, configured types.Object, diags *diag.Diagnostics) string {
	one := chosen(planned)
	if !one.isKnown() {
		diags.AddAttributeError(path.Root(identityProviderAttribute), "No identity provider",
			"Expected exactly one of idp_1 to idp_8, got none, so nothing was sent. Set the one that users sign in with.")
		return ""
	}
	if secret := one.text(clientSecret); secret != "" {
		return secret
	}
	other := chosen(configured)
	sameApp := other.name == one.name && other.text(clientID) == one.text(clientID)
	if secret := other.text(clientSecretWO); sameApp && secret != "" {
		return secret
	}
	if one.has(clientID) {
		at := path.Root(identityProviderAttribute).AtName(one.name).AtName(clientSecretWO)
		diags.AddAttributeError(at, "The client secret is not known",
			fmt.Sprintf("Expected the secret of the app that the plan has in %s, got none, so nothing was sent. The secret is write-only "+
				"and not in state, and the configuration has another app, which ignore_changes keeps out of the plan. Configure that app "+
				"and its secret again, or take identity_provider out of ignore_changes.", at.ParentPath()))
	}
	return ""
}

// knownSecrets are the client secrets of attributes identity_provider that a
// service may quote, whether or not they are sent. Those that are not set are "".
func knownSecrets(all ...types.Object) []string {
	var secrets []string
	for _, object := range all {
		for _, name := range identityProviderNames() {
			one := providerNamed(object, name)
			secrets = append(secrets, one.text(clientSecret), one.text(clientSecretWO))
		}
	}
	return secrets
}
