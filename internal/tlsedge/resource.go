// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/privatestate"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

var (
	_ resource.ResourceWithConfigure      = (*tlsEdgeResource)(nil)
	_ resource.ResourceWithIdentity       = (*tlsEdgeResource)(nil)
	_ resource.ResourceWithImportState    = (*tlsEdgeResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*tlsEdgeResource)(nil)
	_ resource.ResourceWithValidateConfig = (*tlsEdgeResource)(nil)
)

// NewResource returns the resource trafficedge_tls_edge.
func NewResource() resource.Resource { return newResource() }

func newResource() *tlsEdgeResource {
	return &tlsEdgeResource{session.Resource{Name: "tls_edge"}, "TLS edge"}
}

type tlsEdgeResource struct {
	session.Resource
	attribute.IdentifiedByID
}

// Read refreshes state from the service. It removes the edge from state if the service
// no longer has the edge.
func (r *tlsEdgeResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	prior := readModel(ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	// The framework requires an identity, even for an edge that no longer exists.
	if resp.Identity.Raw.IsFullyNull() {
		resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), prior.ID)...)
	}
	serviceOwned := privatestate.ServiceOwnedModules.Load(ctx, req.Private, &resp.Diagnostics)
	unchanged := func(listed *api.TLSEdge) bool { return prior.isListedAs(ctx, listed, serviceOwned) }
	found, err := r.Session.RefreshTLSEdge(ctx, prior.ID.ValueString(), prior.CreatedAt.ValueString(), unchanged)
	err = r.Session.CheckBaseURL(ctx, req.Private, err)
	if api.IsGone(err) {
		resp.Diagnostics.Append(apidiag.Gone(prior.object()))
		resp.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		return
	}
	r.Session.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	state := fromAPI(ctx, found, prior).withoutModules(ctx, serviceOwned)
	// The framework has already copied the prior state to the response.
	if !reflect.DeepEqual(state, prior) {
		resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	}
}

// Update sends no request if only the deletion policy changes, or if values are only
// written differently. For every other change, undocumented_operations in the provider
// block must list the required operation. Otherwise the API client returns an error.
func (r *tlsEdgeResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	state, plan := readModel(ctx, req.State.Get, &resp.Diagnostics), readModel(ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	privatestate.PlannedEdge.Remove(ctx, resp.Private, &resp.Diagnostics)
	serviceOwned := withoutPlanned(privatestate.ServiceOwnedModules.Load(ctx, req.Private, &resp.Diagnostics), plan)
	changes := state.differences(plan)
	if len(changes) == 0 {
		privatestate.ServiceOwnedModules.Store(ctx, resp.Private, serviceOwned, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
	} else {
		r.updateInPlace(ctx, state, plan, changes, serviceOwned, resp)
	}
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), plan.ID)...)
}

// canChange reports whether all changes can be made in place. It returns true if there
// are no changes.
func (r *tlsEdgeResource) canChange(changes []difference) bool {
	cannot := func(change difference) bool { return !change.removesModule() || !r.offers(api.DeleteTLSEdgeModule) }
	return r.offers(api.UpdateTLSEdge) || !slices.ContainsFunc(changes, cannot)
}

// updateInPlace applies the changes between state and plan. If the service can delete
// single modules, updateInPlace first deletes each module that the plan removes. If there
// are other changes, it then sends all settings except the modules that the service owns.
//
// The new state contains the resulting settings of the service. Each planned value
// that the service did not apply causes an error. If a request fails, the new state
// is the old state without the modules that the service has certainly deleted. The
// plan may configure a service-owned module for the first time. The module then
// becomes the user's, unless the service has certainly not acted on the failed request.
func (r *tlsEdgeResource) updateInPlace(
	ctx context.Context, state, plan model, changes []difference, serviceOwned []string, resp *resource.UpdateResponse,
) {
	stateAfter := func(updated *api.TLSEdge) model {
		after := fromAPI(ctx, updated, plan).withoutModules(ctx, serviceOwned)
		after.ID, after.URI, after.CreatedAt = plan.ID, plan.URI, plan.CreatedAt // CLIs require the planned values
		return after
	}
	// A value that the service chooses, such as min_version, is unknown in the plan. A
	// difference from an unknown value is not certain.
	notApplied := func(after model) []difference { return certainOf(ctx, after.differences(plan)) }
	update := session.TLSEdgeUpdate{OmittedModules: serviceOwned, IsApplied: func(updated *api.TLSEdge) bool { return len(notApplied(stateAfter(updated))) == 0 }}
	for _, change := range changes {
		if change.removesModule() && r.offers(api.DeleteTLSEdgeModule) {
			update.RemovedModules = append(update.RemovedModules, change.at.String())
		}
	}
	if len(changes) > len(update.RemovedModules) {
		update.Settings = new(plan.toAPI())
	}
	updated, deleted, err := r.Session.UpdateTLSEdge(ctx, plan.ID.ValueString(), update)
	if err == nil || api.MayHaveActed(err) {
		privatestate.ServiceOwnedModules.Store(ctx, resp.Private, serviceOwned, &resp.Diagnostics)
	}
	if err = r.Session.CheckBaseURL(ctx, resp.Private, err); err != nil {
		resp.Diagnostics.Append(apidiag.FromError(ctx, resp.State.Schema, err)...)
		resp.Diagnostics.Append(resp.State.Set(ctx, state.withoutModules(ctx, deleted))...)
		return
	}
	r.Session.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	after := stateAfter(updated)
	for _, change := range notApplied(after) {
		resp.Diagnostics.Append(r.notUpdated(change, plan))
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, after)...)
}

// Delete applies the deletion policy in state. It returns an error, deletes the edge, or
// only removes the edge from state. If Delete only removes the edge from state, it warns
// unless the plan has already warned.
func (r *tlsEdgeResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state := readModel(ctx, req.State.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	departing := privatestate.PlannedEdge.Load(ctx, req.Private, &resp.Diagnostics)
	privatestate.PlannedEdge.Remove(ctx, resp.Private, &resp.Diagnostics)
	policy := state.policy()
	switch {
	case !r.mayLeaveState(policy):
		resp.Diagnostics.Append(r.prevented(state.object(), policy, "destroyed", taintSeen))
	case policy == policyDelete:
		err := r.Session.CheckBaseURL(ctx, req.Private, r.Session.DeleteTLSEdge(ctx, state.ID.ValueString(), state.CreatedAt.ValueString()))
		if err != nil && !api.IsGone(err) {
			resp.Diagnostics.Append(apidiag.FromError(ctx, nil, err)...)
		}
	case !departing.Announced:
		resp.Diagnostics.Append(abandonment(state.object(), "was abandoned"))
	}
}

// Create creates the TLS edge. The new state is the plan, with the service's values for
// unknown attributes. Failures after the creation cause warnings and not errors. An
// error would taint the edge, and the provider may be unable to delete a tainted edge.
func (r *tlsEdgeResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	plan := readModel(ctx, req.Plan.Get, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	sent := time.Now()
	created, err := r.Session.CreateTLSEdge(ctx, plan.toAPI())
	if created == nil {
		resp.Diagnostics.Append(r.notCreated(ctx, req.Plan.Schema, sent, err)...)
		return
	}
	received := fromAPI(ctx, created, plan)
	serviceOwned := withoutPlanned(received.moduleNames(), plan)
	privatestate.ServiceOwnedModules.Store(ctx, resp.Private, serviceOwned, &resp.Diagnostics)
	received = received.withoutModules(ctx, serviceOwned)
	state := completed(ctx, plan, received)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), state.ID)...)
	r.Session.NoteBaseURL(ctx, resp.Private, &resp.Diagnostics)
	if err != nil {
		resp.Diagnostics.Append(apidiag.CreatedUnread(state.object(), err))
	}
	for _, change := range received.differences(state) {
		resp.Diagnostics.Append(apidiag.NotAppliedByCreation(change.at, state.object()))
	}
}

// completed returns the plan of a creation with received values. These are id, uri
// and created_at, and also hostports and min_version if they are unknown in the
// plan. CLIs require the other planned values in state. The next refresh then shows
// settings that the service did not apply.
func completed(ctx context.Context, plan, received model) model {
	plan.ID, plan.URI, plan.CreatedAt = received.ID, received.URI, received.CreatedAt
	if plan.Hostports.IsUnknown() {
		plan.Hostports = received.Hostports
	}
	if chosen := membersOf(plan.TLSTermination); chosen.text("min_version").IsUnknown() {
		chosen["min_version"] = membersOf(received.TLSTermination).text("min_version")
		plan.TLSTermination = types.ObjectValueMust(plan.TLSTermination.AttributeTypes(ctx), chosen)
	}
	return plan
}

// withoutPlanned returns the given module names, except the names of modules that the plan
// contains.
func withoutPlanned(names []string, plan model) []string {
	planned := plan.moduleNames()
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(planned, name) })
}

// CreationUnknown is the summary of the error after a creation whose outcome is unknown.
// The edge may exist on the service, but is not in state.
const CreationUnknown = "Could not tell whether a TLS edge was created"

// notCreated returns the error for a failed creation. If the failed request may
// have created an edge, the error tells the user to look for the edge, and contains
// the time of the request.
func (r *tlsEdgeResource) notCreated(ctx context.Context, schema apidiag.Schema, sent time.Time, err error) diag.Diagnostics {
	if !api.MayHaveActed(err) {
		return apidiag.FromError(ctx, schema, err)
	}
	where := "in the service's console"
	if r.offers(api.ListTLSEdges) {
		where = "with the data source trafficedge_tls_edges"
	}
	return diag.Diagnostics{diag.NewErrorDiagnostic(
		CreationUnknown,
		fmt.Sprintf("%v.\n\nThe service may have created the edge, at %s or later. The request was not retried. State lacks the edge. "+
			"Look for it %s. If it exists, import it before you apply again.\n"+
			"See \"Could not tell whether a TLS edge was created\" in the Troubleshooting guide.",
			err, sent.UTC().Format(time.RFC3339), where),
	)}
}
