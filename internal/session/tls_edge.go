// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateTLSEdge creates a TLS edge and returns it. If the answer only names the
// edge, a read follows. If that fails, the edge is returned with the error and has
// only its id: the interface has no list in which it could be found again. An edge
// that another resource holds already is an error.
func (s *Session) CreateTLSEdge(ctx context.Context, settings api.TLSEdgeSettings) (*api.TLSEdge, error) {
	s.tlsEdges.forget()
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

// UpdateTLSEdge is [api.Client.UpdateTLSEdge].
func (s *Session) UpdateTLSEdge(ctx context.Context, id string, settings api.TLSEdgeSettings) (*api.TLSEdge, error) {
	s.tlsEdges.forget()
	defer s.tlsEdges.forget()
	return s.API.UpdateTLSEdge(ctx, id, settings)
}

// DeleteTLSEdge deletes the TLS edge with the given id, created at createdAt (RFC
// 3339). After any answer but 204 it returns nil only if the edge is found to be
// gone.
func (s *Session) DeleteTLSEdge(ctx context.Context, id, createdAt string) error {
	s.tlsEdges.forget()
	defer s.tlsEdges.forget()
	err := s.API.DeleteTLSEdge(ctx, id)
	err = confirmDeletion(ctx, s, err, createdAt, func() (*api.TLSEdge, error) { return s.API.GetTLSEdge(ctx, id) })
	s.heldEdges.deleted(id, err)
	return err
}
