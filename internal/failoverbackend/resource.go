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
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// NewResource returns the resource trafficedge_failover_backend.
func NewResource() resource.Resource {
	kind := Kind()
	return &failoverBackendResource{session.Resource{Name: kind.Name}, attribute.IdentifiedByID(kind.Noun)}
}

type failoverBackendResource struct {
	session.Resource
	attribute.IdentifiedByID
}

// Create creates the failover backend. If the response is incomplete,
// Create also reads the backend.
func (r *failoverBackendResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	created, err := r.Session.FailoverBackends.Create(ctx, func() (*api.FailoverBackend, error) {
		return r.Session.API.CreateFailoverBackend(ctx, plan.toAPI())
	})
	if created == nil {
		resp.Diagnostics.Append(apidiag.NotCreated(Kind().Noun, err))
		return
	}
	response := fromAPI(plan, created)
	state := plan // the next refresh and plan show the settings that were not applied
	state.ID, state.URI, state.CreatedAt = response.ID, response.URI, response.CreatedAt
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), state.ID)...)
	r.Session.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	if err != nil {
		resp.Diagnostics.Append(apidiag.CreatedUnread(state.object(), err))
		return
	}
	for _, one := range notApplied(plan, response) {
		resp.Diagnostics.Append(apidiag.NotAppliedByCreation(one.At, state.object()))
	}
}

// Read refreshes state from the service. If the service no longer has the failover
// backend, Read removes the backend from state.
func (r *failoverBackendResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	prior := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework requires an identity even if the object no longer exists.
	if resp.Identity.Raw.IsFullyNull() {
		resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), prior.ID)...)
	}
	known := r.Session.Known(ctx, req.Private, prior.ID.ValueString(), prior.CreatedAt.ValueString())
	found, err := r.Session.FailoverBackends.Refresh(ctx, known, prior.isConfirmedBy)
	if !r.Session.FinishRead(ctx, known, prior.object(), err, resp) {
		return
	}
	// The framework has already copied the prior state to the response. Setting an equal
	// state again would take most of the time of a refresh.
	if state := fromAPI(prior, found); !reflect.DeepEqual(state, prior) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Update sends all settings. If the response is incomplete, Update sends a second
// request, which reads the failover backend.
func (r *failoverBackendResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	plan := attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	isApplied := func(b *api.FailoverBackend) bool { return len(notApplied(plan, fromAPI(plan, b))) == 0 }
	known := r.Session.Known(ctx, req.Private, plan.ID.ValueString(), plan.CreatedAt.ValueString())
	updated, err := r.Session.FailoverBackends.Update(ctx, known, func() (*api.FailoverBackend, error) {
		return r.Session.API.UpdateFailoverBackend(ctx, known.ID, plan.toAPI())
	}, isApplied)
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(err))
		return
	}
	r.Session.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	state := fromAPI(plan, updated)
	state.ID, state.URI, state.CreatedAt = plan.ID, plan.URI, plan.CreatedAt // CLIs require the planned values
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), state.ID)...)
	for _, one := range notApplied(plan, state) {
		resp.Diagnostics.Append(apidiag.NotAppliedByUpdate(one.At, state.object()))
	}
}

// Delete deletes the failover backend. If the service does not have the backend,
// Delete succeeds, unless the backend was last seen at another base URL.
func (r *failoverBackendResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	known := r.Session.Known(ctx, req.Private, state.ID.ValueString(), state.CreatedAt.ValueString())
	if err := r.Session.FailoverBackends.Delete(ctx, known); err != nil {
		resp.Diagnostics.Append(apidiag.FromError(err))
	}
}
