// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package routeoauth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
)

// fromError is [apidiag.FromError] for two members whose attributes have other
// names: provider, a name that Terraform keeps for itself, and client_secret
// where the configuration has it write-only.
func fromError(ctx context.Context, schema apidiag.Schema, err error, writeOnly bool) diag.Diagnostics {
	failure, ok := errors.AsType[*api.Error](err)
	if !ok {
		return apidiag.FromError(ctx, schema, err)
	}
	renamed := *failure
	renamed.Fields = slices.Clone(failure.Fields)
	for i, field := range renamed.Fields {
		steps := strings.Split(field.Pointer, "/")
		if len(steps) < 2 || steps[1] != "provider" {
			continue
		}
		steps[1] = identityProviderAttribute
		if last := len(steps) - 1; writeOnly && steps[last] == clientSecret {
			steps[last] = clientSecretWO
		}
		renamed.Fields[i].Pointer = strings.Join(steps, "/")
	}
	return apidiag.FromError(ctx, schema, &renamed)
}

// object names the module in diagnostics.
func (i identity) object() string {
	return "OAuth module of " + i.ids().String()
}

// String names a route.
func (i routeIDs) String() string {
	return fmt.Sprintf("route %q of HTTPS edge %q", i[1], i[0])
}

// routeFirst names the route at the beginning of a sentence.
func (i identity) routeFirst() string {
	return "R" + i.ids().String()[1:]
}

// preventedError refuses a plan under the policy PREVENT.
func (i identity) preventedError(leave string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root(deletionPolicy), "The "+i.object()+" must not "+leave,
		"deletion_policy is PREVENT in state: without the module, everybody reaches the route without signing in.\n\n"+
			"If the resource was only renamed, add a moved block. To let the module go, apply DISABLE, DELETE or ABANDON as deletion_policy "+
			"first. To forget it, use state rm or a removed block. See \"must not be destroyed, must not leave its route\" in the Troubleshooting guide.")
}

// mayHaveToStayWarning says that the apply may refuse what the plan cannot know.
func (i identity) mayHaveToStayWarning() diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("route_id"), "The next route of the "+i.object()+" is not known yet",
		"deletion_policy is PREVENT in state: if edge_id or route_id turns out as another one, the apply stops before it changes the module. "+
			"Apply what they depend on first, with -target.")
}

// ignoredMoveError refuses a replacement that leaves a route without a warning: the
// plan of the old resource has not seen the new route, and CLIs drop warnings about
// the creation in a replacement.
func ignoredMoveError(left routeIDs) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("route_id"), "The OAuth module of "+left.String()+" must not leave its route",
		"A replacement was asked for by -replace or replace_triggered_by. It would set the module on the configured route, and open this one, "+
			"because ignore_changes does not hold for replacements.\n\n"+
			"Configure this route, or take edge_id and route_id out of ignore_changes and plan the move without -replace.")
}

// unannouncedError refuses to open a route that no plan was able to announce.
func (i identity) unannouncedError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The "+i.object()+" must not be destroyed",
		"The plan could not say that this opens the route, because the resource is tainted. Nothing was sent, and users go on signing in.\n\n"+
			"Untaint the resource and plan again. See \"must not be destroyed, must not leave its route\" in the Troubleshooting guide.")
}

// openWarning says what the resource does to the route. Whether another one sets
// the module in the same run, no plan can tell.
func (m model) openWarning() diag.Diagnostic {
	effect := "DISABLE: this run switches the OAuth module off and takes its client id, client secret and scopes off the service."
	if m.policy() == policyDelete {
		effect = "DELETE: this run deletes the OAuth module, with all its settings."
	}
	return diag.NewWarningDiagnostic(m.routeFirst()+" may answer WITHOUT authentication",
		"deletion_policy is "+effect+" Then everybody reaches the route without signing in, unless another resource of this plan sets the "+
			"module.\n\n"+
			"If the resource was only renamed, add a moved block and plan again. "+
			"See \"may answer WITHOUT authentication\" in the Troubleshooting guide.")
}

func (i identity) abandonedWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The "+i.object()+" leaves state as it is",
		"deletion_policy is ABANDON: nothing is sent for this resource. Users go on signing in as they do now, and a client secret that the "+
			"service has stays there, unless another resource of this plan sets the module.")
}

// nothingToDisableError refuses to destroy a module whose identity provider is not
// known.
func (i identity) nothingToDisableError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The "+i.object()+" cannot be disabled yet",
		"Disabling the module means sending it whole, but state does not have its identity provider: it was imported and not applied "+
			"since, or the service did not apply the last one.\n\n"+
			"Apply the resource first and destroy it then. To leave the module as it is, forget it with state rm or a removed block.")
}

// policyNotAllowedError refuses the policy DELETE without its operation.
func policyNotAllowedError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root(deletionPolicy), "deletion_policy DELETE needs delete_route_oauth",
		"Expected \"delete_route_oauth\" in undocumented_operations of the provider block next to DELETE, got none: the API's description "+
			"does not show how to delete an OAuth module.\n\n"+
			"Add it if the service can delete OAuth modules. Otherwise set deletion_policy to PREVENT, DISABLE or ABANDON.")
}

// cannotDeleteError refuses a destroy under the policy DELETE without its operation.
func (i identity) cannotDeleteError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The "+i.object()+" must not be deleted",
		"deletion_policy is DELETE in state, but undocumented_operations of the provider block does not name delete_route_oauth.\n\n"+
			"Add \"delete_route_oauth\" there if the service can delete OAuth modules. Otherwise apply DISABLE or ABANDON as deletion_policy "+
			"first, or forget the module with state rm or a removed block.")
}

// leftOpenError refuses a plan after which a route would be open and state would
// say otherwise.
func (i identity) leftOpenError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("route_id"), i.routeFirst()+" would be left open",
		"One resource of this plan disables or deletes the OAuth module of the route. Another one keeps the route, and nothing is sure to be "+
			"sent for it.\n\n"+
			"Forget the resource that goes instead of destroying it, with state rm or a removed block.")
}

func (i identity) sharedWarning() diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("route_id"), "Two resources have "+i.ids().String(),
		"A route has one OAuth module. Another resource with the same edge_id and route_id is in this plan, and the two overwrite each "+
			"other: the last one to be applied wins, and no plan shows it.\n\n"+
			"Keep one resource for the route, and forget the other one with state rm or a removed block.")
}

// twoSetError refuses to set a module that another resource has set in this run.
func (i identity) twoSetError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("route_id"), "Two resources set the "+i.object(),
		"A route has one OAuth module. Another resource has set it in this run, so nothing was sent for this one: the two would overwrite "+
			"each other at every apply. Keep one resource for the route, and remove the other one.")
}

// nothingSentWarning says that ignore_changes keeps a module out of reach.
func (i identity) nothingSentWarning() diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root(identityProviderAttribute), "Nothing is sent for the "+i.object(),
		"State does not have its identity provider, and ignore_changes keeps the configured one out of the plan. The live module stays as "+
			"it is.\n\n"+
			"To manage the module, take identity_provider out of ignore_changes and configure it in full: the client id and secret of your own app "+
			"if it has one, and every access rule.")
}

// everybodyGetsInWarning says that a plan makes a module without access rules.
func (m model) everybodyGetsInWarning() diag.Diagnostic {
	name, where, alternatives := m.openTo(), "", "email_addresses or email_domains"
	if m.hasRoute() {
		where = " on " + m.ids().String()
	}
	if name == teamProvider {
		alternatives = "email_addresses, email_domains, teams or organizations"
	}
	return diag.NewAttributeWarningDiagnostic(path.Root(identityProviderAttribute).AtName(name),
		fmt.Sprintf("Anyone with an account at %s can sign in%s", name, where),
		fmt.Sprintf("The OAuth module is enabled and has no access rule. Set %s to say who may sign in.\n\n"+
			"If you meant to have set one, check its spelling: CLIs drop arguments that %s does not have without an error.", alternatives, name))
}

func noProviderError(at path.Path) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "No identity provider",
		"Expected exactly one of idp_1 to idp_8, got none. Set the one that users sign in with; arguments of any other name are dropped "+
			"without an error.")
}

// secretUnknownError refuses to send a client id without its secret.
func secretUnknownError(one path.Path) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(one.AtName(clientSecretWO), "The client secret is not known",
		fmt.Sprintf("Expected the secret of the app that the plan has in %s, got none, so nothing was sent. The secret is write-only "+
			"and not in state, and the configuration has another app, which ignore_changes keeps out of the plan. Configure that app "+
			"and its secret again, or take identity_provider out of ignore_changes.", one))
}

// What may follow from a failed request.
const (
	mayBeReplaced = "may have been replaced all the same"
	mayBeDeleted  = "may have been deleted all the same"
	// enabledForgotten is what follows for a module in state.
	enabledForgotten = "State no longer says whether it is enabled, so that the next apply sends the whole module again, whatever its " +
		"configuration is then."
)

// changeUnknownWarning says what a failed request may have done, and what follows
// from that.
func (i identity) changeUnknownWarning(mayBe, consequence string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The "+i.object()+" "+mayBe,
		"The request brought no usable answer: the module is as it was before, or as it was asked for. "+consequence)
}

// noManagedAppAdvice says how to go on when a service refuses to disable a module
// of the user's own app, which is sent without credentials.
func (p identityProvider) noManagedAppAdvice() string {
	return "\n\nThe route stays protected. A module is disabled without its client_id, which a service may refuse that has no app of its own for " +
		p.name + ". Apply ABANDON as deletion_policy and destroy then, or DELETE with \"delete_route_oauth\" in undocumented_operations."
}

// stillEnabledError says that a destroy was accepted and did nothing.
func (i identity) stillEnabledError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The service did not disable the "+i.object(),
		"The service accepted the request, but its answer says that the module is still enabled. The resource stays in state, without "+
			"the value of enabled, so that an apply sends the whole module again if you keep it.\n\n"+
			"Destroy it again. If the service goes on answering so, apply ABANDON as deletion_policy, and disable the module by the service's "+
			"own means.")
}

// importedBlindlyWarning says that an import has only the two ids.
func (i identity) importedBlindlyWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The first apply will replace the OAuth module of "+i.ids().String(),
		"The module could not be read, so that nothing but the two ids was imported. The next apply replaces whatever is live on the route "+
			"with what the configuration says, the access rules and the client secret included.\n\n"+
			"Compare the configuration with the live settings before you apply it.")
}
