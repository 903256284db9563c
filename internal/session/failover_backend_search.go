// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package session

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
)

// clockTolerance is how much older than its creation an object may seem, because clocks
// differ.
const clockTolerance = time.Hour

// SearchFailoverBackends returns the failover backends that a failed creation may have
// created, the latest first. The creation started at since. The candidates may have the
// settings and are not much older than the creation. An error is returned together with
// the candidates that were found before the error.
func (s *Session) SearchFailoverBackends(ctx context.Context, settings api.FailoverBackendSettings, since time.Time) ([]api.FailoverBackend, error) {
	backends, err := s.settledFailoverBackends(ctx)
	found := slices.DeleteFunc(slices.Clone(backends), func(b api.FailoverBackend) bool { return !s.mayBeCreated(&b, settings, since) })
	slices.SortStableFunc(found, func(a, b api.FailoverBackend) int { return strings.Compare(b.CreatedAt, a.CreatedAt) })
	return found, err
}

// settledFailoverBackends returns the list of failover backends. It first waits some
// seconds, because the service may act late. Callers that wait at the same time share
// one list.
func (s *Session) settledFailoverBackends(ctx context.Context) ([]api.FailoverBackend, error) {
	const flight = "failover backends"
	shared, err, _ := s.listing.Do(flight, func() (any, error) {
		following, cancel := afterWrite(ctx)
		defer cancel()
		s.API.Settle(ctx)
		// This list may be too old for creations that fail from now on.
		s.listing.Forget(flight)
		var backends []api.FailoverBackend
		for backend, err := range s.API.FailoverBackends().All(following) {
			if err != nil {
				return backends, err
			}
			backends = append(backends, *backend)
		}
		return backends, nil
	})
	backends, _ := shared.([]api.FailoverBackend)
	return backends, err
}

// mayBeCreated reports whether a creation may have created the list element b. A
// missing description matches, because list elements may lack a description. Any
// metadata matches, because a service may rewrite metadata.
func (s *Session) mayBeCreated(b *api.FailoverBackend, settings api.FailoverBackendSettings, since time.Time) bool {
	created, err := time.Parse(time.RFC3339, b.CreatedAt)
	if err == nil && created.Before(s.API.ServiceTime(since).Add(-clockTolerance)) {
		return false
	}
	return (b.Description == nil || *b.Description == "" || *b.Description == settings.Description) &&
		(b.Backends == nil || slices.Equal(b.Backends, settings.Backends))
}
