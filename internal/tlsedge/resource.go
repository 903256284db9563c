// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// NewResource returns the resource trafficedge_tls_edge.
func NewResource() resource.Resource { return &tlsEdgeResource{Kind().Resource()} }

type tlsEdgeResource struct{ resourcebase.ObjectResource }

var _ resource.ResourceWithIdentity = (*tlsEdgeResource)(nil)
var _ resource.ResourceWithImportState = (*tlsEdgeResource)(nil)
var _ resource.ResourceWithModifyPlan = (*tlsEdgeResource)(nil)
var _ resource.ResourceWithValidateConfig = (*tlsEdgeResource)(nil)

// Create warns about failures after the creation. An error would taint the edge, and the
// provider may be unable to delete a tainted edge.
func (r *tlsEdgeResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	created, respondedAt, err := r.API.TLSEdges.Create(ctx, plan.toAPI())
	if created == nil {
		resp.Diagnostics.Append(apidiag.NotCreated(Kind().Noun, err))
		return
	}
	owned := slices.DeleteFunc(api.EdgeModules(), func(name string) bool { return plan.hasModule(name) || !created.HasModule(name) })
	serviceOwnedModules.Store(ctx, resp.Private, owned, &resp.Diagnostics)
	response := fromAPI(ctx, plan, created).withoutModules(ctx, owned)
	state := completed(ctx, plan, response)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), state.ID)...)
	r.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	resourcebase.RespondedAt.Store(ctx, resp.Private, respondedAt, &resp.Diagnostics)
	if err != nil {
		resp.Diagnostics.Append(apidiag.CreatedUnread(err))
	}
	for _, change := range response.settings().KnownChangesTo(state.settings()) {
		resp.Diagnostics.Append(apidiag.NotAppliedByCreation(change.At, state.object()))
	}
}

func (r *tlsEdgeResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	prior := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework requires an identity, even for an edge that no longer exists.
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), prior.ID)...)
	owned := serviceOwnedModules.Load(ctx, req.Private)
	target := r.Target(ctx, req.Private, prior.Assigned)
	found, err := r.API.TLSEdges.Refresh(ctx, target, func(listed *api.TLSEdge) bool { return prior.isConfirmedBy(ctx, listed, owned) })
	if !r.FinishRead(ctx, target, prior.object(), err, resp) {
		return
	}
	isShown := func(setting attribute.Setting) bool { return found.Has(setting.Name) }
	if prior.DeletionPolicy.IsNull() && !slices.ContainsFunc(prior.settings(), isShown) && !r.API.Enabled(api.UpdateTLSEdge) {
		// Interface section 4.2 allows a response without any setting.
		resp.Diagnostics.AddError(prior.object()+" cannot be imported",
			"The response has no setting of the edge, so every configured setting would count as a change, which "+
				"needs a new edge. If the service can change edges, add \"update_tls_edge\" to "+
				"undocumented_operations in the provider block. Otherwise leave the edge out of the configuration.")
		return
	}
	if lost := lostModules(owned, found); len(lost) > 0 {
		owned = slices.DeleteFunc(owned, func(name string) bool { return slices.Contains(lost, name) })
		serviceOwnedModules.Store(ctx, resp.Private, owned, &resp.Diagnostics)
		resp.Diagnostics.Append(lostWarning(prior.object(), lost))
	}
	state := fromAPI(ctx, prior, found).withoutModules(ctx, owned)
	// The framework has already copied the prior state to the response.
	if !reflect.DeepEqual(state, prior) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Delete applies the policy in state. It warns about an abandonment that no plan has shown: of a
// tainted edge, or by a tool that destroys without a plan.
func (r *tlsEdgeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	switch {
	case !r.mayDestroy(state.policy()):
		resp.Diagnostics.AddAttributeError(path.Root("deletion_policy"), state.object()+" cannot be destroyed",
			r.whyPrevented(state.policy(), fmt.Sprintf(deletionRefused, r.policyToApply())))
	case state.policy() == policyDelete:
		target := r.Target(ctx, req.Private, state.Assigned)
		resp.Diagnostics.Append(apidiag.FromError(r.API.TLSEdges.Delete(ctx, target)))
	case !announced.Load(ctx, req.Private):
		resp.Diagnostics.Append(abandonment(state.object(), "was abandoned"))
	}
}

// completed returns the plan of a creation with the service's values for unknown attributes.
// CLIs require the other planned values in state.
func completed(ctx context.Context, plan, response model) model {
	plan.Assigned = response.Assigned
	if plan.Hostports.IsUnknown() {
		plan.Hostports = response.Hostports
	}
	if membersOf(plan.TLSTermination).text("min_version").IsUnknown() {
		plan = plan.withVersion(ctx, membersOf(response.TLSTermination).text("min_version"))
	}
	return plan
}
