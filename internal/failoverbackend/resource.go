// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/resourcebase"
)

// NewResource returns the resource trafficedge_failover_backend.
func NewResource() resource.Resource { return &failoverBackendResource{Kind().Resource()} }

type failoverBackendResource struct{ resourcebase.ObjectResource }

var _ resource.ResourceWithIdentity = (*failoverBackendResource)(nil)
var _ resource.ResourceWithImportState = (*failoverBackendResource)(nil)

// Create stores the plan in state. The next plan shows what the service did not apply.
func (r *failoverBackendResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	created, respondedAt, err := r.API.FailoverBackends.Create(ctx, plan.toAPI())
	if created == nil {
		resp.Diagnostics.Append(apidiag.NotCreated(Kind().Noun, err))
		return
	}
	response, state := fromAPI(plan, created), plan
	state.Assigned = response.Assigned
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), state.ID)...)
	r.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	resourcebase.RespondedAt.Store(ctx, resp.Private, respondedAt, &resp.Diagnostics)
	if err != nil {
		resp.Diagnostics.Append(apidiag.CreatedUnread(err))
		return
	}
	for _, setting := range response.settings().ChangesTo(plan.settings()) {
		resp.Diagnostics.Append(apidiag.NotAppliedByCreation(setting.At, state.object()))
	}
}

func (r *failoverBackendResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	prior := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework requires an identity even if the object no longer exists.
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), prior.ID)...)
	target := r.Target(ctx, req.Private, prior.Assigned)
	found, err := r.API.FailoverBackends.Refresh(ctx, target, prior.isConfirmedBy)
	if !r.FinishRead(ctx, target, prior.object(), err, resp) {
		return
	}
	// The framework has already copied the prior state to the response. Setting an equal
	// state again would take most of the time of a refresh.
	if state := fromAPI(prior, found); !reflect.DeepEqual(state, prior) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

func (r *failoverBackendResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	target := r.Target(ctx, req.Private, plan.Assigned)
	isApplied := func(response *api.FailoverBackend) bool {
		return len(fromAPI(plan, response).settings().ChangesTo(plan.settings())) == 0
	}
	updated, err := r.API.FailoverBackends.Update(ctx, target, plan.toAPI(), isApplied)
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(err))
		return
	}
	r.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	state := fromAPI(plan, updated)
	state.Assigned = plan.Assigned // CLIs require the planned values
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), state.ID)...)
	for _, setting := range state.settings().ChangesTo(plan.settings()) {
		resp.Diagnostics.Append(apidiag.NotAppliedByUpdate(setting.At, state.object()))
	}
}

func (r *failoverBackendResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	target := r.Target(ctx, req.Private, state.Assigned)
	resp.Diagnostics.Append(apidiag.FromError(r.API.FailoverBackends.Delete(ctx, target)))
}
