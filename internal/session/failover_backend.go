package session

import (
	"context"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateFailoverBackend is [api.Client.CreateFailoverBackend].
func (s *Session) CreateFailoverBackend(ctx context.Context, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	s.snapshot.forget()
	defer s.snapshot.forget()
	return s.API.CreateFailoverBackend(ctx, settings)
}

// RefreshFailoverBackend returns what [api.Client.GetFailoverBackend] returns,
// from the list where many are asked for. It relies on list elements saying what
// a single read says; an element without all members that the service sets is
// not used.
func (s *Session) RefreshFailoverBackend(ctx context.Context, id string) (*api.FailoverBackend, error) {
	if found := s.snapshot.find(ctx, id); found != nil {
		return found, nil
	}
	return s.API.GetFailoverBackend(ctx, id)
}

// UpdateFailoverBackend is [api.Client.UpdateFailoverBackend].
func (s *Session) UpdateFailoverBackend(ctx context.Context, id string, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	s.snapshot.forget()
	defer s.snapshot.forget()
	return s.API.UpdateFailoverBackend(ctx, id, settings)
}

// DeleteFailoverBackend is [api.Client.DeleteFailoverBackend].
func (s *Session) DeleteFailoverBackend(ctx context.Context, id string) error {
	s.snapshot.forget()
	defer s.snapshot.forget()
	return s.API.DeleteFailoverBackend(ctx, id)
}
