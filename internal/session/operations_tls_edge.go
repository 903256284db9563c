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

// TLSEdgeChange is an in-place update of a TLS edge.
type TLSEdgeChange struct {
	Removed  []string             // modules to delete first, with one request each
	Settings *api.TLSEdgeSettings // nil if the change only deletes modules
	Unnamed  []string             // modules that the update does not send
	// IsApplied reports whether an edge has the wanted values.
	IsApplied func(*api.TLSEdge) bool
}

// UpdateTLSEdge changes a TLS edge and returns the edge. If a change that deletes modules
// fails, UpdateTLSEdge returns the error together with the current edge, or with nil if
// the edge cannot be read. If the last response has no body, UpdateTLSEdge repeats the
// read of the edge in the same way as [Session.UpdateFailoverBackend].
//
// The result named gone lists the modules that are certainly deleted, even if UpdateTLSEdge
// returns an error. If the response omits modules, only gone shows these deletions. If
// the service neither confirms nor refuses a deletion, the last response must contain
// all modules, and the change must be applied. Otherwise, UpdateTLSEdge returns an error.
func (s *Session) UpdateTLSEdge(ctx context.Context, id string, change TLSEdgeChange) (changed *api.TLSEdge, gone []string, failed error) {
	defer s.tlsEdges.invalidate()
	gone, unconfirmed, failed := s.removeModules(ctx, id, change.Removed)
	var hasBody bool
	if failed == nil && change.Settings != nil {
		changed, hasBody, failed = s.API.UpdateTLSEdge(ctx, id, *change.Settings, change.Unnamed...)
	}
	if failed != nil && len(change.Removed) == 0 {
		return nil, nil, failed
	}
	if changed == nil {
		ctx, cancel := afterWrite(ctx)
		defer cancel()
		found, err := s.API.GetTLSEdge(ctx, id, api.Repeat{Found: unapplied(!hasBody && failed == nil, change.IsApplied)})
		changed, failed = found, cmp.Or(failed, err)
	}
	if failed == nil && unconfirmed != nil && (!changed.IsWhole() || !change.IsApplied(changed)) {
		failed = unconfirmed
	}
	return changed, gone, failed
}

// errModuleUnseen is the cause of the error after a 404 to the deletion of a module.
var errModuleUnseen = errors.New("the edge may still have the module: if the service lacks delete_tls_edge_module, remove it from undocumented_operations")

// removeModules deletes modules of an edge until a deletion fails. The results are the
// deleted modules, the error of the last deletion that the service neither confirmed nor
// refused, and the error of the failed deletion. A 404 does not confirm a deletion.
func (s *Session) removeModules(ctx context.Context, id string, modules []string) (gone []string, unconfirmed, failed error) {
	for _, module := range modules {
		err := s.API.DeleteTLSEdgeModule(ctx, id, module)
		switch {
		case err == nil:
			gone = append(gone, module)
		case api.IsGone(err):
			unconfirmed = api.NotConfirmed(err, errModuleUnseen)
		case errors.Is(err, api.ErrNotDeleted):
			unconfirmed = err
		default:
			return gone, unconfirmed, err
		}
	}
	return gone, unconfirmed, nil
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
