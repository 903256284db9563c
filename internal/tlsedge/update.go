// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// Update sends no request if only the deletion policy changes, or if values are only
// written differently. For every other change, undocumented_operations in the provider
// block must list the required operation. Otherwise the API client returns an error.
func (r *tlsEdgeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	prior, plan := readModel(ctx, req.State.Get, &resp.Diagnostics), readModel(ctx, req.Plan.Get, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), plan.ID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	privatestate.DeletionPolicy.Remove(ctx, resp.Private, &resp.Diagnostics)
	serviceOwned := withoutPlanned(privatestate.ServiceOwnedModules.Load(ctx, req.Private, &resp.Diagnostics), plan)
	after, acted := plan, true
	if len(prior.differences(plan)) > 0 {
		known := r.Session.Known(ctx, req.Private, plan.ID.ValueString(), prior.CreatedAt.ValueString())
		after, acted = r.updateInPlace(ctx, known, prior, plan, resp)
	}
	if acted {
		privatestate.ServiceOwnedModules.Store(ctx, resp.Private, serviceOwned, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, after)...)
}

// updateInPlace applies the changes between state and plan, and returns the new state. The
// result acted reports whether the service may have changed the edge.
//
// The new state contains the resulting settings of the service. Each planned value that the
// service did not apply causes an error. What was not sent keeps its planned value. If a
// request fails, the new state is the prior state without the modules that the edge
// certainly lacks.
func (r *tlsEdgeResource) updateInPlace(
	ctx context.Context, known session.Known, prior, plan model, resp *resource.UpdateResponse,
) (after model, acted bool) {
	sending := update{session: r.Session, id: known.ID, prior: prior, settings: plan.toAPI()}
	changes := prior.differences(plan)
	for _, change := range changes {
		if removesModule(change) && r.enabled(api.DeleteTLSEdgeModule) {
			sending.removedModules = append(sending.removedModules, change.At.String())
		}
	}
	if r.enabled(api.UpdateTLSEdge) || len(sending.removedModules) == 0 {
		sending.sent = sentSettings(prior, plan)
	}
	stateAfter := func(response *api.TLSEdge) model {
		after := fromAPI(ctx, plan, response.Only(append(sending.sent, sending.removedModules...)))
		after.ID = plan.ID
		return after
	}
	isApplied := func(response *api.TLSEdge) bool { return len(notApplied(plan, stateAfter(response))) == 0 }
	updated, err := r.Session.TLSEdges.Update(ctx, known, func() (*api.TLSEdge, error) { return sending.send(ctx) }, isApplied)
	if err != nil {
		resp.Diagnostics.Append(sending.failed(err, changes))
		return prior.withoutModules(ctx, sending.gone), sending.acted
	}
	r.Session.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	after = stateAfter(updated)
	for _, change := range notApplied(plan, after) {
		resp.Diagnostics.Append(r.notUpdated(change, plan))
	}
	return after, true
}

// sentSettings returns the names of the settings that an update sends: those that state or
// plan has. What neither has, the provider never saw, and the service may have chosen it.
func sentSettings(prior, plan model) []string {
	names, before := prior.settings()
	_, after := plan.settings()
	return slices.DeleteFunc(names, func(name string) bool { return before[name].IsNull() && after[name].IsNull() })
}

// notUpdated returns the error for a change that the service did not apply
// in an update. If the service did not remove a module, the error suggests
// the operation delete_tls_edge_module, which removes a single module.
func (r *tlsEdgeResource) notUpdated(change attribute.Difference, plan model) diag.Diagnostic {
	if !removesModule(change) || r.enabled(api.DeleteTLSEdgeModule) {
		return apidiag.NotAppliedByUpdate(change.At, plan.object())
	}
	return diag.NewAttributeErrorDiagnostic(change.At, fmt.Sprintf("The service did not remove %s of %s", change.At, plan.object()),
		"The service accepted the update, but still has the module. State contains the service's values. If the service can delete a "+
			"single module, add \"delete_tls_edge_module\" to undocumented_operations in the provider block and apply again.")
}
