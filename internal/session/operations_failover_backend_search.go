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

// clockTolerance is the maximum time by which a new object's timestamp may precede the
// creation request. The clocks of the provider and the service may differ.
const clockTolerance = time.Hour

// settleTime is the time after which a list is expected to show every earlier write.
const settleTime = 7 * time.Second

// SearchFailoverBackends returns the candidates for a failed creation: the failover
// backends that the creation may have created. The latest candidate is first. The
// creation had the given settings and started at the given time. If the list cannot be
// read to the end, SearchFailoverBackends returns the error together with the candidates
// that it found before the error.
func (s *Session) SearchFailoverBackends(ctx context.Context, settings api.FailoverBackendSettings, since time.Time) ([]api.FailoverBackend, error) {
	backends, err := s.settledFailoverBackends(ctx)
	found := slices.DeleteFunc(slices.Clone(backends), func(b api.FailoverBackend) bool { return !s.mayBeCreated(&b, settings, since) })
	slices.SortStableFunc(found, func(a, b api.FailoverBackend) int { return strings.Compare(b.CreatedAt, a.CreatedAt) })
	return found, err
}

// settledFailoverBackends waits for [settleTime] and then returns all failover backends.
// During the wait, the service may complete a creation whose request has failed. Callers
// that start in the same second wait until the same time, and share one list.
func (s *Session) settledFailoverBackends(ctx context.Context) ([]api.FailoverBackend, error) {
	start := time.Now().Add(settleTime + time.Second).Truncate(time.Second)
	flight := start.String()
	shared, err, _ := s.listing.Do(flight, func() (any, error) {
		following, cancel := afterWrite(ctx)
		defer cancel()
		api.Settle(ctx, time.Until(start))
		// After an interrupt, the wait ends early. Without Forget, a later caller with
		// the same start would share this list, which may lack that caller's backend.
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

// mayBeCreated reports whether the list element b may come from a creation. The
// creation had the given settings and started at the given time. List elements may
// be incomplete, so a missing member matches every setting. The metadata is not
// compared, because a service may rewrite metadata.
func (s *Session) mayBeCreated(b *api.FailoverBackend, settings api.FailoverBackendSettings, since time.Time) bool {
	created, err := time.Parse(time.RFC3339, b.CreatedAt)
	if err == nil && created.Before(s.API.ServiceTime(since).Add(-clockTolerance)) {
		return false
	}
	return (b.Description == nil || *b.Description == "" || *b.Description == settings.Description) &&
		(b.Backends == nil || slices.Equal(b.Backends, settings.Backends))
}
