// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"context"
	"errors"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateTLSEdge creates a TLS edge and returns it. If the answer only names the
// edge, a read follows. If that fails, the edge is returned with the error and has
// only its id: the interface has no list in which it could be found again. An edge
// that another resource holds already is an error.
func (s *Session) CreateTLSEdge(ctx context.Context, settings api.TLSEdgeSettings) (*api.TLSEdge, error) {
	defer s.tlsEdges.forget()
	created, err := s.API.CreateTLSEdge(ctx, settings)
	if err != nil {
		return nil, err
	}
	if err := s.heldEdges.created("create TLS edge", created.ID); err != nil {
		return nil, err
	}
	if created.URI.Present {
		return created, nil
	}
	return readNamed(ctx, s, created, func(ctx context.Context) (*api.TLSEdge, error) { return s.API.GetTLSEdge(ctx, created.ID) })
}

// RefreshTLSEdge returns the TLS edge with the given id, created at createdAt (RFC
// 3339). Its error satisfies [api.IsNotFound] only if a young one stays missing for
// some seconds. If undocumented operations may be used, reads of many are answered
// from the list, as in [Session.RefreshFailoverBackend].
func (s *Session) RefreshTLSEdge(ctx context.Context, id, createdAt string, unchanged func(*api.TLSEdge) bool) (*api.TLSEdge, error) {
	if found := s.tlsEdges.find(ctx, id); found != nil && unchanged(found) {
		s.heldEdges.refreshed(id, nil)
		return found, nil
	}
	found, err := find(ctx, s, createdAt, func() (*api.TLSEdge, error) { return s.API.GetTLSEdge(ctx, id) })
	s.heldEdges.refreshed(id, err)
	return found, err
}

// TLSEdgeChange is a change of a TLS edge in place.
type TLSEdgeChange struct {
	Removed  []string             // modules to delete first, each by itself
	Settings *api.TLSEdgeSettings // nil where the removal is the whole change
	Unnamed  []string             // modules that no request names
}

// UpdateTLSEdge changes a TLS edge and returns the result. Where modules are removed
// and a request fails, it returns the error with the edge as it is then, unless that
// cannot be read. Gone are the modules whose removal the service confirmed or that it
// did not find, also after an error: an answer may show none. A removal that the
// service neither confirms nor refuses counts if the result shows what came of it.
func (s *Session) UpdateTLSEdge(ctx context.Context, id string, change TLSEdgeChange) (changed *api.TLSEdge, gone []string, failed error) {
	defer s.tlsEdges.forget()
	var unconfirmed error
	for _, module := range change.Removed {
		err := s.API.DeleteTLSEdgeModule(ctx, id, module)
		switch {
		case err == nil || api.IsNotFound(err):
			gone = append(gone, module)
		case errors.Is(err, api.ErrNotDeleted):
			unconfirmed = err
		default:
			failed = err
		}
		if failed != nil {
			break
		}
	}
	if failed == nil && change.Settings != nil {
		changed, failed = s.API.UpdateTLSEdge(ctx, id, *change.Settings, change.Unnamed...)
	}
	if len(change.Removed) > 0 && changed == nil {
		found, err := s.API.GetTLSEdge(context.WithoutCancel(ctx), id)
		changed, failed = found, cmp.Or(failed, err)
	}
	if failed == nil && !changed.IsWhole() {
		failed = unconfirmed
	}
	return changed, gone, failed
}

// DeleteTLSEdge deletes the TLS edge with the given id, created at createdAt (RFC
// 3339). After any answer but 204 it returns nil only if the edge is found to be
// gone.
func (s *Session) DeleteTLSEdge(ctx context.Context, id, createdAt string) error {
	defer s.tlsEdges.forget()
	err := s.API.DeleteTLSEdge(ctx, id)
	err = confirmDeletion(ctx, s, err, createdAt, func() (*api.TLSEdge, error) { return s.API.GetTLSEdge(ctx, id) })
	s.heldEdges.deleted(id, err)
	return err
}
