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

const (
	// serviceOwnedModules names the modules that the created edge had although they were not
	// configured. State and requests omit such a module until it is configured. An update
	// removes the names of modules that are configured now, unless a request failed on which
	// the service has certainly not acted.
	serviceOwnedModules resourcebase.Key[[]string] = "service_owned_modules"
	// priorPolicy is the policy of an edge in state. CLIs plan the old edge of a replacement
	// before the new edge, which has no prior state. So the plan of the old edge writes the
	// policy, and the plan of the new edge reads it. Updates remove it, so that the creation of
	// an edge that is gone finds none.
	priorPolicy resourcebase.Key[string] = "deletion_policy"
)

const (
	policyPrevent = "PREVENT"
	policyAbandon = "ABANDON"
	policyDelete  = "DELETE"
)

// policy applies the default to an edge without a policy, such as an imported edge.
func (m model) policy() string { return cmp.Or(m.DeletionPolicy.ValueString(), policyPrevent) }

func (r *tlsEdgeResource) mayLeaveState(policy string) bool {
	return policy == policyAbandon || policy == policyDelete && r.API.Enabled(api.DeleteTLSEdge)
}

// mayReplace reports whether an edge may be replaced: the policies in state and in the plan
// must be the same, and allow it. A policy that is tightened then counts at once, and a policy
// that is loosened counts after its own apply. An unknown policy allows nothing.
func (r *tlsEdgeResource) mayReplace(prior string, plan model) bool {
	return !plan.DeletionPolicy.IsUnknown() && plan.policy() == prior && r.mayLeaveState(prior)
}

// planReplacement rejects a replacement that the policies do not allow, such as a replacement
// that -replace requests. A new edge has no policy in private state, and neither has a tainted
// edge: its deletion applies the policy in state.
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

func (r *tlsEdgeResource) planDestroy(prior model, resp *resource.ModifyPlanResponse) {
	switch {
	case !r.mayLeaveState(prior.policy()):
		resp.Diagnostics.Append(r.prevented(prior.object(), prior.policy(), "destroyed", destroyPlanned))
	case prior.policy() == policyAbandon:
		resp.Diagnostics.Append(abandonment(prior.object(), "will be abandoned"))
	}
}

// planChange plans a change in place, plans a replacement, or rejects the plan. An unknown
// value counts as changed, because the apply destroys what this run replaces before the value
// is known.
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

// canChange reports whether all changes, if any, can be made in place.
func (r *tlsEdgeResource) canChange(changes []attribute.Difference) bool {
	cannot := func(change attribute.Difference) bool {
		return !removesModule(change) || !r.API.Enabled(api.DeleteTLSEdgeModule)
	}
	return r.API.Enabled(api.UpdateTLSEdge) || !slices.ContainsFunc(changes, cannot)
}

const (
	seeDestroyed = "\nSee \"TLS edge … cannot be destroyed\" in the Troubleshooting guide."
	seeReplaced  = "\nSee \"TLS edge … cannot be replaced\" in the Troubleshooting guide."
)

func prevention(policy string) string {
	if policy == policyDelete {
		return "The deletion_policy is DELETE, which needs \"delete_tls_edge\" in the provider's undocumented_operations."
	}
	return "The deletion_policy is PREVENT."
}

// policyToAllow returns the policy to apply before a destroy or a replacement.
func (r *tlsEdgeResource) policyToAllow() string {
	if r.API.Enabled(api.DeleteTLSEdge) {
		return policyDelete
	}
	return policyAbandon
}

// preventedReplacement returns an error on the first changed attribute that names all changed
// attributes. It contains no value, because any value may be sensitive.
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

func anotherPolicy(prior string) string {
	return fmt.Sprintf("The plan changes the deletion_policy, which is %[1]s in state. To replace the edge, plan with deletion_policy = %[1]q. "+
		"To change the policy, apply it alone, with the edge's present values (state show prints them).", prior)
}

func deletionNotEnabled() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"), "deletion_policy DELETE needs delete_tls_edge",
		"The API documentation does not show how to delete a TLS edge. If the service can delete edges, add \"delete_tls_edge\" to "+
			"undocumented_operations in the provider block. Otherwise use PREVENT or ABANDON.")
}

// Details of errors about a destroy or a replacement in which no attribute changes.
const (
	// destroyPlanned is about the plan of a destroy. With create_before_destroy, a CLI may plan
	// the destroy of the old edge during the apply, after the creation of the new edge. The old
	// edge is then deposed, and no apply can change its policy.
	destroyPlanned = "%s\nIf the resource was renamed, add a moved block. To destroy the edge, first apply deletion_policy = %q. " +
		"If the edge is deposed (create_before_destroy has already created its replacement), run state rm for the resource, and " +
		"import the edge that you want to keep." + seeDestroyed
	replacementAsked = "%s No attribute of the edge changes: -replace or replace_triggered_by requests the replacement.\nRemove -replace, or revert the " +
		"change that triggers the replacement. To replace the edge, first apply deletion_policy = %q, and keep this policy in the replacement." + seeReplaced
	// deletionRefused is about a deletion that no plan rejected: the edge is tainted, which a
	// plan cannot see, or the tool destroys without a plan.
	deletionRefused = "%s Nothing was sent.\nIf the edge is tainted, run untaint: this keeps it. To destroy or replace the edge, apply deletion_policy = %q " +
		"before you taint or destroy it." + seeDestroyed
)

func (r *tlsEdgeResource) prevented(object, policy, verb, reason string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"),
		object+" cannot be "+verb, fmt.Sprintf(reason, prevention(policy), r.policyToAllow()))
}

// abandonment has a constant summary, so that CLIs fold the warnings of many edges.
func abandonment(object, fate string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("TLS edge "+fate, object+" is removed from state, and keeps serving traffic as long as its backend exists. Write down its id.")
}
