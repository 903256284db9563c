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

// clockTolerance is how much older than its creation an object may seem to be,
// since clocks differ.
const clockTolerance = time.Hour

// SearchFailoverBackends returns the candidates for a creation that began at since and
// whose outcome is unknown, the latest first: all that may have these settings and do
// not seem much older. The service may act late, so the list is read after some
// seconds, and once for all creations that wait for it. An error comes with the
// candidates found before it.
func (s *Session) SearchFailoverBackends(ctx context.Context, settings api.FailoverBackendSettings, since time.Time) ([]api.FailoverBackend, error) {
	following, cancel := afterWrite(ctx)
	defer cancel()
	s.API.Settle(ctx)
	backends, err := s.readFailoverBackends(following, time.Now())
	found := slices.DeleteFunc(slices.Clone(backends), func(b api.FailoverBackend) bool { return !s.mayBeCreated(&b, settings, since) })
	slices.SortStableFunc(found, func(a, b api.FailoverBackend) int { return strings.Compare(b.CreatedAt, a.CreatedAt) })
	return found, err
}

// listReading is a reading of the whole list of failover backends.
type listReading struct {
	began    time.Time
	backends []api.FailoverBackend
}

// readFailoverBackends returns what a reading that did not begin before a time has found.
// Callers share it. An error comes with what was found before it.
func (s *Session) readFailoverBackends(ctx context.Context, notBefore time.Time) ([]api.FailoverBackend, error) {
	for {
		shared, err, _ := s.listing.Do("failover backends", func() (any, error) {
			reading := listReading{began: time.Now()}
			for backend, err := range s.API.FailoverBackends().All(ctx) {
				if err != nil {
					return reading, err
				}
				reading.backends = append(reading.backends, *backend)
			}
			return reading, nil
		})
		if reading, _ := shared.(listReading); !reading.began.Before(notBefore) {
			return reading.backends, err
		}
	}
}

// mayBeCreated reports whether a creation may have made a list element. A missing
// description matches, because a list may leave texts out. Any metadata matches,
// because a service may rewrite it.
func (s *Session) mayBeCreated(b *api.FailoverBackend, settings api.FailoverBackendSettings, since time.Time) bool {
	created, err := time.Parse(time.RFC3339, b.CreatedAt)
	if err == nil && created.Before(s.API.ServiceTime(since).Add(-clockTolerance)) {
		return false
	}
	return (b.Description == nil || *b.Description == "" || *b.Description == settings.Description) &&
		(b.Backends == nil || slices.Equal(b.Backends, settings.Backends))
}
