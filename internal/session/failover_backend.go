// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"cmp"
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateFailoverBackend creates a failover backend and returns the backend. If the
// response contains only the id, CreateFailoverBackend reads the backend. If the read
// fails, only the id of the result is set, and the error is returned too.
func (s *Session) CreateFailoverBackend(ctx context.Context, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	defer s.failoverBackends.forget()
	created, err := s.API.CreateFailoverBackend(ctx, settings)
	if err != nil || created.IsWhole() {
		return created, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	found, err := s.API.GetFailoverBackend(ctx, created.ID, api.Repeat{Gone: true})
	return cmp.Or(found, created), err
}

// RefreshFailoverBackend returns the failover backend with the given id, created at
// createdAt (RFC 3339). If a young backend is not found, RefreshFailoverBackend reads it
// again for some seconds.
//
// If many backends are refreshed, RefreshFailoverBackend reads pages of their list
// instead. List elements may be outdated or incomplete. An element is only used if
// unchanged reports that the element equals the state of the caller.
func (s *Session) RefreshFailoverBackend(
	ctx context.Context, id, createdAt string, unchanged func(*api.FailoverBackend) bool,
) (*api.FailoverBackend, error) {
	if found := s.failoverBackends.find(ctx, id); found != nil && unchanged(found) {
		return found, nil
	}
	return s.API.GetFailoverBackend(ctx, id, api.Repeat{Gone: s.isYoung(createdAt)})
}

// UpdateFailoverBackend changes a failover backend and returns the backend. If the
// response is incomplete, UpdateFailoverBackend reads the backend.
func (s *Session) UpdateFailoverBackend(ctx context.Context, id string, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	defer s.failoverBackends.forget()
	updated, err := s.API.UpdateFailoverBackend(ctx, id, settings)
	if err != nil || updated.IsWhole() {
		return updated, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	return s.API.GetFailoverBackend(ctx, id, api.Repeat{})
}

// DeleteFailoverBackend deletes the failover backend with the given id, created at
// createdAt (RFC 3339). It returns nil only if the service confirms the deletion. If the
// backend did not exist, [api.IsGone] recognizes the error.
func (s *Session) DeleteFailoverBackend(ctx context.Context, id, createdAt string) error {
	defer s.failoverBackends.forget()
	err := s.API.DeleteFailoverBackend(ctx, id)
	return confirmDeletion(ctx, err, s.isYoung(createdAt), func(ctx context.Context, repeat api.Repeat) (*api.FailoverBackend, error) {
		return s.API.GetFailoverBackend(ctx, id, repeat)
	})
}
