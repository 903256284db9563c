// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// Values in private state.
const (
	// serviceOwnedModules contains the names of the modules that the service owns. The
	// created edge had these modules, although they were not configured. State and requests
	// omit such a module until it is configured. A creation writes the names. An update
	// removes the names of modules that are configured now, unless the service has certainly
	// not acted on the failed request.
	serviceOwnedModules resourcebase.Key[[]string] = "service_owned_modules"
	// priorPolicy is the policy of an edge in state. A plan of an existing edge writes it.
	// In a replacement, the plan of the new edge reads it, because the new edge has no prior
	// state. Updates remove it, so that the creation of an edge that is gone finds none.
	priorPolicy resourcebase.Key[string] = "deletion_policy"
)

// The values of deletion_policy.
const (
	policyPrevent = "PREVENT"
	policyAbandon = "ABANDON"
	policyDelete  = "DELETE"
)

// policy returns the deletion policy of an edge. The default PREVENT applies to an edge
// without a policy, such as an imported edge before its first refresh.
func (m model) policy() string { return cmp.Or(m.DeletionPolicy.ValueString(), policyPrevent) }

// mayLeaveState reports whether a policy allows the provider to remove an edge from
// state.
func (r *tlsEdgeResource) mayLeaveState(policy string) bool {
	return policy == policyAbandon || policy == policyDelete && r.API.Enabled(api.DeleteTLSEdge)
}

// mayReplace reports whether an edge may be replaced: the policy in state and the planned
// policy must be the same, and allow it. A policy that is tightened then counts at once, and
// a policy that is loosened counts after its own apply. An unknown policy allows nothing.
func (r *tlsEdgeResource) mayReplace(prior string, plan model) bool {
	return !plan.DeletionPolicy.IsUnknown() && plan.policy() == prior && r.mayLeaveState(prior)
}

// planReplacement rejects a replacement that the policies do not allow, such as a
// replacement that -replace requests. CLIs plan the old edge before the new edge. The plan
// of the old edge stores its policy in private state. The plan of the new edge reads the
// policy from there, because it has no prior state. A new edge has no policy there, and
// neither has a tainted one: its deletion applies the policy in state.
func (r *tlsEdgeResource) planReplacement(ctx context.Context, req resource.ModifyPlanRequest, plan model, resp *resource.ModifyPlanResponse) {
	prior := priorPolicy.Load(ctx, req.Private)
	switch {
	case prior == "" || r.mayReplace(prior, plan):
	case r.mayLeaveState(prior):
		resp.Diagnostics.AddAttributeError(path.Root("deletion_policy"), "TLS edge cannot be replaced", anotherPolicy(prior)+seeReplaced)
	default:
		resp.Diagnostics.Append(r.prevented("TLS edge", prior, "replaced", replacementAsked))
	}
}

// planDestroy applies the deletion policy to the plan of a destroy.
func (r *tlsEdgeResource) planDestroy(prior model, resp *resource.ModifyPlanResponse) {
	switch {
	case !r.mayLeaveState(prior.policy()):
		resp.Diagnostics.Append(r.prevented(prior.object(), prior.policy(), "destroyed", destroyPlanned))
	case prior.policy() == policyAbandon:
		resp.Diagnostics.Append(abandonment(prior.object(), "will be abandoned"))
	}
}

// planChange plans the change of an edge: in place, as a replacement, or not at all. An
// unknown value counts as changed, because the apply destroys what this run replaces before
// the value is known.
func (r *tlsEdgeResource) planChange(prior, plan model, resp *resource.ModifyPlanResponse) {
	changes := prior.differences(plan)
	switch {
	case r.canChange(changes):
	case r.mayReplace(prior.policy(), plan):
		for _, change := range changes {
			resp.RequiresReplace.Append(change.At)
		}
		if prior.policy() == policyAbandon {
			resp.Diagnostics.Append(abandonment(prior.object(), "will be replaced and abandoned"))
		}
	default:
		resp.Diagnostics.Append(r.preventedReplacement(prior, changes))
	}
}

// canChange reports whether all changes can be made in place. It returns true if there
// are no changes.
func (r *tlsEdgeResource) canChange(changes []attribute.Difference) bool {
	cannot := func(change attribute.Difference) bool {
		return !removesModule(change) || !r.API.Enabled(api.DeleteTLSEdgeModule)
	}
	return r.API.Enabled(api.UpdateTLSEdge) || !slices.ContainsFunc(changes, cannot)
}

// These constants are the last lines of diagnostics, and refer to the
// Troubleshooting guide.
const (
	seeDestroyed = "\nSee \"TLS edge … cannot be destroyed\" in the Troubleshooting guide."
	seeReplaced  = "\nSee \"TLS edge … cannot be replaced\" in the Troubleshooting guide."
)

// prevention returns the sentence that explains why a policy prevents a
// destroy or a replacement.
func prevention(policy string) string {
	if policy == policyDelete {
		return "The deletion_policy is DELETE, which needs \"delete_tls_edge\" in the provider's undocumented_operations."
	}
	return "The deletion_policy is PREVENT."
}

// policyToAllow returns the policy that a user has to apply before a destroy or a
// replacement.
func (r *tlsEdgeResource) policyToAllow() string {
	if r.API.Enabled(api.DeleteTLSEdge) {
		return policyDelete
	}
	return policyAbandon
}

// preventedReplacement returns the error for a replacement that the policies do not allow.
// The error is on the first changed attribute and names all changed attributes. It contains
// no value, because any value may be sensitive.
func (r *tlsEdgeResource) preventedReplacement(prior model, changes []attribute.Difference) diag.Diagnostic {
	var why strings.Builder
	why.WriteString("An existing edge cannot be changed. ")
	unknown := slices.DeleteFunc(slices.Clone(changes), func(change attribute.Difference) bool {
		return attribute.IsWhollyKnown(context.Background(), change.Planned)
	})
	if len(unknown) > 0 {
		fmt.Fprintf(&why, "Not known yet: %s. If a resource was renamed, add a moved block. Otherwise first apply what it comes from, with -target, and plan again. ", pathsOf(unknown))
	}
	if slices.ContainsFunc(changes, func(change attribute.Difference) bool { return change.At.Equal(path.Root("hostports")) }) {
		why.WriteString("To serve another hostport, add a second edge: nothing is replaced. ")
	}
	if r.mayLeaveState(prior.policy()) {
		why.WriteString("\n" + anotherPolicy(prior.policy()))
	} else {
		fmt.Fprintf(&why, "%s\nTo replace it, first apply its present values (state show prints them), written out, with deletion_policy = %q and "+
			"-target. Then apply the new values with the same policy. To keep the edge, configure the present values.", prevention(prior.policy()), r.policyToAllow())
	}
	return diag.NewAttributeErrorDiagnostic(changes[0].At,
		fmt.Sprintf("%s cannot be replaced for %s", prior.object(), pathsOf(changes)), why.String()+seeReplaced)
}

// anotherPolicy explains why a plan that changes the policy cannot replace the edge.
func anotherPolicy(prior string) string {
	return fmt.Sprintf("The plan changes the deletion_policy, which is %[1]s in state. To replace the edge, plan with deletion_policy = %[1]q. "+
		"To change the policy, apply it alone, with the edge's present values (state show prints them).", prior)
}

// deletionNotEnabled returns the error for the policy DELETE if undocumented_operations
// lacks delete_tls_edge.
func deletionNotEnabled() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"), "deletion_policy DELETE needs delete_tls_edge",
		"The API documentation does not show how to delete a TLS edge. If the service can delete edges, add \"delete_tls_edge\" to "+
			"undocumented_operations in the provider block. Otherwise use PREVENT or ABANDON.")
}

// These constants are detail texts of errors about a destroy or a replacement
// that the policy prevents. In all three cases, no attribute of the edge changes.
const (
	// destroyPlanned explains the error in the plan of a destroy. With create_before_destroy,
	// a CLI may plan the destroy of the old edge during the apply, after the creation of the
	// new edge. The old edge is then deposed, and no apply can change its policy.
	destroyPlanned = "%s\nIf the resource was renamed, add a moved block. To destroy the edge, first apply deletion_policy = %q. " +
		"If the edge is deposed (create_before_destroy has already created its replacement), run state rm for the resource, and " +
		"import the edge that you want to keep." + seeDestroyed
	// replacementAsked explains the error in the plan of a replacement.
	replacementAsked = "%s No attribute of the edge changes: -replace or replace_triggered_by requests the replacement.\nRemove -replace, or revert the " +
		"change that triggers the replacement. To replace the edge, first apply deletion_policy = %q, and keep this policy in the replacement." + seeReplaced
	// deletionRefused explains the error in the deletion itself. No plan rejected it: the edge
	// is tainted, which a plan cannot see, or the tool destroys without a plan.
	deletionRefused = "%s Nothing was sent.\nIf the edge is tainted, run untaint: this keeps it. To destroy or replace the edge, apply deletion_policy = %q " +
		"before you taint or destroy it." + seeDestroyed
)

// prevented returns the error for a destroy or a replacement that the policy prevents.
func (r *tlsEdgeResource) prevented(object, policy, verb, reason string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		object+" cannot be "+verb, fmt.Sprintf(reason, prevention(policy), r.policyToAllow()))
}

// abandonment returns the warning about an edge that is removed from state
// but stays on the service. The summary is constant, so that CLIs fold the warnings of many edges.
func abandonment(object, fate string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("TLS edge "+fate, object+" is removed from state, and keeps serving traffic as long as its backend exists. Write down its id.")
}
