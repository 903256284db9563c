// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateFailoverBackend is [api.Client.CreateFailoverBackend].
func (s *Session) CreateFailoverBackend(ctx context.Context, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	s.failoverBackends.forget()
	defer s.failoverBackends.forget()
	return s.API.CreateFailoverBackend(ctx, settings)
}

// RefreshFailoverBackend returns what [api.Client.FindFailoverBackend] returns,
// from the list where many are asked for. The list may lag or leave members out, so
// that it only spares requests: an element is used where unchanged reports that it
// says what the caller knows.
func (s *Session) RefreshFailoverBackend(
	ctx context.Context, id, createdAt string, unchanged func(*api.FailoverBackend) bool,
) (*api.FailoverBackend, error) {
	if found := s.failoverBackends.find(ctx, id); found != nil && unchanged(found) {
		return found, nil
	}
	return s.API.FindFailoverBackend(ctx, id, createdAt)
}

// UpdateFailoverBackend is [api.Client.UpdateFailoverBackend].
func (s *Session) UpdateFailoverBackend(ctx context.Context, id string, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	s.failoverBackends.forget()
	defer s.failoverBackends.forget()
	return s.API.UpdateFailoverBackend(ctx, id, settings)
}

// DeleteFailoverBackend is [api.Client.DeleteFailoverBackend].
func (s *Session) DeleteFailoverBackend(ctx context.Context, id, createdAt string) error {
	s.failoverBackends.forget()
	defer s.failoverBackends.forget()
	return s.API.DeleteFailoverBackend(ctx, id, createdAt)
}
