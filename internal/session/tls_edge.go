// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateTLSEdge creates a TLS edge and returns it. If the answer only names the
// edge, a read follows. If that fails, the edge is returned with the error and has
// only its id: the interface has no list in which it could be found again.
func (s *Session) CreateTLSEdge(ctx context.Context, settings api.TLSEdgeSettings) (*api.TLSEdge, error) {
	s.tlsEdges.forget()
	defer s.tlsEdges.forget()
	created, err := s.API.CreateTLSEdge(ctx, settings)
	if err != nil || created.URI.Present {
		return created, err
	}
	return readNamed(ctx, s, created, func(ctx context.Context) (*api.TLSEdge, error) { return s.API.GetTLSEdge(ctx, created.ID) })
}

// RefreshTLSEdge returns the TLS edge with the given id, created at createdAt (RFC
// 3339). Its error satisfies [api.IsNotFound] only if a young one stays missing for
// some seconds. If undocumented operations may be used, reads of many are answered
// from the list, as in [Session.RefreshFailoverBackend].
func (s *Session) RefreshTLSEdge(ctx context.Context, id, createdAt string, unchanged func(*api.TLSEdge) bool) (*api.TLSEdge, error) {
	if found := s.tlsEdges.find(ctx, id); found != nil && unchanged(found) {
		return found, nil
	}
	return find(ctx, s, createdAt, func() (*api.TLSEdge, error) { return s.API.GetTLSEdge(ctx, id) })
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
	return confirmDeletion(ctx, s, err, createdAt, func() (*api.TLSEdge, error) { return s.API.GetTLSEdge(ctx, id) })
}
