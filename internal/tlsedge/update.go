// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package tlsedge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
	prior, plan := attribute.Model[model](ctx, req.State.Get, &resp.Diagnostics), attribute.Model[model](ctx, req.Plan.Get, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.SetAttribute(ctx, path.Root("id"), plan.ID)...)
	if resp.Diagnostics.HasError() {
		return
	}
	privatestate.DeletionPolicy.Remove(ctx, resp.Private, &resp.Diagnostics)
	serviceOwned := withoutPlanned(privatestate.ServiceOwnedModules.Load(ctx, req.Private), plan)
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

// update sends the requests of an update in place. Protection is added before it is taken
// away: the settings are sent first, and then each removed module is deleted.
type update struct {
	session        *session.Session
	id             string
	prior          model
	settings       api.TLSEdgeSettings
	sent           []string // the settings to send; empty if the update only deletes modules
	removedModules []string // modules to delete with one request each

	gone  []string // the removed modules that the edge certainly lacks now
	acted bool     // whether the service may have changed the edge
}

// send sends the requests. If the response to the settings is the whole edge, and lacks a
// removed module already, send does not delete the module. After a deletion, the result is
// empty, because no response shows the edge.
func (u *update) send(ctx context.Context) (response *api.TLSEdge, err error) {
	response = &api.TLSEdge{}
	if len(u.sent) > 0 {
		response, err = u.session.API.UpdateTLSEdge(ctx, u.id, u.settings, u.sent)
		if u.acted = err == nil || api.MayHaveActed(err); err != nil {
			return nil, err
		}
		var cancel context.CancelFunc
		ctx, cancel = session.AfterWrite(ctx) // After the first request, an interrupt would leave half of the update.
		defer cancel()
	}
	shown := response
	for _, module := range u.removedModules {
		if !shown.IsWhole() || hasModule(shown, module) {
			if err := u.remove(ctx, module); err != nil {
				u.acted = u.acted || api.MayHaveActed(err)
				return nil, err
			}
			response = &api.TLSEdge{}
		}
		u.gone, u.acted = append(u.gone, module), true
	}
	return response, nil
}

// errModuleUnseen is the cause of the error after a deletion of a module that nothing
// confirms.
var errModuleUnseen = errors.New("no response says whether the edge still has the module")

// remove deletes a module of the edge. It returns nil only if the edge certainly lacks the
// module. After a 404, or a success status other than 204, remove reads the edge. A read
// that shows everything else that state has confirms the deletion. Where reads show less, a
// 404 of the API does.
func (u *update) remove(ctx context.Context, module string) error {
	requestErr := u.session.API.DeleteTLSEdgeModule(ctx, u.id, module)
	failure, _ := errors.AsType[*api.Error](requestErr)
	isMissing, isAccepted := api.IsGone(requestErr), errors.Is(requestErr, api.ErrNotDeleted)
	if !isMissing && !isAccepted {
		return requestErr
	}
	ctx, cancel := session.AfterWrite(ctx)
	defer cancel()
	mayHaveActed := api.MayHaveActed(requestErr)
	edge, err := u.session.TLSEdges.Read(ctx, u.id, func(edge *api.TLSEdge, err error) bool {
		return err == nil && mayHaveActed && hasModule(edge, module)
	})
	switch {
	case api.IsGone(err):
		return err
	case err != nil:
		return failure.Because(fmt.Errorf("%w: %w", errModuleUnseen, err))
	case hasModule(edge, module) && mayHaveActed:
		return failure.Because(errors.New("the edge still has the module after the request to delete it"))
	case hasModule(edge, module):
		return failure.Because(api.ErrNotSupported)
	case isMissing || u.showsState(edge, module):
		return nil
	}
	return failure.Because(errModuleUnseen)
}

// hasModule reports whether an edge in a response has the named module.
func hasModule(response *api.TLSEdge, name string) bool {
	return membersFromAPI(nil, response, name) != nil
}

// showsState reports whether a response shows everything that state has, except for a module.
func (u *update) showsState(response *api.TLSEdge, except string) bool {
	names, values := u.prior.settings()
	return !slices.ContainsFunc(names, func(name string) bool {
		return name != except && attribute.HasContent(values[name]) && !response.Shows(name)
	})
}

// failed returns the error of a failed update. Modules may be removed already, and a
// service may refuse a request that adds and removes at once.
func (u *update) failed(err error, changes []attribute.Difference) diag.Diagnostic {
	failed, more := apidiag.FromError(err), ""
	others := slices.DeleteFunc(slices.Clone(changes), removesModule)
	switch {
	case len(u.gone) > 0:
		more = fmt.Sprintf("\n\nThe edge no longer has %s.", strings.Join(u.gone, ", "))
	case !u.acted && len(others) > 0 && len(others) < len(changes):
		more = "\n\nThe plan also removes a module. If the service refuses both at once, apply the removal and the other changes one after the other."
	}
	return diag.NewErrorDiagnostic(failed.Summary(), failed.Detail()+more)
}
