// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"context"
	"errors"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateTLSEdge creates a TLS edge and returns the edge. If the response contains only
// the id, CreateTLSEdge reads the edge. If that read fails, CreateTLSEdge returns the
// error together with an edge that has only the id.
func (s *Session) CreateTLSEdge(ctx context.Context, settings api.TLSEdgeSettings) (*api.TLSEdge, error) {
	defer s.tlsEdges.invalidate()
	created, err := s.API.CreateTLSEdge(ctx, settings)
	if err != nil || created.URI.Present {
		return created, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	found, err := s.API.GetTLSEdge(ctx, created.ID, api.Repeat{Gone: true})
	return cmp.Or(found, created), err
}

// RefreshTLSEdge returns the TLS edge with the given id. The edge was created at
// createdAt (RFC 3339). If the service does not find a young edge, RefreshTLSEdge retries
// the read for some seconds. If the service offers a list of edges, RefreshTLSEdge uses
// the list in the same way as [Session.RefreshFailoverBackend].
func (s *Session) RefreshTLSEdge(ctx context.Context, id, createdAt string, unchanged func(*api.TLSEdge) bool) (*api.TLSEdge, error) {
	if found := s.tlsEdges.find(ctx, id); found != nil && unchanged(found) {
		return found, nil
	}
	return s.API.GetTLSEdge(ctx, id, api.Repeat{Gone: s.isYoung(createdAt)})
}

// TLSEdgeUpdate is an in-place update of a TLS edge.
type TLSEdgeUpdate struct {
	RemovedModules []string             // modules to delete before Settings are sent, with one request each
	Settings       *api.TLSEdgeSettings // nil if the update only deletes modules
	OmittedModules []string             // modules that are not sent with Settings
	// IsApplied reports whether an edge has the wanted values. A member that the edge
	// lacks counts as applied, so IsApplied proves the update only for a whole edge.
	IsApplied func(*api.TLSEdge) bool
}

// UpdateTLSEdge changes a TLS edge and returns the edge. If the response to the
// update is not the whole edge, UpdateTLSEdge reads the edge. Reads may lag behind
// an update, so after a response without a body, UpdateTLSEdge repeats the read for
// some seconds until the update is applied.
//
// The result deleted lists the modules that the service has certainly deleted.
// Callers need this list if UpdateTLSEdge returns an error. If the service neither
// confirms nor refuses a deletion, UpdateTLSEdge returns an error unless the last
// response is the whole edge and shows that the update is applied. If the service
// has accepted the settings, [api.MayHaveActed] reports true for every later error.
func (s *Session) UpdateTLSEdge(ctx context.Context, id string, update TLSEdgeUpdate) (updated *api.TLSEdge, deleted []string, err error) {
	defer s.tlsEdges.invalidate()
	deleted, unconfirmed, err := s.deleteModules(ctx, id, update.RemovedModules)
	var hasBody bool // whether the response to the update has a body
	if err == nil && update.Settings != nil {
		updated, hasBody, err = s.API.UpdateTLSEdge(ctx, id, *update.Settings, update.OmittedModules...)
	}
	if err != nil {
		return nil, deleted, err
	}
	if updated == nil {
		ctx, cancel := afterWrite(ctx)
		defer cancel()
		updated, err = s.API.GetTLSEdge(ctx, id, api.Repeat{Found: unapplied(!hasBody, update.IsApplied)})
	}
	if err == nil && unconfirmed != nil && (!updated.IsWhole() || !update.IsApplied(updated)) {
		err = unconfirmed
	}
	return updated, deleted, api.AfterWrite(err)
}

// errModuleUnseen is the cause of the error after a 404 to the deletion of a module.
var errModuleUnseen = errors.New("the edge may still have the module. If the service does not offer delete_tls_edge_module, remove this operation from undocumented_operations")

// deleteModules deletes the given modules of an edge, and stops at the first
// deletion that fails. The result err is that failure, or nil. A 404, or a success
// status other than 204, neither confirms nor refuses a deletion. The result
// unconfirmed is the error of the last deletion with such a status, or nil.
func (s *Session) deleteModules(ctx context.Context, id string, modules []string) (deleted []string, unconfirmed, err error) {
	for _, module := range modules {
		switch err := s.API.DeleteTLSEdgeModule(ctx, id, module); {
		case err == nil:
			deleted = append(deleted, module)
		case api.IsGone(err):
			unconfirmed = api.NotConfirmed(err, errModuleUnseen)
		case errors.Is(err, api.ErrNotDeleted):
			unconfirmed = err
		default:
			return deleted, unconfirmed, err
		}
	}
	return deleted, unconfirmed, nil
}

// DeleteTLSEdge deletes the TLS edge with the given id. The edge was created at createdAt
// (RFC 3339). DeleteTLSEdge returns nil only if the service confirms the deletion. If the
// edge did not exist, [api.IsGone] reports true for the returned error.
func (s *Session) DeleteTLSEdge(ctx context.Context, id, createdAt string) error {
	defer s.tlsEdges.invalidate()
	err := s.API.DeleteTLSEdge(ctx, id)
	return confirmDeletion(ctx, err, s.isYoung(createdAt), func(ctx context.Context, repeat api.Repeat) (*api.TLSEdge, error) {
		return s.API.GetTLSEdge(ctx, id, repeat)
	})
}
