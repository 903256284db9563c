// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateTLSEdge is [api.Client.CreateTLSEdge].
func (s *Session) CreateTLSEdge(ctx context.Context, settings api.TLSEdgeSettings) (*api.TLSEdge, error) {
	s.tlsEdges.forget()
	defer s.tlsEdges.forget()
	return s.API.CreateTLSEdge(ctx, settings)
}

// RefreshTLSEdge returns what [api.Client.FindTLSEdge] returns. Where operations
// that the interface does not show may be used, an element of the list is used in
// its place if unchanged reports that it says what the caller knows.
func (s *Session) RefreshTLSEdge(ctx context.Context, id, createdAt string, unchanged func(*api.TLSEdge) bool) (*api.TLSEdge, error) {
	if found := s.tlsEdges.find(ctx, id); found != nil && unchanged(found) {
		return found, nil
	}
	return s.API.FindTLSEdge(ctx, id, createdAt)
}

// UpdateTLSEdge is [api.Client.UpdateTLSEdge].
func (s *Session) UpdateTLSEdge(ctx context.Context, id string, settings api.TLSEdgeSettings) (*api.TLSEdge, error) {
	s.tlsEdges.forget()
	defer s.tlsEdges.forget()
	return s.API.UpdateTLSEdge(ctx, id, settings)
}

// DeleteTLSEdge is [api.Client.DeleteTLSEdge].
func (s *Session) DeleteTLSEdge(ctx context.Context, id, createdAt string) error {
	s.tlsEdges.forget()
	defer s.tlsEdges.forget()
	return s.API.DeleteTLSEdge(ctx, id, createdAt)
}
