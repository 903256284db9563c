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

// howToForget ends a message that advises to take a resource out of state.
const howToForget = "state rm forgets a resource and leaves the module as it is; so does a removed block with destroy = false, from " +
	"Terraform 1.7 and OpenTofu 1.10 on."

// object names the module in diagnostics.
func (i identity) object() string {
	return "OAuth module of " + i.route()
}

// route names the route in diagnostics.
func (i identity) route() string {
	return fmt.Sprintf("route %q of HTTPS edge %q", i.RouteID.ValueString(), i.EdgeID.ValueString())
}

// routeFirst is route at the beginning of a sentence.
func (i identity) routeFirst() string {
	return "R" + i.route()[1:]
}

func (m model) openWarning() diag.Diagnostic {
	effect := "DISABLE: the OAuth module is switched off and its client id, client secret and scopes are taken off the service."
	if m.deletes() {
		effect = "DELETE: the OAuth module is deleted, with all its settings."
	}
	return diag.NewWarningDiagnostic(m.routeFirst()+" will answer WITHOUT authentication",
		"deletion_policy is "+effect+" From then on everybody who reaches the route gets through without signing in, unless another resource of this plan "+
			"sets the module again.\n\n"+
			"If the resource was only renamed, add a moved block and plan again. To leave the module on, set deletion_policy to ABANDON "+
			"and apply that first, or forget the resource: "+howToForget)
}

func (i identity) abandonedWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The "+i.object()+" will stay as it is, unmanaged",
		"deletion_policy is ABANDON: nothing is sent to the service. Users go on signing in as they do now, a client secret that the "+
			"service has stays there, and the module leaves state.")
}

func (i identity) keptByAnotherWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("Another resource keeps "+i.route(),
		"This resource leaves state, and nothing is sent for it: another resource has the same route in state or in this plan, and the "+
			"OAuth module stays with that one. If that one cannot be created, the module stays as it is.\n\n"+
			"If this resource was only renamed, a moved block spares both the destruction and the creation.")
}

// nothingToDisableError refuses to destroy a module that was imported and
// never applied.
func (i identity) nothingToDisableError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The "+i.object()+" cannot be disabled yet",
		"Disabling the module means sending it whole, but state does not have its identity provider: it was imported and not applied "+
			"since, or the service did not apply the last one.\n\n"+
			"If the resource was only renamed, add a moved block. To disable the module, apply the resource first and destroy it then. To "+
			"leave the module as it is, forget the resource: "+howToForget)
}

// policyNotAllowedError refuses the policy DELETE without its operation.
func policyNotAllowedError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root(deletionPolicy), "deletion_policy DELETE needs delete_route_oauth",
		"The API's description does not show how to delete an OAuth module. Expected \"delete_route_oauth\" in undocumented_operations of the "+
			"provider block next to DELETE, got none.\n\n"+
			"Add it if the service can delete OAuth modules. Otherwise set deletion_policy to DISABLE or ABANDON.")
}

// cannotDeleteError refuses a destroy under the policy DELETE without its operation.
func (i identity) cannotDeleteError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The "+i.object()+" must not be deleted",
		"deletion_policy is DELETE in state, but undocumented_operations of the provider block does not name delete_route_oauth, and the API's description does "+
			"not show how to delete an OAuth module.\n\n"+
			"Add \"delete_route_oauth\" there, or set deletion_policy to DISABLE or ABANDON and apply that first. To leave the module as "+
			"it is, forget the resource: "+howToForget)
}

// setByAnotherWarning corrects the announcement in the plan.
func (m model) setByAnotherWarning() diag.Diagnostic {
	outcome, doing := "was not disabled", "disabling"
	if m.deletes() {
		outcome, doing = "was not deleted", "deleting"
	}
	return diag.NewWarningDiagnostic("The "+m.object()+" "+outcome,
		"Another resource has set the module of the same route in this run, and "+doing+" it after that would open the route. If the "+
			"resource was only renamed, a moved block spares both the destruction and the creation.")
}

// closedAgainWarning corrects the announcement that the plan made for another
// resource.
func (i identity) closedAgainWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic(i.routeFirst()+" stays with this resource",
		"Another resource of the same route leaves it in this plan, and was planned before this one was known. Its warning that the route "+
			"will answer without authentication does not hold: the OAuth module of this resource is sent in the same run, and is the one "+
			"that the route ends with.")
}

// leftOpenError refuses a plan after which a route would be open and state would
// say otherwise.
func (i identity) leftOpenError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("route_id"), i.routeFirst()+" would be left open",
		"Another resource of the same route is planned to disable or delete the OAuth module, and nothing is planned to be sent for this one, "+
			"which keeps the route.\n\n"+
			"Plan again without -refresh=false, or forget the resource that goes: "+howToForget)
}

func (i identity) sharedWarning() diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(path.Root("route_id"), "Two resources have "+i.route(),
		"A route has one OAuth module. Another resource with the same edge_id and route_id is in this plan, and the two overwrite each "+
			"other: the last one to be applied wins, and no plan shows it.\n\n"+
			"Keep one resource for the route. Forget the other one instead of destroying it: "+howToForget)
}

// ownedError refuses to set a module that another resource has set in this run.
func (i identity) ownedError() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("route_id"), "Two resources set the "+i.object(),
		"A route has one OAuth module. Another resource has set it in this run, so nothing was sent for this one: the two would overwrite "+
			"each other at every apply. Keep one resource for the route, and remove the other one.")
}

// The possible results of a failed request.
const (
	mayBeReplaced = "may have been replaced all the same"
	mayBeDeleted  = "may have been deleted all the same"
)

// changeUnknownWarning says what a failed request may have done, and what follows
// from that.
func (i identity) changeUnknownWarning(mayBe, consequence string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("The "+i.object()+" "+mayBe,
		"The request brought no usable answer: the module is as it was before, or as it was asked for. "+consequence)
}

// stillEnabledError says that a destroy was accepted and did nothing.
func (i identity) stillEnabledError() diag.Diagnostic {
	return diag.NewErrorDiagnostic("The service did not disable the "+i.object(),
		"The service accepted the request, but its answer says that the module is still enabled. The resource stays in state, without "+
			"the value of enabled, so that an apply sends the whole module again if you keep it.\n\n"+
			"Destroy it again. If the service goes on answering so, set deletion_policy to ABANDON and apply, or forget the module with "+
			"state rm, and disable it by the service's own means.")
}

// importedBlindlyWarning says that an import has only the two ids.
func (i identity) importedBlindlyWarning() diag.Diagnostic {
	return diag.NewWarningDiagnostic("The first apply will replace the OAuth module of "+i.route(),
		"The module could not be read, so that nothing but the two ids was imported: the API's description shows no way to read it. "+
			"The next apply replaces whatever is live on the route with what the configuration says, the access rules and the client "+
			"secret included. Compare the configuration with the live settings before you apply it.")
}
