// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"errors"
	"fmt"
	"strings"

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

// routeFirst returns the text that identifies the route at the beginning of a sentence.
func (i identity) routeFirst() string { return "R" + i.route()[1:] }

// object returns the text that identifies the module in a diagnostic.
func (i identity) object() string { return "OAuth module of " + i.route() }

// failed returns the diagnostics of a failed request to replace or delete the module. In
// the texts, verb takes the place of "replace", because users see a creation, an update or
// a disabling. In JSON pointers, attribute names take the place of two member names. The
// member provider becomes identity_provider, because Terraform reserves the name provider.
// The member client_secret becomes client_secret_wo if the configured secret is write-only.
// If the request may have changed the module, the diagnostics include a warning.
func (i identity) failed(ctx context.Context, verb string, schema apidiag.Schema, err error, writeOnly bool) diag.Diagnostics {
	if failure, ok := errors.AsType[*api.Error](err); ok {
		failure.Operation = strings.Replace(failure.Operation, "replace the", verb+" the", 1)
		renamed := []string{"/provider/", "/" + identityProviderAttribute + "/"}
		if writeOnly {
			renamed = append(renamed, "/"+clientSecret+"/", "/"+clientSecretWO+"/")
		}
		names := strings.NewReplacer(renamed...)
		for at, field := range failure.Fields {
			failure.Fields[at].Pointer = strings.TrimSuffix(names.Replace(field.Pointer+"/"), "/")
		}
	}
	diags := apidiag.FromError(ctx, schema, err)
	if api.MayHaveActed(err) {
		diags.AddWarning("The "+i.object()+" may have changed", "It is not known whether the request changed the module. The next apply sends the whole module again. "+
			"If the resource has create_before_destroy, use -replace in this apply.")
	}
	return diags
}

// unannouncedError returns the error for a destroy that would open a route, although
// no plan could warn of it. In a replacement, the planning of the creation cannot
// warn, because CLIs do not show its warnings.
func unannouncedError(route string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("route_id"), "The OAuth module of "+route+" cannot be destroyed",
		"The destroy would open the route, and no plan could warn of this. Nothing was sent. Either the resource is tainted, or "+
			"ignore_changes contains edge_id or route_id while -replace or replace_triggered_by replaces the resource.\n\n"+
			"If the resource is tainted, run untaint. If it is not tainted, omit -replace, or remove edge_id and route_id from ignore_changes. Then plan again.")
}

// openWarning warns that the route will be open after the apply.
func (m model) openWarning() diag.Diagnostic {
	effect := "DISABLE: this run disables the OAuth module and removes its client id, client secret and scopes from the service."
	if m.policy() == policyDelete {
		effect = "DELETE: this run deletes the OAuth module with all its settings."
	}
	return diag.NewWarningDiagnostic(m.routeFirst()+" will answer WITHOUT authentication", "deletion_policy is "+effect)
}

// overwriteWarning warns that the route already has a module that differs from the
// planned module. The existing module has the given identity provider.
func (i identity) overwriteWarning(provider string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(i.routeFirst()+" already has an OAuth module",
		fmt.Sprintf("The existing module has the identity provider %s and differs from the plan. The apply replaces the existing module. To keep it, "+
			"import it before you apply:\n\n%s", provider, apidiag.ImportBlock(typeName, i.importID().ValueString())))
}

func (i identity) abandonedWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The "+i.object()+" stays on the service",
		"Nothing is sent. If the module is enabled, users must still sign in. The service keeps any client secret.")
}

// nothingToDisableError returns the error for a module that cannot be disabled, because
// state does not contain its identity provider.
func (i identity) nothingToDisableError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The "+i.object()+" cannot be disabled yet",
		"The identity provider is not in state: the module was imported but never applied, or the service did not apply the last change.\n\n"+
			"Apply the resource first, then destroy it. To keep the module unchanged, use state rm or a removed block.")
}

// deleteNotOfferedError returns the error for the policy DELETE if
// undocumented_operations does not list delete_route_oauth.
func deleteNotOfferedError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root(deletionPolicy), "deletion_policy DELETE needs delete_route_oauth",
		"The API documentation does not show how to delete an OAuth module. If the service offers deletion, add \"delete_route_oauth\" to "+
			"undocumented_operations in the provider block. Otherwise apply deletion_policy = \"ABANDON\" or \"DISABLE\". To keep the module and only remove the resource from state, use state rm.")
}

// leftOpenError returns the error for a plan in which one resource opens a route while
// another resource owns the same route.
func (i identity) leftOpenError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("route_id"), i.routeFirst()+" would be left open",
		"One resource of this plan disables or deletes the OAuth module of the route, and another resource sets or keeps the module.\n\n"+
			"If a resource was renamed, add a moved block. If the new name is in state already, run state rm for the old name. "+
			"If the plan destroys a deposed object, run state rm for the resource, and apply. "+
			"If two resources swap routes, apply deletion_policy = \"ABANDON\" to both before the swap.")
}

// sharedError returns the error for a second resource that owns the same route.
func (i identity) sharedError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("route_id"), "Two resources own "+i.route(),
		"A route has one OAuth module, so the resources would overwrite each other at every apply.\n\n"+
			"Keep one resource for the route. Remove the other resource from the configuration, and if it is in state, run state rm for it.")
}

// nothingSentWarning warns that an apply sends nothing. The cause is that
// ignore_changes hides the identity provider.
func (i identity) nothingSentWarning() diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root(identityProviderAttribute), "Nothing is sent for the "+i.object(),
		"State lacks the identity provider, and ignore_changes hides the configured identity provider. To manage the module, remove "+
			"identity_provider from ignore_changes, and configure the app and every access rule.")
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

// secretUnknownError returns the error for a planned client id without an available secret.
func secretUnknownError(one path.Path) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(one.AtName(clientSecretWO), "The client secret is not known",
		fmt.Sprintf("Nothing was sent. Because of ignore_changes, the plan keeps the old app in %s, but the old secret is no longer configured. "+
			"Configure the old app with its secret again, or remove identity_provider from ignore_changes.", one))
}

// stillProtectedWarning explains why a service may refuse to disable a module that uses
// the user's own app. The request to disable the module omits the app's client id and
// secret, and a service without a managed app may require them.
func (i identity) stillProtectedWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The "+i.object()+" stays on the service",
		"The route stays protected. The request to disable the module has no client id. A service without a managed app (its own OAuth "+
			"app) may refuse this request. Apply deletion_policy = \"ABANDON\" to keep the module, or \"DELETE\" with \"delete_route_oauth\" in undocumented_operations. Then destroy again.")
}

// stillEnabledError returns the error for a module that is still enabled, although the
// service has accepted the request to disable it.
func (i identity) stillEnabledError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The service did not disable the "+i.object(),
		"The service accepted the request, but responded that the module is still enabled. Destroy the resource again. If the error "+
			"remains, apply deletion_policy = \"ABANDON\", and disable the module in the service's console.")
}

// importedBlindlyWarning warns that an import has stored only the ids
// of the edge and the route.
func (i identity) importedBlindlyWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The first apply will replace the "+i.object(),
		"The module could not be read, so only the ids of the edge and the route were imported. Before you apply, compare the configuration with "+
			"the live settings: the apply replaces all settings, including access rules and the client secret.")
}
