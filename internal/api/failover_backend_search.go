// SPDX-FileCopyrightText: The terraform-provider-trafficedge authors
// SPDX-License-Identifier: MPL-2.0

package api

import (
	"context"
	"slices"
	"strings"
	"time"
)

const (
	// lastLook is how long a search goes on after its user has asked to stop.
	lastLook = 10 * time.Second
	// clockTolerance is how much older than its creation an object may seem to be,
	// since clocks differ.
	clockTolerance = time.Hour
)

// SearchFailoverBackends returns what a creation of unknown outcome may have
// made, the latest first: every failover backend that may have these settings and
// does not seem much older than the creation, which began at since. The service
// may act late, so the list is read several times over some seconds. Where the
// context ends the list is read once more, because whatever was created must be
// named. What was found before an error comes along with it.
func (c *Client) SearchFailoverBackends(ctx context.Context, settings FailoverBackendSettings, since time.Time) (found []FailoverBackend, err error) {
	look := func(ctx context.Context) {
		err = nil
		for backend, listErr := range c.FailoverBackends(ctx) {
			if listErr != nil {
				err = listErr
				return
			}
			if c.mayBeCreated(backend, settings, since) && !slices.ContainsFunc(found, backend.isSame) {
				found = append(found, *backend)
			}
		}
	}
	ended := c.lookAgain(ctx, func() bool {
		look(ctx)
		return err != nil && ctx.Err() == nil
	})
	if ended != nil {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastLook)
		defer cancel()
		look(last)
	}
	slices.SortStableFunc(found, func(a, b FailoverBackend) int { return strings.Compare(b.CreatedAt, a.CreatedAt) })
	return found, err
}

// mayBeCreated reports whether a list element may be what a creation has made. A
// list may leave texts out and a service may write metadata in another way, so
// that a description that is missing and any metadata match.
func (c *Client) mayBeCreated(b *FailoverBackend, settings FailoverBackendSettings, since time.Time) bool {
	created, err := time.Parse(time.RFC3339, b.CreatedAt)
	if err == nil && created.Before(c.serviceTime(since).Add(-clockTolerance)) {
		return false
	}
	return (b.Description == nil || *b.Description == "" || *b.Description == settings.Description) &&
		(b.Backends == nil || slices.Equal(b.Backends, settings.Backends))
}

func (b *FailoverBackend) isSame(other FailoverBackend) bool { return b.ID == other.ID }
