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

const (
	// lastLook bounds the last look of a search after the user has asked to stop.
	lastLook = 10 * time.Second
	// clockTolerance is how much older than its creation an object may seem to be,
	// since clocks differ.
	clockTolerance = time.Hour
)

// SearchFailoverBackends returns the candidates for a creation that began at since
// and failed with creation, which leaves open what it made. First comes the one
// that the answer names, then the latest. Any other candidate may have these
// settings and does not seem much older than the creation. The service may act
// late, so the list is read several times over some seconds. If the context ends,
// the list is read once more, because every candidate must be named. An error comes
// with the candidates found before it.
func (s *Session) SearchFailoverBackends(
	ctx context.Context, settings api.FailoverBackendSettings, since time.Time, creation error,
) (found []api.FailoverBackend, err error) {
	if id := api.CreatedID(creation); id != "" {
		found = append(found, api.FailoverBackend{ID: id})
	}
	named := len(found)
	look := func(ctx context.Context) {
		err = nil
		for backend, listErr := range s.API.FailoverBackends().All(ctx) {
			if listErr != nil {
				err = listErr
				return
			}
			known := slices.IndexFunc(found, func(other api.FailoverBackend) bool { return other.ID == backend.ID })
			switch {
			case known >= 0:
				found[known] = *backend
			case s.mayBeCreated(backend, settings, since):
				found = append(found, *backend)
			}
		}
	}
	ended := s.lookAgain(ctx, func() bool {
		look(ctx)
		return err != nil && ctx.Err() == nil
	})
	if ended != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastLook)
		defer cancel()
		look(last)
	}
	slices.SortStableFunc(found[named:], func(a, b api.FailoverBackend) int { return strings.Compare(b.CreatedAt, a.CreatedAt) })
	return found, err
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
