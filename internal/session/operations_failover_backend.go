// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateFailoverBackend creates a failover backend and returns the backend. If the
// response is incomplete, CreateFailoverBackend reads the backend. If that read fails,
// CreateFailoverBackend returns the error together with a backend that has only the id.
func (s *Session) CreateFailoverBackend(ctx context.Context, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	defer s.failoverBackends.invalidate()
	created, err := s.API.CreateFailoverBackend(ctx, settings)
	if err != nil || created.IsWhole() {
		return created, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	found, err := s.API.GetFailoverBackend(ctx, created.ID, api.Repeat{Gone: true})
	return cmp.Or(found, created), err
}

// RefreshFailoverBackend returns the failover backend with the given id. The backend was
// created at createdAt (RFC 3339). If the service does not find a young backend,
// RefreshFailoverBackend retries the read for some seconds.
//
// If a run refreshes many backends, RefreshFailoverBackend searches the
// list of all backends before it reads a single backend. A list element
// may be outdated or incomplete. RefreshFailoverBackend uses an element
// only if unchanged reports that the element equals the caller's state.
func (s *Session) RefreshFailoverBackend(
	ctx context.Context, id, createdAt string, unchanged func(*api.FailoverBackend) bool,
) (*api.FailoverBackend, error) {
	if found := s.failoverBackends.find(ctx, id); found != nil && unchanged(found) {
		return found, nil
	}
	return s.API.GetFailoverBackend(ctx, id, api.Repeat{Gone: s.isYoung(createdAt)})
}

// UpdateFailoverBackend changes a failover backend and returns the backend. If the
// response is incomplete, UpdateFailoverBackend reads the backend. Reads may lag
// behind an update, so after a response without a body, UpdateFailoverBackend
// repeats the read for some seconds until isApplied reports true.
func (s *Session) UpdateFailoverBackend(
	ctx context.Context, id string, settings api.FailoverBackendSettings, isApplied func(*api.FailoverBackend) bool,
) (*api.FailoverBackend, error) {
	defer s.failoverBackends.invalidate()
	whole, hasBody, err := s.API.UpdateFailoverBackend(ctx, id, settings)
	if err != nil || whole != nil {
		return whole, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	return s.API.GetFailoverBackend(ctx, id, api.Repeat{Found: unapplied(!hasBody, isApplied)})
}

// DeleteFailoverBackend deletes the failover backend with the given id. The backend
// was created at createdAt (RFC 3339). DeleteFailoverBackend returns nil only if
// the service confirms the deletion. If the backend did not exist, [api.IsGone]
// reports true for the returned error.
func (s *Session) DeleteFailoverBackend(ctx context.Context, id, createdAt string) error {
	defer s.failoverBackends.invalidate()
	err := s.API.DeleteFailoverBackend(ctx, id)
	return confirmDeletion(ctx, err, s.isYoung(createdAt), func(ctx context.Context, repeat api.Repeat) (*api.FailoverBackend, error) {
		return s.API.GetFailoverBackend(ctx, id, repeat)
	})
}
