// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
)

// TLSEdgeUpdate is an update of an edge, and its result. Protection is added before it is
// taken away: the settings are sent first, and then each removed module is deleted.
type TLSEdgeUpdate struct {
	Settings       TLSEdgeSettings
	Sent           []string // names of the settings to send; empty if the update only deletes modules
	RemovedModules []string // modules to delete with one request each
	Known          []string // names of the settings that state has

	Gone  []string // removed modules that the edge certainly lacks after the update
	Acted bool     // the service may have changed the edge
}

// UpdateTLSEdge sends an update, and reads the edge until isApplied reports true. If the
// service lacks one of these undocumented operations, the cause is [ErrNotSupported].
func (c *Client) UpdateTLSEdge(ctx context.Context, target Target, update *TLSEdgeUpdate, isApplied func(*TLSEdge) bool) (*TLSEdge, error) {
	return c.TLSEdges.settle(ctx, target, isApplied, func() (*TLSEdge, error) { return update.send(ctx, c, target.ID) })
}

// send does not delete a module that the response to the settings already lacks. After a
// deletion, the result is nil, because no response shows the edge.
func (u *TLSEdgeUpdate) send(ctx context.Context, c *Client, id string) (edge *TLSEdge, err error) {
	if len(u.Sent) > 0 {
		body := u.Settings.updateBody(id).(map[string]any) //nolint:forcetypeassert // see there
		maps.DeleteFunc(body, func(name string, _ any) bool { return !slices.Contains(u.Sent, name) })
		edge, err = c.TLSEdges.patch(ctx, id, body)
		if u.Acted = err == nil || MayHaveActed(err); err != nil {
			return nil, err
		}
		var cancel context.CancelFunc
		ctx, cancel = afterWrite(ctx) // After the first request, an interrupt would leave half of the update.
		defer cancel()
	}
	shown := edge
	for _, module := range u.RemovedModules {
		if shown == nil || shown.HasModule(module) {
			if err := u.remove(ctx, c, id, module); err != nil {
				u.Acted = u.Acted || MayHaveActed(err)
				return nil, err
			}
			edge = nil
		}
		u.Gone, u.Acted = append(u.Gone, module), true
	}
	return edge, nil
}

var errModuleUnseen = errors.New("no response says whether the edge still has the module")

// remove returns nil only if the edge certainly lacks the module. After a 404, or a success
// status other than 204, it reads the edge. A read that shows everything else that state has
// confirms the deletion. Where reads show less, a 404 of the API does.
func (u *TLSEdgeUpdate) remove(ctx context.Context, c *Client, id, module string) error {
	r := c.request(http.MethodDelete, fmt.Sprintf("delete %s of TLS edge %q", module, id), "edges", "tls", id, module)
	r.undocumented = DeleteTLSEdgeModule
	requestErr := c.remove(ctx, r)
	failure, _ := errors.AsType[*Error](requestErr)
	isMissing, isAccepted := IsGone(requestErr), errors.Is(requestErr, ErrNotDeleted)
	if !isMissing && !isAccepted {
		return requestErr
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	mayHaveActed := MayHaveActed(requestErr)
	edge, _, err := c.TLSEdges.retryWhile(ctx, id, func(edge *TLSEdge, err error) bool {
		return err == nil && mayHaveActed && edge.HasModule(module)
	})
	switch {
	case IsGone(err):
		return err
	case err != nil:
		return failure.because(fmt.Errorf("%w: %w", errModuleUnseen, err))
	case edge.HasModule(module) && mayHaveActed:
		return failure.because(errors.New("the edge still has the module after the request to delete it"))
	case edge.HasModule(module):
		return failure.because(ErrNotSupported)
	case isMissing || u.isShownBy(edge, module):
		return nil
	}
	return failure.because(errModuleUnseen)
}

// isShownBy reports whether a response shows everything that state has, except for a module.
func (u *TLSEdgeUpdate) isShownBy(edge *TLSEdge, except string) bool {
	return !slices.ContainsFunc(u.Known, func(name string) bool { return name != except && !edge.Shows(name) })
}
