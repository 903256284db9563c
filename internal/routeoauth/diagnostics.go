// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

func (i identity) object() string {
	return fmt.Sprintf("OAuth module of route %s of HTTPS edge %s", i.RouteID, i.EdgeID)
}

func (i identity) mayHaveChangedError(verb string, failed diag.Diagnostic) diag.Diagnostic {
	return diag.NewErrorDiagnostic(failed.Summary(), failed.Detail()+"\n\nThe "+i.object()+" may have changed. "+nextApply(verb))
}

// notAppliedError does not contain the values, because they may be sensitive.
func (i identity) notAppliedError(at path.Path, verb string, response *api.OAuthModule) diag.Diagnostic {
	detail := "The response of the service differs from the plan. " + nextApply(verb) + " If it remains, configure a value that the service accepts."
	if response.Unnamed != "" {
		detail = i.unnamedWarning(response).Detail() + " " + nextApply(verb)
	}
	return diag.NewAttributeErrorDiagnostic(at, fmt.Sprintf("The service did not apply %s of the %s", at, i.object()), detail)
}

// unnamedWarning is about an identity provider that nobody names. State cannot contain it.
func (i identity) unnamedWarning(response *api.OAuthModule) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The service has an identity provider that identity_provider_names does not name",
		fmt.Sprintf("The response for the %s has the identity provider %s. Add it to identity_provider_names in the provider block, or remove it in the service's console.", i.object(), response.Unnamed))
}

// nextApply says what the next apply does after a PUT that was not applied, or whose outcome is
// unknown. An error in a creation taints the resource, and prevent_destroy rejects every plan
// that replaces it.
func nextApply(verb string) string {
	if verb == "create" {
		return "The resource is now tainted, and the next apply sends the whole module again. If prevent_destroy rejects that plan, run untaint first."
	}
	return "The next apply sends the whole module again."
}

// overwriteWarning is about an existing module that differs from the planned module. The
// summary names the route, because each warning has its own import block, which CLIs would fold
// away.
func (i identity) overwriteWarning(provider string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(fmt.Sprintf("Route %s of HTTPS edge %s already has an OAuth module", i.RouteID, i.EdgeID),
		fmt.Sprintf("It has the identity provider %s and differs from the plan, and the apply replaces it. If no "+
			"resource in this state has set it, import it to keep it:\n\n%s", provider, i.importBlock()))
}

// importBlock returns an import block, in which the user replaces NAME. An import id is
// ambiguous if one of its parts has a slash. A CLI must not evaluate an expression in an id.
func (i identity) importBlock() string {
	from := fmt.Sprintf("id = %s", i.importID())
	if strings.Contains(i.EdgeID.ValueString()+i.RouteID.ValueString(), "/") {
		from = fmt.Sprintf("identity = { edge_id = %s, route_id = %s }", i.EdgeID, i.RouteID)
	}
	block := fmt.Sprintf("import {\n  to = trafficedge_https_edge_route_oauth.NAME\n  %s\n}", from)
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(block)
}

// staysWarning is about a destroy or a move. The module of a renamed or a second resource is
// still in use, so the advice is conditional. The summaries are constant, so that CLIs fold the
// warnings of many modules.
func (m model) staysWarning() diag.Diagnostic {
	id, provider := m.importID(), cmp.Or(chosen(m.IdentityProvider).name, "idp_N")
	if m.isOff() {
		return diag.NewWarningDiagnostic("Disabled OAuth module stays on the service, and its route is open",
			fmt.Sprintf("To remove any client secret of %s, first apply %s = {}.", id, provider))
	}
	return diag.NewWarningDiagnostic("OAuth module stays on the service, with any client secret",
		fmt.Sprintf("To open route %s, first apply enabled = false, and %s = {} to remove any secret.", id, provider))
}

func (i identity) turnedOffWarning() diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("enabled"), "OAuth module is turned off, and its route is open",
		fmt.Sprintf("The plan sets enabled = false for %s. Then nobody has to sign in.", i.importID()))
}

func (i identity) everybodyGetsInWarning(name string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root(identityProviderAttribute).AtName(name), "Anyone with an account at the identity provider can sign in",
		fmt.Sprintf("%s of %s has no access rule such as email_domains. Set one, or check the spelling.", name, i.importID()))
}
