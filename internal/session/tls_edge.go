// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"context"
	"errors"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateTLSEdge creates a TLS edge and returns it. If the response only names the
// edge, a read follows. If that fails, the edge is returned with the error and has
// only its id.
func (s *Session) CreateTLSEdge(ctx context.Context, settings api.TLSEdgeSettings) (*api.TLSEdge, error) {
	defer s.tlsEdges.forget()
	created, err := s.API.CreateTLSEdge(ctx, settings)
	if err != nil || created.URI.Present {
		return created, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	found, err := s.API.GetTLSEdge(ctx, created.ID, api.Repeat{Gone: true})
	if err != nil {
		return created, err
	}
	return found, nil
}

// RefreshTLSEdge returns the TLS edge with the given id, created at createdAt (RFC
// 3339). A young one that is not found is read again for some seconds. Where the
// service offers a list, reads of many are answered from it, as in
// [Session.RefreshFailoverBackend].
func (s *Session) RefreshTLSEdge(ctx context.Context, id, createdAt string, unchanged func(*api.TLSEdge) bool) (*api.TLSEdge, error) {
	if found := s.tlsEdges.find(ctx, id); found != nil && unchanged(found) {
		return found, nil
	}
	return s.API.GetTLSEdge(ctx, id, api.Repeat{Gone: s.isYoung(createdAt)})
}

// TLSEdgeChange is a change of a TLS edge in place.
type TLSEdgeChange struct {
	Removed  []string             // modules to delete first, each by itself
	Settings *api.TLSEdgeSettings // nil where the removal is the whole change
	Unnamed  []string             // modules that no request names
}

// UpdateTLSEdge changes a TLS edge and returns the result. If a removal of modules or
// what follows it fails, it returns the error with the edge as it is then, unless that
// cannot be read. Gone are the modules whose removal the service confirmed or that it
// did not find, also after an error: a response may show none. A removal that the
// service neither confirms nor refuses counts if the result shows what came of it.
func (s *Session) UpdateTLSEdge(ctx context.Context, id string, change TLSEdgeChange) (changed *api.TLSEdge, gone []string, failed error) {
	defer s.tlsEdges.forget()
	gone, unconfirmed, failed := s.removeModules(ctx, id, change.Removed)
	if failed == nil && change.Settings != nil {
		changed, failed = s.API.UpdateTLSEdge(ctx, id, *change.Settings, change.Unnamed...)
	}
	if failed != nil && len(change.Removed) == 0 {
		return nil, nil, failed
	}
	if changed == nil || !changed.URI.Present {
		ctx, cancel := afterWrite(ctx)
		defer cancel()
		found, err := s.API.GetTLSEdge(ctx, id, api.Repeat{})
		changed, failed = found, cmp.Or(failed, err)
	}
	if failed == nil && !changed.IsWhole() {
		failed = unconfirmed
	}
	return changed, gone, failed
}

// removeModules deletes modules of an edge until a removal fails.
func (s *Session) removeModules(ctx context.Context, id string, modules []string) (gone []string, unconfirmed, failed error) {
	for _, module := range modules {
		err := s.API.DeleteTLSEdgeModule(ctx, id, module)
		switch {
		case err == nil || api.IsGone(err):
			gone = append(gone, module)
		case errors.Is(err, api.ErrNotDeleted):
			unconfirmed = err
		default:
			return gone, unconfirmed, err
		}
	}
	return gone, unconfirmed, nil
}

// DeleteTLSEdge deletes the TLS edge with the given id, created at createdAt (RFC
// 3339). It returns nil only if the service says that the edge is deleted, and
// [api.IsGone] recognizes the error of one that was gone before.
func (s *Session) DeleteTLSEdge(ctx context.Context, id, createdAt string) error {
	defer s.tlsEdges.forget()
	err := s.API.DeleteTLSEdge(ctx, id)
	return confirmDeletion(ctx, err, s.isYoung(createdAt), func(ctx context.Context, repeat api.Repeat) (*api.TLSEdge, error) {
		return s.API.GetTLSEdge(ctx, id, repeat)
	})
}
