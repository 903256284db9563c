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

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/apidiag"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/attribute"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

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
	return membersFromAPI(nil, moduleIn(response, name)) != nil
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
