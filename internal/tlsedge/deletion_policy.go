// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"cmp"
	"context"
	"fmt"
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
	// policy, and the plan of the new edge reads it. Updates empty it, so that the creation of
	// an edge that is gone finds none.
	priorPolicy resourcebase.Key[string] = "deletion_policy"
	// announced is true if the plan of a destroy or a replacement has warned about the abandonment. It
	// never reaches state: the deletion of an abandoned edge does not fail, and a CLI plans the new
	// edge of a replacement once more, without private state.
	announced resourcebase.Key[bool] = "abandonment_announced"
)

const (
	policyPrevent = "PREVENT"
	policyAbandon = "ABANDON"
	policyDelete  = "DELETE"
)

// policy applies the default to an edge without a policy, such as an imported edge.
func (m model) policy() string { return cmp.Or(m.DeletionPolicy.ValueString(), policyPrevent) }

// mayDestroy reports whether a policy allows a destroy.
func (r *tlsEdgeResource) mayDestroy(policy string) bool {
	return policy == policyAbandon || policy == policyDelete && r.API.Enabled(api.DeleteTLSEdge)
}

// mayReplace reports whether an edge may be replaced: the policies in state and in the plan
// must be the same, and allow it. A policy that is tightened then counts at once, and a policy
// that is loosened counts after its own apply.
func (r *tlsEdgeResource) mayReplace(prior string, plan model) bool {
	return plan.policy() == prior && r.mayDestroy(prior)
}

// planReplacement rejects a replacement that the policies do not allow, such as a replacement
// that -replace requests. A new edge has no policy in private state, and neither has a tainted
// edge: its deletion applies the policy in state.
func (r *tlsEdgeResource) planReplacement(prior string, plan model, resp *resource.ModifyPlanResponse) {
	if prior != "" && !r.mayReplace(prior, plan) {
		resp.Diagnostics.AddAttributeError(path.Root("deletion_policy"), "TLS edge cannot be replaced",
			r.whyPrevented(prior, fmt.Sprintf(replacementRequested, r.policyToApply())))
	}
}

func (r *tlsEdgeResource) planDestroy(ctx context.Context, prior model, resp *resource.ModifyPlanResponse) {
	switch {
	case !r.mayDestroy(prior.policy()):
		resp.Diagnostics.AddAttributeError(path.Root("deletion_policy"), prior.object()+" cannot be destroyed",
			r.whyPrevented(prior.policy(), fmt.Sprintf(destroyPlanned, r.policyToApply())))
	case prior.policy() == policyAbandon:
		resp.Diagnostics.Append(abandonment(prior.object(), "will be abandoned"))
		announced.Store(ctx, resp.Private, true, &resp.Diagnostics)
	}
}

// planChange plans a change in place, plans a replacement, or rejects the plan. An unknown
// value counts as changed, because the apply destroys what this run replaces before the value
// is known. No message contains a value, because any value may be sensitive.
func (r *tlsEdgeResource) planChange(ctx context.Context, prior, plan model, resp *resource.ModifyPlanResponse) {
	changes := prior.settings().ChangesTo(plan.settings())
	switch {
	case r.API.Enabled(api.UpdateTLSEdge), len(changes) == len(r.removableModules(changes)):
		// The update makes all changes, if any, in place.
	case r.mayReplace(prior.policy(), plan):
		for _, change := range changes {
			resp.RequiresReplace.Append(change.At)
		}
		if prior.policy() == policyAbandon {
			resp.Diagnostics.Append(abandonment(prior.object(), "will be replaced and abandoned"))
			announced.Store(ctx, resp.Private, true, &resp.Diagnostics)
		}
	default:
		special, last := whyReplaced(ctx, changes)
		resp.Diagnostics.AddAttributeError(changes[0].At, fmt.Sprintf("%s cannot be replaced for %s", prior.object(), pathsOf(changes)),
			r.whyPrevented(prior.policy(), special+fmt.Sprintf(changePlanned, r.policyToApply())+last+seeReplaced))
	}
}

// whyReplaced returns what is special about the changes, and the last sentence.
func whyReplaced(ctx context.Context, changes []attribute.Difference) (special, last string) {
	for _, change := range changes { // One name is enough to find the source, and keeps the diagnostic short.
		if !attribute.IsWhollyKnown(ctx, change.Planned) {
			return fmt.Sprintf(" Not known yet: %s. If its source is renamed, add a moved block. If it is tainted or replaced, "+
				"undo that. Otherwise, first apply it with -target.", change.At), ""
		}
	}
	special = " If the service changes edges, add \"update_tls_edge\" to undocumented_operations."
	if len(changes) == 1 && changes[0].At.Equal(path.Root("hostports")) {
		special += " If you want another hostport, add a second edge: nothing is replaced."
	}
	return special, " If you changed nothing, undo the change elsewhere."
}

// whyPrevented says why the policy in state prevents a destroy or a replacement, and what to do:
// nextStep, unless the policy allows both, so that the plan changes it.
func (r *tlsEdgeResource) whyPrevented(prior, nextStep string) string {
	switch {
	case r.mayDestroy(prior):
		return fmt.Sprintf("The plan changes the deletion_policy, which is %[1]s in state. To replace the edge, plan "+
			"with deletion_policy = %[1]q. To change the policy, apply it alone, with the edge's present values "+
			"(state show prints them)."+seeReplaced, prior)
	case prior == policyDelete:
		return "deletion_policy DELETE needs \"delete_tls_edge\" in undocumented_operations." + nextStep
	}
	return "The deletion_policy is PREVENT." + nextStep
}

// policyToApply returns the policy that allows a destroy.
func (r *tlsEdgeResource) policyToApply() string {
	if r.API.Enabled(api.DeleteTLSEdge) {
		return policyDelete
	}
	return policyAbandon
}

const (
	seeDestroyed = "\nSee \"TLS edge … cannot be destroyed\" in the Troubleshooting guide."
	seeReplaced  = "\nSee \"TLS edge … cannot be replaced\" in the Troubleshooting guide."

	changePlanned = "\nTo replace or destroy the edge, first apply its present values (plan -refresh-only shows " +
		"changes made elsewhere), written out, with deletion_policy = %q and -target. Then apply the new values with " +
		"the same policy."
	// replacementRequested is about a replacement that no attribute needs.
	replacementRequested = " No attribute needs a new edge: -replace or replace_triggered_by requests the " +
		"replacement.\nRemove -replace, or revert the change that triggers the replacement. To replace the edge, " +
		"first apply deletion_policy = %q, and keep this policy in the replacement." + seeReplaced
	// destroyPlanned is about the plan of a destroy. With create_before_destroy, a CLI may plan
	// the destroy of the old edge during the apply, after the creation of the new edge. The old
	// edge is then deposed, and no apply can change its policy.
	destroyPlanned = "\nIf the resource was renamed, add a moved block. To destroy the edge, first apply " +
		"deletion_policy = %q. If the edge is deposed (create_before_destroy has already created its replacement), " +
		"run state rm for the resource, and import the edge that you want to keep." + seeDestroyed
	// deletionRefused is about a deletion that no plan rejected: the edge is tainted, which a
	// plan cannot see, or the tool destroys without a plan.
	deletionRefused = " Nothing was sent.\nIf the edge is tainted, run untaint: this keeps it. To destroy or replace " +
		"the edge, apply deletion_policy = %q before you taint or destroy it." + seeDestroyed
)

// abandonment has a constant summary, so that CLIs fold the warnings of many edges.
func abandonment(object, fate string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("TLS edge "+fate, object+" is removed from state, and stays on the service. Write down its id.")
}

// lostWarning is about modules that no configuration has, so that no plan shows a change.
func lostWarning(object string, modules []string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("TLS edge lost modules that the service had added",
		fmt.Sprintf("%s no longer has %s. Configure those that the edge needs.", object, strings.Join(modules, ", ")))
}
