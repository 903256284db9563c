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

// TLSEdgeUpdate is an update of an edge. Protection is added before it is taken away: the
// settings are sent first, and then each removed module is deleted.
type TLSEdgeUpdate struct {
	Settings       TLSEdgeSettings
	Sent           []string // names of the settings to send; empty if the update only deletes modules
	RemovedModules []string // modules to delete with one request each
	OnlyRemoves    bool     // the deletions suffice if the service refuses the settings
	Known          []string // names of the settings that state has
}

// TLSEdgeUpdateResult is the result of an update, also of a failed one.
type TLSEdgeUpdateResult struct {
	Edge  *TLSEdge // nil after an error
	Gone  []string // removed modules that the edge certainly lacks
	Acted bool     // the service may have changed the edge
}

// UpdateTLSEdge sends an update, and reads the edge until isApplied reports true. If the
// service lacks one of these undocumented operations, the cause is [ErrNotSupported].
func (c *Client) UpdateTLSEdge(ctx context.Context, target Target, update TLSEdgeUpdate, isApplied func(*TLSEdge) bool) (result TLSEdgeUpdateResult, err error) {
	result.Edge, err = c.TLSEdges.settle(ctx, target, isApplied, func() (*TLSEdge, error) { return update.send(ctx, c, target, &result) })
	return result, err
}

// send does not delete a module that the response to the settings already lacks. If the update only
// removes modules, the deletions follow a refusal too, because a service may refuse null. After a
// deletion, the result is nil, because no response shows the edge.
func (u TLSEdgeUpdate) send(ctx context.Context, c *Client, target Target, result *TLSEdgeUpdateResult) (edge *TLSEdge, err error) {
	if len(u.Sent) > 0 {
		body := u.Settings.updateBody(target.ID)
		maps.DeleteFunc(body, func(name string, _ any) bool { return !slices.Contains(u.Sent, name) })
		edge, err = c.TLSEdges.patch(ctx, target.ID, body)
		result.Acted = err == nil || MayHaveActed(err)
		failure, _ := errors.AsType[*Error](err)
		isRefusal := failure != nil && failure.Class == Refused && !result.Acted && ctx.Err() == nil // maybe of null
		if err != nil && (!u.OnlyRemoves || !isRefusal) {
			return nil, err
		}
		var cancel context.CancelFunc
		ctx, cancel = afterWrite(ctx) // After the first request, an interrupt would leave half of the update.
		defer cancel()
	}
	shown := edge
	for _, module := range u.RemovedModules {
		if shown == nil || shown.HasModule(module) {
			if err := u.remove(ctx, c, target, module); err != nil {
				result.Acted = result.Acted || MayHaveActed(err)
				return nil, err
			}
			edge = nil
		}
		result.Gone, result.Acted = append(result.Gone, module), true
	}
	return edge, nil
}

// remove returns nil only if the edge certainly lacks the module. A read that shows everything
// else that state has confirms the deletion. Where reads show less, a 404 of the API does.
func (u TLSEdgeUpdate) remove(ctx context.Context, c *Client, target Target, module string) error {
	r := c.request(http.MethodDelete, fmt.Sprintf("delete %s of TLS edge %q", module, target.ID), "edges", "tls", target.ID, module)
	r.undocumented = DeleteTLSEdgeModule
	requestErr := c.delete(ctx, r)
	edge, err := c.TLSEdges.confirmDeletion(ctx, target, requestErr, func(edge *TLSEdge) bool { return edge.HasModule(module) })
	isUnseen := func(name string) bool { return name != module && !edge.Has(name) }
	if failure, _ := errors.AsType[*Error](requestErr); edge != nil && !IsGone(requestErr) && slices.ContainsFunc(u.Known, isUnseen) {
		return failure.because(ErrUnconfirmed)
	}
	return err
}
