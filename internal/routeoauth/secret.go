// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// clientSecretFor returns the client secret that goes with the identity provider
// of a plan. A stored secret is in the plan, a write-only one only in the
// configuration. With ignore_changes the configuration may have another app than
// the plan. Its secret must not be sent with the plan's client id, so a plan
// whose secret is not available is an error.
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
