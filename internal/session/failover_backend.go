// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"fmt"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// CreateFailoverBackend creates a failover backend and returns it. If the answer
// only names the object, a read follows. If that fails, the object is returned with
// the error and has only its id. An object that another resource holds already is
// an error.
func (s *Session) CreateFailoverBackend(ctx context.Context, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	defer s.failoverBackends.forget()
	created, err := s.API.CreateFailoverBackend(ctx, settings)
	if err != nil {
		return nil, err
	}
	if err := s.heldBackends.created("create failover backend", created.ID); err != nil {
		return nil, err
	}
	if created.URI != "" {
		return created, nil
	}
	return readNamed(ctx, s, created, func(ctx context.Context) (*api.FailoverBackend, error) {
		return s.API.GetFailoverBackend(ctx, created.ID)
	})
}

// RefreshFailoverBackend returns the failover backend with the given id, created at
// createdAt (RFC 3339). Its error satisfies [api.IsNotFound] only if the object is
// missing from its list too, and if a young one stays missing for some seconds.
//
// Reads of many are answered from the list. It may lag or leave members out, so it
// only saves requests: an element is used if unchanged reports that it equals what
// the caller knows.
func (s *Session) RefreshFailoverBackend(
	ctx context.Context, id, createdAt string, unchanged func(*api.FailoverBackend) bool,
) (*api.FailoverBackend, error) {
	if found := s.failoverBackends.find(ctx, id); found != nil && unchanged(found) {
		s.heldBackends.refreshed(id, nil)
		return found, nil
	}
	found, err := find(ctx, s, createdAt, func() (*api.FailoverBackend, error) { return s.getOrMissFailoverBackend(ctx, id) })
	s.heldBackends.refreshed(id, err)
	return found, err
}

// UpdateFailoverBackend is [api.Client.UpdateFailoverBackend].
func (s *Session) UpdateFailoverBackend(ctx context.Context, id string, settings api.FailoverBackendSettings) (*api.FailoverBackend, error) {
	defer s.failoverBackends.forget()
	return s.API.UpdateFailoverBackend(ctx, id, settings)
}

// DeleteFailoverBackend deletes the failover backend with the given id, created at
// createdAt (RFC 3339). After any answer but 204 it returns nil only if the object
// is found to be gone.
func (s *Session) DeleteFailoverBackend(ctx context.Context, id, createdAt string) error {
	defer s.failoverBackends.forget()
	err := s.API.DeleteFailoverBackend(ctx, id)
	err = confirmDeletion(ctx, s, err, createdAt, func() (*api.FailoverBackend, error) { return s.getOrMissFailoverBackend(ctx, id) })
	s.heldBackends.deleted(id, err)
	return err
}

// getOrMissFailoverBackend reads a failover backend. One that is not found must be
// missing from the list too.
func (s *Session) getOrMissFailoverBackend(ctx context.Context, id string) (*api.FailoverBackend, error) {
	found, err := s.API.GetFailoverBackend(ctx, id)
	if !api.IsNotFound(err) {
		return found, err
	}
	listed, listErr := s.listsFailoverBackend(ctx, id)
	switch {
	case listErr != nil:
		return nil, api.NotConfirmed(err, fmt.Errorf("the list of failover backends, which may still hold it, could not be read: %w", listErr))
	case listed:
		return nil, api.NotConfirmed(err, errStillListed)
	}
	return nil, err
}

// listsFailoverBackend reports whether the list, read whole, holds an id.
// Concurrent calls share one reading.
func (s *Session) listsFailoverBackend(ctx context.Context, id string) (bool, error) {
	read := s.listing.DoChan("failover backends", func() (any, error) {
		ids := map[string]bool{}
		for backend, err := range s.API.FailoverBackends().All(ctx) {
			if err != nil {
				return nil, err
			}
			ids[backend.ID] = true
		}
		return ids, nil
	})
	select {
	case result := <-read:
		ids, _ := result.Val.(map[string]bool)
		return ids[id], result.Err
	case <-ctx.Done():
		return false, ctx.Err()
	}
}
