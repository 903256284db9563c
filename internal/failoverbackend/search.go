// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package failoverbackend

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/trafficedge/terraform-provider-trafficedge/internal/api"
	"github.com/trafficedge/terraform-provider-trafficedge/internal/session"
)

// clockTolerance is the maximum time by which a new object's timestamp may precede the
// creation request. The clocks of the provider and the service may differ.
const clockTolerance = time.Hour

// settleTime is the time after which a list is expected to show every earlier write.
const settleTime = 7 * time.Second

// search returns the candidates for a failed creation: the failover
// backends that the creation may have created. The latest candidate is first. The
// creation had the given settings and started at the given time. If the list cannot be
// read to the end, search returns the error together with the candidates
// that it found before the error.
func search(ctx context.Context, s *session.Session, settings api.FailoverBackendSettings, since time.Time) ([]api.FailoverBackend, error) {
	list, err := settled(ctx, s)
	age := list.read.Sub(since) + clockTolerance
	found := slices.DeleteFunc(slices.Clone(list.backends), func(b api.FailoverBackend) bool { return !mayBeCreated(&b, settings, list.served.Add(-age)) })
	slices.SortStableFunc(found, func(a, b api.FailoverBackend) int { return strings.Compare(b.CreatedAt.OrZero(), a.CreatedAt.OrZero()) })
	return found, err
}

// readList is a list of failover backends.
type readList struct {
	backends []api.FailoverBackend
	read     time.Time // when the list was read, by our clock
	served   time.Time // the same time by the service's clock
}

// settled waits for [settleTime] and then returns all failover backends.
// During the wait, the service may complete a creation whose request has failed. Callers
// that start in the same second wait until the same time, and share one list.
func settled(ctx context.Context, s *session.Session) (readList, error) {
	start := time.Now().Add(settleTime + time.Second).Truncate(time.Second)
	flight := start.String()
	shared, err, _ := s.Listing.Do(flight, func() (any, error) {
		following, cancel := session.AfterWrite(ctx)
		defer cancel()
		api.Settle(ctx, time.Until(start))
		// After an interrupt, the wait ends early. Without Forget, a later caller with
		// the same start would share this list, which may lack that caller's backend.
		s.Listing.Forget(flight)
		pages, list := s.API.FailoverBackends(), readList{}
		for backend, err := range pages.All(following) {
			if err != nil {
				return list, err
			}
			list.backends = append(list.backends, *backend)
			list.read, list.served = time.Now(), pages.Served
		}
		return list, nil
	})
	list, _ := shared.(readList)
	return list, err
}

// mayBeCreated reports whether the list element b may come from a creation. The
// creation had the given settings, and the element is not older than since, by the
// service's clock. List elements may be incomplete, so a missing member matches every
// setting. The metadata is not compared, because a service may rewrite metadata.
func mayBeCreated(b *api.FailoverBackend, settings api.FailoverBackendSettings, since time.Time) bool {
	created, err := time.Parse(time.RFC3339, b.CreatedAt.OrZero())
	if err == nil && created.Before(since) {
		return false
	}
	description := b.Description.OrZero()
	return (description == "" || description == settings.Description) &&
		(b.Backends.Value == nil || slices.Equal(*b.Backends.Value, settings.Backends))
}
