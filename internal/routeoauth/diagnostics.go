// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// identityIn returns the ids in a configuration. They may be unknown.
func identityIn(ctx context.Context, config tfsdk.Config) (ids identity) {
	_ = config.GetAttribute(ctx, path.Root("edge_id"), &ids.EdgeID)
	_ = config.GetAttribute(ctx, path.Root("route_id"), &ids.RouteID)
	return ids
}

// route returns the text that identifies the route in a diagnostic.
func (i identity) route() string {
	return fmt.Sprintf("route %s of HTTPS edge %s", i.RouteID, i.EdgeID)
}

// object returns the text that identifies the module in a diagnostic.
func (i identity) object() string { return "OAuth module of " + i.route() }

// failed returns the error of a failed PUT. If the PUT may have changed the module, the
// error says what comes next.
func (i identity) failed(verb string, err error) diag.Diagnostic {
	failed := apidiag.FromError(err)
	if !api.MayHaveActed(err) {
		return failed
	}
	return diag.NewErrorDiagnostic(failed.Summary(), failed.Detail()+"\n\nThe "+i.object()+" may have changed. "+nextApply(verb))
}

// notAppliedError returns the error about an attribute that the service did not apply. It
// does not contain the values, because they may be sensitive.
func (i identity) notAppliedError(at path.Path, verb string, response *api.OAuthModule) diag.Diagnostic {
	detail := "The response of the service differs from the plan. " + nextApply(verb) + " If the difference remains, configure a value that the service accepts."
	if response.Unnamed != "" && at.Equal(path.Root(identityProviderAttribute)) {
		detail = i.unnamedWarning(response).Detail() + " " + nextApply(verb)
	}
	return diag.NewAttributeErrorDiagnostic(at, fmt.Sprintf("The service did not apply %s of the %s", at, i.object()), detail)
}

// unnamedWarning warns that a read shows an identity provider that nobody names. State
// cannot contain it.
func (i identity) unnamedWarning(response *api.OAuthModule) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The service has an identity provider that identity_provider_names does not name",
		fmt.Sprintf("The response for the %s has the identity provider %s. Add it to identity_provider_names in the provider block, or remove it in the service's console.", i.object(), response.Unnamed))
}

// nextApply says what the next apply does after a PUT that was not applied, or whose
// outcome is unknown. An error in a creation taints the resource, and prevent_destroy
// rejects every plan that replaces it.
func nextApply(verb string) string {
	if verb == "create" {
		return "The resource is now tainted, and the next apply sends the whole module again. If prevent_destroy rejects that plan, run untaint first."
	}
	return "The next apply sends the whole module again."
}

// overwriteWarning warns that the route already has a module that differs from the
// planned module. The existing module has the given identity provider.
func (i identity) overwriteWarning(provider string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("Route %s of HTTPS edge %s already has an OAuth module", i.RouteID, i.EdgeID),
		fmt.Sprintf("The existing module has the identity provider %s and differs from the plan. The apply replaces it. If no resource in "+
			"this state has set it, import it to keep it:\n\n%s", provider, apidiag.ImportBlock(typeName, i.importID().ValueString())))
}

// staysWarning warns that the module stays on the service after a destroy or a move. The
// module of a renamed or a second resource is still in use, so the advice is conditional.
func (m model) staysWarning() diag.Diagnostic {
	provider := cmp.Or(chosen(m.IdentityProvider).name, "idp_N")
	detail := "It stays as it is, with its secret. If no other resource sets it, first apply enabled = false (opens the route) and " + provider + " = {} (removes the secret)."
	if !m.Enabled.IsNull() && !m.Enabled.ValueBool() {
		detail = "It stays disabled, so the route is open. If no other resource sets it, apply " + provider + " = {} first to remove any client secret."
	}
	return diag.NewWarningDiagnostic("The "+m.object()+" stays on the service", detail)
}

// everybodyGetsInWarning warns that all users of the identity provider can sign in
// after the apply, because the planned module has no access rules.
func (i identity) everybodyGetsInWarning(name string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root(identityProviderAttribute).AtName(name), "Anyone with an account at "+name+" can sign in on "+i.route(),
		"The enabled OAuth module has no access rule. Set email_addresses or email_domains (on "+teamProvider+" also teams or "+
			"organizations). If you did set an access rule, check its spelling: CLIs silently ignore unknown attributes.")
}

func noProviderError(at path.Path) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "No identity provider",
		"Set exactly one of idp_1 to idp_8. Users sign in with that identity provider. CLIs silently ignore attributes with other "+
			"names. If your service has its own names for identity providers, set identity_provider_names in the provider block.")
}

// refusal returns the error for a planned identity provider that cannot be sent, or nil. The
// cause is ignore_changes: after an import that could not read the module, with another app
// than the configured one, or with an old client secret in state.
func (p identityProvider) refusal(writeOnly string) diag.Diagnostic {
	at := path.Root(identityProviderAttribute).AtName(p.name)
	switch secret := p.text(clientSecret); {
	case !p.hasValue():
		return diag.NewAttributeErrorDiagnostic(at.ParentPath(), "The identity provider is not known",
			"Nothing was sent. State lacks the identity provider, because the module was imported without reading it, and ignore_changes hides the "+
				"configured one. Remove identity_provider from ignore_changes, and configure the app and every access rule. To stop managing the module, run state rm.")
	case secret == "" && writeOnly == "" && p.hasContent(clientID):
		return diag.NewAttributeErrorDiagnostic(at.AtName(clientSecretWO), "The client secret is not known",
			fmt.Sprintf("Nothing was sent. Because of ignore_changes, the plan keeps the old app in %s, but the old secret is no longer configured. "+
				"Remove identity_provider from ignore_changes, and configure the app with its secret. To stop managing the module, run state rm.", at))
	case secret != "" && writeOnly != "":
		return diag.NewAttributeErrorDiagnostic(at.AtName(clientSecretWO), "client_secret_wo has no effect",
			fmt.Sprintf("Nothing was sent. Because of ignore_changes, the plan keeps the old client_secret of %s. Remove its entry from ignore_changes, and apply.", at))
	}
	return nil
}

// importedBlindlyWarning warns that an import has stored only the ids
// of the edge and the route.
func (i identity) importedBlindlyWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The first apply will replace the "+i.object(),
		"The module could not be read, so only the ids of the edge and the route were imported. Before you apply, compare the configuration with "+
			"the live settings: the apply replaces all settings, including access rules and the client secret.")
}
