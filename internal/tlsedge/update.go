// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
)

// Update sends no request if only the deletion policy changes, or if values are only written
// differently. Every other change needs its operation in undocumented_operations.
func (r *tlsEdgeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	prior, plan := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics), attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), plan.ID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	priorPolicy.Store(ctx, resp.Private, "", &resp.Diagnostics)
	after, acted := plan, true
	if len(prior.settings().ChangesTo(plan.settings())) > 0 {
		target := r.Target(ctx, req.Private, prior.Assigned)
		after, acted = r.updateInPlace(ctx, target, prior, plan, resp)
	}
	if acted {
		owned := slices.DeleteFunc(serviceOwnedModules.Load(ctx, req.Private), plan.hasModule)
		serviceOwnedModules.Store(ctx, resp.Private, owned, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, after)...)
}

// updateInPlace returns the new state, and whether the service may have changed the edge. The
// new state contains the resulting settings of the service, and the planned values that were
// not sent. If a request fails, it is the prior state without the modules that the edge
// certainly lacks.
func (r *tlsEdgeResource) updateInPlace(
	ctx context.Context, target api.Target, prior, plan model, resp *resource.UpdateResponse,
) (after model, acted bool) {
	changes := prior.settings().KnownChangesTo(plan.settings())
	update := r.updateOf(prior, plan, changes)
	stateAfter := func(response *api.TLSEdge) model {
		return fromAPI(ctx, plan, response.Only(slices.Concat(update.Sent, update.RemovedModules)))
	}
	isApplied := func(response *api.TLSEdge) bool {
		return len(stateAfter(response).settings().KnownChangesTo(plan.settings())) == 0
	}
	result, err := r.API.UpdateTLSEdge(ctx, target, update, isApplied)
	if err != nil {
		resp.Diagnostics.Append(failed(result, err, changes))
		return prior.withoutModules(ctx, result.Gone), result.Acted
	}
	r.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	after = stateAfter(result.Edge)
	for _, change := range after.settings().KnownChangesTo(plan.settings()) {
		resp.Diagnostics.Append(r.notUpdated(change, plan))
	}
	return after, true
}

// updateOf sends the settings that state or plan has. The provider never saw any other setting,
// and the service may have chosen it.
func (r *tlsEdgeResource) updateOf(prior, plan model, changes []attribute.Difference) api.TLSEdgeUpdate {
	update := api.TLSEdgeUpdate{Settings: plan.toAPI(), RemovedModules: r.removableModules(changes)}
	update.OnlyRemoves = len(changes) > 0 && len(update.RemovedModules) == len(changes)
	isSent, planned := r.API.Enabled(api.UpdateTLSEdge) || len(update.RemovedModules) == 0, plan.settings()
	for i, setting := range prior.settings() {
		if isSent && (!setting.Value.IsNull() || !planned[i].Value.IsNull()) {
			update.Sent = append(update.Sent, setting.Name)
		}
		if attribute.HasContent(setting.Value) {
			update.Known = append(update.Known, setting.Name)
		}
	}
	return update
}

// removableModules returns the modules that the changes remove, and that the provider may delete.
func (r *tlsEdgeResource) removableModules(changes []attribute.Difference) (names []string) {
	for _, change := range changes {
		if removesModule(change) && r.API.Enabled(api.DeleteTLSEdgeModule) {
			names = append(names, change.At.String())
		}
	}
	return names
}

// notUpdated suggests delete_tls_edge_module if the service did not remove a module.
func (r *tlsEdgeResource) notUpdated(change attribute.Difference, plan model) diag.Diagnostic {
	if !removesModule(change) || r.API.Enabled(api.DeleteTLSEdgeModule) {
		return apidiag.NotAppliedByUpdate(change.At, plan.object())
	}
	return diag.NewAttributeErrorDiagnostic(change.At, fmt.Sprintf("The service did not remove %s of %s", change.At, plan.object()),
		"The service responded with a success status, but still has the module. State contains the service's values. "+
			"If the service can delete a single module, add \"delete_tls_edge_module\" to undocumented_operations in "+
			"the provider block and apply again.")
}

// failed returns the error of a failed update. Modules may be removed already, and a
// service may refuse a request that adds and removes at once. CLIs store the new references of
// an edge even if its update failed, so that the next apply may delete the old failover backend
// before it switches the edge.
func failed(result api.TLSEdgeUpdateResult, err error, changes []attribute.Difference) diag.Diagnostic {
	failure, more := apidiag.FromError(err), ""
	others := slices.DeleteFunc(slices.Clone(changes), removesModule)
	switch {
	case len(result.Gone) > 0:
		more = fmt.Sprintf("\n\nThe edge no longer has %s.", strings.Join(result.Gone, ", "))
	case !result.Acted && len(others) > 0 && len(others) < len(changes):
		more = "\n\nThe plan also removes a module. If the service refuses both at once, apply the removal and the other changes one after the other."
	}
	isSwitch := func(change attribute.Difference) bool { return change.At.String() == "backend.backend_id" }
	if slices.ContainsFunc(changes, isSwitch) {
		more += "\n\nIf you removed the old failover backend, restore its block before you apply again. Otherwise the CLI may delete it first."
	}
	return diag.NewErrorDiagnostic(failure.Summary(), failure.Detail()+more)
}
