// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateFailoverBackend creates a failover backend and returns it. If the response
// only names the object, a read follows. If that fails, the object is returned with
// the error and has only its id.
func (s *Session) CreateFailoverBackend(ctx context.Context, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	defer s.failoverBackends.forget()
	created, err := s.API.CreateFailoverBackend(ctx, settings)
	if err != nil || created.IsWhole() {
		return created, err
	}
	ctx, cancel := afterWrite(ctx)
	defer cancel()
	found, err := s.API.GetFailoverBackend(ctx, created.ID, api.Repeat{Gone: true})
	if err != nil {
		return created, err
	}
	return found, nil
}

// RefreshFailoverBackend returns the failover backend with the given id, created at
// createdAt (RFC 3339). A young one that is not found is read again for some seconds.
//
// Reads of many are answered from the list. It may lag or leave members out, so it
// only saves requests: an element is used if unchanged reports that it equals what
// the caller knows.
func (s *Session) RefreshFailoverBackend(
	ctx context.Context, id, createdAt string, unchanged func(*api.FailoverBackend) bool,
) (*api.FailoverBackend, error) {
	if found := s.failoverBackends.find(ctx, id); found != nil && unchanged(found) {
		return found, nil
	}
	return s.API.GetFailoverBackend(ctx, id, api.Repeat{Gone: s.isYoung(createdAt)})
}

// UpdateFailoverBackend changes a failover backend and returns it. A read follows if
// the response is not the whole object.
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
// createdAt (RFC 3339). It returns nil only if the service says that it is
// deleted, and [api.IsGone] recognizes the error of one that was gone before.
func (s *Session) DeleteFailoverBackend(ctx context.Context, id, createdAt string) error {
	defer s.failoverBackends.forget()
	err := s.API.DeleteFailoverBackend(ctx, id)
	return confirmDeletion(ctx, err, s.isYoung(createdAt), func(ctx context.Context, repeat api.Repeat) (*api.FailoverBackend, error) {
		return s.API.GetFailoverBackend(ctx, id, repeat)
	})
}
